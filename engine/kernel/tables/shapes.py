"""Finds the shape of an object from the declared types of its fields. Tables are copied and stored by shape.

The unknown value may replace any declared value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from engine.kernel.basics.field_types import is_frozen, list_field_names, read_declared_types
from engine.kernel.events import Event

# The type of a field that holds numbers, names, or tuples of them in any mixture, and nothing mutable.
Plain = Annotated[Any, "plain"]
# Fields that are agreed before the first event. All copies share them, and they are not stored with a table.
AGREED = frozenset({"content", "terms", "header"})
WORDS = (int, str, bool, float, bytes)


class Word(msgspec.Struct, frozen=True):
    """A number, a name or the like, of one of these classes."""

    kinds: tuple[type, ...]


class Mixed(msgspec.Struct, frozen=True):
    """Numbers, names, and tuples of them; in frozen classes (`loose`) anything that a content pack can hold."""

    loose: bool


class Member(msgspec.Struct, frozen=True):
    """A member of an enumeration."""

    made: type[Enum]


class Verb(msgspec.Struct, frozen=True):
    """A class of event."""


class Happening(msgspec.Struct, frozen=True):
    """An event."""


class Perhaps(msgspec.Struct, frozen=True):
    """A value, or None."""

    of: Shape


class Many(msgspec.Struct, frozen=True):
    """A list, a set, a frozen set, or a tuple of any length."""

    made: type
    of: Shape


class Named(msgspec.Struct, frozen=True):
    """A dictionary; a `Mapping` is one that never changes."""

    key: Shape
    of: Shape
    grows: bool


class Row(msgspec.Struct, frozen=True):
    """A tuple in which each place has its own type."""

    of: tuple[Shape, ...]


class Thing(msgspec.Struct, frozen=True):
    """An object of a class with declared fields; `read_field_shapes` returns their shapes."""

    made: type


Shape = Word | Mixed | Member | Verb | Happening | Perhaps | Many | Named | Row | Thing


@cache
def read_field_shapes(made: type) -> Mapping[str, Shape]:
    """Map the fields of a class to their shapes, agreed fields excluded. Raises `TypeError` for an unclear type."""
    hints, found = read_declared_types(made), {}
    for name in (name for name in list_field_names(made) if name not in AGREED):
        shape = _find_shape(hints[name], loose=is_frozen(made))
        if shape is None:
            raise TypeError(
                f"{made.__qualname__}.{name}: {hints[name]} does not tell whether what it holds can change."
            )
        found[name] = shape
    return found


def can_change(shape: Shape) -> bool:
    """Return whether a value of this shape is mutable, so that a copy must not share it."""
    match shape:
        case Many(made, of):
            return made in {list, set} or can_change(of)
        case Named(_, of, grows):
            return grows or can_change(of)
        case Perhaps(of):
            return can_change(of)
        case Row(of):
            return any(map(can_change, of))
        case Thing(made):
            return not is_frozen(made)
        case _:
            return False


@cache
def count_mentions(root: type) -> Mapping[type, int]:
    """Count the places in a class, and in the classes within it, that may hold a thing of each class."""
    found, waiting = Counter({root: 1}), [root]
    while waiting:
        inner = [thing for shape in read_field_shapes(waiting.pop()).values() for thing in _list_things(shape)]
        waiting += [thing for thing in dict.fromkeys(inner) if thing not in found]
        found.update(inner)
    return found


def _list_things(shape: Shape) -> Iterator[type]:
    match shape:
        case Thing(made):
            yield made
        case Perhaps(of) | Many(_, of) | Named(_, of, _):
            yield from _list_things(of)
        case Row(of):
            yield from chain.from_iterable(map(_list_things, of))


def _find_shape(declared: object, *, loose: bool) -> Shape | None:
    """Find the shape of a declared type, or None if the type is unclear."""
    if declared == Plain or (loose and declared in {Any, object}):
        return Mixed(loose)
    if get_origin(declared) is not None:
        inner = [_find_shape(one, loose=loose) for one in get_args(declared) if one not in {Ellipsis, NoneType}]
        whole = [one for one in inner if one is not None]
        return _find_generic_shape(declared, whole) if len(whole) == len(inner) else None
    return _find_class_shape(declared) if isinstance(declared, type) else None


def _find_class_shape(declared: type) -> Shape | None:
    if issubclass(declared, Event):
        return Happening()
    if is_dataclass(declared) or (issubclass(declared, Struct) and is_frozen(declared)):
        return Thing(declared)
    if issubclass(declared, Enum):
        return Member(declared)
    return Word((declared,)) if declared in WORDS else None


def _find_generic_shape(declared: object, inner: list[Shape]) -> Shape | None:
    origin = get_origin(declared)
    if origin in {Union, UnionType}:
        words = [one.kinds for one in inner if isinstance(one, Word)]
        whole = (
            Word(tuple(chain.from_iterable(words)))
            if len(words) == len(inner)
            else inner[0]
            if len(inner) == 1
            else None
        )
        return Perhaps(whole) if whole is not None and NoneType in get_args(declared) else whole
    if origin in {dict, Mapping}:
        return Named(inner[0], inner[1], origin is dict)
    if origin is type and inner == [Happening()]:
        return Verb()
    if origin is tuple and Ellipsis not in get_args(declared):
        return Row(tuple(inner))
    return Many(origin, inner[0]) if origin in {list, set, frozenset, tuple} else None
