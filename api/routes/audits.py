"""Audits: run and answered at once, or kept with their findings."""

from __future__ import annotations

import json

import orjson
from flask import Response

from api.disputes import corrections as beside
from api.http.bodies import LOG_TYPES, body
from api.http.pagination import PagedList, listed
from api.http.responses import FOR_EVER, JSON, NDJSON, ONCE, PRIVATE, TEXT, answer, encoded, plain, wanted
from api.jobs.dispatch import audited, compared, reported
from api.logs import options as asking
from api.logs import uploads
from api.logs.options import from_body, from_query
from api.logs.uploads import moment
from api.notify.webhooks import notices, outcome
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.openapi.report_forms import ANSWERS, FORMS, HTML, told
from api.problems import Problem, absent
from api.schemas import audits as schemas
from api.schemas.books import LogBooksSchema
from api.schemas.editions import EditionsSchema
from api.schemas.options import AuditRequest, AuditRun, BooklessQuery, ReadingQuery
from api.schemas.uploads import ListQuery
from api.service import club, service
from api.workers.audit_job import WrittenReport, utf_8
from audit.browse.catalogue import CatalogueRule, entries
from audit.model.auditor_version import auditor
from audit.model.document import Finding, ReportDocument, Result, RulebookMark, laid_out
from audit.model.legacy import recalled, recalled_finding
from audit.options import NOTHING_MORE
from audit.report.json_form import as_json, written
from audit.store import AuditRow, Digests, FindingRow, Notice, Sought
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.layers import Question, stack
from engine.kernel.rules import Rule

room = Room("audits", __name__, description="What really happened in a log: verdict, findings, result.")
ROOM = "/api/v1/audits"
# In which forms books, or editions, are laid side by side.
SIDE_BY_SIDE = {JSON: "json", HTML: "html", TEXT: "text"}


@room.operation("post", "/audits", *ANSWERS, takes=Takes(raw=LOG_TYPES, query=AuditRun), problems=(406,))
def run_audit(query: Document) -> Response:
    """Audit the log in the body and answer with the report; nothing is kept."""
    form, raw = wanted(FORMS), body(LOG_TYPES)
    report = reported(raw, from_query(query), form, query["name"])
    return told(report.verdict, report.raw, form, keep=ONCE)


@room.operation(
    "post",
    "/logs/<sha256>/audits",
    AnswerForm(schemas.AuditSchema, 201, says="Kept.", headers={"Location": "where it is"}),
    takes=Takes(json=AuditRequest),
    problems=(507,),
)
def audit_log(asked: Document, sha256: str) -> Response:
    """Audit a stored log and keep the report; the same question again gives the same audit."""
    there, reading = beside.standing(sha256).seq, from_body(asked)
    count = _taken_in(asked, there)
    plainly = count == there and asking.document(reading) == asking.document(NOTHING_MORE)
    report = audited(beside.raw_as_decided(sha256, count), reading)
    document = laid_out(report.document)
    row = service().store.put_audit(
        club(),
        sha256,
        rulebook=_digests(report.document.rulebook),
        engine=auditor(),
        asked=asking.with_corrections(reading, count),
        verdict=document["verdict"],
        report=utf_8(written(document)),
        findings=_rows(document["findings"]),
        telling=lambda row: _notices(row, report.document.result) if plainly else (),
    )
    content = _document(row)
    return answer(content, 201, keep=ONCE, headers={"Location": content["url"]})


def _notices(row: AuditRow, result: Result) -> list[Notice]:
    """Tell elsewhere what a log comes to as it stands; what somebody else asks of it is nobody's news."""
    about = {"log": row.upload, "live": None, "audit": row.id, "at": moment(row.made_at), "url": f"{ROOM}/{row.id}"}
    name = f"audit_{row.club}_{row.id}"
    return notices(service().settings, row.club, name, {**about, **outcome(row.verdict, result)})


def _taken_in(asked: Document, there: int) -> int:
    """Say how many corrections beside a log an audit takes in."""
    count: int = asked.get("corrections", there)
    if count > there:
        says = f"There are {there} corrections beside this log."
        raise Problem("invalid", says, [{"pointer": "/corrections", "says": says}])
    return count


def _digests(mark: RulebookMark) -> Digests:
    # There is no rulebook where a log cannot be read.
    return Digests(mark.digest, mark.printed or None)


