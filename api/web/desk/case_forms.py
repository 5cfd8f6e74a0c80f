"""Parse the forms of a case with the schema that the API uses for the same event."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from marshmallow import ValidationError

from api.http.arguments import make_invalid_problem
from api.problems import Problem
from api.schemas.cases import CaseEventRequest

if TYPE_CHECKING:
    from engine.kernel.basics.json_types import Document

SEPARATORS = str.maketrans({",": " ", ";": " "})
FORGOTTEN = "The form was changed. Open the page again."


def read_event_form(form: dict[str, str]) -> Document:
    """Parse a form with the API's schema for the event. Raises `Problem`."""
    said: Document = {
        name: form[name].replace("\r\n", "\n")
        for name in ("do", "who", "says", "why", "whom", "question", "sha256")
        if form.get(name, "").strip()
    }
    said |= {
        name: _parse_number(form[name]) for name in ("to", "instead", "against", "appeal") if form.get(name, "").strip()
    }
    if form.get("about", "").strip():
        said["about"] = [_parse_number(word) for word in form["about"].translate(SEPARATORS).split()]
    if said.get("do") == "rule":
        said |= _read_ruling_form(form)
    try:
        read: Document = CaseEventRequest().load(said)
    except ValidationError as wrong:
        raise make_invalid_problem(ValidationError({"json": wrong.messages})) from None
    return {name: value for name, value in read.items() if name != "packs"}


def _read_ruling_form(form: dict[str, str]) -> Document:
    """Read the ruling: an offered option, a typed one, or none."""
    way = form.get("way", "")
    if way == "dismissed":
        return {"dismissed": True}
    if way == "typed":
        readings, _ = parse_reading_and_line(form.get("reading", ""), "")
        return {
            "readings": readings,
            "lines": [line.strip() for line in form.get("lines", "").splitlines() if line.strip()],
        }
    try:
        found: Any = json.loads(way)
        return {"readings": found["readings"], "lines": found["lines"]}
    except (ValueError, TypeError, KeyError, RecursionError):
        says = "Choose a ruling." if not way else FORGOTTEN
        raise Problem("invalid", says, [{"parameter": "way", "says": says}]) from None


def _parse_number(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdecimal() and len(word) < len("10000000") else word


def parse_reading_and_line(reading: str, line: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Parse a typed reading (QUESTION=reading) and a typed line about the record."""
    question, _, read_as = reading.strip().partition("=")
    return ({question.strip(): read_as.strip()} if question.strip() else {}), tuple(filter(None, [line.strip()]))
