"""Converts words to an event and back, by its declared fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.kernel.basics.json_types import Document
from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.events import Event
from engine.kernel.spellings.line_words import LineWord, read_piece
from engine.kernel.spellings.misread import Misread, echo_text, suggest_nearest
from engine.kernel.vocabulary import Field, Form, Vocabulary

# The actors that are not seats.
SPEAKERS = ("fate", "claim", "record")
FIELD_AT_FAULT = pattern(r"at `\$\.(\w+)")


def find_form(vocabulary: Vocabulary, verb: str, column: int = 0) -> Form:
    """Look a verb up, or raise `Misread` with the nearest one."""
    form = vocabulary.forms.get(verb)
    if form is None:
        hint = suggest_nearest(verb, vocabulary.forms) or "`deadreckon events` lists what a log of a game may say."
        raise Misread(f"There is no event {echo_text(verb)}.", hint, column)
    return form


def check_speaker(form: Form, actor: str, *, named: bool, column: int = 0) -> dict[str, object]:
    """Check the actor, and return the verb with a seat as `by`. `named`: quoted, so certainly a seat."""
    if form.has_seat and (named or actor not in SPEAKERS):
        return {"do": form.verb, "by": actor}
    if not form.has_seat and not named and actor == form.cls.actor:
        return {"do": form.verb}
    who = "a seat" if form.has_seat else echo_text(form.cls.actor)
    raise Misread(
        f"{echo_text(form.verb)} is said by {who}, not by {echo_text(actor)}.", f"Write: {form.usage}", column
    )


def fill_fields(form: Form, values: Document, given: Iterable[LineWord]) -> Event:
    """Assign words to the event's fields, by position and by name. A word without pieces leaves its position empty."""
    given = list(given)
    columns: dict[str, int] = {}
    named = {word.key for word in given}
    free = [field for field in form.placed if field.name not in named]
    place = 0
    for word in given:
        field = _find_named_field(form, word) if word.key else _find_placed_field(form, free, place, word)
        place += not word.key and field is not form.rest
        if not word.pieces and not word.key:
            continue
        if word.key and field.name in values:
            raise Misread(f"{echo_text(field.name)} is given twice.", "Keep one of them.", word.column)
        columns.setdefault(field.name, word.column)
        _put_word(values, field, word)
    if form.rest is not None and form.rest.required:
        values.setdefault(form.rest.name, [])
    try:
        return make_event(form, values)
    except Misread as fault:
        fault.column = fault.column or columns.get(fault.field, 0)
        raise


def make_event(form: Form, values: Mapping[str, object]) -> Event:
    """Make the event, or raise `Misread` with the value that does not fit."""
    try:
        return form.restore_unknowns(msgspec.convert(values, form.cls))
    except msgspec.ValidationError as fault:
        raise _explain_misfit(form, values, str(fault)) from None


def split_event_fields(form: Form, event: Event) -> tuple[dict[str, object], list[Field], list[Field]]:
    """Return what an event states: its plain values, the fields by position and the fields by name."""
    values: dict[str, object] = {
        name: list(value) if isinstance(value, tuple) else value for name, value in msgspec.to_builtins(event).items()
    }
    for field in form.fields:
        # msgspec leaves out what *is* the default, not what merely equals it.
        if not field.required and field.name in values and _is_default(values[field.name], field.default):
            del values[field.name]
    by_place = [f for f in form.placed if f.required or f is form.rest]
    by_name = [f for f in form.fields if f not in by_place and f.name in values]
    return values, by_place, by_name


def _is_default(value: object, default: object) -> bool:
    plain = msgspec.to_builtins(default)
    plain = list(plain) if isinstance(plain, tuple) else plain
    return type(value) is type(plain) and value == plain


def _find_named_field(form: Form, word: LineWord) -> Field:
    field = form.find_field(word.key)
    if field is None:
        raise Misread(
            f"{echo_text(form.verb)} has no field {echo_text(word.key)}.",
            suggest_nearest(word.key, [f.name for f in form.fields]) or f"Write: {form.usage}",
            word.column,
        )
    return field


def _find_placed_field(form: Form, free: list[Field], place: int, word: LineWord) -> Field:
    if place >= len(free):
        text = ",".join(piece.text for piece in word.pieces)
        raise Misread(
            f"{echo_text(form.verb)} has no place for {echo_text(text)}.",
            f"Write: {form.usage} (words that belong together go into quotation marks)",
            word.column,
        )
    return free[place]


def _put_word(values: Document, field: Field, word: LineWord) -> None:
    read = [read_piece(piece, field.takes) for piece in word.pieces]
    if field.many:
        values.setdefault(field.name, []).extend(read)
    elif len(read) > 1:
        raise Misread(
            f"{echo_text(field.name)} takes one value, not {len(read)}.",
            "Put it into quotation marks if the comma belongs to it.",
            word.column,
        )
    else:
        values[field.name] = read[0] if read else ""


def _explain_misfit(form: Form, values: Mapping[str, object], said: str) -> Misread:
    known = {"do", "seq", *(["by"] if form.has_seat else []), *(f.name for f in form.fields)}
    strange = next((key for key in values if key not in known), None)
    if strange is not None:
        hint = suggest_nearest(strange, known - {"do", "seq"}) or f"Write: {form.usage}"
        return Misread(f"{echo_text(form.verb)} has no field {echo_text(strange)}.", hint, field=strange)
    needed = [*(["by"] if form.has_seat else []), *(f.name for f in form.fields if f.required)]
    missing = [name for name in needed if name not in values]
    if missing:
        return Misread(f"{echo_text(form.verb)} lacks {', '.join(missing)}.", f"Write: {form.usage} (or ?? if unknown)")
    at = FIELD_AT_FAULT.search(said)
    name = at[1] if at else ""
    return Misread(
        f"{echo_text(values.get(name, ''))} cannot be the {echo_text(name)} of {echo_text(form.verb)}.",
        f"It takes {_describe_expected_type(form, name)}.",
        field=name,
    )


def _describe_expected_type(form: Form, name: str) -> str:
    field = form.find_field(name)
    if field is None:
        return "a seat" if name == "by" else "a whole number"
    unknown = ", or ??" if field.takes == {str} else ""
    return f"{'a list, each ' if field.many else ''}{field.expects}{unknown}"
