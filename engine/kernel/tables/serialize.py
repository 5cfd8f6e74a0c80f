"""Tables as bytes: stored by the declared fields of their classes, and read back into these classes and no others.

What is read may have been damaged or made up: it names fields by place, events by verb, and never a class or function.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import msgspec

from engine.kernel.basics.field_types import (
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
    field_names,
    frozen,
    mentions,
    parts,
)
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, Undetermined
from engine.kernel.vocabulary import Vocabulary

# How the unknown value is stored: as what no number and no name can be.
NOT_KNOWN = msgspec.msgpack.Ext(1, b"")
Made = TypeVar("Made")
# What a field holds, of whatever type it is declared; and the same as msgpack knows it.
Held = Any
Stored = Any


class NotStoredError(Exception):
    """Bytes that are no stored object of the class that was asked for."""


@dataclass(slots=True)
class _Pass:
    """One object on its way: what it may mention, and what was met of things that may lie in several places."""

    mentioned: Mapping[type, int]
    vocabulary: Vocabulary | None = None
    agreed: Mapping[str, object] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    met: list[object] = field(default_factory=list)


def stored(thing: object) -> bytes:
    """Store all that a thing holds but for what is agreed (content, terms, header): the same bytes for the same."""
    made: type = type(thing)
    return msgspec.msgpack.encode(_stored(Thing(made), thing, _Pass(mentions(made))))


def read(made: type[Made], raw: bytes, vocabulary: Vocabulary, agreed: Mapping[str, object] | None = None) -> Made:
    """Read what was stored of a class; `vocabulary` knows the events by their verbs, `agreed` is what is not stored.

    Raises `NotStoredError`.
    """
    kind: type = made
    try:
        whole = msgspec.msgpack.decode(raw, ext_hook=_not_known)
        thing: Made = _thing(kind, whole, _Pass(mentions(kind), vocabulary, agreed or {}))
    except (msgspec.MsgspecError, ValueError, TypeError, LookupError, RecursionError, Undetermined) as wrong:
        raise NotStoredError(f"This is no stored {made.__qualname__}: {wrong}") from None
    return thing


@cache
def form(made: type) -> str:
    """Digest the fields of a class and of all classes within it: what was stored under another form cannot be read."""
    layout = "\n".join(f"{one.__qualname__}: {dict(parts(one))}" for one in mentions(made))
    return hashlib.sha256(layout.encode()).hexdigest()


def _stored(shape: Shape, value: Held, of: _Pass) -> Stored:  # noqa: PLR0911 - one answer for each shape
    if value is UNKNOWN:
        return NOT_KNOWN
    match shape:
        case Perhaps(inner):
            return None if value is None else _stored(inner, value, of)
        case Many(made, inner):
            several = [_stored(inner, one, of) for one in value]
            return sorted(several) if made in {set, frozenset} else several
        case Named(_, inner):
            return {key: _stored(inner, one, of) for key, one in value.items()}
        case Row(inner):
            return [_stored(one, each, of) for one, each in zip(inner, value, strict=True)]
        case Thing(made):
            return _thing_stored(made, value, of)
        case Member():
            return value.name
        case Verb():
            return value.__struct_config__.tag
        case Happening():
            return [value.__struct_config__.tag, *(_mixed_stored(one) for one in msgspec.structs.astuple(value))]
        case _:
            return _mixed_stored(value)


def _mixed_stored(value: Held) -> Stored:
    if isinstance(value, tuple | list):
        return [_mixed_stored(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _mixed_stored(one) for key, one in value.items()}
    return NOT_KNOWN if value is UNKNOWN else value


def _thing_stored(made: type, thing: object, of: _Pass) -> Stored:
    """Store a thing field by field; one that lies in several places is stored in the first, and named in the others."""
    if id(thing) in of.places:
        return of.places[id(thing)]
    whole = [_stored(shape, getattr(thing, name), of) for name, shape in parts(made).items()]
    if of.mentioned[made] > 1 and not frozen(made):
        of.places[id(thing)] = len(of.places)
    return whole


def _read(shape: Shape, raw: Stored, of: _Pass) -> Held:  # noqa: C901, PLR0911 - one answer for each shape
    if raw is UNKNOWN:
        return UNKNOWN
    match shape:
        case Perhaps(inner):
            return None if raw is None else _read(inner, raw, of)
        case Many(made, inner):
            return made(_read(inner, one, of) for one in _a(list, raw))
        case Named(key, inner):
            return {_read(key, name, of): _read(inner, one, of) for name, one in _a(dict, raw).items()}
        case Row(inner):
            return tuple(_read(one, each, of) for one, each in zip(inner, _a(list, raw), strict=True))
        case Thing(made):
            return _thing(made, raw, of)
        case Member(made):
            return made[raw]
        case Verb():
            return _kind(raw, of)
        case Happening():
            return _event(raw, of)
        case Word(kinds):
            return _word(raw, kinds)
        case Mixed(loose):
            return _mixed(raw, loose=loose)


def _thing(made: type, raw: Stored, of: _Pass) -> Held:
    again = of.mentioned[made] > 1 and not frozen(made)
    if again and type(raw) is int:
        return of.met[raw]
    held = parts(made)
    values = {name: _read(shape, one, of) for (name, shape), one in zip(held.items(), _a(list, raw), strict=True)}
    agreed = {name: of.agreed[name] for name in field_names(made) if name not in held}
    thing = made(**values, **agreed)
    if again:
        of.met.append(thing)
    return thing


def _kind(verb: str, of: _Pass) -> type[Event]:
    assert of.vocabulary is not None  # noqa: S101 - whatever is read, is read with one
    return of.vocabulary.forms[verb].cls


def _event(raw: Stored, of: _Pass) -> Event:
    verb, *held = _a(list, raw)
    kind = _kind(verb, of)
    return kind(**{name: _mixed(one) for name, one in zip(kind.__struct_fields__, held, strict=True)})


def _mixed(raw: Stored, *, loose: bool = False) -> Held:
    if type(raw) is list:
        several = [_mixed(one, loose=loose) for one in raw]
        return several if loose else tuple(several)
    if type(raw) is dict and loose:
        return {name: _mixed(one, loose=loose) for name, one in raw.items()}
    return raw if raw is None or raw is UNKNOWN else _word(raw, WORDS)


def _word(raw: Stored, kinds: tuple[type, ...]) -> Held:
    """Read a word. A game may tell its words apart by identity, as the constants of Python code are."""
    if type(raw) not in kinds:
        raise TypeError(f"{type(raw).__name__} has no place here.")
    return sys.intern(raw) if type(raw) is str else raw


def _a(kind: type, raw: Stored) -> Held:
    if type(raw) is not kind:
        raise TypeError(f"{kind.__name__} is wanted here, not {type(raw).__name__}.")
    return raw


def _not_known(code: int, held: memoryview) -> Held:
    if code != NOT_KNOWN.code or held:
        raise ValueError(f"{code} stands for nothing.")
    return UNKNOWN
