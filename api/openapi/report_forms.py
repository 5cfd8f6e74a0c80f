"""Answer with a report in the requested form. The bytes equal those of `deadreckon audit --format`."""

from __future__ import annotations

from flask import Response

from api.http.responses import JSON, PRIVATE, TEXT, answer_bytes
from api.openapi.operation import STRING, AnswerForm
from api.schemas.audits import ReportSchema

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


def answer_report(verdict: str, raw: bytes, form: str, *, keep: str = PRIVATE) -> Response:
    """Answer with a rendered report."""
    return answer_bytes(raw, form, keep=keep, headers={"Deadreckon-Verdict": verdict})
