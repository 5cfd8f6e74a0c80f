"""Facts: spelling lists of names, and reckoning with care."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.kernel.events import Event
from engine.kernel.table import AnyTable, Own
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# A number or a name, or the unknown value.
Fact = Any
NOTHING = "none"
Reckoner = Callable[[Own], Fact]


def spell_names(names: Iterable[object]) -> str:
    """Spell a list of names: sorted, unknown ones as `??`, and `none` for an empty one."""
    return " ".join(sorted(str(name) for name in names)) or NOTHING


def spell_or_none(value: Fact) -> Fact:
    """Spell what is there, or `none` where nothing is."""
    return value if value is UNKNOWN or (value is not None and value != "") else NOTHING


def guard_reckoner(reckon: Callable[[Own], Fact]) -> Callable[[Own], Fact]:
    """Let a fact that the record cannot settle be unknown."""

    def compute_or_unknown(table: AnyTable) -> Fact:
        try:
            return reckon(table)
        except Undetermined:
            return UNKNOWN

    return compute_or_unknown


def of_seat(seat: str) -> Callable[[Callable[[Own], Fact]], Reckoner]:
    """Make facts of one seat from what is read off its player."""
    return lambda read: lambda table: read(table.players[seat])


def build_reckoners(
    of_a_seat: Callable[[str], Mapping[str, Reckoner]],
    of_the_table: Mapping[str, Reckoner],
    of_the_rest: Callable[..., Mapping[str, Reckoner]] = dict,
) -> Callable[..., Mapping[str, Reckoner]]:
    """Give every fact of a table by its seats (and what else names facts there), each reckoned with care."""

    @lru_cache(maxsize=256)
    def list_reckoners(seats: tuple[str, ...], *named: tuple[str, ...]) -> Mapping[str, Reckoner]:
        facts = {name: fact for seat in seats for name, fact in of_a_seat(seat).items()}
        return {name: guard_reckoner(fact) for name, fact in {**facts, **of_the_table, **of_the_rest(*named)}.items()}

    return list_reckoners


def require_known(value: Fact) -> Fact:
    """Hand on what is known; nothing can be offered by what is not."""
    if not is_known(value):
        raise Undetermined
    return value


def offer_while_sure(ask: Callable[[Own], Iterable[Event]]) -> Callable[[Own], Generator[Event, None, bool]]:
    """Offer what there is to offer; where the record leaves doubt, nothing more. `Offered` tells the two apart."""

    def offer_events(table: AnyTable) -> Generator[Event, None, bool]:
        try:
            yield from ask(table)
        except Undetermined:
            return True
        return False

    return offer_events


class Offered:
    """What is offered, one after the other, and at its end whether doubt has cut it short."""

    def __init__(self, offered: Iterable[Event]) -> None:
        """Begin with nothing asked for."""
        # Only what `while_sure` offers has something to say at its end; a plain list has not.
        self._offered: Any = offered
        self.cut_short = False

    def __iter__(self) -> Iterator[Event]:
        """Offer the next."""
        self.cut_short = bool((yield from self._offered))
