"""Workbooks for tests, as a spreadsheet saves them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape

NAMES = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
Cell = str | int | float | None


def workbook(*sheets: Sequence[Sequence[Cell]], more: Mapping[str, str] | None = None, cell: str = "") -> bytes:
    """Save sheets of texts and numbers; `cell` is put into the first sheet unchanged, `more` are other parts."""
    texts: list[str] = []
    parts = {"xl/workbook.xml": f'<workbook xmlns="{NAMES}"/>'}
    for number, rows in enumerate(sheets, 1):
        laid = "".join(_row(row, at, texts) for at, row in enumerate(rows, 1)) + (cell if number == 1 else "")
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{NAMES}"><sheetData>{laid}</sheetData></worksheet>'
        )
    listed = "".join(f"<si><t>{escape(text)}</t></si>" for text in texts)
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{NAMES}">{listed}</sst>'
    return zipped({**parts, **(more or {})})


def zipped(parts: Mapping[str, str]) -> bytes:
    """Zip parts by name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name, part in parts.items():
            book.writestr(name, part)
    return out.getvalue()


def _row(row: Sequence[Cell], at: int, texts: list[str]) -> str:
    cells = "".join(_cell(cell, f"{chr(ord('A') + n)}{at}", texts) for n, cell in enumerate(row) if cell is not None)
    return f'<row r="{at}">{cells}</row>'


def _cell(cell: Cell, place: str, texts: list[str]) -> str:
    if not isinstance(cell, str):
        return f'<c r="{place}"><v>{cell}</v></c>'
    texts.append(cell)
    return f'<c r="{place}" t="s"><v>{len(texts) - 1}</v></c>'
