"""Finds the legal events nearest to a logged one, and describes how they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import islice

import msgspec

from audit.intake.prepared import PreparedLog
from audit.model.findings import Repair
from engine.kernel.events import Claim, Event, Move
from engine.kernel.replay.legal import is_legal
from engine.kernel.replay.replay import CHAIN
from engine.kernel.spellings import write_line
from engine.kernel.table import AnyTable
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import Undetermined, is_known

NEAREST = 3
# The number of events tried that differ in an amount, and the number that differ in a name.
MOST_ALIKE = 12
# A game can offer very many events. Beyond this limit the search may miss the nearest one.
LOOKED_THROUGH = 5_000


# The work, in replayed events, of examining a line and of judging an offer; the number of offers listed per event.
LOOKED_AT, JUDGED, LISTED = 4, 2, 8
Look = Callable[[int], None]


def ignore_work(work: int) -> None:
    """Ignore the amount of work. Callers that ask about a single place have no budget."""


def repair_claim(prepared: PreparedLog, claim: Claim, reckoned: object) -> Repair:
    """Return the repair that states the right value in a claim."""
    right = msgspec.structs.replace(claim, seq=0, value=reckoned)
    return Repair(write_line(right, prepared.game.vocabulary), "by our count")


class Change(Enum):
    """The kind of difference between two events."""

    AMOUNT = "amount"
    NAME = "name"
    SEAT = "seat"


def find_alternatives(
    prepared: PreparedLog, table: AnyTable, event: Event, look: Look = ignore_work, later: Event | None = None
) -> list[tuple[Change, Event]]:
    """Find the legal events of the same kind and seat that differ least, and the same event by another seat.

    Events that differ only in amounts and events that differ in names have separate limits. At equal distance, events
    that share a name with the `later` event come first. `look` receives the amount of work.
    """
    program, game = prepared.program, prepared.game
    seats = [
        other for other in _vary_seat(table, event) if is_legal(program, catch_up_table(prepared, table, other), other)
    ]
    table = catch_up_table(prepared, table, event)
    offered = game.offers(table) if isinstance(event, Move) else game.outcomes(table)
    # The game repeats likelier outcomes of chance. Each one is tried once.
    listed = list(islice(offered, LOOKED_THROUGH))
    alike = {str(other): other for other in listed if _is_alternative(event, other)}
    look(LOOKED_AT + len(listed) // LISTED + JUDGED * len(alike))
    names = frozenset() if later is None else frozenset(_list_names(later))
    near = sorted(alike.values(), key=lambda other: _rank_alternative(event, other, names))
    found: list[tuple[Change, Event]] = []
    for change in (Change.AMOUNT, Change.NAME):
        kin = (other for other in near if _classify_change(event, other) is change)
        legal = (other for other in kin if is_legal(program, table, other) and not game.dead_end(table, other))
        found += [(change, other) for other in islice(legal, MOST_ALIKE)]
    return found + [(Change.SEAT, other) for other in seats]


def list_acts_by_others(prepared: PreparedLog, table: AnyTable, event: Event, look: Look) -> Iterator[Event]:
    """Yield events of other seats that also differ in amounts."""
    for other in _vary_seat(table, event):
        here = catch_up_table(prepared, table, other)
        listed = list(islice(prepared.game.offers(here), LOOKED_THROUGH))
        kin = {
            str(one): one
            for one in listed
            if _is_alternative(other, one) and _classify_change(other, one) is Change.AMOUNT
        }
        look(LOOKED_AT + len(listed) // LISTED + JUDGED * len(kin))
        near = sorted(kin.values(), key=lambda one: measure_distance(other, one))
        yield from islice((one for one in near if is_legal(prepared.program, here, one)), NEAREST)


def catch_up_table(prepared: PreparedLog, table: AnyTable, event: Event) -> AnyTable:
    """Apply to a copy of the table what the record implies before an event."""
    table = copy_table(table)
    for _ in CHAIN:
        try:
            before = prepared.game.implied(table, event)
        except Undetermined:
            break
        if before is None:
            break
        if is_known(getattr(before, "by", "")):
            prepared.program.steps[type(before)].fold(table, before)
        else:
            prepared.game.by_somebody(table, before)
    return table


def _classify_change(event: Event, other: Event) -> Change:
    fields = [field for field in list_different_fields(event, other) if not is_left_out(other, field)]
    amounts = all(_is_amount(getattr(event, field)) and _is_amount(getattr(other, field)) for field in fields)
    return Change.AMOUNT if amounts else Change.NAME


def _is_amount(value: object) -> bool:
    return all(map(_is_amount, value)) if isinstance(value, tuple) else not is_known(value) or isinstance(value, int)


def is_same_event(one: Event, other: Event) -> bool:
    """Return whether two events state the same, even at different places."""
    return type(one) is type(other) and not list_different_fields(one, other)


def _is_alternative(event: Event, other: Event) -> bool:
    same_seat = _is_same(getattr(event, "by", ""), getattr(other, "by", ""))
    return type(other) is type(event) and same_seat and bool(list_different_fields(event, other))


def _vary_seat(table: AnyTable, event: Event) -> Iterable[Event]:
    if isinstance(event, Move):
        for seat in table.seats:
            if not _is_same(seat, event.by):
                yield msgspec.structs.replace(event, by=seat)


def _rank_alternative(event: Event, other: Event, names: frozenset[str]) -> tuple[int, bool, int, str]:
    fields, gaps, spelling = measure_distance(event, other)
    return fields, not names.intersection(_list_names(other)) - set(_list_names(event)), gaps, spelling


def _list_names(event: Event) -> Iterator[str]:
    """Yield the names that an event contains."""
    for field in event.__struct_fields__:
        value = getattr(event, field) if field != "by" else None
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str) and one)


def measure_distance(event: Event, other: Event) -> tuple[int, int, str]:
    """Measure the distance of two events: number of different fields, size of the differences, spelling."""
    fields = list_different_fields(event, other)
    gaps = 0
    for field in fields:
        gaps += _measure_gap(getattr(event, field), getattr(other, field))
    # A value that an offer leaves to be computed does not count as a difference.
    stated = [field for field in fields if not is_left_out(other, field)]
    return len(stated), gaps, str(msgspec.to_builtins(other))


def _measure_gap(one: object, two: object) -> int:
    if isinstance(one, tuple) and isinstance(two, tuple):
        return abs(len(one) - len(two)) + sum(not _is_same(*pair) for pair in zip(one, two, strict=False))
    return abs(one - two) if isinstance(one, int) and isinstance(two, int) else 1


def describe_difference(event: Event, other: Event) -> str:
    """Describe how a repair differs from the logged event."""
    parts = []
    for field in list_different_fields(event, other):
        if is_left_out(other, field):
            parts.append(f"without {field}")
        elif is_left_out(event, field):
            parts.append(f"with {field} {_spell_value(getattr(other, field))}")
        else:
            parts.append(
                f"{field} {_spell_value(getattr(other, field))} instead of {_spell_value(getattr(event, field))}"
            )
    return ", ".join(parts)


def list_different_fields(event: Event, other: Event) -> list[str]:
    """List the fields in which two events of one kind differ."""
    names = [name for name in event.__struct_fields__ if name != "seq"]
    return [name for name in names if not _is_same(getattr(event, name), getattr(other, name))]


def _is_same(one: object, two: object) -> bool:
    """Compare two values, either of which may be unknown or a list with unknown items."""
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(map(_is_same, one, two))
    if not (is_known(one) and is_known(two)):
        return is_known(one) == is_known(two)
    return one == two


def is_left_out(event: Event, field: str, *, missing: bool = False) -> bool:
    """Return whether an optional field has no stated value. For a required field, return `missing`."""
    index = event.__struct_fields__.index(field) - len(event.__struct_fields__) + len(event.__struct_defaults__)
    default = event.__struct_defaults__[index] if index >= 0 else msgspec.NODEFAULT
    if default is msgspec.NODEFAULT:
        return missing
    return _is_same(getattr(event, field), default)


def _spell_value(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
