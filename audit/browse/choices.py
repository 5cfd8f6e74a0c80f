"""Lists the choices at a table: legal moves in groups, and the values that a chance event may have."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from audit.browse.catalogue import describe_event_kind as whole_sentence
from audit.model.step import describe_situation, legal_moves_document, spell_event
from engine.kernel.events import Chance, Move, Record
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known
from engine.kernel.vocabulary import make_unwritten_event

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from engine.kernel.basics.json_types import Document
    from engine.kernel.events import Event
    from engine.kernel.replay.program import Program
    from engine.kernel.table import AnyTable
    from engine.kernel.vocabulary import Field, Form

# A longer list is of no use to a reader, who types the value instead.
MOST_VALUES = 220
# No die and no count in our games is larger. If the rules allow all of these, readers pick small ones and type others.
NUMBERS = range(21)
MOST_NUMBERS = 13
UNSAID = "??"


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One complete line that may be written. `short` is the part that differs from its neighbours."""

    line: str
    short: str
    dead_end: str = ""


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """The legal moves of one seat that share a verb."""

    seat: str
    verb: str
    says: str
    lines: tuple[MoveLine, ...]


@dataclass(frozen=True, slots=True)
class ValueRow:
    """The values that one field of a line may have. An empty list means that the reader types the value."""

    name: str
    many: bool
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineInParts:
    """A line that the reader puts together from values: a chance event or a hidden choice."""

    actor: str
    verb: str
    says: str
    example: str
    values: tuple[ValueRow, ...]
    # If only one value is missing, each value makes a complete line, so that one tap is enough.
    lines: tuple[MoveLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """All choices at one table."""

    waits_for: str
    due: bool
    in_doubt: bool
    groups: tuple[VerbGroup, ...]
    parts: tuple[LineInParts, ...]

    def choices_document(self) -> Document:
        """Return the choices as a document for the page's script."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class TableContext:
    """A table, with all that is needed to list its choices."""

    program: Program
    table: AnyTable
    domains: Mapping[str, Container[str]]
    seats: tuple[str, ...]
    # The reader's seat. It is offered every value, since offering only those that fit could reveal hidden information.
    seat: str | None = None


def describe_event_plainly(form: Form) -> str:
    """Describe an event without the backticks of the manual."""
    return whole_sentence(form).replace("`", "")


def list_choices_at(log: LogViewer, place: int, seat: str | None = None) -> Choices:
    """List the choices at a place of a log, for all seats or for one."""
    prepared, table = log.prepared, log.table_at(place)
    return list_choices(TableContext(prepared.program, table, prepared.domains, log.seats, seat))


def list_choices(setting: TableContext, legal: Document | None = None) -> Choices:
    """List the choices at a table. `legal` holds the legal moves if the caller has them already."""
    program, table = setting.program, setting.table
    legal = legal_moves_document(program, table, 0, setting.seat) if legal is None else legal
    groups = tuple(_group_moves(program, legal["moves"]))
    listed = {group.verb for group in groups}
    return Choices(
        describe_situation(program.rulebook.game, table),
        bool(table.owed),
        legal["in_doubt"],
        groups,
        tuple(_list_lines_in_parts(setting, listed)),
    )


def _group_moves(program: Program, moves: Iterable[Document]) -> Iterator[VerbGroup]:
    forms = program.rulebook.game.vocabulary.forms
    found: dict[tuple[str, str], list[MoveLine]] = {}
    for move in moves:
        event, line = move["event"], move["text"]
        said = line.partition(": ")[2].partition(" ")
        short = said[2] or said[0]
        found.setdefault((event.get("by", ""), event["do"]), []).append(MoveLine(line, short, move.get("dead_end", "")))
    for (seat, verb), lines in found.items():
        form = forms[verb]
        unsaid = [MoveLine(f"{seat}: {verb} {UNSAID}", UNSAID)] if seat and _has_one_value(form) else []
        yield VerbGroup(seat, verb, describe_event_plainly(form), (*lines, *unsaid))


def _has_one_value(form: Form) -> bool:
    """Return whether the line requires exactly one value. Such a value can be written as unknown."""
    needed = [field for field in form.fields if field.required]
    return len(needed) == 1 and not needed[0].many


def _list_lines_in_parts(setting: TableContext, listed: set[str]) -> Iterator[LineInParts]:
    """Yield the chance events that may come next, and the moves of which no legal line is listed."""
    for form in setting.program.rulebook.game.vocabulary.forms.values():
        if issubclass(form.cls, Record) or not issubclass(form.cls, Chance | Move) or form.verb in listed:
            continue
        event = _start_line(setting, form)
        if event is not None:
            yield _compose_line(setting, form, event)


def _start_line(setting: TableContext, form: Form) -> Event | None:
    """Build the event with all values that are known, or return None if it may not come here."""
    table = setting.table
    owed = table.owed[-1] if table.owed else None
    if owed is not None and owed.what is not form.cls:
        return None
    event = make_unwritten_event(form.cls) if owed is None else owed.as_event()
    if form.has_seat and setting.seat is not None:
        event = replace(event, by=setting.seat)
    gate = setting.program.steps[form.cls].gate
    try:
        stopped = gate is not None and gate(table, event) is not None
    except Undetermined:
        stopped = False
    return None if stopped else event


def _compose_line(setting: TableContext, form: Form, event: Event) -> LineInParts:
    rows = [_make_value_row(setting, event, field) for field in form.fields if _has_no_value(event, field)]
    if rows and not form.has_seat and not setting.table.owed:
        # The acting seat is not known. The reader may name it or leave it out.
        rows += [
            ValueRow(field.name, many=False, values=setting.seats)
            for field in form.fields
            if _may_name_seat(event, field)
        ]
    actor = form.cls.actor if not form.has_seat else str(getattr(event, "by", UNSAID))
    if form.has_seat and not is_known(getattr(event, "by", UNKNOWN)):
        actor = ""
        rows.insert(0, ValueRow("seat", many=False, values=setting.seats))
    fixed = [f"{field.name}={value}" for field in form.fields if (value := _spell_known_value(event, field))]
    start = " ".join([f"{actor}:" if actor else "", form.verb, *fixed]).strip()
    lines: tuple[MoveLine, ...] = ()
    if not rows:
        lines = (MoveLine(start, form.verb),)
    elif len(rows) == 1 and rows[0].values and not rows[0].many and actor:
        lines = tuple(
            MoveLine(_write_line_with(setting, event, form.find_field(rows[0].name), value), value)
            for value in rows[0].values
        )
    return LineInParts(
        actor, start.partition(": ")[2] or form.verb, describe_event_plainly(form), form.usage, tuple(rows), lines
    )


def _write_line_with(setting: TableContext, event: Event, field: Field | None, value: str) -> str:
    """Write the line with its one missing value."""
    assert field is not None, "a row is made of a field"  # noqa: S101 - for the type checker
    number = int in field.takes and value.isdecimal()
    stated = UNKNOWN if value == UNSAID else int(value) if number else value
    return spell_event(setting.program.rulebook.game, replace(event, **{field.attribute: stated}))


def _has_no_value(event: Event, field: Field) -> bool:
    value = getattr(event, field.attribute)
    return field.required and (field.many or not is_known(value))


def _may_name_seat(event: Event, field: Field) -> bool:
    return field.kind == "seat" and not field.required and not field.many and not getattr(event, field.attribute)


def _spell_known_value(event: Event, field: Field) -> str:
    """Write the value of a field if it is known and not the default."""
    value = getattr(event, field.attribute)
    if field.many or not is_known(value) or value == field.default:
        return ""
    return str(value)


def _make_value_row(setting: TableContext, event: Event, field: Field) -> ValueRow:
    candidates = _list_candidates(setting, field)
    if field.many:
        return ValueRow(field.name, many=True, values=tuple(map(str, candidates)))
    fits = _make_fit_check(setting, event, field)
    values = [value for value in candidates if fits(value)] or list(candidates)
    if int in field.takes:
        values = values[:MOST_NUMBERS]
    return ValueRow(field.name, many=False, values=(*map(str, values), UNSAID) if values else ())


def _list_candidates(setting: TableContext, field: Field) -> list[int | str]:
    domain = setting.domains.get(field.kind, ())
    if int in field.takes and not field.kind:
        least = 1 if "1 or more" in field.expects else 0
        return [number for number in NUMBERS if number >= least]
    names = sorted(domain) if isinstance(domain, Iterable) else []
    return names if len(names) <= MOST_VALUES else []


def _make_fit_check(setting: TableContext, event: Event, field: Field) -> Callable[[int | str], bool]:
    """Return a check that says whether a value breaks no rule here, as far as is known."""

    def is_fit(value: int | str) -> bool:
        tried = replace(event, **{field.attribute: value})
        return all(breach is None for _, breach in setting.program.find_breaches(setting.table, tried))

    return is_fit if setting.seat is None else lambda _: True
