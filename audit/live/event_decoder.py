"""Events as clients send them: each is read with the care of a log's line, and faults are placed by JSON pointer."""

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
    """One thing wrong with what was sent: where (a JSON pointer into the list), what, and what to do about it."""

    pointer: str
    says: str
    hint: str = ""


class UndecodedError(Exception):
    """Events that cannot be recorded: all that is wrong with them, in their order. None of them is taken."""

    def __init__(self, misfits: Sequence[Misfit]) -> None:
        super().__init__(misfits[0].says)
        self.misfits = tuple(misfits)


def decode_client_events(live: LiveSetup, items: Sequence[object], after: int = 0) -> list[Event]:
    """Read events as a client sent them, each a JSON object or the bytes of one, to come after event `after`.

    Raises `UndecodedError`. An event may state its `seq`; it must be the one it gets.
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
    """Read events that were decoded before and kept as JSON; what cannot be read now is our fault, and raises."""
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
    """Refuse a character that no spelling of a log can carry."""
    for field, value in values.items():
        for text in (field, *(value if isinstance(value, list) else (value,))):
            if isinstance(text, str) and not text.isprintable():
                _refuse_unwritable_text(text, str(field))


def _refuse_unwritable_text(text: str, field: str) -> None:
    if "\x00" in text:
        raise Misread("A NUL character stands here.", NOT_WRITABLE, field=field)
    if any("\ud800" <= mark <= "\udfff" for mark in text):
        raise Misread("Half a character (a lone surrogate) stands here.", "Write the whole character.", field=field)


def _take_off_seq(event: Event, seq: int) -> Event:
    """Take a stated seq off again: the place in the game says it."""
    if event.seq not in (0, seq):
        says = f"This says it is event {event.seq}, and would be event {seq}."
        raise Misread(says, "Leave the seq out.", field="seq")
    return msgspec.structs.replace(event, seq=0) if event.seq else event


def _find_unknown_names(live: LiveSetup, events: list[Event]) -> list[Misfit]:
    """Find the names that nothing in this game has."""
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
    """Point to a field, as RFC 6901 escapes its name; what is no name of ours may be anything."""
    if not field:
        return ""
    plain = echo_text(field)[1:-1] if not field.isprintable() or not field.isascii() else field
    return "/" + plain.replace("~", "~0").replace("/", "~1")
