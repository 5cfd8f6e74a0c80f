"""Repairs: legal moves near the one that was logged, and the slips of a tired scorekeeper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from audit.findings import Repair
from audit.sitting import Sitting
from engine.kernel.events import Chance, Claim, Event, Move, Start
from engine.kernel.legal import allowed
from engine.kernel.spellings import line_of
from engine.kernel.unknown import Undetermined, known

NEAREST = 3
# Offers can be many; beyond this the nearest may be missed, and nobody waits.
LOOKED_THROUGH = 5_000

Tail = tuple[tuple[int, Event], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """One way the log might have been meant: from place `start`, `tail` stands instead of `taken` entries."""

    start: int
    taken: int
    tail: Tail
    repair: Repair
    legal: bool = False


def trials(sitting: Sitting, table: Any, place: int) -> Iterator[Trial]:  # noqa: ANN401 - any game's
    """List what may have been meant at a place, most likely first. `table` stands as before it."""
    seq, event = sitting.entries[place]
    if not isinstance(event, (Move, Chance)):
        return
    write = sitting.game.vocabulary
    if (owed := _owed(sitting, table, event)) is not None:
        note = "this was due before; write down what really came"
        line = f"record: insert {_before(sitting, place)} {_quoted(line_of(owed, write))}"
        yield Trial(place, 1, ((seq, owed), (seq, event)), Repair(line, note))
    for other in _alternatives(sitting, table, event):
        repair = Repair(line_of(other, write), difference(event, other))
        yield Trial(place, 1, ((seq, other),), repair, legal=True)
    yield from _swaps(sitting, place)


def left_out(sitting: Sitting, place: int) -> Trial:
    """Try the log without the event at a place."""
    seq, _ = sitting.entries[place]
    return Trial(place, 1, (), Repair(f"record: retract {seq}", "leave this event out"))


def _swaps(sitting: Sitting, place: int) -> Iterator[Trial]:
    """Two neighbours written in the wrong order."""
    for first in (place, place - 1):
        pair = sitting.entries[first : first + 2] if first > 0 else []
        if len(pair) == 2 and all(isinstance(event, (Move, Chance)) for _, event in pair):  # noqa: PLR2004 - a pair
            (one, earlier), (two, later) = pair
            note = f"written in the wrong order: this comes before event {one}"
            repair = Repair(line_of(later, sitting.game.vocabulary), note)
            yield Trial(first, 2, ((two, later), (one, earlier)), repair)


def claim_as_reckoned(sitting: Sitting, claim: Claim, reckoned: object) -> Repair:
    """Write the claim as it would have been right."""
    right = msgspec.structs.replace(claim, seq=0, value=reckoned)
    return Repair(line_of(right, sitting.game.vocabulary), "as we reckon")


def _alternatives(sitting: Sitting, table: Any, event: Event) -> list[Event]:  # noqa: ANN401 - any game's
    """Find the legal events of the same kind and seat that differ least, and the same event by another seat."""
    program, game = sitting.program, sitting.game
    try:
        before = game.implied(table, event)
    except Undetermined:
        before = None
    if before is not None:
        program.steps[type(before)][2](table, before)
    offered = game.offers(table) if isinstance(event, Move) else game.outcomes(table)
    alike = [other for other in islice(offered, LOOKED_THROUGH) if _alike(event, other)]
    near = sorted(alike, key=lambda other: distance(event, other))
    legal = (other for other in (*_other_seats(table, event), *near) if allowed(program, table, other))
    return list(islice(legal, NEAREST))


def _alike(event: Event, other: Event) -> bool:
    same_seat = _same(getattr(event, "by", ""), getattr(other, "by", ""))
    return type(other) is type(event) and same_seat and bool(_differing(event, other))


def _other_seats(table: Any, event: Event) -> Iterable[Event]:  # noqa: ANN401 - any game's
    if isinstance(event, Move):
        for seat in table.seats:
            if not _same(seat, event.by):
                yield msgspec.structs.replace(event, by=seat)


def _owed(sitting: Sitting, table: Any, event: Event) -> Event | None:  # noqa: ANN401 - any game's
    """Where something else was due: one way it could have come."""
    if not table.owed or table.owed[-1].settled_by(event):
        return None
    due, game = table.owed[-1], sitting.game
    offered = game.offers(table) if issubclass(due.what, Move) else game.outcomes(table)
    fitting = (other for other in islice(offered, LOOKED_THROUGH) if due.settled_by(other))
    return next((other for other in fitting if allowed(sitting.program, table, other)), None)


def distance(event: Event, other: Event) -> tuple[int, int, str]:
    """Measure how far apart two events are: fields that differ, then by how much, then by spelling."""
    fields = _differing(event, other)
    gaps = 0
    for field in fields:
        one, two = getattr(event, field), getattr(other, field)
        gaps += abs(one - two) if isinstance(one, int) and isinstance(two, int) else 1
    # What an offer leaves to be reckoned is no difference to speak of.
    stated = [field for field in fields if not _left_out(other, field)]
    return len(stated), gaps, str(msgspec.to_builtins(other))


def difference(event: Event, other: Event) -> str:
    """Say in words how a repair differs from what was logged."""
    parts = []
    for field in _differing(event, other):
        if _left_out(other, field):
            parts.append(f"without {field}")
        elif _left_out(event, field):
            parts.append(f"with {field} {_spelt(getattr(other, field))}")
        else:
            parts.append(f"{field} {_spelt(getattr(other, field))} instead of {_spelt(getattr(event, field))}")
    return ", ".join(parts)


def _differing(event: Event, other: Event) -> list[str]:
    names = [name for name in event.__struct_fields__ if name != "seq"]
    return [name for name in names if not _same(getattr(event, name), getattr(other, name))]


def _same(one: object, two: object) -> bool:
    """Compare two values of which either may be unknown, alone or within a list."""
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(map(_same, one, two))
    if not (known(one) and known(two)):
        return known(one) == known(two)
    return one == two


def _left_out(event: Event, field: str) -> bool:
    index = event.__struct_fields__.index(field) - len(event.__struct_fields__) + len(event.__struct_defaults__)
    default = event.__struct_defaults__[index] if index >= 0 else msgspec.NODEFAULT
    return default is not msgspec.NODEFAULT and _same(getattr(event, field), default)


def _spelt(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _quoted(line: str) -> str:
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _before(sitting: Sitting, place: int) -> int:
    seq, event = sitting.entries[place - 1] if place else (0, Start())
    return 0 if isinstance(event, Start) else seq
