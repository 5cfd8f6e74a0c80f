"""Operations: audits that are only answered, and audits that are stored with their findings."""

from __future__ import annotations

import json

import orjson
from flask import Response

from api.disputes import corrections
from api.http.bodies import LOG_TYPES, read_body
from api.http.pagination import PagedList, answer_list
from api.http.responses import (
    FOR_EVER,
    JSON,
    NDJSON,
    ONCE,
    PRIVATE,
    TEXT,
    answer_bytes,
    answer_json,
    choose_type,
    encode_json,
)
from api.jobs.dispatch import dispatch_audit, dispatch_comparison, dispatch_report
from api.logs import options, uploads
from api.logs.options import read_body_options, read_query_options
from api.logs.uploads import format_time
from api.notify.webhooks import describe_outcome, make_notices
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.openapi.report_forms import ANSWERS, FORMS, HTML, answer_report
from api.problems import Problem, make_not_found
from api.schemas import audits as schemas
from api.schemas.books import EditionsSchema, LogBooksSchema
from api.schemas.options import AuditRequest, AuditRun, BooklessQuery, ReadingQuery
from api.schemas.uploads import ListQuery
from api.service import get_club, get_service
from api.workers.audit_job import WrittenReport, encode_text
from audit.browse.catalogue import CatalogueRule, list_catalogue_rules
from audit.model.auditor_version import name_auditor
from audit.model.document import ReportDocument, Result, RulebookMark, convert_to_builtins
from audit.model.findings import Finding
from audit.model.legacy import read_finding_document, read_report_document
from audit.options import DEFAULT_OPTIONS
from audit.report.json_form import write_document_json, write_json
from audit.store import AuditRow, Digests, FindingFilter, FindingRow, Notice
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.layers import Question
from engine.kernel.rulebook import stack_layers
from engine.kernel.rules import Rule

room = Room("audits", __name__, description="What really happened in a log: verdict, findings, result.")
ROOM = "/api/v1/audits"
# The forms of a comparison of books or editions.
SIDE_BY_SIDE = {JSON: "json", HTML: "html", TEXT: "text"}


@room.operation("post", "/audits", *ANSWERS, takes=Takes(raw=LOG_TYPES, query=AuditRun), problems=(406,))
def run_audit(query: Document) -> Response:
    """Audit the log in the body and answer with the report. Nothing is stored."""
    form, raw = choose_type(FORMS), read_body(LOG_TYPES)
    report = dispatch_report(raw, read_query_options(query), form, query["name"])
    return answer_report(report.verdict, report.raw, form, keep=ONCE)


@room.operation(
    "post",
    "/logs/<sha256>/audits",
    AnswerForm(schemas.AuditSchema, 201, says="Kept.", headers={"Location": "where it is"}),
    takes=Takes(json=AuditRequest),
    problems=(507,),
)
def audit_log(asked: Document, sha256: str) -> Response:
    """Audit a stored log and store the report. The same options on the same log give the same audit."""
    there, reading = corrections.read_correction_state(sha256).seq, read_body_options(asked)
    count = _count_corrections(asked, there)
    plainly = count == there and options.describe_options(reading) == options.describe_options(DEFAULT_OPTIONS)
    report = dispatch_audit(corrections.read_log_with_corrections(sha256, count), reading)
    document = convert_to_builtins(report.document)
    row = get_service().store.put_audit(
        get_club(),
        sha256,
        rulebook=_make_digests(report.document.rulebook),
        engine=name_auditor(),
        asked=options.encode_audit_question(reading, count),
        verdict=document["verdict"],
        report=encode_text(write_json(document)),
        findings=_make_finding_rows(document["findings"]),
        telling=lambda row: _make_notices(row, report.document.result) if plainly else (),
    )
    content = _describe_audit(row)
    return answer_json(content, 201, keep=ONCE, headers={"Location": content["url"]})


def _make_notices(row: AuditRow, result: Result) -> list[Notice]:
    """Make the webhook notices of an audit with default options. Other audits are of interest to their client only."""
    about = {
        "log": row.upload,
        "live": None,
        "audit": row.id,
        "at": format_time(row.made_at),
        "url": f"{ROOM}/{row.id}",
    }
    name = f"audit_{row.club}_{row.id}"
    return make_notices(get_service().settings, row.club, name, {**about, **describe_outcome(row.verdict, result)})


