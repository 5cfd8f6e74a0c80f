"""Events as clients send them: each is read with the care of a log's line, and faults are placed by JSON pointer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from audit.live.game import Live
from engine.kernel.basics.json_types import Json
from engine.kernel.events import Event
from engine.kernel.spellings import Misread, echoed, stranger
from engine.kernel.spellings.fields import form_called, settled
from engine.kernel.spellings.jsonl import strict_json

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


def decode(live: Live, items: Sequence[object], after: int = 0) -> list[Event]:
    """Read events as a client sent them, each a JSON object or the bytes of one, to come after event `after`.

    Raises `UndecodedError`. An event may state its `seq`; it must be the one it gets.
    """
    events: list[Event] = []
    misfits: list[Misfit] = []
    for index, item in enumerate(items):
        try:
            events.append(live.values.event(_numbered(_event(live, item), after + index + 1)))
        except Misread as fault:
            misfits.append(Misfit(f"/{index}{_within(fault.field)}", fault.says, fault.hint))
    misfits = misfits or _strangers(live, events)
    if misfits:
        raise UndecodedError(misfits)
    return events


def recalled(live: Live, bodies: Iterable[bytes]) -> list[Event]:
    """Read events that were decoded before and kept as JSON; what cannot be read now is our fault, and raises."""
    decoder, forms = live.game.vocabulary.decoder, live.game.vocabulary.by_class
    events = [(body, decoder.decode(body)) for body in bodies]
    return [forms[type(event)].with_unknowns(event) if UNKNOWN_VALUE in body else event for body, event in events]


def _event(live: Live, item: object) -> Event:
    values = _tree(item) if isinstance(item, bytes | bytearray | memoryview) else item
    if not isinstance(values, dict):
        raise Misread("An event is a JSON object.", 'Write: {"do": VERB, …}')
    verb = values.get("do")
    if not isinstance(verb, str):
        raise Misread("The event does not say what it is.", 'Add: "do": VERB', field="do" if "do" in values else "")
    try:
        _writable(values)
        return settled(_form(live, verb), values)
    except RecursionError:
        raise Misread("This event is nested too deep.", "An event holds values and lists of values.") from None


def _form(live: Live, verb: str) -> Any:  # noqa: ANN401 - a Form, whose name belongs to the vocabulary
    try:
        return form_called(live.game.vocabulary, verb)
    except Misread as fault:
        raise Misread(fault.says, fault.hint, field="do") from None


def _tree(raw: bytes | bytearray | memoryview) -> object:
    try:
        return strict_json(bytes(raw).decode())
    except UnicodeDecodeError as fault:
        raise Misread(f"The event is not UTF-8: byte {fault.start + 1} of it is no part of a character.") from None


def _writable(values: dict[str, Json]) -> None:
    """Refuse a character that no spelling of a log can carry."""
    for field, value in values.items():
        for text in (field, *(value if isinstance(value, list) else (value,))):
            if isinstance(text, str) and not text.isprintable():
                _refuse_unwritable(text, str(field))


def _refuse_unwritable(text: str, field: str) -> None:
    if "\x00" in text:
        raise Misread("A NUL character stands here.", NOT_WRITABLE, field=field)
    if any("\ud800" <= mark <= "\udfff" for mark in text):
        raise Misread("Half a character (a lone surrogate) stands here.", "Write the whole character.", field=field)


def _numbered(event: Event, seq: int) -> Event:
    """Take a stated seq off again: the place in the game says it."""
    if event.seq not in (0, seq):
        says = f"This says it is event {event.seq}, and would be event {seq}."
        raise Misread(says, "Leave the seq out.", field="seq")
    return msgspec.structs.replace(event, seq=0) if event.seq else event


def _strangers(live: Live, events: list[Event]) -> list[Misfit]:
    """Find the names that nothing in this game has."""
    misfits = []
    for index, field, name, kind in live.game.vocabulary.check_names(events, live.domains):
        fault = stranger(field, name, kind, live.domains[kind])
        held = getattr(events[index], _attribute(live, events[index], field))
        place = _index_of(held, name) if isinstance(held, tuple) else ""
        misfits.append(Misfit(f"/{index}{_within(field)}{place}", fault.says, fault.hint))
    return misfits


def _attribute(live: Live, event: Event, field: str) -> str:
    declared = live.game.vocabulary.by_class[type(event)].field(field)
    return field if declared is None else declared.attribute


def _index_of(held: tuple[object, ...], name: str) -> str:
    return next((f"/{place}" for place, value in enumerate(held) if isinstance(value, str) and value == name), "")


def _within(field: str) -> str:
    """Point to a field, as RFC 6901 escapes its name; what is no name of ours may be anything."""
    if not field:
        return ""
    plain = echoed(field)[1:-1] if not field.isprintable() or not field.isascii() else field
    return "/" + plain.replace("~", "~0").replace("/", "~1")
