"""Merges two records into one log: `??` and a note wherever they differ, so that no choice is silent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from audit.two_recorders.comparison import Comparison
from audit.two_recorders.differences import Difference, Entry
from audit.two_recorders.headers import HeadDifference
from audit.two_recorders.sentences import describe_header_difference, describe_side_judgement, shorten_quote
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.events import MAX_TEXT, Event, Note, Unreadable
from engine.kernel.log import Header, Log, LogError
from engine.kernel.spellings import Misread, parse_event_line, write, write_line
from engine.kernel.unknown import UNKNOWN
from engine.kernel.vocabulary import Vocabulary

WHO = "deadreckon merge"


class MergedLog(NamedTuple):
    """The merged log, and the number of notes about differences in it."""

    text: str
    notes: int


def merge_logs(comparison: Comparison, spelling: str = "text", head: str = "") -> MergedLog:
    """Write the events that both records share.

    Raises `LogError` if they set up different tables and `head` does not choose one.
    """
    events = list(_merge_events(comparison))
    header = _merge_headers(comparison, head)
    first = [
        _make_note(f"The headers differ in the {describe_header_difference(one)}{_describe_choice(one, head)}")
        for one in comparison.heads
    ]
    lines = [*first, *events]
    if not any(line for line in lines if not isinstance(line, Note)):
        raise LogError("There is no event that both records have.", "Are they of one game?", 0, 0)
    log = Log(header, lines, range(len(lines)), spelling)
    text = write(log, spelling, comparison.a.prepared.game.vocabulary)
    return MergedLog(text, sum(isinstance(line, Note) and line.who == WHO for line in lines))


def _merge_headers(comparison: Comparison, head: str) -> Header:
    """Merge the headers. Keys that set up the table must be equal, or `head` must choose."""
    a, b = comparison.a.prepared.header, comparison.b.prepared.header
    if head:
        return a if head == "a" else b
    apart = {one.key for one in comparison.heads}
    if judged := [one for one in comparison.heads if one.judged]:
        says = f"The headers set different tables. They differ in the {describe_header_difference(judged[0])}"
        raise LogError(says, "Say whose header holds: --header A or --header B", 0, 0)
    if "players" in apart:
        names = {player.seat: player.name for player in b.players}
        a = replace(a, players=tuple(p if names[p.seat] == p.name else replace(p, name="") for p in a.players))
    return replace(a, **dict.fromkeys(apart & {"event", "date", "continues"}, ""))


def _describe_choice(one: HeadDifference, head: str) -> str:
    if head:
        return f" That of {head.upper()} was chosen."
    return " Left out." if one.key != "players" else " Left out where they differ."


def _merge_events(comparison: Comparison) -> Iterator[Event]:
    """Yield the common events and, at each difference, a note and what both records share."""
    done = 0
    for number, difference in enumerate(comparison.both.differences):
        yield from (_make_readable_event(a) for a, _ in comparison.both.common[done : difference.behind])
        done = difference.behind
        yield from _merge_difference(number, difference, comparison)
    yield from (_make_readable_event(a) for a, _ in comparison.both.common[done:])


def _make_readable_event(entry: Entry) -> Event:
    """Return an event without its number, or a note if neither log's line can be parsed."""
    if isinstance(entry.event, Unreadable):
        return _make_note(f"Neither log can be read here. Both have: {_quote_entry(entry)}")
    return replace(entry.event, seq=0)


def _merge_difference(number: int, difference: Difference, comparison: Comparison) -> Iterator[Event]:
    shared, how = _find_shared_events(difference, comparison.a.prepared.game.vocabulary)
    said = [f"{name} has: {_quote_entries(entries)}." for name, entries in (("A", difference.a), ("B", difference.b))]
    yield _make_note(
        " ".join(
            [
                "The two records differ here.",
                *said,
                how,
                describe_side_judgement(comparison.bearings[number], comparison),
            ]
        )
    )
    yield from shared


def _find_shared_events(difference: Difference, vocabulary: Vocabulary) -> tuple[list[Event], str]:
    """Return what both records share at a difference, and a sentence about it."""
    if difference.kind == "swapped" and not any(isinstance(entry.event, Unreadable) for entry in difference.a):
        return [replace(entry.event, seq=0) for entry in difference.a], "Their order is open; A's stands below."
    if len(difference.a) == len(difference.b) == 1:
        both = _merge_two_events(difference.a[0].event, difference.b[0].event, vocabulary)
        if both is not None:
            return [both], "What they agree on stands below, with ?? for the rest."
    return [], "Neither is written here."


def _merge_two_events(one: Event, other: Event, vocabulary: Vocabulary) -> Event | None:
    """Return the common values of two events of one kind, or None if no line can say just that."""
    if type(one) is not type(other) or isinstance(one, Unreadable | Note):
        return None
    mine, theirs = msgspec.structs.asdict(one), msgspec.structs.asdict(other)
    changes = {name: _keep_equal_parts(mine[name], theirs[name]) for name in mine}
    both = replace(one, **{**changes, "seq": 0})
    try:
        line = write_line(both, vocabulary)
        again = parse_event_line(line, vocabulary)
    except (Misread, TypeError, ValueError):
        return None
    return both if write_line(again, vocabulary) == line else None


def _keep_equal_parts(one: object, other: object) -> object:
    """Keep equal values, item by item for lists of one length. Different values become unknown."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(map(_keep_equal_parts, one, other))
    return one if repr(one) == repr(other) else UNKNOWN


def _quote_entries(entries: tuple[Entry, ...]) -> str:
    return " / ".join(_quote_entry(entry) for entry in entries[:5]) + (" / …" if len(entries) > 5 else "") or "nothing"  # noqa: PLR2004 - enough to recognize them


def _quote_entry(entry: Entry) -> str:
    return shorten_quote(entry.line.removeprefix("?: "))


def _make_note(said: str) -> Note:
    text = make_visible(said)
    return Note(text=text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…", who=WHO)
