"""Compares two tables: if all mutable parts are equal, the rest of the game is too."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any

from engine.kernel.table import AnyTable
from engine.kernel.tables.shapes import Many, Named, Perhaps, Row, Shape, Thing, read_field_shapes
from engine.kernel.unknown import UNKNOWN, Undetermined


def is_same_table(one: AnyTable, other: AnyTable) -> bool:
    """Return whether two tables of one game are equal; an unknown value equals itself."""
    try:
        return _is_same_thing(type(one), one, other)
    except Undetermined:
        return False


@cache
def _split_fields(made: type) -> tuple[attrgetter[Any], tuple[tuple[str, Shape], ...]]:
    """Separate the fields that compare directly from those that hold things of the game's own classes."""
    held = read_field_shapes(made)
    deep = tuple((name, shape) for name, shape in held.items() if _has_things(shape))
    plain = [name for name, shape in held.items() if not _has_things(shape)]
    # Two names more, so that the result is always a tuple.
    return attrgetter(*plain, "__class__", "__class__"), deep


def _has_things(shape: Shape) -> bool:
    match shape:
        case Thing():
            return True
        case Perhaps(of) | Many(_, of) | Named(_, of, _):
            return _has_things(of)
        case Row(of):
            return any(map(_has_things, of))
        case _:
            return False


def _is_same_thing(made: type, one: Any, other: Any) -> bool:  # noqa: ANN401 - of any class
    plain, deep = _split_fields(made)
    if plain(one) != plain(other):
        return False
    return all(_is_same(shape, getattr(one, name), getattr(other, name)) for name, shape in deep)


def _is_same(shape: Shape, one: Any, other: Any) -> bool:  # noqa: ANN401, PLR0911 - of any shape, an answer for each
    if one is other:
        return True
    if one is None or other is None or one is UNKNOWN or other is UNKNOWN:
        return False
    match shape:
        case Thing(made):
            return _is_same_thing(made, one, other)
        case Perhaps(of):
            return _is_same(of, one, other)
        case Named(_, of, _):
            return list(one) == list(other) and all(_is_same(of, one[key], other[key]) for key in one)
        case Many(_, of):
            return len(one) == len(other) and all(_is_same(of, *pair) for pair in zip(one, other, strict=True))
        case Row(of):
            return all(_is_same(each, *pair) for each, pair in zip(of, zip(one, other, strict=True), strict=True))
        case _:
            return bool(one == other)
