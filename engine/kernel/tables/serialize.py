"""Serializes tables by the declared fields of their classes, and loads only these classes.

Input may be damaged or forged: it names fields by place, events by verb, and never a class or function.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import msgspec

from engine.kernel.basics.field_types import is_frozen, list_field_names
from engine.kernel.events import Event
from engine.kernel.tables.shapes import (
    WORDS,
    Happening,
    Many,
    Member,
    Mixed,
    Named,
    Perhaps,
    Row,
    Shape,
    Thing,
    Verb,
    Word,
    count_mentions,
    read_field_shapes,
)
from engine.kernel.unknown import UNKNOWN, Undetermined
from engine.kernel.vocabulary import Vocabulary

# The stored form of the unknown value: different from every number and name.
NOT_KNOWN = msgspec.msgpack.Ext(1, b"")
Made = TypeVar("Made")
# A field's value of any declared type; and its form in msgpack.
Held = Any
Stored = Any


class NotStoredError(Exception):
    """Bytes that are not a stored object of the requested class."""


@dataclass(slots=True)
class _Pass:
    """The state of one dump or load: the classes it may mention, and the shared things seen so far."""

    mentioned: Mapping[type, int]
    vocabulary: Vocabulary | None = None
    agreed: Mapping[str, object] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    met: list[object] = field(default_factory=list)


def dump_object(thing: object) -> bytes:
    """Serialize a thing without its agreed fields (content, terms, header). Equal things give equal bytes."""
    made: type = type(thing)
    return msgspec.msgpack.encode(_dump_shape(Thing(made), thing, _Pass(count_mentions(made))))


def load_object(
    made: type[Made], raw: bytes, vocabulary: Vocabulary, agreed: Mapping[str, object] | None = None
) -> Made:
    """Load a stored object; `vocabulary` finds events by verb, `agreed` supplies the fields that are not stored.

    Raises `NotStoredError`.
    """
    kind: type = made
    try:
        whole = msgspec.msgpack.decode(raw, ext_hook=_load_unknown)
        thing: Made = _load_thing(kind, whole, _Pass(count_mentions(kind), vocabulary, agreed or {}))
    except (msgspec.MsgspecError, ValueError, TypeError, LookupError, RecursionError, Undetermined) as wrong:
        raise NotStoredError(f"This is no stored {made.__qualname__}: {wrong}") from None
    return thing


@cache
def digest_form(made: type) -> str:
    """Digest the fields of a class and of all classes within it. Bytes stored under another form cannot be loaded."""
    layout = "\n".join(f"{one.__qualname__}: {dict(read_field_shapes(one))}" for one in count_mentions(made))
    return hashlib.sha256(layout.encode()).hexdigest()


def _dump_shape(shape: Shape, value: Held, of: _Pass) -> Stored:  # noqa: PLR0911 - one answer for each shape
    if value is UNKNOWN:
        return NOT_KNOWN
    match shape:
        case Perhaps(inner):
            return None if value is None else _dump_shape(inner, value, of)
        case Many(made, inner):
            several = [_dump_shape(inner, one, of) for one in value]
            return sorted(several) if made in {set, frozenset} else several
        case Named(_, inner):
            return {key: _dump_shape(inner, one, of) for key, one in value.items()}
        case Row(inner):
            return [_dump_shape(one, each, of) for one, each in zip(inner, value, strict=True)]
        case Thing(made):
            return _dump_thing(made, value, of)
        case Member():
            return value.name
        case Verb():
            return value.__struct_config__.tag
        case Happening():
            return [value.__struct_config__.tag, *(_dump_mixed_value(one) for one in msgspec.structs.astuple(value))]
        case _:
            return _dump_mixed_value(value)


def _dump_mixed_value(value: Held) -> Stored:
    if isinstance(value, tuple | list):
        return [_dump_mixed_value(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _dump_mixed_value(one) for key, one in value.items()}
    return NOT_KNOWN if value is UNKNOWN else value


def _dump_thing(made: type, thing: object, of: _Pass) -> Stored:
    """Store a thing field by field. One in several places is stored in the first, and referred to in the others."""
    if id(thing) in of.places:
        return of.places[id(thing)]
    whole = [_dump_shape(shape, getattr(thing, name), of) for name, shape in read_field_shapes(made).items()]
    if of.mentioned[made] > 1 and not is_frozen(made):
        of.places[id(thing)] = len(of.places)
    return whole


def _load_shape(shape: Shape, raw: Stored, of: _Pass) -> Held:  # noqa: C901, PLR0911 - one answer for each shape
    if raw is UNKNOWN:
        return UNKNOWN
    match shape:
        case Perhaps(inner):
            return None if raw is None else _load_shape(inner, raw, of)
        case Many(made, inner):
            return made(_load_shape(inner, one, of) for one in _require_type(list, raw))
        case Named(key, inner):
            return {
                _load_shape(key, name, of): _load_shape(inner, one, of)
                for name, one in _require_type(dict, raw).items()
            }
        case Row(inner):
            return tuple(_load_shape(one, each, of) for one, each in zip(inner, _require_type(list, raw), strict=True))
        case Thing(made):
            return _load_thing(made, raw, of)
        case Member(made):
            return made[raw]
        case Verb():
            return _find_event_class(raw, of)
        case Happening():
            return _load_event(raw, of)
        case Word(kinds):
            return _load_word(raw, kinds)
        case Mixed(loose):
            return _load_mixed_value(raw, loose=loose)


def _load_thing(made: type, raw: Stored, of: _Pass) -> Held:
    again = of.mentioned[made] > 1 and not is_frozen(made)
    if again and type(raw) is int:
        return of.met[raw]
    held = read_field_shapes(made)
    values = {
        name: _load_shape(shape, one, of)
        for (name, shape), one in zip(held.items(), _require_type(list, raw), strict=True)
    }
    agreed = {name: of.agreed[name] for name in list_field_names(made) if name not in held}
    thing = made(**values, **agreed)
    if again:
        of.met.append(thing)
    return thing


def _find_event_class(verb: str, of: _Pass) -> type[Event]:
    assert of.vocabulary is not None  # noqa: S101 - every load has one
    return of.vocabulary.forms[verb].cls


def _load_event(raw: Stored, of: _Pass) -> Event:
    verb, *held = _require_type(list, raw)
    kind = _find_event_class(verb, of)
    return kind(**{name: _load_mixed_value(one) for name, one in zip(kind.__struct_fields__, held, strict=True)})


def _load_mixed_value(raw: Stored, *, loose: bool = False) -> Held:
    if type(raw) is list:
        several = [_load_mixed_value(one, loose=loose) for one in raw]
        return several if loose else tuple(several)
    if type(raw) is dict and loose:
        return {name: _load_mixed_value(one, loose=loose) for name, one in raw.items()}
    return raw if raw is None or raw is UNKNOWN else _load_word(raw, WORDS)


def _load_word(raw: Stored, kinds: tuple[type, ...]) -> Held:
    """Load a word. Strings are interned, because a game may compare words by identity."""
    if type(raw) not in kinds:
        raise TypeError(f"{type(raw).__name__} has no place here.")
    return sys.intern(raw) if type(raw) is str else raw


def _require_type(kind: type, raw: Stored) -> Held:
    if type(raw) is not kind:
        raise TypeError(f"{kind.__name__} is wanted here, not {type(raw).__name__}.")
    return raw


def _load_unknown(code: int, held: memoryview) -> Held:
    if code != NOT_KNOWN.code or held:
        raise ValueError(f"{code} stands for nothing.")
    return UNKNOWN
