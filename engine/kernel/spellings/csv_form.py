"""The CSV spelling: a log as a person types it into a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.events import Event
from engine.kernel.log import Header, Log, LogError
from engine.kernel.spellings.fields import SPEAKERS, check_speaker, fill_fields, find_form, split_event_fields
from engine.kernel.spellings.file_check import OWN_SHEET, SHEET, refuse_stray_return
from engine.kernel.spellings.header import HeaderEntry, assemble_header, find_vocabulary, list_header_entries
from engine.kernel.spellings.line_words import (
    NUMBER,
    QUOTED,
    LineWord,
    Piece,
    is_ambiguous_text,
    parse_number,
    quote_text,
    split_words,
    unquote_text,
    write_field_value,
)
from engine.kernel.spellings.misread import Misread
from engine.kernel.spellings.reader_state import LogBeingRead
from engine.kernel.vocabulary import Field, Form, Vocabulary

TITLES = ("by", "do")
NAMED = pattern(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
# Patterns for one cell, by separator: spreadsheets of some countries write semicolons, others tabs.
CELL = {sign: pattern(rf'(?>(?:"(?>(?:[^"]|"")*)"|[^{sign}])*)(?:{sign}|$)', re.DOTALL) for sign in ",;\t"}
# A cell that matches can be written as it is. Any other is stripped by a sheet or misread, and needs quotation marks.
OPEN = pattern(r'[^\s#"\x00-\x1f](?:[^\x00-\x1f]*[^\s\x00-\x1f])?')
PACK = "|\n"


class _Lines(list[str]):
    """The file object for the CSV writer."""

    def write(self, text: str) -> None:
        self.append(text)


class SheetRow(NamedTuple):
    """One row: its cells (none if unreadable), its text and the line it starts on."""

    cells: list[str]
    text: str
    line: int
    fault: Misread | None = None
    sign: str = ","


def read(raw: bytes, vocabulary_of: Callable[[str], Vocabulary]) -> Log:
    """Read a log in the CSV spelling."""
    text = raw.decode()
    sheet = SHEET.match(raw)
    rows = _read_rows(text.split("\n"), sheet[1].decode() if sheet else ",")
    entries: list[HeaderEntry] = []
    seq_first = _read_header_rows(rows, entries)
    header, header_lines = assemble_header(entries)
    vocabulary = find_vocabulary(header, vocabulary_of, header_lines)
    transcript = LogBeingRead()
    last = text.count("\n") + 1
    for row in rows:
        try:
            transcript.add(_read_event(row, vocabulary, seq_first=seq_first), row.line, row.text)
        except Misread as fault:
            transcript.refuse(fault, row.line, row.text, cut=row.line == last)
    return transcript.make_log(header, "csv", header_lines)


def write(log: Log, vocabulary: Vocabulary) -> str:
    """Write a log in the canonical CSV spelling, with a column `seq` if any event states one."""
    stated = any(event.seq for event in log.events)
    rows = [_write_cells(event, vocabulary, stated=stated) for event in log.events]
    width = max(map(len, rows), default=0) - len(TITLES) - stated
    out = _Lines()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerows(_list_header_cells(log.header))
    sheet.writerow([*(["seq"] if stated else []), *TITLES, *range(1, width + 1)])
    sheet.writerows(rows)
    return "".join(out)


def write_rows(text: str, events: Iterable[Event], vocabulary: Vocabulary) -> list[str]:
    """Write events as rows to append to a sheet, with its separator and its columns."""
    titles = (_read_titles(line) for line in text.split("\n"))
    sign, seq_first = next(filter(None, titles), (",", False))
    out = _Lines()
    rows = (_write_cells(event, vocabulary, stated=seq_first) for event in events)
    csv.writer(out, delimiter=sign, lineterminator="").writerows(rows)
    return out


def _read_titles(line: str) -> tuple[str, bool] | None:
    """Read the separator from the row of titles, and whether a column `seq` stands first; None from any other line."""
    for sign in CELL:
        cells = [cell.strip(' "\r') for cell in line.casefold().split(sign)[:3]]
        if tuple(cells[:2]) == TITLES or tuple(cells) == ("seq", *TITLES):
            return sign, cells[0] == "seq"
    return None


def _read_rows(lines: Sequence[str], sign: str) -> Iterator[SheetRow]:
    """Read rows one by one, so that a stray quotation mark spoils one line and not the rest of the sheet."""
    at = 0
    while at < len(lines):
        if lines[at].startswith('{"'):
            raise LogError("This sheet contains a line of JSON.", "Write the whole log in one spelling.", at + 1)
        end = _find_row_end(lines, at)
        text = "\n".join(lines[at:end])
        row = _parse_row(text, at + 1, sign, closed=end <= len(lines))
        if row.fault is not None:
            row = row._replace(text=lines[at])
            end = at + 1
        if row.fault or (any(row.cells) and not row.cells[0].startswith("#")):
            yield row
        at = end


def _find_row_end(lines: Sequence[str], at: int) -> int:
    """Find the line after the row, where quotation marks are balanced. Past the end of the file: never closed."""
    open_quote = False
    for end in range(at, len(lines)):
        open_quote ^= lines[end].count('"') % 2 == 1
        if not open_quote:
            return end + 1
    return len(lines) + 1


def _parse_row(text: str, line: int, sign: str, *, closed: bool) -> SheetRow:
    if not closed:
        fault = Misread("A quotation mark in this row is not closed.", 'Inside a cell write "" for one.')
        return SheetRow([], text, line, fault)
    try:
        refuse_stray_return(text)
        cells = next(csv.reader([text], strict=True, delimiter=sign), [])
    except csv.Error as error:
        return SheetRow([], text, line, Misread(f"This row is not CSV: {error}.", "Save the sheet as CSV anew."))
    except Misread as fault:
        return SheetRow([], text, line, fault)
    return SheetRow(cells, text, line, sign=sign)


def _read_header_rows(rows: Iterator[SheetRow], entries: list[HeaderEntry]) -> bool:
    """Collect the header up to the row of titles; return whether the first column is `seq`."""
    for row in rows:
        if row.fault is not None:
            raise LogError(row.fault.says, row.fault.hint, row.line)
        cells = [cell.strip() for cell in row.cells]
        if tuple(cells[:2]) == TITLES or tuple(cells[:3]) == ("seq", *TITLES):
            return cells[0] == "seq"
        entries.append(_read_entry(row))
    raise LogError(
        "There is no row 'by,do,1,2,…' between the header and the events.",
        f"Write the header rows, then that row, then a row for each event. {OWN_SHEET}",
        entries[0].line if entries else 1,
    )


def _read_entry(row: SheetRow) -> HeaderEntry:
    key, *values = row.cells
    if key.strip() == "pack" and values and "\n" in values[0]:
        return HeaderEntry("pack", values[0].removeprefix(PACK), row.line, block=True)
    value = ", ".join(value.strip() for value in values if value.strip())
    return HeaderEntry(key.strip(), value, row.line, len(key) + 2)


def _read_event(row: SheetRow, vocabulary: Vocabulary, *, seq_first: bool) -> Event:
    if row.fault is not None:
        raise row.fault
    cells = [cell.strip() for cell in row.cells]
    stated = _read_seq(cells.pop(0)) if seq_first else {}
    places = [match.start() + 1 for match in CELL[row.sign].finditer(row.text)][seq_first:]
    actor, verb = (*cells, "", "")[:2]
    if not actor or not verb:
        missing = "who acts" if not actor else "what happens"
        raise Misread(f"The row does not say {missing}.", "Fill the cells 'by' and 'do'.", places[0])
    form = find_form(vocabulary, verb, places[1])
    named = actor.startswith('"')
    values = check_speaker(form, _unquote_cell(actor, places[0]) if named else actor, named=named, column=places[0])
    given = [
        _read_word(form, cell, column) for cell, column in zip(_strip_empty_cells(cells[2:]), places[2:], strict=False)
    ]
    return fill_fields(form, {**values, **stated}, given)


def _read_seq(cell: str) -> dict[str, object]:
    if cell and not NUMBER.fullmatch(cell):
        raise Misread(
            "The cell 'seq' does not hold a whole number.",
            "Leave it empty: an event is numbered by its place in the file.",
            1,
        )
    return {"seq": parse_number(cell)} if cell else {}


def _strip_empty_cells(cells: list[str]) -> list[str]:
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _read_word(form: Form, cell: str, column: int) -> LineWord:
    """Read a cell. `name=value` gives a name if the event has such a field, or a list that takes all other words."""
    named = NAMED.fullmatch(cell)
    field = form.find_field(named[1]) if named else None
    if named and (field or form.rest):
        if field and field.many:
            given = split_words(cell)
            return LineWord(field.name, given[0].pieces if len(given) == 1 else _refuse_list(column), column)
        return LineWord(named[1], (_read_piece(named[2], column),), column)
    return LineWord("", (_read_piece(cell, column),) if cell else (), column)


def _refuse_list(column: int) -> tuple[Piece, ...]:
    raise Misread("This cell is not a list.", 'Write: NAME=VALUE,VALUE with "…" around values with spaces.', column)


def _read_piece(cell: str, column: int) -> Piece:
    if cell.startswith('"'):
        return Piece(_unquote_cell(cell, column), quoted=True)
    return Piece(cell, quoted=False)


def _unquote_cell(cell: str, column: int) -> str:
    if not re.fullmatch(QUOTED, cell, re.DOTALL):
        raise Misread("A quotation mark in this cell is not closed, or text follows it.", "Close it.", column)
    return unquote_text(cell, column)


def _list_header_cells(header: Header) -> Iterator[tuple[str, str]]:
    entries = list_header_entries(header)
    for key, value in entries:
        if key == "players" and header.inline:
            yield "pack", PACK + header.inline
        yield key, value


def _write_cells(event: Event, vocabulary: Vocabulary, *, stated: bool) -> list[str]:
    form = vocabulary.by_class[type(event)]
    values, by_place, by_name = split_event_fields(form, event)
    actor = _write_actor(str(values["by"])) if form.has_seat else form.cls.actor
    cells = [*([str(event.seq or "")] if stated else []), actor, form.verb]
    if form.rest is None:
        by_place = list(form.placed)
        by_name = [field for field in by_name if field.many]
    for field in by_place:
        value = values.get(field.name, [] if field.many else None)
        cells += [_write_cell(v, field) for v in (value if isinstance(value, list) else [value])]
    return [*_strip_empty_cells(cells), *(_write_named_cell(field, values[field.name]) for field in by_name)]


def _write_named_cell(field: Field, value: object) -> str:
    if isinstance(value, list):
        return f"{field.name}={','.join(write_field_value(v, field) for v in value)}"
    return f"{field.name}={_write_cell(value, field)}"


def _write_cell(value: object, field: Field) -> str:
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    text = str(value)
    if isinstance(value, str) and (
        not OPEN.fullmatch(text) or NAMED.fullmatch(text) or is_ambiguous_text(text, field.takes)
    ):
        return quote_text(text)
    return text


def _write_actor(seat: str) -> str:
    return quote_text(seat) if seat in SPEAKERS or not OPEN.fullmatch(seat) else seat
