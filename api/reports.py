"""A report in the form that was asked for; the bytes are those that `deadreckon audit --format` writes."""

from __future__ import annotations

from flask import Response

from api.operation import STRING, AnswerForm
from api.responses import JSON, PRIVATE, TEXT, plain, wanted
from api.schemas.audits import ReportSchema
from api.service import service
from audit import Asked, Report, audit, unreadable
from audit.report import as_html, as_json, as_sarif, as_text
from engine.kernel.jsons import Document
from engine.kernel.log import LogError

HTML, SARIF = "text/html", "application/sarif+json"
FORMS = (JSON, HTML, SARIF, TEXT)
VERDICT = {"Deadreckon-Verdict": "clean, contested, incomplete, broken or unreadable"}
OBJECT = {"type": "object"}
ANSWERS = (
    AnswerForm(ReportSchema, says="The report.", headers=VERDICT),
    AnswerForm(STRING, kind=HTML, says="The report.", headers=VERDICT),
    AnswerForm(OBJECT, kind=SARIF, says="The report.", headers=VERDICT),
    AnswerForm(STRING, kind=TEXT, says="The report.", headers=VERDICT),
)


def audited(raw: bytes, asked: Asked) -> Report:
    """Audit a log; one that cannot be read gives a report too."""
    try:
        return audit(raw, service().games, asked)
    except LogError as wrong:
        return unreadable(raw, wrong)


def reported(report: Report, name: str = "", *, keep: str = PRIVATE, form: str = "") -> Response:
    """Answer with a report."""
    form = form or wanted(FORMS)
    return plain(written(report, form, name), form, keep=keep, headers={"Deadreckon-Verdict": report.verdict})


def written(report: Report, form: str, name: str = "") -> bytes:
    """Write a report."""
    ways: Document = {
        JSON: lambda: as_json(report),
        HTML: lambda: as_html(report, name),
        SARIF: lambda: as_sarif([(name, report)]),
        TEXT: lambda: as_text(report),
    }
    return utf_8(ways[form]())


def utf_8(text: str) -> bytes:
    """Give the bytes of what was written; a half character that a log held stays what it was."""
    return text.encode("utf-8", "surrogatepass")
