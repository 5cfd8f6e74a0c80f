"""One log of what two records agree on: `??` and a note where they do not, and nothing chosen in silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from audit.two_recorders.comparison import Comparison
from audit.two_recorders.differences import Difference, Entry
from audit.two_recorders.headers import HeadDifference
from audit.two_recorders.sentences import bearing_says, cut, head_says
from engine.kernel.events import MAX_TEXT, Event, Note, Unreadable
from engine.kernel.log import Header, Log, LogError
from engine.kernel.spellings import Misread, event_from, line_of, shown, write
from engine.kernel.unknown import UNKNOWN
from engine.kernel.vocabulary import Vocabulary

WHO = "deadreckon merge"


class Merged(NamedTuple):
    """The log of what both records say, and how many notes stand in it where they do not."""

    text: str
    notes: int


def merged(comparison: Comparison, spelling: str = "text", head: str = "") -> Merged:
    """Write what both records say; raises `LogError` where they set different tables and no `head` is named."""
    events = list(_events(comparison))
    header = _header(comparison, head)
    first = [_note(f"The headers differ in the {head_says(one)}{_taken(one, head)}") for one in comparison.heads]
    lines = [*first, *events]
    if not any(line for line in lines if not isinstance(line, Note)):
        raise LogError("There is no event that both records have.", "Are they of one game?", 0, 0)
    log = Log(header, lines, range(len(lines)), spelling)
    text = write(log, spelling, comparison.a.prepared.game.vocabulary)
    return Merged(text, sum(isinstance(line, Note) and line.who == WHO for line in lines))


def _header(comparison: Comparison, head: str) -> Header:
    """Take what both headers say. What sets the table must be the same, or be chosen."""
    a, b = comparison.a.prepared.header, comparison.b.prepared.header
    if head:
        return a if head == "a" else b
    apart = {one.key for one in comparison.heads}
    if judged := [one for one in comparison.heads if one.judged]:
        says = f"The headers set different tables. They differ in the {head_says(judged[0])}"
        raise LogError(says, "Say whose header holds: --header A or --header B", 0, 0)
    if "players" in apart:
        names = {player.seat: player.name for player in b.players}
        a = replace(a, players=tuple(p if names[p.seat] == p.name else replace(p, name="") for p in a.players))
    return replace(a, **dict.fromkeys(apart & {"event", "date", "continues"}, ""))


def _taken(one: HeadDifference, head: str) -> str:
    if head:
        return f" That of {head.upper()} was chosen."
    return " Left out." if one.key != "players" else " Left out where they differ."


def _events(comparison: Comparison) -> Iterator[Event]:
    """Give the events that both have, and at each difference what both say of it, behind a note."""
    done = 0
    for number, difference in enumerate(comparison.both.differences):
        yield from (_readable(a) for a, _ in comparison.both.common[done : difference.behind])
        done = difference.behind
        yield from _met(number, difference, comparison)
    yield from (_readable(a) for a, _ in comparison.both.common[done:])


def _readable(entry: Entry) -> Event:
    """Keep an event without its number; of a line that cannot be read in either log, a note."""
    if isinstance(entry.event, Unreadable):
        return _note(f"Neither log can be read here. Both have: {_line(entry)}")
    return replace(entry.event, seq=0)


def _met(number: int, difference: Difference, comparison: Comparison) -> Iterator[Event]:
    shared, how = _shared(difference, comparison.a.prepared.game.vocabulary)
    said = [f"{name} has: {_all(entries)}." for name, entries in (("A", difference.a), ("B", difference.b))]
    yield _note(
        " ".join(["The two records differ here.", *said, how, bearing_says(comparison.bearings[number], comparison)])
    )
    yield from shared


def _shared(difference: Difference, vocabulary: Vocabulary) -> tuple[list[Event], str]:
    """Say what both records agree on at a difference, and how that is written here."""
    if difference.kind == "swapped" and not any(isinstance(entry.event, Unreadable) for entry in difference.a):
        return [replace(entry.event, seq=0) for entry in difference.a], "Their order is open; A's stands below."
    if len(difference.a) == len(difference.b) == 1:
        both = _agreed(difference.a[0].event, difference.b[0].event, vocabulary)
        if both is not None:
            return [both], "What they agree on stands below, with ?? for the rest."
    return [], "Neither is written here."


def _agreed(one: Event, other: Event, vocabulary: Vocabulary) -> Event | None:
    """Keep what two events of one kind say alike; None, where no line says just that."""
    if type(one) is not type(other) or isinstance(one, Unreadable | Note):
        return None
    mine, theirs = msgspec.structs.asdict(one), msgspec.structs.asdict(other)
    changes = {name: _alike(mine[name], theirs[name]) for name in mine}
    both = replace(one, **{**changes, "seq": 0})
    try:
        line = line_of(both, vocabulary)
        again = event_from(line, vocabulary)
    except (Misread, TypeError, ValueError):
        return None
    return both if line_of(again, vocabulary) == line else None


def _alike(one: object, other: object) -> object:
    """Keep what is the same in two values; of lists of one length, each thing in it."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(map(_alike, one, other))
    return one if repr(one) == repr(other) else UNKNOWN


def _all(entries: tuple[Entry, ...]) -> str:
    return " / ".join(_line(entry) for entry in entries[:5]) + (" / …" if len(entries) > 5 else "") or "nothing"  # noqa: PLR2004 - enough to know them by


def _line(entry: Entry) -> str:
    return cut(entry.line.removeprefix("?: "))


def _note(said: str) -> Note:
    text = shown(said)
    return Note(text=text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…", who=WHO)