def _count_corrections(asked: Document, there: int) -> int:
    """Return how many corrections of a log an audit includes."""
    count: int = asked.get("corrections", there)
    if count > there:
        says = f"This log has {there} separate corrections."
        raise Problem("invalid", says, [{"pointer": "/corrections", "says": says}])
    return count


def _make_digests(mark: RulebookMark) -> Digests:
    # An unreadable log has no rulebook.
    return Digests(mark.digest, mark.printed or None)


def _make_finding_rows(findings: list[Document]) -> list[FindingRow]:
    return [
        FindingRow(number, f["seq"], f["rule"], f["status"], f["seat"], f["follows"], encode_json(f))
        for number, f in enumerate(findings, 1)
    ]


@room.operation(
    "get",
    "/logs/<sha256>/books",
    AnswerForm(LogBooksSchema),
    AnswerForm(STRING, kind=HTML, says="Both books as a page."),
    AnswerForm(STRING, kind=TEXT, says="Both books as text."),
    takes=Takes(query=BooklessQuery),
    problems=(406, 422),
)
def read_books(query: Document, sha256: str) -> Response:
    """Compare both books of a stored log, as played and as adjudicated, and say where they differ."""
    return _answer_comparison(sha256, {**query, "book": "adjudicated"}, "books")


@room.operation(
    "get",
    "/logs/<sha256>/editions",
    AnswerForm(EditionsSchema),
    AnswerForm(STRING, kind=HTML, says="All editions as a page."),
    AnswerForm(STRING, kind=TEXT, says="All editions as text."),
    takes=Takes(query=ReadingQuery),
    problems=(406, 422),
)
def read_editions(query: Document, sha256: str) -> Response:
    """Audit a stored log by each edition of its rulebook, and list the events that the editions judge differently."""
    return _answer_comparison(sha256, query, "editions")


def _answer_comparison(sha256: str, query: Document, what: str) -> Response:
    form, raw = choose_type(tuple(SIDE_BY_SIDE)), corrections.read_log_with_corrections(sha256)
    return answer_bytes(
        dispatch_comparison(raw, read_query_options(query), what, SIDE_BY_SIDE[form]), form, keep=PRIVATE
    )


@room.operation(
    "get",
    "/logs/<sha256>/audits",
    AnswerForm(schemas.AuditsSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=ListQuery),
    problems=(406,),
)
def list_audits(query: Document, sha256: str) -> Response:
    """List the stored audits of a log."""
    uploads.find_upload(sha256, uploads.LOG)
    where, store = get_club(), get_service().store
    listing = PagedList(
        lambda after, limit: store.list_audits(where, upload=sha256, after=after, limit=limit),
        lambda row: row.id,
        _describe_audit,
    )
    return answer_list(listing, query)


@room.operation("get", "/audits/<audit>", AnswerForm(schemas.AuditSchema))
def read_audit(audit: str) -> Response:
    """Show the options and the verdict of an audit."""
    return answer_json(_describe_audit(get_service().store.read_audit(get_club(), audit)), keep=PRIVATE)


def _describe_audit(row: AuditRow) -> Document:
    return {
        "id": row.id,
        "log": row.upload,
        "rulebook": row.rulebook.judged,
        "printed": row.rulebook.printed,
        "engine": row.engine,
        "asked": orjson.loads(row.asked),
        "verdict": row.verdict,
        "made_at": format_time(row.made_at),
        "url": f"{ROOM}/{row.id}",
    }


@room.operation("get", "/audits/<audit>/report", *ANSWERS, problems=(406, 422))
def read_report(audit: str) -> Response:
    """Download the report of an audit."""
    store, form = get_service().store, choose_type(FORMS)
    row = store.read_audit(get_club(), audit)
    if form == JSON:
        return answer_bytes(
            write_document_json(_load_report(audit)).encode(),
            JSON,
            keep=FOR_EVER,
            headers={"Deadreckon-Verdict": row.verdict},
        )
    again = _make_report_again(row, form)
    if (row.engine, row.rulebook) != (name_auditor(), _make_digests(again.rulebook)):
        raise Problem("not-acceptable", f"Rules or auditor have changed since, so it is available only as {JSON}.")
    return answer_report(again.verdict, again.raw, form)


