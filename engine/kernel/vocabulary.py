"""The vocabulary of one game: each verb with its fields, as every spelling of a log needs them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from operator import attrgetter
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, inspect

from engine.kernel.basics.field_types import read_declared_types, resolve_types
from engine.kernel.events import MAX_NUMBER, Claim, Event, Move
from engine.kernel.unknown import UNKNOWN, Undetermined, Unknown

# A verb must be readable as one bare word in every spelling.
VERB_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


class Field(msgspec.Struct, frozen=True):
    """One field of an event: its spelling, and which values it takes."""

    name: str
    attribute: str
    kind: str
    takes: frozenset[type]
    many: bool
    required: bool
    default: object
    expects: str

    @property
    def can_be_left_out(self) -> bool:
        """Whether a missing value already means the empty list, so that a list may end a line unnamed."""
        return self.required or self.default == ()


class Form(msgspec.Struct, frozen=True):
    """The form of one verb: its fields in declared order, and the list (if any) that takes the remaining words."""

    verb: str
    cls: type[Event]
    fields: tuple[Field, ...]
    rest: Field | None
    # Every field in which the decoder would leave `??` a plain string; `by` is one of them.
    wordy: tuple[tuple[str, bool], ...]
    # The fields that may be given by position. A list that does not end the line is always named.
    placed: tuple[Field, ...]

    @property
    def has_seat(self) -> bool:
        """Whether a seat is the actor (rather than fate, the table or the record)."""
        return issubclass(self.cls, Move)

    @property
    def usage(self) -> str:
        """A line that shows its use: the declared example, or one made of the field names."""
        if self.cls.example:
            return self.cls.example
        shown = [f.name.upper() if f.required else f"[{f.name}=…]" for f in self.fields]
        return " ".join([f"{'SEAT' if self.has_seat else self.cls.actor}: {self.verb}", *shown])

    def find_field(self, name: str) -> Field | None:
        """Look a field up by its spelled name."""
        return next((f for f in self.fields if f.name == name), None)

    def restore_unknowns(self, event: Event) -> Event:
        """Turn each `??` that the decoder left as a string into the unknown value."""
        changes: dict[str, object] = {}
        for attribute, many in self.wordy:
            value = getattr(event, attribute)
            if many and any(isinstance(v, str) and v == "??" for v in value):
                changes[attribute] = tuple(UNKNOWN if isinstance(v, str) and v == "??" else v for v in value)
            elif isinstance(value, str) and value == "??":
                changes[attribute] = UNKNOWN
        return msgspec.structs.replace(event, **changes) if changes else event


class Vocabulary:
    """Every verb that a game's log may hold: the game's own events, then the common ones."""

    def __init__(self, events: Sequence[type[Event]]) -> None:
        """Take the declarations. A verb that is declared twice or is not one lower-case word raises at once."""
        self.kinds = tuple(events)
        # The fields of each class that hold names. Filled lazily, because reading all classes is slow.
        self._named: dict[type[Event], tuple[_NameField, ...]] = {}
        taken: set[str] = set()
        for cls in self.kinds:
            verb = verb_of(cls)
            if verb in taken or not VERB_LETTERS.issuperset(verb):
                msg = f"{cls.__name__}: the verb {verb!r} is taken already, or is not one lower-case word."
                raise ValueError(msg)
            taken.add(verb)

    @cached_property
    def forms(self) -> dict[str, Form]:
        """The form of each verb."""
        return {verb_of(cls): build_form(cls) for cls in self.kinds}

    @cached_property
    def by_class(self) -> dict[type[Event], Form]:
        """The form of each event class."""
        return {form.cls: form for form in self.forms.values()}

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[Event]:
        """The decoder that turns one line of JSON into its event."""
        for cls in self.kinds:
            resolve_types(cls)
        return msgspec.json.Decoder(Union[self.kinds])  # noqa: UP007 - the operands are only known at run time

    def check_names(
        self, events: Iterable[Event], domains: Mapping[str, Container[str]]
    ) -> list[tuple[int, str, str, str]]:
        """List each name that is not one of its kind, as (index, field, name, kind). `??` is always allowed."""
        events = list(events)
        groups: defaultdict[type[Event], list[Event]] = defaultdict(list)
        for cls, event in zip(map(type, events), events, strict=True):
            groups[cls].append(event)
        offenders: list[tuple[int, str, str, str]] = []
        for cls, group in groups.items():
            for name in self._list_name_fields(cls):
                if name.kind in domains and not name.has_only_known_names(group, domains[name.kind]):
                    offenders += name.find_strangers(events, cls, domains[name.kind])
        return sorted(offenders, key=lambda found: found[0])

    def _list_name_fields(self, cls: type[Event]) -> tuple[_NameField, ...]:
        if cls not in self._named:
            self._named[cls] = _find_name_fields(cls) if cls in self.kinds else ()
        return self._named[cls]


class _NameField(msgspec.Struct, frozen=True):
    """One field that holds a name (or a list of names) of some kind."""

    field: str
    kind: str
    get: Callable[[Event], Any]
    many: bool
    # The default of an optional name. It states nothing, so it cannot be wrong.
    silent: object

    def has_only_known_names(self, events: list[Event], domain: Container[str]) -> bool:
        """Return whether all names are known. It compares the few distinct names, so it never loops over events."""
        values: Iterable[Any] = map(self.get, events)
        try:
            distinct = set(chain.from_iterable(values) if self.many else values)
        except Undetermined:
            return False
        distinct.discard(self.silent)
        # Comparing two sets avoids a look-up for each name.
        return distinct <= domain if isinstance(domain, frozenset) else all(map(domain.__contains__, distinct))

    def find_strangers(
        self, events: list[Event], cls: type[Event], domain: Container[str]
    ) -> list[tuple[int, str, str, str]]:
        """List the names that are not in the domain, with their places."""
        return [
            (index, self.field, name, self.kind)
            for index, event in enumerate(events)
            if type(event) is cls
            for name in (self.get(event) if self.many else (self.get(event),))
            if name is not UNKNOWN and name not in domain and name != self.silent
        ]


def verb_of(cls: type[Event]) -> str:
    """Return the verb of an event class, the same in every spelling."""
    return str(cls.__struct_config__.tag)


def build_form(cls: type[Event]) -> Form:
    """Build the form of an event class, which all spellings share."""
    declared = {f.name: f for f in _list_fields(cls)}
    seated = issubclass(cls, Move)
    fields = tuple(f for f in declared.values() if f.attribute != "seq" and not (seated and f.attribute == "by"))
    required = [f for f in fields if f.required]
    tail = required[-1] if required and required[-1].many else None
    if tail is None:
        tail = next((f for f in fields if not f.required), None)
    rest = tail if tail is not None and tail.many and tail.can_be_left_out else None
    wordy = tuple((f.attribute, f.many) for f in declared.values() if str in f.takes)
    placed = tuple(f for f in fields if not f.many or f is rest)
    return Form(verb_of(cls), cls, fields, rest, wordy, placed)


def make_unwritten_event(cls: type[Event], **known: Any) -> Event:  # noqa: ANN401 - values of whatever the fields hold
    """Make an event that is not in the log from what is known of it. All other required fields are unknown."""
    needed: dict[str, Any] = {f.attribute: (UNKNOWN,) if f.many else UNKNOWN for f in _list_fields(cls) if f.required}
    return cls(**{**needed, **known})


@cache
def _list_fields(cls: type[Event]) -> tuple[Field, ...]:
    return tuple(_read_fields(cls))


def _read_fields(cls: type[Event]) -> Iterable[Field]:
    described = cast("inspect.StructType", inspect.type_info(cls))
    for field in described.fields:
        many = isinstance(_strip_metadata(field.type), inspect.VarTupleType)
        held = cast("inspect.VarTupleType", _strip_metadata(field.type)).item_type if many else field.type
        kind = "fact" if cls is Claim and field.name == "fact" else _find_kind(held)
        default = () if field.default_factory is not NODEFAULT else field.default
        yield Field(
            field.encode_name, field.name, kind, _find_types(held), many, field.required, default, _describe_type(held)
        )


def _find_name_fields(cls: type[Event]) -> tuple[_NameField, ...]:
    """Find the fields that hold names from the declared types alone, without msgspec's full type info."""
    types, defaults, found = read_declared_types(cls), cls.__struct_defaults__, []
    required = len(cls.__struct_fields__) - len(defaults)
    for place, (attribute, name) in enumerate(zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)):
        held = types[attribute]
        many = get_origin(held) is tuple
        kind = "fact" if cls is Claim and name == "fact" else _read_kind(get_args(held)[0] if many else held)
        default = defaults[place - required] if place >= required else NODEFAULT
        if kind:
            silent = None if default is NODEFAULT else default
            found.append(_NameField(name, kind, attrgetter(attribute), many, silent))
    return tuple(found)


