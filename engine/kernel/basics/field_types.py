"""Reads the declared fields of a class: their names, their types, and whether they can be set."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from importlib import import_module

from msgspec import Struct


def read_declared_types(made: type) -> dict[str, object]:
    """Read the declared types of a class: a faster `typing.get_type_hints`, which compiles each type again."""
    return {
        name: _resolve_name(base.__module__, said) if isinstance(said, str) else said
        for base in reversed(made.__mro__)
        for name, said in vars(base).get("__annotations__", {}).items()
    }


def resolve_types(made: type) -> None:
    """Replace string annotations of a class with the types, so that later readers need not compile them."""
    for base in made.__mro__:
        said = vars(base).get("__annotations__", {})
        if any(isinstance(one, str) for one in said.values()):
            base.__annotations__ = {
                name: _resolve_name(base.__module__, one) if isinstance(one, str) else one for name, one in said.items()
            }


@cache
def _resolve_name(module: str, said: str) -> object:
    room = vars(import_module(module))
    return room[said] if said in room else eval(said, room)  # noqa: S307 - an annotation in our own source


def list_field_names(made: type) -> tuple[str, ...]:
    """List the fields of a class."""
    if issubclass(made, Struct):
        return made.__struct_fields__
    return tuple(one.name for one in fields(made))  # type: ignore[arg-type] # a dataclass: tables hold nothing else that is no struct


def is_frozen(made: type) -> bool:
    """Return whether the fields of a class cannot be set after creation."""
    note = made.__struct_config__ if issubclass(made, Struct) else made.__dataclass_params__  # type: ignore[attr-defined] # set by dataclasses
    return bool(note.frozen)
