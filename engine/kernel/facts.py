"""Facts: spells lists of names, and computes values that the record may leave unknown."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.kernel.events import Event
from engine.kernel.table import AnyTable, Own
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# A number, a name, or the unknown value.
Fact = Any
NOTHING = "none"
Reckoner = Callable[[Own], Fact]


def spell_names(names: Iterable[object]) -> str:
    """Spell a list of names: sorted, unknown ones as `??`, and `none` for an empty list."""
    return " ".join(sorted(str(name) for name in names)) or NOTHING


def spell_or_none(value: Fact) -> Fact:
    """Return the value, or `none` if it is empty."""
    return value if value is UNKNOWN or (value is not None and value != "") else NOTHING


def guard_reckoner(reckon: Callable[[Own], Fact]) -> Callable[[Own], Fact]:
    """Wrap a function so that it returns UNKNOWN for a fact that the record cannot settle."""

    def compute_or_unknown(table: AnyTable) -> Fact:
        try:
            return reckon(table)
        except Undetermined:
            return UNKNOWN

    return compute_or_unknown


def of_seat(seat: str) -> Callable[[Callable[[Own], Fact]], Reckoner]:
    """Make a fact of one seat from a function that reads it from a player."""
    return lambda read: lambda table: read(table.players[seat])


def build_reckoners(
    of_a_seat: Callable[[str], Mapping[str, Reckoner]],
    of_the_table: Mapping[str, Reckoner],
    of_the_rest: Callable[..., Mapping[str, Reckoner]] = dict,
) -> Callable[..., Mapping[str, Reckoner]]:
    """Return a function that lists every fact of a table by its seats (and other names), each guarded by UNKNOWN."""

    @lru_cache(maxsize=256)
    def list_reckoners(seats: tuple[str, ...], *named: tuple[str, ...]) -> Mapping[str, Reckoner]:
        facts = {name: fact for seat in seats for name, fact in of_a_seat(seat).items()}
        return {name: guard_reckoner(fact) for name, fact in {**facts, **of_the_table, **of_the_rest(*named)}.items()}

    return list_reckoners


def require_known(value: Fact) -> Fact:
    """Return a value that is known, or raise `Undetermined`: an unknown value cannot be offered."""
    if not is_known(value):
        raise Undetermined
    return value


def offer_while_sure(ask: Callable[[Own], Iterable[Event]]) -> Callable[[Own], Generator[Event, None, bool]]:
    """Offer moves until the record leaves doubt, then stop. `Offered` reports whether doubt ended the list."""

    def offer_events(table: AnyTable) -> Generator[Event, None, bool]:
        try:
            yield from ask(table)
        except Undetermined:
            return True
        return False

    return offer_events


class Offered:
    """Iterates over offered moves. At the end it knows whether doubt has cut the list short."""

    def __init__(self, offered: Iterable[Event]) -> None:
        """Start before the first offer."""
        # Only a generator from `offer_while_sure` returns a value at its end; a plain list does not.
        self._offered: Any = offered
        self.cut_short = False

    def __iter__(self) -> Iterator[Event]:
        """Yield each offered move."""
        self.cut_short = bool((yield from self._offered))
