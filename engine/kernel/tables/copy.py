"""Copies a table with functions generated for each class: they copy all mutable parts and share the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from engine.kernel.basics.field_types import is_frozen, list_field_names
from engine.kernel.basics.json_types import Document
from engine.kernel.tables.shapes import (
    Many,
    Named,
    Perhaps,
    Row,
    Shape,
    Thing,
    can_change,
    count_mentions,
    read_field_shapes,
)
from engine.kernel.unknown import UNKNOWN

Made = TypeVar("Made")


def copy_table(table: Made) -> Made:
    """Copy a table (or a thing on it), so that changing one does not change the other."""
    made: type = type(table)
    copy: Callable[[Made], Made] = build_copier(made)
    return copy(table)


@cache
def build_copier(root: type) -> Callable[[Any], Any]:
    """Generate the function that copies a class, and one for each class within it.

    Raises `TypeError` if the declared type of a field does not say whether its value can change.
    """
    counted = count_mentions(root)
    for made in counted:
        if is_frozen(made) and any(map(can_change, read_field_shapes(made).values())):
            raise TypeError(f"{made.__qualname__} is frozen, and yet holds what can change.")
    names = {made: f"{made.__name__}_{place}" for place, made in enumerate(counted) if not is_frozen(made)}
    shared = {made for made in names if counted[made] > 1}
    source = "".join(_write_function(made, names, shared) for made in names)
    room: Document = {"UNKNOWN": UNKNOWN, "new": object.__new__, **{name: made for made, name in names.items()}}
    exec(source, room)  # noqa: S102 - our own source, as in dataclasses: as fast as if written by hand
    copy: Callable[..., Any] = room[f"copy_{names[root]}"]
    return (lambda table: copy(table, {})) if shared else copy


def _write_function(made: type, names: Mapping[type, str], shared: set[type]) -> str:
    """Write one function. A thing in several places is copied once, and the copy is in all of them."""
    name, held = names[made], read_field_shapes(made)
    lines = [f"def copy_{name}(old{', met' if shared else ''}):"]
    if made in shared:
        lines += ["key = id(old)", "if key in met:", "    return met[key]"]
    lines.append(f"it = new({name})")
    for field in list_field_names(made):
        value = f"old.{field}"
        lines.append(f"it.{field} = {_write_copy(held[field], value, names, shared) if field in held else value}")
    if made in shared:
        lines.append("met[key] = it")
    return "\n    ".join([*lines, "return it\n"])


def _write_copy(shape: Shape, value: str, names: Mapping[type, str], shared: set[type], depth: int = 0) -> str:
    """Write the expression that copies a value. UNKNOWN may replace any value, and is copied as itself."""
    if not can_change(shape):
        return value
    # The expression uses its value more than once, so anything but a name is assigned to a name first.
    it, first = (value, value) if value.isidentifier() else (f"v{depth}", f"(v{depth} := {value})")
    each = f"v{depth + 1}"
    match shape:
        case Perhaps(of):
            return f"(None if {first} is None else {_write_copy(of, it, names, shared, depth)})"
        case Thing(made):
            body = f"copy_{names[made]}({it}{', met' if shared else ''})"
        case Many(made, of) if can_change(of):
            body = f"[{_write_copy(of, each, names, shared, depth + 1)} for {each} in {it}]"
            body = body if made is list else f"tuple({body})"
        case Named(_, of) if can_change(of):
            body = f"{{key: {_write_copy(of, each, names, shared, depth + 1)} for key, {each} in {it}.items()}}"
        case Row(of):
            inner = [_write_copy(one, f"{it}[{place}]", names, shared, depth + 1) for place, one in enumerate(of)]
            body = f"({', '.join(inner)},)"
        case _:
            body = f"{it}.copy()"
    return f"({it} if {first} is UNKNOWN else {body})"
