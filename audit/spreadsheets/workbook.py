"""Reads the one sheet of a workbook (`.xlsx`) as rows of text. Formulas and links are refused."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from engine.kernel.log import LogError
from engine.kernel.spellings.csv_form import TITLES

MAX_BYTES, MAX_UNPACKED, MAX_CELLS, MAX_COLUMNS = 10_000_000, 60_000_000, 100_000, 200
MAX_ROW = 1_048_576
BOOK, TEXTS, STYLES = "xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml"
SHEETS = re.compile(r"xl/worksheets/[^/]+\.xml")
PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
SAVE = "Save it as CSV, or as .xlsx anew."
# Formats with these numbers are dates, and so are formats that spell the year. A workbook counts days from the end of
# 1899. `DAYS_BEFORE` counts the days from 1 March of the year 0 to that date. A year that starts in March ends with its
# leap day.
DAYS = frozenset({14, 15, 16, 17, 22})
DAYS_BEFORE = 693_899
FOUR_CENTURIES, CENTURY, FOUR_YEARS, YEAR = 146_097, 36_524, 1_461, 365
FIVE_MONTHS, MARCH, MONTHS = 153, 3, 12
LETTERS = 26
Row = list[str]


class SheetCell(NamedTuple):
    """One cell that is not empty."""

    row: int
    column: int
    text: str


def read_workbook_rows(raw: bytes) -> list[Row]:
    """List the rows of the only sheet with content, including empty rows in between."""
    if len(raw) > MAX_BYTES:
        raise LogError("The workbook is larger than 10 MB.", "One game is one log: save its sheet alone.")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as book:
            return _arrange_rows(_read_only_sheet(book))
    except (zipfile.BadZipFile, zlib.error, ET.ParseError, KeyError, ValueError, NotImplementedError, EOFError):
        raise LogError("This cannot be read as a workbook.", SAVE) from None


def write_rows_as_text(rows: Sequence[Row]) -> str:
    """Write rows as CSV if a row of titles separates header and events, else as lines of text."""
    titled = any(tuple(cell.strip().lower() for cell in row[at : at + 2]) == TITLES for row in rows for at in (0, 1))
    if not titled:
        return "\n".join(_join_row(row) for row in rows) + "\n"
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _join_row(row: Row) -> str:
    held = [cell for cell in row if cell]
    if len(held) > 1 and row[0] and row[0][-1].isalpha():
        return f"{held[0]}: {', '.join(held[1:])}"
    return ", ".join(held)


def _read_only_sheet(book: zipfile.ZipFile) -> list[SheetCell]:
    """Read the cells of the only sheet that has any."""
    names = book.namelist()
    if sum(entry.file_size for entry in book.infolist()) > MAX_UNPACKED:
        raise LogError("The workbook unpacks to more than 60 MB.", "Save the sheet of one game alone.")
    if any(name.startswith("xl/externalLinks/") for name in names):
        raise LogError("The workbook links to others.", "Copy the sheet, and paste its values only.")
    if BOOK not in names:
        raise LogError("This file is a zip archive and not a workbook.", "Unzip it first.")
    texts = list(_list_shared_texts(_parse_part(book, TEXTS))) if TEXTS in names else []
    days = _find_day_styles(_parse_part(book, STYLES)) if STYLES in names else frozenset()
    sheets = (list(_read_cells(_parse_part(book, name), texts, days)) for name in names if SHEETS.fullmatch(name))
    held = [cells for cells in sheets if cells]
    if not held:
        raise LogError("The workbook is empty.", "A log starts with a header: game, players, then its events.")
    if len(held) > 1:
        says = f"{len(held)} sheets of the workbook have content."
        raise LogError(says, "One game is one log: save its sheet alone.")
    return held[0]


def _parse_part(book: zipfile.ZipFile, name: str) -> ET.Element:
    raw = book.read(name)
    if b"<!DOCTYPE" in raw or b"<!ENTITY" in raw:
        raise LogError("The workbook has an XML document type, which no workbook needs.", SAVE)
    return ET.fromstring(raw)  # noqa: S314 - entities and document types are refused above


def _list_shared_texts(tree: ET.Element) -> Iterator[str]:
    """Yield the shared texts that cells refer to by index, without phonetic guides."""
    for one in tree:
        yield _join_text_runs(one)


def _join_text_runs(one: ET.Element) -> str:
    runs = (
        part if _strip_namespace(part) == "t" else part.find("{*}t")
        for part in one
        if _strip_namespace(part) in {"t", "r"}
    )
    return "".join(run.text or "" for run in runs if run is not None)


def _find_day_styles(styles: ET.Element) -> frozenset[int]:
    """List the styles that show a number as a date."""
    own = {
        int(one.get("numFmtId", "0"))
        for one in styles.iter()
        if _strip_namespace(one) == "numFmt" and "y" in one.get("formatCode", "")
    }
    formats = styles.find("{*}cellXfs")
    listed = [int(one.get("numFmtId", "0")) for one in formats] if formats is not None else []
    return frozenset(at for at, number in enumerate(listed) if number in DAYS | own)


def _read_cells(sheet: ET.Element, texts: Sequence[str], days: frozenset[int]) -> Iterator[SheetCell]:
    """Yield the cells of a sheet that have text. A formula or a link raises `LogError` with its place."""
    count = 0
    for one in sheet.iter():
        if _strip_namespace(one) == "hyperlink":
            row, column = _parse_cell_name(one.get("ref", "A1").split(":")[0])
            raise LogError("A cell links to somewhere.", "Take the links out: logs are words only.", row, column)
        if _strip_namespace(one) != "c":
            continue
        row, column = _parse_cell_name(one.get("r", ""))
        if one.find("{*}f") is not None:
            raise LogError("A cell holds a formula.", "Paste values only: a log says what was written.", row, column)
        text = " ".join(_spell_cell(one, texts, days).split())
        count += 1
        if count > MAX_CELLS:
            raise LogError("The sheet has more than 100,000 cells.", "One game is one log.", row)
        if text:
            yield SheetCell(row, column, text)


def _spell_cell(cell: ET.Element, texts: Sequence[str], days: frozenset[int]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find("{*}is")
        return "" if inline is None else _join_text_runs(inline)
    value = cell.find("{*}v")
    said = (value.text if value is not None else "") or ""
    match kind:
        case "s":
            return texts[int(said)] if said else ""
        case "b":
            return {"1": "yes", "0": "no"}.get(said, said)
        case "n" if said:
            return _spell_number(float(said), day=int(cell.get("s", "0")) in days)
    return said


def _spell_number(value: float, *, day: bool) -> str:
    if day:
        return _spell_day(int(value))
    return str(int(value)) if value.is_integer() else str(value)


def _spell_day(count: int) -> str:
    """Convert a workbook's day count to a date."""
    cycles, day = divmod(count + DAYS_BEFORE, FOUR_CENTURIES)
    centuries = min(day // CENTURY, 3)
    fours, day = divmod(day - centuries * CENTURY, FOUR_YEARS)
    years = min(day // YEAR, 3)
    month, day = divmod(5 * (day - years * YEAR) + 2, FIVE_MONTHS)
    year = 400 * cycles + 100 * centuries + 4 * fours + years + (month + MARCH > MONTHS)
    return f"{year:04}-{(month + MARCH - 1) % MONTHS + 1:02}-{day // 5 + 1:02}"


def _parse_cell_name(name: str) -> tuple[int, int]:
    match = PLACE.fullmatch(name)
    if match is None or not 0 < int(match[2]) <= MAX_ROW:
        raise ValueError(name)
    column = 0
    for letter in match[1]:
        column = column * LETTERS + ord(letter) - ord("A") + 1
    if column > MAX_COLUMNS:
        raise LogError("The sheet has more than 200 columns.", "A log needs a dozen.", int(match[2]))
    return int(match[2]), column


def _arrange_rows(cells: Sequence[SheetCell]) -> list[Row]:
    """Arrange cells in rows. A cell below row 100,000 raises `LogError`."""
    last = max(cell.row for cell in cells)
    if last > MAX_CELLS:
        raise LogError("The sheet has more than 100,000 rows.", "One game is one log.", last)
    rows: list[Row] = [[] for _ in range(last)]
    for cell in cells:
        row = rows[cell.row - 1]
        row += [""] * (cell.column - len(row))
        row[cell.column - 1] = cell.text
    return rows


def _strip_namespace(one: ET.Element) -> str:
    return one.tag.rpartition("}")[2]
