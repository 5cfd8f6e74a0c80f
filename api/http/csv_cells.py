"""CSV for people: the same cells, with no formula among them for whatever program opens them."""

from __future__ import annotations

import csv
import io
import re

from audit.tournaments.report.csv_markdown import SIGNS

# What a spreadsheet takes for a formula, or strips until it is one.
FORMULA = (*SIGNS, "\t", "\r", "\n")
# What stands unseen before one.
BLANKS = " \u00a0\u200b\u3000\ufeff"
A_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def escape_formulas(exact: str) -> str:
    """Write each cell that a spreadsheet could reckon with an apostrophe before it, and all of them in quotes."""
    written = io.StringIO()
    table = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n")
    table.writerows([map(_escape_cell, row) for row in csv.reader(io.StringIO(exact, newline=""))])
    return written.getvalue()


def _escape_cell(cell: str) -> str:
    risky = cell.lstrip(BLANKS).startswith(FORMULA) and A_NUMBER.fullmatch(cell) is None
    return f"'{cell}" if risky else cell
