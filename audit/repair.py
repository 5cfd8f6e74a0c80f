"""Repairs: the legal events nearest to one that was logged, and how they differ."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import msgspec

from audit.document import Repair
from audit.prepared import PreparedLog
from engine.kernel.copying import copied
from engine.kernel.events import Claim, Event, Move
from engine.kernel.legal import allowed
from engine.kernel.spellings import line_of
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined, known

NEAREST = 3
# Offers can be many; beyond this the nearest may be missed, and nobody waits.
LOOKED_THROUGH = 5_000


def claim_as_reckoned(prepared: PreparedLog, claim: Claim, reckoned: object) -> Repair:
    """Write the claim as it would have been right."""
    right = msgspec.structs.replace(claim, seq=0, value=reckoned)
    return Repair(line_of(right, prepared.game.vocabulary), "as we reckon")


def alternatives(prepared: PreparedLog, table: AnyTable, event: Event) -> list[Event]:
    """Find the legal events of the same kind and seat that differ least, and the same event by another seat."""
    program, game, table = prepared.program, prepared.game, copied(table)
    try:
        before = game.implied(table, event)
    except Undetermined:
        before = None
    if before is not None:
        program.steps[type(before)][2](table, before)
    offered = game.offers(table) if isinstance(event, Move) else game.outcomes(table)
    # Fate offers the likelier more than once; each is tried once.
    alike = {str(other): other for other in islice(offered, LOOKED_THROUGH) if _alike(event, other)}
    near = sorted(alike.values(), key=lambda other: distance(event, other))
    legal = (other for other in (*_other_seats(table, event), *near) if allowed(program, table, other))
    return list(islice(legal, NEAREST))


def _alike(event: Event, other: Event) -> bool:
    same_seat = _same(getattr(event, "by", ""), getattr(other, "by", ""))
    return type(other) is type(event) and same_seat and bool(_differing(event, other))


def _other_seats(table: AnyTable, event: Event) -> Iterable[Event]:
    if isinstance(event, Move):
        for seat in table.seats:
            if not _same(seat, event.by):
                yield msgspec.structs.replace(event, by=seat)


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
