"""Parts of a picture that are drawn once for all pictures of a game in which they are the same.

A part is known again by the values it is drawn from, all of them: a function that is `remembered` sees nothing but what
it is handed, and hands out nothing that can change.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from functools import cache, wraps
from operator import attrgetter
from typing import Any, Final, ParamSpec, TypeVar

from engine.kernel.basics.field_types import is_frozen, list_field_names
from engine.kernel.unknown import Unknown

Given = ParamSpec("Given")
Drawn = TypeVar("Drawn")
# A picture is made of some hundred remembered parts, and few of them change from one picture to the next.
MOST: Final = 512


class _Same:
    """An object that never changes, for which it stands: the same is the same, and an equal one is another."""

    __slots__ = ("it",)

    def __init__(self, it: object) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.it is other.it


_MEMORY: ContextVar[dict[Hashable, Any] | None] = ContextVar("parts of pictures", default=None)


@contextmanager
def remember_parts() -> Iterator[None]:
    """Remember what is drawn in here, in this thread; what others draw meanwhile is theirs."""
    before = _MEMORY.set({})
    try:
        yield
    finally:
        _MEMORY.reset(before)


def draw_once(draw: Callable[Given, Drawn]) -> Callable[Given, Drawn]:
    """Draw a part only where no other was drawn from the same values; what was not wanted for longest is forgotten."""

    @wraps(draw)
    def draw_part(*given: Given.args, **named: Given.kwargs) -> Drawn:
        memory = _MEMORY.get()
        if memory is None:
            return draw(*given, **named)
        key = (draw, *map(make_part_key, given), *map(make_part_key, named.items()))
        if key in memory:
            part: Drawn = memory.pop(key)
        else:
            part = draw(*given, **named)
            if len(memory) >= MOST:
                del memory[next(iter(memory))]
        memory[key] = part
        return part

    return draw_part


def make_part_key(value: Any) -> Hashable:  # noqa: ANN401 - whatever a picture is drawn from
    """Give what tells a value from every other that would be drawn otherwise; what nobody knows is told apart too."""
    way = _choose_part_key(type(value))  # type: ignore[arg-type] # a class can be hashed, whatever its values can
    return way(value) if way else value


@cache
def _choose_part_key(kind: type) -> Callable[[Any], Hashable] | None:  # noqa: PLR0911 - one answer for each kind
    """Find how the values of a class are told apart; None: they are so by themselves."""
    if kind is Unknown:
        return lambda _value: kind
    if kind in {bool, float}:
        # 1, 1.0 and True are equal, and spelt otherwise.
        return lambda value: (kind, value)
    if kind in {int, type(None)} or issubclass(kind, str | Enum):
        return None
    if issubclass(kind, list | tuple):
        return lambda value: (kind, *map(make_part_key, value))
    if issubclass(kind, Mapping):
        return lambda value: (kind, *map(make_part_key, value), *map(make_part_key, value.values()))
    if issubclass(kind, set | frozenset):
        return lambda value: (kind, frozenset(map(make_part_key, value)))
    names = list_field_names(kind)
    if is_frozen(kind) or not names:
        return _Same
    held = attrgetter(names[0], *names)
    return lambda value: (kind, *map(make_part_key, held(value)))
