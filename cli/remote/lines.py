"""Parse events from lines of text or JSON. Each unreadable line is a fault."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from cli import options
from engine.kernel.basics.json_types import Document
from engine.kernel.log import Fault, LogError
from engine.kernel.spellings import Misread, parse_event_line
from engine.kernel.spellings.jsonl import parse_strict_json
from engine.kernel.spellings.text import RULE

if TYPE_CHECKING:
    from engine.kernel.vocabulary import Vocabulary

# The verbs that correct the record. The server takes them at another address than play.
CORRECTING = frozenset({"amend", "retract", "insert", "ruling"})
# The most events that the server takes at once.
MOST = 500
DIGITS = 9
WHOLE_LOG = "Name the events only: what follows the line --- (in JSON, the first line)."


@dataclass(frozen=True, slots=True)
class LineToSend:
    """One event to send, and its line in the input."""

    line: int
    text: str
    event: Document

    @property
    def is_correction(self) -> bool:
        """Whether it corrects the record rather than continues the game."""
        return self.event.get("do") in CORRECTING


def read_lines(raw: bytes, vocabulary: Vocabulary, first: int = 1) -> tuple[list[LineToSend], list[Fault]]:
    """Parse lines, numbered from `first`. Raises `LogError` if they are not lines of events."""
    try:
        text = raw.decode("utf-8-sig" if first == 1 else "utf-8")
    except UnicodeDecodeError as wrong:
        line = first + raw.count(b"\n", 0, wrong.start)
        raise LogError("This is not UTF-8.", "Save it as UTF-8.", line) from None
    found, faults = list[LineToSend](), list[Fault]()
    for number, written in enumerate(text.split("\n"), first):
        bare = written.rstrip("\r")
        if not bare.strip() or bare.lstrip().startswith("#"):
            continue
        try:
            found.append(LineToSend(number, bare.strip(), _read_event(bare, vocabulary, number)))
        except Misread as wrong:
            faults.append(Fault(wrong.says, wrong.hint, number, wrong.column or 1))
    return found, faults


def _read_event(line: str, vocabulary: Vocabulary, number: int) -> Document:
    if line.strip() == RULE:
        raise LogError("This is a whole log, with its header.", WHOLE_LOG, number)
    if not line.lstrip().startswith("{"):
        event: Document = json.loads(msgspec.json.encode(parse_event_line(line, vocabulary)))
        return event
    values = parse_strict_json(line)
    if not isinstance(values, dict):
        raise Misread("This line is not a JSON object.", 'Write: {"do": VERB, …}', 1)
    if "do" not in values and "game" in values:
        raise LogError("This is a whole log, with its header.", WHOLE_LOG, number)
    return values


def check_lines(found: Sequence[LineToSend], header: bytes, after: int) -> None:
    """Raise `LogError` for the first event that does not fit this game, before any is sent."""
    from audit.live import UndecodedError, begin_game, decode_client_events

    try:
        live = begin_game(header, options.load_games())
    except LogError:
        # The server has created this game. If we cannot read its header, the server checks the events.
        return
    try:
        decode_client_events(live, [entry.event for entry in found], after)
    except UndecodedError as wrong:
        first = wrong.misfits[0]
        raise make_misread_error(found, first.pointer, first.says, first.hint) from None


def make_misread_error(found: Sequence[LineToSend], pointer: str, says: str, hint: str) -> LogError:
    """Make the error for the line of an event, which a JSON pointer into the list of events names."""
    number = pointer.split("/")[1] if "/" in pointer else ""
    at = int(number) if number.isdecimal() and number.isascii() and len(number) < DIGITS else 0
    return LogError(says, hint, found[min(at, len(found) - 1)].line)


def split_batches(found: Iterable[LineToSend]) -> Iterator[list[LineToSend]]:
    """Group lines into batches that the server accepts: events of play only, or corrections only."""
    for _, run in groupby(found, lambda entry: entry.is_correction):
        kept = list(run)
        yield from (kept[at : at + MOST] for at in range(0, len(kept), MOST))