def _rows(findings: list[Document]) -> list[FindingRow]:
    return [
        FindingRow(number, f["seq"], f["rule"], f["status"], f["seat"], f["follows"], encoded(f))
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
    """Lay both books of a stored log side by side, as played and as adjudicated, and say where they part."""
    return _side_by_side(sha256, {**query, "book": "adjudicated"}, "books")


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
    """Judge a stored log by each edition of its rulebook, and say at which events they part."""
    return _side_by_side(sha256, query, "editions")


def _side_by_side(sha256: str, query: Document, what: str) -> Response:
    form, raw = wanted(tuple(SIDE_BY_SIDE)), beside.raw_as_decided(sha256)
    return plain(compared(raw, from_query(query), what, SIDE_BY_SIDE[form]), form, keep=PRIVATE)


@room.operation(
    "get",
    "/logs/<sha256>/audits",
    AnswerForm(schemas.AuditsSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=ListQuery),
    problems=(406,),
)
def list_audits(query: Document, sha256: str) -> Response:
    """List the audits of a log that are kept."""
    uploads.filed(sha256, uploads.LOG)
    where, store = club(), service().store
    listing = PagedList(
        lambda after, limit: store.audits(where, upload=sha256, after=after, limit=limit),
        lambda row: row.id,
        _document,
    )
    return listed(listing, query)


@room.operation("get", "/audits/<audit>", AnswerForm(schemas.AuditSchema))
def read_audit(audit: str) -> Response:
    """Tell what was asked in an audit, and its verdict."""
    return answer(_document(service().store.audit(club(), audit)), keep=PRIVATE)


def _document(row: AuditRow) -> Document:
    return {
        "id": row.id,
        "log": row.upload,
        "rulebook": row.rulebook.judged,
        "printed": row.rulebook.printed,
        "engine": row.engine,
        "asked": orjson.loads(row.asked),
        "verdict": row.verdict,
        "made_at": moment(row.made_at),
        "url": f"{ROOM}/{row.id}",
    }


@room.operation("get", "/audits/<audit>/report", *ANSWERS, problems=(406, 422))
def read_report(audit: str) -> Response:
    """Fetch the report of an audit."""
    store, form = service().store, wanted(FORMS)
    row = store.audit(club(), audit)
    if form == JSON:
        return plain(as_json(_kept(audit)).encode(), JSON, keep=FOR_EVER, headers={"Deadreckon-Verdict": row.verdict})
    again = _again(row, form)
    if (row.engine, row.rulebook) != (auditor(), _digests(again.rulebook)):
        raise Problem("not-acceptable", f"Rules or auditor have changed since, and it is kept as {JSON} only.")
    return told(again.verdict, again.raw, form)


def _kept(audit: str) -> ReportDocument:
    """Read the report of an audit: as bytes they are what they were, whatever keys were added since."""
    return recalled(json.loads(service().store.report(club(), audit)))


def _again(row: AuditRow, form: str) -> WrittenReport:
    """Make a report once more, for the forms that need the game and not only what was found."""
    asked = orjson.loads(row.asked)
    raw = beside.raw_as_decided(row.upload, asked.get("corrections", 0))
    return reported(raw, from_body(asked), form, row.upload)


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
    where, store = club(), service().store
    sought = Sought(query.get("rule"), query.get("status"), query.get("seat"), query.get("seq"), query["roots"])
    listing = PagedList(
        lambda after, limit: store.findings(where, audit, sought, after=after or 0, limit=limit),
        lambda row: row.number,
        _finding,
    )
    return listed(listing, query)


@room.operation("get", "/audits/<audit>/findings/<seq:number>", AnswerForm(schemas.NumberedFindingSchema))
def read_finding(audit: str, number: int) -> Response:
    """Read one finding by its number in the report."""
    return answer(_finding(_row(audit, number)), keep=PRIVATE)


@room.operation("get", "/audits/<audit>/findings/<seq:number>/readings", AnswerForm(schemas.ReadingsSchema))
def read_finding_readings(audit: str, number: int) -> Response:
    """Say under which readings of the questions that its rule depends on a finding stands."""
    finding = recalled_finding(orjson.loads(_row(audit, number).body))
    report = _kept(audit)
    asked = {"rule": finding.rule, "seq": finding.seq, "status": finding.status}
    return answer({"number": number, **asked, "readings": _stands(finding, report)}, keep=PRIVATE)


def _stands(finding: Finding, report: ReportDocument) -> list[Document]:
    """Turn a finding round where a reading is named that does so; one that is latent stands only there."""
    turning = {(turn.id, turn.reading) for turn in (*finding.rulings, *finding.settled)}
    played = service().games.get(report.game)
    if played is None:
        return []
    book = stack(played, report.rulebook.layers, report.rulebook.rulings)
    found = []
    for question in _questions(finding.rule, played, turning):
        name = question.id
        for reading, says in question.readings.items():
            turned = (name, reading) in turning
            stands = turned if finding.latent else not turned
            answer = {"question": name, "reading": reading, "says": says}
            found.append({**answer, "in_force": reading == book.reading(name), "stands": stands})
    return found


def _questions(rule: str, played: Game, turning: set[tuple[str, str]]) -> list[Question]:
    """List the questions that a rule depends on, in any layer, and those that turn this finding round."""
    asked = [name for entry in entries(played) for laid in _wordings(entry) if laid.id == rule for name in laid.rulings]
    names = dict.fromkeys([*asked, *(name for name, _ in sorted(turning))])
    return [played.questions[name] for name in names]


def _wordings(entry: CatalogueRule) -> list[Rule]:
    return [entry.rule, *(other.rule for other in entry.others)]


def _row(audit: str, number: int) -> FindingRow:
    found = service().store.findings(club(), audit, after=number - 1, limit=1) if number else []
    if not found or found[0].number != number:
        raise absent()
    return found[0]


def _finding(row: FindingRow) -> Document:
    return {"number": row.number, **laid_out(recalled_finding(orjson.loads(row.body)))}
