"""Reads an arbiter's typed lines about the record: `ruling line 72 who=Head Judge`, an unquoted amendment."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.kernel.events import Event
from engine.kernel.spellings.fields import make_event
from engine.kernel.spellings.line_words import QUOTED, parse_number, strip_comment, unquote_text
from engine.kernel.spellings.misread import Misread
from engine.kernel.spellings.typed.outcome import Unclear
from engine.kernel.vocabulary import Vocabulary

# Returns the events on a line of the file.
EventsOn = Callable[[int], Sequence[int]]
HEAD = re.compile(r"\s*(record\s*[:=]?\s*)?(ruling|amend|retract|insert|stopped)\b[\s:,]*", re.IGNORECASE)
AT = re.compile(r"(?:after\s+)?(?:(line|event|no\.?|nr\.?|#)\s*)?#?([0-9]{1,7})\b[\s:,]*", re.IGNORECASE)
RULE_ID = re.compile(r"(?:rule\s*[=:]?\s*)?([A-Za-z]{2,3}-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)[\s,]*(?=$)", re.IGNORECASE)
SAID = re.compile(r"\b(who|why)\s*[=:]\s*", re.IGNORECASE)
STOP, RULING = "stopped", "ruling"
QUOTING = frozenset({"amend", "insert"})


def read_typed_record(line: str, vocabulary: Vocabulary, events_on: EventsOn) -> Event | None:
    """Read a typed line about the record; None, if it is about something else. Raises `Unclear`."""
    head = HEAD.match(line)
    # People stop for tea. That the game was stopped must be said with `record:`.
    if head is None or (head[2].lower() == STOP and not head[1]):
        return None
    verb, behind = head[2].lower(), line[head.end() :]
    at = AT.match(behind) if verb != STOP else None
    if at is None and verb != STOP:
        return None
    # `#2` names an event, and begins no comment.
    text, *pairs = SAID.split(strip_comment(behind[at.end() if at else 0 :]))
    said = {key.lower(): _strip_quotes(words) for key, words in zip(pairs[::2], pairs[1::2], strict=True)}
    if at is None:
        return _make_record(vocabulary, {"do": verb, **({"why": _strip_quotes(text)} if text.strip() else {}), **said})
    stated = parse_number(at[2])
    place = _find_event_on(stated, events_on) if (at[1] or "").lower() == "line" else stated
    return _read_rest(vocabulary, {"do": verb, "at": place, **said}, text.strip(" ,;"))


def _read_rest(vocabulary: Vocabulary, values: dict[str, object], rest: str) -> Event | None:
    """Read what follows the number of the event: the corrected line, or the rule."""
    if values["do"] in QUOTING:
        return _make_record(vocabulary, {**values, "line": _strip_quotes(rest)})
    rule = RULE_ID.fullmatch(rest) if rest and values["do"] == RULING else None
    if rest and rule is None:
        return None
    return _make_record(vocabulary, {**values, **({"rule": rule[1].upper()} if rule else {})})


def _find_event_on(line: int, events_on: EventsOn) -> int:
    there = events_on(line)
    if len(there) != 1:
        held = f"holds events {' and '.join(map(str, there))}" if there else "holds no event before this one"
        raise Unclear(f"Line {line} {held}.", "Name the event by its number, as reports do.", sure=True)
    return there[0]


def _strip_quotes(text: str) -> str:
    text = text.strip(" ,;")
    return unquote_text(text) if re.fullmatch(QUOTED, text, re.DOTALL) else text.strip('"')


def _make_record(vocabulary: Vocabulary, values: dict[str, object]) -> Event | None:
    try:
        return make_event(vocabulary.forms[str(values["do"])], values)
    except Misread:
        return None
