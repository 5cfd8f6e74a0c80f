"""Facts: spelling lists of names, reckoning with care, and reading the facts that a `position:` header declares."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any

from engine.kernel.log import LogError
from engine.kernel.table import Own, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, known

# A number or a name, or the unknown value.
Fact = Any
NOTHING = "none"
Value = int | str


def words(names: Iterable[object]) -> str:
    """Spell a list of names: sorted, unknown ones as `??`, and `none` for an empty one."""
    return " ".join(sorted(str(name) for name in names)) or NOTHING


def or_nothing(value: Any) -> Any:  # noqa: ANN401 - a fact of any kind
    """Spell what is there, or `none` where nothing is."""
    return value if value is UNKNOWN or (value is not None and value != "") else NOTHING


def careful(reckon: Callable[[Own], Fact]) -> Callable[[Own], Fact]:
    """Let a fact that the record cannot settle be unknown."""

    def reckoned(table: Table) -> Fact:
        try:
            return reckon(table)
        except Undetermined:
            return UNKNOWN

    return reckoned


def number(position: Mapping[str, Value], name: str, least: int | None = None) -> Any:  # noqa: ANN401 - or UNKNOWN
    """Read a number that a position declares; what it leaves out is unknown."""
    value = position.get(name, "??")
    if value == "??":
        return UNKNOWN
    if not isinstance(value, int) or (least is not None and value < least):
        raise LogError(f"The position says {name}={value}, which is not a number.", f"Write {name} as a number, or ??.")
    return value


def one_of(position: Mapping[str, Value], name: str, among: Iterable[str]) -> Any:  # noqa: ANN401 - or UNKNOWN
    """Read a name that a position declares; `none` is the empty one, what it leaves out is unknown."""
    value = str(position.get(name, "??"))
    if value == "??":
        return UNKNOWN
    if value not in among:
        raise LogError(f"The position says {name}={value}.", f"It is one of {', '.join(among)}, or ??.")
    return "" if value == NOTHING else value


def names(value: Value) -> list[Any]:
    """Read a list of names that a position declares; `none` is an empty one."""
    return [UNKNOWN if word == "??" else word for word in str(value).split() if word != NOTHING]


def sure(value: Any) -> Any:  # noqa: ANN401 - whatever an offer asks for
    """Hand on what is known; nothing can be offered by what is not."""
    if not known(value):
        raise Undetermined
    return value


def while_sure(ask: Callable[[Any], Iterable[Any]]) -> Callable[[Any], Generator[Any, None, bool]]:
    """Offer what there is to offer; where the record leaves doubt, nothing more. `Offered` tells the two apart."""

    def offered(table: Table) -> Generator[Any, None, bool]:
        try:
            yield from ask(table)
        except Undetermined:
            return True
        return False

    return offered


class Offered:
    """What is offered, one after the other, and at its end whether doubt has cut it short."""

    def __init__(self, offered: Iterable[Any]) -> None:
        """Begin with nothing asked for."""
        # Only what `while_sure` offers has something to say at its end; a plain list has not.
        self._offered: Any = offered
        self.cut_short = False

    def __iter__(self) -> Iterator[Any]:
        """Offer the next."""
        self.cut_short = bool((yield from self._offered))
