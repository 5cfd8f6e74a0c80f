"""Repairs pairs: a statement that two lines share, corrected in the other line or in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from audit.intake.prepared import PreparedLog
from engine.kernel.events import Event, Move
from engine.kernel.game import Pair
from engine.kernel.unknown import is_known

# The largest distance between the two lines of a pair.
APART = 40


class PairRepair(NamedTuple):
    """One repair of a pair: the new lines by seq, and the first and last place that it affects."""

    first: int
    last: int
    lines: Mapping[int, Event]
    amount: bool


def mend_pairs(prepared: PreparedLog, place: int, choices: Iterable[Event]) -> Iterator[PairRepair]:
    """Yield repairs of the pairs that a place belongs to. `choices` are alternatives for the event at this place."""
    event = prepared.entries[place][1]
    for pair in prepared.game.pairs:
        if isinstance(event, pair.all_):
            yield from _mend_common_line(prepared, pair, place)
        elif isinstance(event, pair.one):
            yield from _mend_seat_line(prepared, pair, place, choices)


def _mend_common_line(prepared: PreparedLog, pair: Pair, place: int) -> Iterator[PairRepair]:
    """At the common line: repeat the value of a seat's own line there, or change the seat's line to match."""
    seq, event = prepared.entries[place]
    said_there = getattr(event, pair.lists)
    values = _as_tuple(said_there)
    before = _find_seat_lines(prepared, pair, place)
    for at, (_, there) in _assign_values(prepared, said_there, before).items():
        (alone, line), value = prepared.entries[there], values[at]
        said = getattr(line, pair.says)
        if not is_known(said) or not is_known(value) or said == value:
            continue
        amount = isinstance(value, int)
        yield PairRepair(
            place, place, {seq: replace(event, **{pair.lists: _replace_item(said_there, at, said)})}, amount
        )
        yield PairRepair(there, place, {alone: replace(line, **{pair.says: value})}, amount)


def _mend_seat_line(prepared: PreparedLog, pair: Pair, place: int, choices: Iterable[Event]) -> Iterator[PairRepair]:
    """At the line of one seat: change it and the common line to another possible value."""
    seq, event = prepared.entries[place]
    there = _find_next_common_line(prepared, pair, place)
    if there is None or not isinstance(event, Move):
        return
    all_seq, line = prepared.entries[there]
    values = getattr(line, pair.lists)
    spoken = _find_seat_lines(prepared, pair, there)
    index = next((at for at, (_, where) in _assign_values(prepared, values, spoken).items() if where == place), None)
    if index is None:
        return
    for other in choices:
        said = getattr(other, pair.says, None) if type(other) is type(event) else None
        if said is not None and is_known(said) and getattr(other, "by", None) == event.by:
            lines = {seq: other, all_seq: replace(line, **{pair.lists: _replace_item(values, index, said)})}
            yield PairRepair(place, there, lines, isinstance(said, int))


def _find_seat_lines(prepared: PreparedLog, pair: Pair, place: int) -> dict[str, int]:
    """Find the line of each seat since the previous common line."""
    found: dict[str, int] = {}
    for there in range(place - 1, max(0, place - APART), -1):
        event = prepared.entries[there][1]
        if isinstance(event, pair.all_):
            break
        if isinstance(event, pair.one) and isinstance(event, Move) and is_known(event.by):
            found.setdefault(event.by, there)
    return found


def _as_tuple(said: object) -> tuple[object, ...]:
    return said if isinstance(said, tuple) else (said,)


def _assign_values(prepared: PreparedLog, values: object, spoken: Mapping[str, int]) -> dict[int, tuple[str, int]]:
    """Map each value of the common line to a seat and the place of that seat's line.

    Values follow the order of all seats, or of the seats that spoke. A single value repeats the latest statement.
    """
    if not isinstance(values, tuple):
        latest = sorted(spoken.items(), key=lambda one: one[1])[-1:]
        return dict(enumerate(latest))
    seats = [player.seat for player in prepared.header.players]
    if len(values) != len(seats):
        seats = [seat for seat in seats if seat in spoken]
    if len(values) != len(seats):
        return {}
    return {at: (seat, spoken[seat]) for at, seat in enumerate(seats) if seat in spoken}


def _find_next_common_line(prepared: PreparedLog, pair: Pair, place: int) -> int | None:
    later = range(place + 1, min(len(prepared.entries), place + APART))
    return next((there for there in later if isinstance(prepared.entries[there][1], pair.all_)), None)


def _replace_item(values: object, at: int, value: object) -> object:
    return (*values[:at], value, *values[at + 1 :]) if isinstance(values, tuple) else value
