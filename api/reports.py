"""A report in the form that was asked for; the bytes are those that `deadreckon audit --format` writes."""

from __future__ import annotations

from flask import Response

from api.audit_jobs import WAYS, utf_8
from api.operation import STRING, AnswerForm
from api.responses import JSON, PRIVATE, TEXT, plain, wanted
from api.schemas.audits import ReportSchema
from audit import Report

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


def told(report: Report, raw: bytes, form: str, *, keep: str = PRIVATE) -> Response:
    """Answer with a report as it was written."""
    return plain(raw, form, keep=keep, headers={"Deadreckon-Verdict": report.verdict})


def reported(report: Report, name: str = "", *, keep: str = PRIVATE, form: str = "") -> Response:
    """Answer with a report of a live game."""
    form = form or wanted(FORMS)
    return told(report, utf_8(WAYS[form](report, name)), form, keep=keep)
