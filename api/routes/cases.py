"""Cases about logs, uploaded or live: claim, answers, exhibits, questions, rulings, appeals; and what they change."""

from __future__ import annotations

from flask import Response

from api.disputes import cases, ruling_options
from api.disputes.cases import CaseSubject
from api.http.etags import check_if_match, make_etag
from api.http.idempotency import answer_once, read_idempotency_key
from api.http.responses import PRIVATE, answer_json, choose_type
from api.jobs.dispatch import dispatch_report
from api.logs.options import read_body_options, read_query_options
from api.openapi.operation import AnswerForm, Room, Takes
from api.openapi.report_forms import ANSWERS, FORMS, answer_report
from api.routes.corrections import AS_ALWAYS
from api.routes.live import STATE
from api.routes.live_events import KEY, TOLD, WRITES
from api.schemas import cases as schemas
from engine.kernel.basics.json_types import Document

room = Room("cases", __name__, description="Disputes about logs and live games; no line of them is ever changed.")
MATCH = {"If-Match": "the ETag of the case as the client knows it", **KEY}
READ = AnswerForm(schemas.CaseSchema, headers=STATE)
SAID = AnswerForm(schemas.CaseReceiptSchema, 201, says="Recorded.", headers=TOLD)
SAYING = Takes(json=schemas.CaseEventRequest, headers=MATCH)
WAYS = AnswerForm(schemas.WaysSchema)
ASKED = Takes(query=schemas.WaysQuery)
REPORT = Takes(query=schemas.RuledQuery)


@room.operation("get", "/logs/<sha256>/case", READ)
def read_case(sha256: str) -> Response:
    """Read the case about a log: who claims what, answers and questions, what is ruled, and if somebody appeals."""
    return _answer_case(cases.find_log_subject(sha256))


@room.operation("get", "/live-games/<live>/case", READ)
def read_live_case(live: str) -> Response:
    """Read the case about a live game."""
    return _answer_case(cases.find_game_subject(live))


@room.operation("post", "/logs/<sha256>/case/events", SAID, takes=SAYING, problems=WRITES)
def add_to_case(wanted: Document, sha256: str) -> Response:
    """Open a case about a log, answer, attach, appeal; or, as a judge, ask, rule, uphold a ruling, close the case.

    A ruling is laid over the log first, and refused where that cannot be. The log's bytes, and audits of it, stay.
    """
    return _add_event(cases.find_log_subject(sha256), wanted)


@room.operation("post", "/live-games/<live>/case/events", SAID, takes=SAYING, problems=WRITES)
def add_to_live_case(wanted: Document, live: str) -> Response:
    """Add to the case about a live game, as to that about a log."""
    return _add_event(cases.find_game_subject(live), wanted)


@room.operation("get", "/logs/<sha256>/case/ways", WAYS, takes=ASKED)
def read_case_ways(query: Document, sha256: str) -> Response:
    """Say what each way to rule on a log would change; there need be no case yet.

    Where it counts in a kept tournament, it is read as that reads it, and each way says who would move there.
    """
    return _answer_ruling_options(cases.find_log_subject(sha256), query)


@room.operation("get", "/live-games/<live>/case/ways", WAYS, takes=ASKED)
def read_live_case_ways(query: Document, live: str) -> Response:
    """Say what each way to rule on a live game would change, as far as it is recorded, and so in the standings."""
    return _answer_ruling_options(cases.find_game_subject(live), query)


@room.operation("get", "/logs/<sha256>/case/report", *ANSWERS, takes=REPORT, problems=(406,))
def read_case_report(query: Document, sha256: str) -> Response:
    """Audit a log with the ruling that stands in its case laid over it."""
    return _answer_case_report(cases.find_log_subject(sha256), query)


@room.operation("get", "/live-games/<live>/case/report", *ANSWERS, takes=REPORT, problems=(406,))
def read_live_case_report(query: Document, live: str) -> Response:
    """Audit a live game, as far as it is recorded, with the ruling that stands in its case laid over it."""
    return _answer_case_report(cases.find_game_subject(live), query)


@room.operation("get", "/precedents", AnswerForm(schemas.PrecedentsSchema), takes=Takes(query=schemas.PrecedentsQuery))
def list_precedents(query: Document) -> Response:
    """List what was ruled in the cases of the club, by game and question: for the next arbiter who is asked."""
    return answer_json(cases.describe_precedents(query["game"], query["about"]), keep=PRIVATE)


def _answer_case(subject: CaseSubject) -> Response:
    stands = cases.read_case_state(subject)
    return answer_json(
        cases.describe_case(subject, cases.list_case_rows(subject)[: stands.seq]), keep=PRIVATE, etag=make_etag(*stands)
    )


def _answer_ruling_options(subject: CaseSubject, query: Document) -> Response:
    tournament = query.pop("tournament")
    return answer_json(
        ruling_options.describe_ruling_options(subject, read_query_options({**AS_ALWAYS, **query}), tournament),
        keep=PRIVATE,
    )


def _add_event(subject: CaseSubject, wanted: Document) -> Response:
    said = {name: value for name, value in wanted.items() if name != "packs"}
    cases.refuse_role(said["do"])
    asked = read_body_options({**AS_ALWAYS, "packs": wanted["packs"]})
    return answer_once(cases.append_case_event_once(subject, read_idempotency_key(), check_if_match, said, asked))


def _answer_case_report(subject: CaseSubject, query: Document) -> Response:
    form = choose_type(FORMS)
    raw, asked = cases.load_log_under_case(subject, read_query_options({**AS_ALWAYS, **query}))
    report = dispatch_report(raw, asked, form, query["name"])
    return answer_report(report.verdict, report.raw, form)
