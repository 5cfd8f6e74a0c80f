"""A club's own columns: a small file says which of them is what, and a sheet becomes one that we read."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from audit.upload import as_text
from audit.workbook import Row, rows_of
from engine.kernel.log import LogError
from engine.kernel.spellings import echoed, nearest
from engine.kernel.spellings.header import KEYS
from engine.kernel.spellings.spreadsheet import TITLES
from engine.kernel.spellings.typed.other_words import folded

SEPARATORS = ",;\t"
# Who acts where nobody does.
FATE = "fate"
MAX_BYTES = 100_000
SAMPLE = '[columns]\nby = "Player"\ndo = "Action"\nvalues = ["Piece", "How far"]\n'


class NamedColumns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which title stands above who acts, what is done, and the values in the game's own order."""

    do: str
    by: str = ""
    values: tuple[str, ...] = ()


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a club says of its sheets: their columns, what their header lacks, and their words for ours."""

    columns: NamedColumns
    header: dict[str, str] = {}
    words: dict[str, str] = {}


def columns_from(text: str) -> Columns:
    """Read what a club says of its sheets. Raises `LogError` with place and remedy, as a pack does."""
    if len(text) > MAX_BYTES:
        raise LogError("The file of columns is larger than 100 kB.", f"It should look like this:\n{SAMPLE}")
    try:
        said = msgspec.convert(tomllib.loads(text), Columns)
    except tomllib.TOMLDecodeError as wrong:
        raise LogError(f"The file of columns is not TOML: {wrong}.", f"It should look like this:\n{SAMPLE}") from None
    except msgspec.ValidationError as wrong:
        raise LogError(f"The file of columns: {wrong}.", f"It should look like this:\n{SAMPLE}") from None
    for key in said.header:
        if key not in KEYS:
            raise LogError(f"[header]: there is no header key {echoed(key)}.", nearest(key, KEYS))
    titles = [title for title in (said.columns.by, said.columns.do, *said.columns.values) if title]
    for title in titles:
        if titles.count(title) > 1:
            raise LogError(f"[columns]: {echoed(title)} is named twice.", "Each column is one thing.")
    return said


def sheet_from(raw: bytes, said: Columns) -> str:
    """Write a club's sheet (`.xlsx` or CSV) as one that is read as a log. Raises `LogError`."""
    rows = _rows(raw)
    at, places = _titles(rows, said.columns)
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerows(_header(rows[:at], said.header))
    sheet.writerow([*TITLES, *range(1, len(said.columns.values) + 1)])
    words = {folded(theirs): ours for theirs, ours in said.words.items()}
    sheet.writerows(_events(rows[at + 1 :], said.columns, places, words))
    return out.getvalue()


def _rows(raw: bytes) -> list[Row]:
    if as_text(raw) is not raw:
        return rows_of(raw)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LogError("The file is not UTF-8.", "Save it as CSV in UTF-8, or as .xlsx.") from None
    sign = max(SEPARATORS, key=text.count)
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=sign)]
    except csv.Error as wrong:
        raise LogError(f"This is not CSV: {wrong}.", "Save the sheet as CSV anew.") from None


def _titles(rows: Sequence[Row], named: NamedColumns) -> tuple[int, Mapping[str, int]]:
    """Find the row of titles, and where each of those named stands."""
    wanted = [title for title in (named.by, named.do, *named.values) if title]
    best: tuple[int, str] = (0, "")
    for at, row in enumerate(rows):
        places = {folded(cell): place for place, cell in reversed(list(enumerate(row)))}
        lacking = [title for title in wanted if folded(title) not in places]
        if not lacking:
            return at, {title: places[folded(title)] for title in wanted}
        if len(lacking) < len(wanted) and (not best[1] or len(lacking) < best[0]):
            best = (len(lacking), f"Row {at + 1} has no {echoed(lacking[0])}. {nearest(lacking[0], filter(None, row))}")
    hint = best[1] or f"The titles are: {', '.join(wanted)}."
    raise LogError("No row of this sheet holds the titles that the file of columns names.", hint)


def _header(above: Sequence[Row], said: Mapping[str, str]) -> Iterator[Row]:
    """Give what the sheet says above its titles, and what the club says of all its sheets."""
    own = {row[0].strip().casefold(): row for row in above if row and row[0].strip().casefold() in KEYS}
    for key in KEYS:
        if key in own:
            yield [key, *filter(None, own[key][1:])]
        elif key in said:
            yield [key, said[key]]


def _events(
    rows: Sequence[Row], named: NamedColumns, places: Mapping[str, int], words: Mapping[str, str]
) -> Iterator[Row]:
    def cell(row: Row, title: str) -> str:
        place = places.get(title, len(row))
        return row[place] if place < len(row) else ""

    for row in rows:
        verb = cell(row, named.do)
        if not verb:
            said = ", ".join(filter(None, row))
            yield [f"# {said}"] if said else []
            continue
        values = [cell(row, title) for title in named.values]
        yield [cell(row, named.by) or FATE, *words.get(folded(verb), verb).split(), *_untrailed(values)]


def _untrailed(values: Row) -> Row:
    while values and not values[-1]:
        values = values[:-1]
    return values
