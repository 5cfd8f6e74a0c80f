"""CSV for spreadsheets: the same cells, escaped so that no program takes one for a formula."""

from __future__ import annotations

import csv
import io
import re

from audit.tournaments.report.csv_markdown import SIGNS

# Spreadsheets treat a cell with one of these first as a formula, or strip the character and then do.
FORMULA = (*SIGNS, "\t", "\r", "\n")
# Invisible characters that may precede a formula.
BLANKS = " \u00a0\u200b\u3000\ufeff"
A_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def escape_formulas(exact: str) -> str:
    """Put an apostrophe before each cell that a spreadsheet could evaluate, and quote all cells."""
    written = io.StringIO()
    table = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n")
    table.writerows([map(_escape_cell, row) for row in csv.reader(io.StringIO(exact, newline=""))])
    return written.getvalue()


def _escape_cell(cell: str) -> str:
    risky = cell.lstrip(BLANKS).startswith(FORMULA) and A_NUMBER.fullmatch(cell) is None
    return f"'{cell}" if risky else cell
