"""Converts a sheet with a club's own columns into a canonical sheet, as a small file of columns describes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from audit.spreadsheets.workbook import Row, read_workbook_rows
from engine.kernel.basics.foreign_toml import TomlError, read_toml
from engine.kernel.log import LogError
from engine.kernel.spellings import echo_text, suggest_nearest
from engine.kernel.spellings.csv_form import TITLES
from engine.kernel.spellings.file_check import ZIPPED
from engine.kernel.spellings.header import KEYS
from engine.kernel.spellings.typed.other_words import normalize_phrase
from engine.kernel.spellings.typed.word_lists import load_shipped_words

if TYPE_CHECKING:
    from engine.kernel.game import Game

SEPARATORS = ",;\t"
# The actor of a row that names none.
FATE = "fate"
MAX_BYTES = 100_000
SHOWN = "`deadreckon help convert` shows a file of columns as it should be."


class NamedColumns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The titles of the columns for the actor, the verb, and the values in the game's own order."""

    do: str
    by: str = ""
    values: tuple[str, ...] = ()


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A club's file of columns: the columns, header values that its sheets lack, and its words for ours."""

    columns: NamedColumns
    header: dict[str, str] = {}
    words: dict[str, str] = {}


def read_columns(text: str) -> Columns:
    """Parse a club's file of columns. Raises `LogError` with place and remedy."""
    if len(text) > MAX_BYTES:
        raise LogError("The file of columns is larger than 100 kB.", SHOWN)
    try:
        said = msgspec.convert(read_toml(text), Columns)
    except TomlError as wrong:
        raise LogError(f"The file of columns is not TOML: {wrong.says}.", SHOWN, wrong.line, wrong.column) from None
    except msgspec.ValidationError as wrong:
        raise LogError(f"The file of columns: {wrong}.", SHOWN) from None
    for key in said.header:
        if key not in KEYS:
            raise LogError(f"[header]: there is no header key {echo_text(key)}.", suggest_nearest(key, KEYS))
    titles = [title for title in (said.columns.by, said.columns.do, *said.columns.values) if title]
    for title in titles:
        if titles.count(title) > 1:
            raise LogError(f"[columns]: {echo_text(title)} is named twice.", "Give each column one meaning.")
    return said


def refuse_strange_words(said: Columns, games: Mapping[str, Game]) -> None:
    """Raise `LogError` if the file names an unknown game, or a verb that the game's logs do not have."""
    known = {normalize_phrase(name): name for name in games}
    name = said.header.get("game", "")
    if name and normalize_phrase(name) not in known:
        raise LogError(
            f"[header]: there is no game {echo_text(name)}.", suggest_nearest(name, games) or f"{', '.join(games)}."
        )
    verbs = games[known[normalize_phrase(name)]].vocabulary.forms if name else ()
    for theirs, ours in said.words.items():
        verb = ours.split()[0] if ours.split() else ""
        if verbs and verb not in verbs:
            says = f"[words]: {echo_text(theirs)} stands for {echo_text(verb)}, and no log of {name} says that."
            raise LogError(says, suggest_nearest(verb, verbs) or "`deadreckon events` lists what a log may say.")


class ClubSheet(NamedTuple):
    """A converted sheet. Row N of the club's sheet is now in line N plus `later`."""

    text: str
    later: int


def convert_club_sheet(raw: bytes, said: Columns) -> ClubSheet:
    """Convert a club's sheet (`.xlsx` or CSV) into a sheet that the parser accepts. Raises `LogError`."""
    rows = _read_rows(raw)
    at, places = _find_titles(rows, said.columns)
    header = _collect_header(rows[:at], said.header)
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerows(header)
    sheet.writerow([*TITLES, *range(1, len(said.columns.values) + 1)])
    words = {normalize_phrase(theirs): ours for theirs, ours in said.words.items()}
    sheet.writerows(_list_events(rows[at + 1 :], said.columns, places, words))
    return ClubSheet(out.getvalue(), len(header) - at)


def _read_rows(raw: bytes) -> list[Row]:
    if raw.startswith(ZIPPED):
        return read_workbook_rows(raw)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LogError("The file is not UTF-8.", "Save it as CSV in UTF-8, or as .xlsx.") from None
    sign = max(SEPARATORS, key=text.count)
    try:
        return [[" ".join(cell.split()) for cell in row] for row in csv.reader(io.StringIO(text), delimiter=sign)]
    except csv.Error as wrong:
        raise LogError(f"This is not CSV: {wrong}.", "Save the sheet as CSV anew.") from None


def _find_titles(rows: Sequence[Row], named: NamedColumns) -> tuple[int, Mapping[str, int]]:
    """Find the row of titles, and the column of each named title."""
    wanted = [title for title in (named.by, named.do, *named.values) if title]
    best: tuple[int, str] = (0, "")
    for at, row in enumerate(rows):
        places = {normalize_phrase(cell): place for place, cell in reversed(list(enumerate(row)))}
        lacking = [title for title in wanted if normalize_phrase(title) not in places]
        if not lacking:
            return at, {title: places[normalize_phrase(title)] for title in wanted}
        if len(lacking) < len(wanted) and (not best[1] or len(lacking) < best[0]):
            best = (
                len(lacking),
                f"Row {at + 1} has no {echo_text(lacking[0])}. {suggest_nearest(lacking[0], filter(None, row))}",
            )
    hint = best[1] or f"The titles are: {', '.join(wanted)}."
    raise LogError("No row of this sheet holds the titles that the file of columns names.", hint)


def _collect_header(above: Sequence[Row], said: Mapping[str, str]) -> list[Row]:
    """Combine the header rows above the titles with the club's own header values, reusing rows that hold no key."""
    heads = load_shipped_words((), "").heads
    rows = [[row[0].rstrip(" :="), *filter(None, row[1:])] if row else [] for row in above]
    keys = [heads.get(normalize_phrase(row[0]), "") if row else "" for row in rows]
    lacking = [[key, said[key]] for key in KEYS if key in said and key not in keys]
    for at, key in enumerate(keys):
        if not key:
            rows[at] = lacking.pop(0) if lacking else _make_remark(rows[at])
    return [*lacking, *rows]


def _make_remark(row: Row) -> Row:
    said = ", ".join(filter(None, row))
    return [f"# {said}"] if said else []


def _list_events(
    rows: Sequence[Row], named: NamedColumns, places: Mapping[str, int], words: Mapping[str, str]
) -> Iterator[Row]:
    def read_cell(row: Row, title: str) -> str:
        place = places.get(title, len(row))
        return row[place] if place < len(row) else ""

    for row in rows:
        verb = read_cell(row, named.do)
        if not verb:
            yield _make_remark(row)
            continue
        values = [read_cell(row, title) for title in named.values]
        yield [
            read_cell(row, named.by) or FATE,
            *words.get(normalize_phrase(verb), verb).split(),
            *_drop_trailing_blanks(values),
        ]


def _drop_trailing_blanks(values: Row) -> Row:
    while values and not values[-1]:
        values = values[:-1]
    return values
