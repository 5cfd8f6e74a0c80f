"""Decodes events from clients, with the same checks as a line of a log. Faults carry a JSON pointer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from audit.live.game import LiveSetup
from engine.kernel.basics.json_types import Json
from engine.kernel.events import Event
from engine.kernel.spellings import Misread, echo_text, explain_stranger
from engine.kernel.spellings.fields import find_form, make_event
from engine.kernel.spellings.jsonl import parse_strict_json

UNKNOWN_VALUE = b'"??"'
NOT_WRITABLE = "Write the text without it; every event must fit into a log in any spelling."


@dataclass(frozen=True, slots=True)
class Misfit:
    """One fault in a request: its JSON pointer into the list of events, a description and a remedy."""

    pointer: str
    says: str
    hint: str = ""


class UndecodedError(Exception):
    """A request with events that cannot be recorded, with all faults in order. None of its events is recorded."""

    def __init__(self, misfits: Sequence[Misfit]) -> None:
        super().__init__(misfits[0].says)
        self.misfits = tuple(misfits)


def decode_client_events(live: LiveSetup, items: Sequence[object], after: int = 0) -> list[Event]:
    """Decode a client's events, JSON objects or bytes, that are to follow event `after`.

    Raises `UndecodedError`. An event may state its `seq`, which must be the one that it will get.
    """
    events: list[Event] = []
    misfits: list[Misfit] = []
    for index, item in enumerate(items):
        try:
            events.append(live.values.read_event(_take_off_seq(_decode_event(live, item), after + index + 1)))
        except Misread as fault:
            misfits.append(Misfit(f"/{index}{_point_to_field(fault.field)}", fault.says, fault.hint))
    misfits = misfits or _find_unknown_names(live, events)
    if misfits:
        raise UndecodedError(misfits)
    return events


def decode_events(live: LiveSetup, bodies: Iterable[bytes]) -> list[Event]:
    """Decode events from the store. An event that cannot be decoded is an internal error and raises."""
    decoder, forms = live.game.vocabulary.decoder, live.game.vocabulary.by_class
    events = [(body, decoder.decode(body)) for body in bodies]
    return [forms[type(event)].restore_unknowns(event) if UNKNOWN_VALUE in body else event for body, event in events]


def _decode_event(live: LiveSetup, item: object) -> Event:
    values = _parse_json(item) if isinstance(item, bytes | bytearray | memoryview) else item
    if not isinstance(values, dict):
        raise Misread("An event is a JSON object.", 'Write: {"do": VERB, …}')
    verb = values.get("do")
    if not isinstance(verb, str):
        raise Misread("The event does not say what it is.", 'Add: "do": VERB', field="do" if "do" in values else "")
    try:
        _refuse_unwritable_values(values)
        return make_event(_find_form(live, verb), values)
    except RecursionError:
        raise Misread("This event is nested too deep.", "An event holds values and lists of values.") from None


def _find_form(live: LiveSetup, verb: str) -> Any:  # noqa: ANN401 - a Form, whose name belongs to the vocabulary
    try:
        return find_form(live.game.vocabulary, verb)
    except Misread as fault:
        raise Misread(fault.says, fault.hint, field="do") from None


def _parse_json(raw: bytes | bytearray | memoryview) -> object:
    try:
        return parse_strict_json(bytes(raw).decode())
    except UnicodeDecodeError as fault:
        raise Misread(f"The event is not UTF-8: byte {fault.start + 1} of it is no part of a character.") from None


def _refuse_unwritable_values(values: dict[str, Json]) -> None:
    """Refuse characters that a log cannot contain in any spelling."""
    for field, value in values.items():
        for text in (field, *(value if isinstance(value, list) else (value,))):
            if isinstance(text, str) and not text.isprintable():
                _refuse_unwritable_text(text, str(field))


def _refuse_unwritable_text(text: str, field: str) -> None:
    if "\x00" in text:
        raise Misread("A NUL character stands here.", NOT_WRITABLE, field=field)
    if any("\ud800" <= mark <= "\udfff" for mark in text):
        raise Misread("There is half a character (a lone surrogate) here.", "Write the whole character.", field=field)


def _take_off_seq(event: Event, seq: int) -> Event:
    """Remove a stated seq after checking it, because the event's place in the game implies it."""
    if event.seq not in (0, seq):
        says = f"This says it is event {event.seq}, and would be event {seq}."
        raise Misread(says, "Leave the seq out.", field="seq")
    return msgspec.structs.replace(event, seq=0) if event.seq else event


def _find_unknown_names(live: LiveSetup, events: list[Event]) -> list[Misfit]:
    """Find names that do not exist in this game."""
    misfits = []
    for index, field, name, kind in live.game.vocabulary.check_names(events, live.domains):
        fault = explain_stranger(field, name, kind, live.domains[kind])
        held = getattr(events[index], _name_attribute(live, events[index], field))
        place = _point_to_index(held, name) if isinstance(held, tuple) else ""
        misfits.append(Misfit(f"/{index}{_point_to_field(field)}{place}", fault.says, fault.hint))
    return misfits


def _name_attribute(live: LiveSetup, event: Event, field: str) -> str:
    declared = live.game.vocabulary.by_class[type(event)].find_field(field)
    return field if declared is None else declared.attribute


def _point_to_index(held: tuple[object, ...], name: str) -> str:
    return next((f"/{place}" for place, value in enumerate(held) if isinstance(value, str) and value == name), "")


def _point_to_field(field: str) -> str:
    """Return the JSON pointer of a field, escaped as in RFC 6901. The name of an unknown field may be any text."""
    if not field:
        return ""
    plain = echo_text(field)[1:-1] if not field.isprintable() or not field.isascii() else field
    return "/" + plain.replace("~", "~0").replace("/", "~1")
