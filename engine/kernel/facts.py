"""Facts: spelling lists of names, reckoning with care, and reading the facts that a `position:` header declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine.kernel.log import LogError
from engine.kernel.unknown import UNKNOWN, Undetermined

NOTHING = "none"
Value = int | str


def words(names: Iterable[object]) -> str:
    """Spell a list of names: sorted, unknown ones as `??`, and `none` for an empty one."""
    return " ".join(sorted(str(name) for name in names)) or NOTHING


def careful(reckon: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Let a fact that the record cannot settle be unknown."""

    def reckoned(table: Any) -> Any:  # noqa: ANN401 - any game's table and facts
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


def names(value: Value) -> list[Any]:
    """Read a list of names that a position declares; `none` is an empty one."""
    return [UNKNOWN if word == "??" else word for word in str(value).split() if word != NOTHING]


def while_sure(ask: Callable[[Any], Iterable[Any]]) -> Callable[[Any], Iterator[Any]]:
    """Offer what there is to offer; where the record leaves doubt, nothing more."""

    def offered(table: Any) -> Iterator[Any]:  # noqa: ANN401 - any game's
        try:
            yield from ask(table)
        except Undetermined:
            return

    return offered
