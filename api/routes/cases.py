"""Operations: cases about uploaded logs and live games, with their claims, exhibits, rulings and appeals."""

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
    """Show the case about a log: claims, answers, questions, rulings and appeals."""
    return _answer_case(cases.find_log_subject(sha256))


@room.operation("get", "/live-games/<live>/case", READ)
def read_live_case(live: str) -> Response:
    """Show the case about a live game."""
    return _answer_case(cases.find_game_subject(live))


@room.operation("post", "/logs/<sha256>/case/events", SAID, takes=SAYING, problems=WRITES)
def add_to_case(wanted: Document, sha256: str) -> Response:
    """Open a case about a log, answer, attach or appeal. A judge may also ask, rule, uphold a ruling or close the case.

    A ruling is applied to the log first, and refused if it does not fit. The log's bytes and its audits do not change.
    """
    return _add_event(cases.find_log_subject(sha256), wanted)


@room.operation("post", "/live-games/<live>/case/events", SAID, takes=SAYING, problems=WRITES)
def add_to_live_case(wanted: Document, live: str) -> Response:
    """Add an event to the case about a live game, as to a case about a log."""
    return _add_event(cases.find_game_subject(live), wanted)


@room.operation("get", "/logs/<sha256>/case/ways", WAYS, takes=ASKED)
def read_case_ways(query: Document, sha256: str) -> Response:
    """Show what each ruling option for a log would change. The log needs no case yet.

    If the log counts in a stored tournament, the tournament's options apply. Each ruling option then lists the players
    that would move in the standings.
    """
    return _answer_ruling_options(cases.find_log_subject(sha256), query)


@room.operation("get", "/live-games/<live>/case/ways", WAYS, takes=ASKED)
def read_live_case_ways(query: Document, live: str) -> Response:
    """Show what each ruling option would change in a live game as recorded so far, and in the standings."""
    return _answer_ruling_options(cases.find_game_subject(live), query)


@room.operation("get", "/logs/<sha256>/case/report", *ANSWERS, takes=REPORT, problems=(406,))
def read_case_report(query: Document, sha256: str) -> Response:
    """Audit a log with the ruling in force in its case."""
    return _answer_case_report(cases.find_log_subject(sha256), query)


@room.operation("get", "/live-games/<live>/case/report", *ANSWERS, takes=REPORT, problems=(406,))
def read_live_case_report(query: Document, live: str) -> Response:
    """Audit a live game as recorded so far, with the ruling in force in its case."""
    return _answer_case_report(cases.find_game_subject(live), query)


@room.operation("get", "/precedents", AnswerForm(schemas.PrecedentsSchema), takes=Takes(query=schemas.PrecedentsQuery))
def list_precedents(query: Document) -> Response:
    """List the rulings in the club's cases by game and question, as precedents for other arbiters."""
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