def _read_kind(declared: object) -> str:
    """Read the kind of name from a declared type."""
    marks = getattr(declared, "__metadata__", ())
    named = next((str(mark.extra["kind"]) for mark in marks if mark.extra and "kind" in mark.extra), "")
    members = get_args(declared) if get_origin(declared) in {Union, UnionType} else ()
    return named or next(filter(None, map(_read_kind, members)), "")


def _strip_metadata(described: inspect.Type) -> inspect.Type:
    return described.type if isinstance(described, inspect.Metadata) else described


def _list_members(described: inspect.Type) -> Iterable[inspect.Type]:
    bare = _strip_metadata(described)
    return bare.types if isinstance(bare, inspect.UnionType) else (bare,)


def _find_kind(described: inspect.Type) -> str:
    if isinstance(described, inspect.Metadata) and described.extra:
        return str(described.extra.get("kind", ""))
    bare = _strip_metadata(described)
    return next(filter(None, map(_find_kind, bare.types)), "") if isinstance(bare, inspect.UnionType) else ""


def _find_types(described: inspect.Type) -> frozenset[type]:
    plain = {inspect.IntType: int, inspect.StrType: str, inspect.BoolType: bool}
    found: set[type] = set()
    for member in map(_strip_metadata, _list_members(described)):
        if isinstance(member, inspect.EnumType) and member.cls is not Unknown:
            found |= {type(choice.value) for choice in member.cls}
        elif isinstance(member, inspect.LiteralType):
            found |= set(map(type, member.values))
        elif type(member) in plain:
            found.add(plain[type(member)])
    return frozenset(found)


def _describe_type(described: inspect.Type) -> str:
    return " or ".join(filter(None, (_describe_member(_strip_metadata(member)) for member in _list_members(described))))


def _describe_member(member: inspect.Type) -> str:
    if isinstance(member, inspect.IntType):
        return _describe_bounds(member)
    if isinstance(member, inspect.StrType):
        return f"words of at most {member.max_length} characters" if member.max_length else "words"
    if isinstance(member, inspect.BoolType):
        return "yes or no"
    if isinstance(member, inspect.EnumType):
        return " or ".join(str(choice.value) for choice in member.cls)
    return " or ".join(map(str, member.values)) if isinstance(member, inspect.LiteralType) else ""


def _describe_bounds(member: inspect.IntType) -> str:
    if member.ge is None or member.le is None:
        return "a whole number"
    if member.ge >= 0 and member.le == MAX_NUMBER:
        return f"a whole number, {member.ge} or more"
    return f"a whole number from {member.ge} to {member.le}"