def _load_report(audit: str) -> ReportDocument:
    """Load the stored report of an audit. Parsing it adds keys that are newer than the report."""
    return read_report_document(json.loads(get_service().store.read_audit_report(get_club(), audit)))


def _make_report_again(row: AuditRow, form: str) -> WrittenReport:
    """Run an audit again for the forms that need the game and not only the findings."""
    asked = orjson.loads(row.asked)
    raw = corrections.read_log_with_corrections(row.upload, asked.get("corrections", 0))
    return dispatch_report(raw, read_body_options(asked), form, row.upload)


@room.operation(
    "get",
    "/audits/<audit>/findings",
    AnswerForm(schemas.FindingsSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=schemas.FindingsQuery),
    problems=(406,),
)
def list_findings(query: Document, audit: str) -> Response:
    """List the findings of an audit, in the order of its report."""
    where, store = get_club(), get_service().store
    sought = FindingFilter(query.get("rule"), query.get("status"), query.get("seat"), query.get("seq"), query["roots"])
    listing = PagedList(
        lambda after, limit: store.list_findings(where, audit, sought, after=after or 0, limit=limit),
        lambda row: row.number,
        _describe_finding_row,
    )
    return answer_list(listing, query)


@room.operation("get", "/audits/<audit>/findings/<seq:number>", AnswerForm(schemas.NumberedFindingSchema))
def read_finding(audit: str, number: int) -> Response:
    """Show one finding by its number in the report."""
    return answer_json(_describe_finding_row(_find_finding_row(audit, number)), keep=PRIVATE)


@room.operation("get", "/audits/<audit>/findings/<seq:number>/readings", AnswerForm(schemas.ReadingsSchema))
def read_finding_readings(audit: str, number: int) -> Response:
    """Show under which readings a finding stands, for each question that its rule depends on."""
    finding = read_finding_document(orjson.loads(_find_finding_row(audit, number).body))
    report = _load_report(audit)
    asked = {"rule": finding.rule, "seq": finding.seq, "status": finding.status}
    return answer_json({"number": number, **asked, "readings": _list_readings(finding, report)}, keep=PRIVATE)


def _list_readings(finding: Finding, report: ReportDocument) -> list[Document]:
    """Say for each reading whether the finding stands. A named reading lifts it, or brings it about if it is latent."""
    turning = {(turn.id, turn.reading) for turn in (*finding.rulings, *finding.settled)}
    played = get_service().games.get(report.game)
    if played is None:
        return []
    book = stack_layers(played, report.rulebook.layers, report.rulebook.rulings)
    found = []
    for question in _list_questions(finding.rule, played, turning):
        name = question.id
        for reading, says in question.readings.items():
            turned = (name, reading) in turning
            stands = turned if finding.latent else not turned
            answer = {"question": name, "reading": reading, "says": says}
            found.append({**answer, "in_force": reading == book.answer_to(name), "stands": stands})
    return found


def _list_questions(rule: str, played: Game, turning: set[tuple[str, str]]) -> list[Question]:
    """List the questions that a rule depends on in any layer, and those whose readings change this finding."""
    asked = [
        name
        for entry in list_catalogue_rules(played)
        for laid in _list_wordings(entry)
        if laid.id == rule
        for name in laid.rulings
    ]
    names = dict.fromkeys([*asked, *(name for name, _ in sorted(turning))])
    return [played.questions[name] for name in names]


def _list_wordings(entry: CatalogueRule) -> list[Rule]:
    return [entry.rule, *(other.rule for other in entry.others)]


def _find_finding_row(audit: str, number: int) -> FindingRow:
    found = get_service().store.list_findings(get_club(), audit, after=number - 1, limit=1) if number else []
    if not found or found[0].number != number:
        raise make_not_found()
    return found[0]


def _describe_finding_row(row: FindingRow) -> Document:
    return {"number": row.number, **convert_to_builtins(read_finding_document(orjson.loads(row.body)))}
