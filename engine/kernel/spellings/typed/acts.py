"""Reads one act of a line: assigns its words, in any order, to the fields of one event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from engine.kernel.events import Event
from engine.kernel.spellings.fields import make_event
from engine.kernel.spellings.misread import Misread
from engine.kernel.spellings.typed.lexicon import Lexicon, Option, Sense
from engine.kernel.spellings.typed.marks import PARTS, WordOrSign
from engine.kernel.spellings.typed.outcome import Effort
from engine.kernel.vocabulary import Field, Form

MOST_TIMES = 9
# The costs of ignoring a word that could mean something, of ignoring an unknown word, and of a guess.
PASSED_OVER, STRANGE, GUESSED = 1, 20, 8
Values = tuple[tuple[str, tuple[int | str, ...]], ...]


class Partial(NamedTuple):
    """An act that is partly read."""

    actor: str = ""
    begun: bool = False
    values: Values = ()
    # The field that the next value must go to, how often that value counts, and the cost so far.
    forced: str = ""
    times: int = 0
    cost: int = 0

    def get_values(self, name: str) -> tuple[int | str, ...]:
        """Return the values of a field so far."""
        return dict(self.values).get(name, ())

    def put_value(self, field: Field, value: int | str, cost: int = 0) -> Partial:
        """Add a value to a field, as often as the text says."""
        values = dict(self.values)
        values[field.name] = (*values.get(field.name, ()), *[value] * (self.times or 1))
        return self._replace(values=tuple(values.items()), forced="", times=0, cost=self.cost + cost, begun=True)


class Act(NamedTuple):
    """One event that some words can mean; `lacks_actor`: they do not name the actor."""

    cost: int
    event: Event
    lacks_actor: bool


class ActReader:
    """Reads a range of words of a line as one act."""

    def __init__(
        self, lexicon: Lexicon, line: Sequence[WordOrSign], options: list[list[Option]], budget: Effort
    ) -> None:
        """Take a line and what each of its words can mean."""
        self.lexicon, self.line, self.options, self.budget = lexicon, line, options, budget
        # Whether unknown words are ignored: for suggestions only.
        self.lenient = False

    def find_verbs(self, low: int, high: int) -> list[tuple[int, Option]]:
        """List the verbs between two places."""
        return [
            (at, option)
            for at in range(low, high)
            for option in self.options[at]
            if option.sense.sort == "verb" and option.end <= high
        ]

    def read_acts(self, low: int, high: int, actor: str = "", verb: str = "") -> Iterator[Act]:
        """List the events that these words can mean; `actor` and `verb` are those of the act before."""
        found = self.find_verbs(low, high)
        for at, option in found:
            yield from self._read_with_verb(low, high, option.sense.value, (at, option.end), actor)
        if verb and not found:
            yield from self._read_with_verb(low, high, verb, (-1, -1), actor)

    def read_without_verb(self, low: int, high: int) -> Iterator[Act]:
        """List the events of any kind whose fields can take all of these words."""
        for verb, form in self.lexicon.vocabulary.forms.items():
            found = self._read_with_verb(low, high, verb, (-1, -1), "") if any(f.required for f in form.fields) else ()
            for act in found:
                yield act._replace(cost=act.cost + GUESSED)

    def _read_with_verb(self, low: int, high: int, verb: str, place: tuple[int, int], actor: str) -> Iterator[Act]:
        if not self.budget.spend_steps():
            return
        form = self.lexicon.vocabulary.forms[verb.split(maxsplit=1)[0]]
        begin = Partial()
        for word in verb.split()[1:]:
            field = next((f for f in form.fields if word in self.lexicon.domains.get(f.kind, ())), None)
            if field is None:
                return
            begin = begin.put_value(field, word)
        filling = _Filling(self, form, high, place, verb)
        for partial in filling.fill_from(low, begin._replace(begun=False)):
            yield from self._make_acts(form, partial, actor)

    def _make_acts(self, form: Form, partial: Partial, actor: str) -> Iterator[Act]:
        """Make the event from its assembled fields, if it is complete and all its names exist."""
        by = partial.actor or actor
        held = dict(partial.values)
        if form.rest is not None and form.rest.required and form.rest.name not in held:
            return
        for extra, cost in self._complete_fields(form, held):
            values: dict[str, object] = {
                name: list(value) if (field := form.find_field(name)) and field.many else value[0]
                for name, value in {**held, **extra}.items()
            }
            if form.has_seat:
                values["by"] = by or self.lexicon.seats[0]
            try:
                event = make_event(form, {"do": form.verb, **values})
            except Misread:
                continue
            if not self.lexicon.vocabulary.check_names([event], self.lexicon.domains):
                yield Act(partial.cost + cost, event, form.has_seat and not by)

    def _complete_fields(
        self, form: Form, held: dict[str, tuple[int | str, ...]]
    ) -> Iterator[tuple[dict[str, tuple[str]], int]]:
        """List the ways to fill in missing fields: none, or, for suggestions, with each of a few names."""
        missing = [field for field in form.fields if field.required and field.name not in held and not field.many]
        if not missing:
            yield {}, 0
        elif self.lenient and len(missing) == 1:
            for name in self.lexicon.list_if_few(missing[0].kind):
                yield {missing[0].name: (name,)}, GUESSED


class _Filling:
    """The search for a place for every word of one act, for one verb."""

    def __init__(self, reader: ActReader, form: Form, high: int, verb_at: tuple[int, int], verb: str) -> None:
        self.reader, self.form, self.high, self.verb_at, self.verb = reader, form, high, verb_at, verb
        self.markers = reader.lexicon.words.fields.get(form.verb, {})

    def fill_from(self, at: int, partial: Partial) -> Iterator[Partial]:
        if not self.reader.budget.spend_steps():
            return
        if at >= self.high:
            if not (partial.forced or partial.times):
                yield partial
            return
        if at == self.verb_at[0]:
            yield from self.fill_from(self.verb_at[1], partial._replace(begun=True))
            return
        yield from self._take_field_name(at, partial)
        options = self.reader.options[at]
        for option in options:
            if option.sense.sort == "verb" and self._is_apart(at):
                continue
            if option.end <= self.high and not at < self.verb_at[0] < option.end:
                for after in self._take_sense(option.sense, partial, options):
                    yield from self.fill_from(option.end, after)
        if self.reader.lenient and (not options or self._is_silent(options)):
            yield from self.fill_from(at + 1, partial._replace(cost=partial.cost + STRANGE))

    def _is_apart(self, at: int) -> bool:
        """Return whether a comma or `and` separates this place from the verb. A verb there begins another act."""
        first, last = (at, self.verb_at[0]) if at < self.verb_at[0] else (self.verb_at[1], at)
        joins = (any(one.sense.sort == "join" for one in self.reader.options[n]) for n in range(first, last))
        return any(joins) or any(self.reader.line[n].text in PARTS for n in range(first, last))

    @staticmethod
    def _is_silent(options: list[Option]) -> bool:
        """Return whether a word can only mean nothing."""
        return all(option.sense.sort in {"filler", "mark", "join", "unclear"} for option in options)

    def _take_field_name(self, at: int, partial: Partial) -> Iterator[Partial]:
        """Read `boat=` as the name of a field, and words like `from` as the field that the game says they mark."""
        word = self.reader.line[at].text.casefold()
        named = at + 1 < self.high and self.reader.line[at + 1].text == "="
        if named and self.form.find_field(word):
            yield from self.fill_from(at + 2, partial._replace(forced=word))
        elif word in self.markers and not partial.forced and not partial.get_values(self.markers[word]):
            yield from self.fill_from(at + 1, partial._replace(forced=self.markers[word]))

    def _take_sense(self, sense: Sense, partial: Partial, options: list[Option]) -> Iterator[Partial]:
        match sense.sort:
            case "name":
                yield from self._take_name(sense, partial)
            case "number":
                yield from self._take_number(int(sense.value), partial)
            case "times":
                yield from self._take_times(sense, partial)
            case "text":
                yield from self._take_text(sense.value, partial)
            case "unknown":
                yield from self._take_unknown(partial)
            case _:
                yield from self._pass_word(sense, partial, options)

    def _pass_word(self, sense: Sense, partial: Partial, options: list[Option]) -> Iterator[Partial]:
        """Skip a word that fills no field: a sign, an actor, the verb again, a filler."""
        if sense.sort == "mark" or (sense.sort == "verb" and sense.value == self.verb and self.verb_at[0] >= 0):
            yield partial
        elif sense.sort == "speaker":
            if not partial.begun and not self.form.has_seat and sense.value == self.form.cls.actor:
                yield partial._replace(begun=True)
        elif sense.sort in {"filler", "join"}:
            passed = self._is_silent(options) and sense.value not in self.markers
            yield partial if passed else partial._replace(cost=partial.cost + PASSED_OVER)

    def _take_name(self, sense: Sense, partial: Partial) -> Iterator[Partial]:
        cost = PASSED_OVER if sense.weak else 0
        if sense.kind == "seat" and self.form.has_seat and not partial.forced:
            if partial.actor == sense.value and not partial.values:
                yield partial
            if not partial.actor:
                yield partial._replace(actor=sense.value, begun=True, cost=partial.cost + cost)
            if not partial.begun:
                return
        if (field := self._find_field(sense.kind, partial)) is not None and (field.many or not partial.times):
            yield partial.put_value(field, sense.value, cost)

    def _find_field(self, kind: str, partial: Partial) -> Field | None:
        """Find the field for a name of some kind: the one named, else the first that is free."""
        if partial.forced:
            field = self.form.find_field(partial.forced)
            return field if field is not None and field.kind == kind and self._is_open(field, partial) else None
        return next((f for f in self._list_unnamed_fields() if f.kind == kind and self._is_open(f, partial)), None)

    def _list_unnamed_fields(self) -> Iterator[Field]:
        """List the fields that need no name. If a list takes the rest, optional fields must be named."""
        rest = self.form.rest
        listed = rest is not None and rest.required
        return (f for f in self.form.placed if f.required or f is rest or not listed)

    @staticmethod
    def _is_open(field: Field, partial: Partial) -> bool:
        return field.many or not partial.get_values(field.name)

    def _take_number(self, number: int, partial: Partial) -> Iterator[Partial]:
        if partial.forced:
            field = self.form.find_field(partial.forced)
            if field is not None and int in field.takes and self._is_open(field, partial):
                yield partial.put_value(field, number)
            return
        counted = [f for f in self._list_unnamed_fields() if int in f.takes]
        needed = [f for f in counted if f.required]
        free = next((f for f in needed if self._is_open(f, partial)), None)
        if (
            free is None
            and not needed
            and len(counted) == 1
            and self.form.rest is None
            and self._is_open(counted[0], partial)
        ):
            free = counted[0]
        if free is not None:
            yield partial.put_value(free, number)
        elif not counted and partial.begun and not partial.times and 1 <= number <= MOST_TIMES:
            yield partial._replace(times=number, begun=True)

    def _take_times(self, sense: Sense, partial: Partial) -> Iterator[Partial]:
        """Read `2x salt`, or `salt x2`, as two of them."""
        number = int(sense.value)
        if sense.kind == "before" and partial.begun and not partial.times and number > 0:
            yield partial._replace(times=number)
        elif sense.kind == "after" and partial.values and number > 0:
            name, values = partial.values[-1]
            field = self.form.find_field(name)
            if field is not None and field.many:
                yield partial._replace(values=(*partial.values[:-1], (name, (*values, *[values[-1]] * (number - 1)))))

    def _take_text(self, text: str, partial: Partial) -> Iterator[Partial]:
        wordy = (f for f in self.form.fields if f.kind == "text" and f.required and not partial.get_values(f.name))
        if (field := next(wordy, None)) is not None:
            yield partial.put_value(field, text)

    def _take_unknown(self, partial: Partial) -> Iterator[Partial]:
        field = self.form.find_field(partial.forced) if partial.forced else None
        field = field or next((f for f in self.form.fields if f.required and self._is_open(f, partial)), None)
        if field is not None:
            yield partial.put_value(field, "??")


def strip_seq(event: Event) -> Event:
    """Return an event without the number that the file states."""
    return msgspec.structs.replace(event, seq=0) if event.seq else event
