"""Caches the parts of a picture that are the same in many pictures of a game.

The key of a part is all values that it is drawn from. A function with `draw_once` must use nothing but its arguments,
and must return something that never changes.
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
# A picture consists of some hundred cached parts, and few of them change from one picture to the next.
MOST: Final = 512


class _Same:
    """A key for an object that never changes: equal only to itself, not to an equal object."""

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
    """Cache what this thread draws within the block; other threads have their own caches."""
    before = _MEMORY.set({})
    try:
        yield
    finally:
        _MEMORY.reset(before)


def draw_once(draw: Callable[Given, Drawn]) -> Callable[Given, Drawn]:
    """Draw a part only once from the same values. The part that was unused for longest is dropped first."""

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


def make_part_key(value: Any) -> Hashable:  # noqa: ANN401 - any value that a picture is drawn from
    """Return a key that separates a value from every value that is drawn differently, the unknown one included."""
    way = _choose_part_key(type(value))  # type: ignore[arg-type] # a class can be hashed, whatever its values can
    return way(value) if way else value


@cache
def _choose_part_key(kind: type) -> Callable[[Any], Hashable] | None:  # noqa: PLR0911 - one answer for each kind
    """Choose how values of a class become keys; None: a value is its own key."""
    if kind is Unknown:
        return lambda _value: kind
    if kind in {bool, float}:
        # 1, 1.0 and True are equal, but spelled differently.
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
