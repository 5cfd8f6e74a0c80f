"""Renders a count as CSV and as Markdown, and defuses text that would act as a formula or as markup."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from audit.tournaments.report.document import explain_lead, write_head_line
from engine.kernel.basics.json_types import Document
from engine.kernel.basics.visible_text import make_visible

# Formulas begin with these signs, and spreadsheets may find a formula after some others. Some accept wide variants.
SIGNS = "=+-@＝＋－＠"  # noqa: RUF001 - as said
FORMULA = (*SIGNS, "\t", "\r", "|", "%")
MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~-])")


def defuse_cell(cell: str) -> str:
    """Make a cell that looks like a formula plain text."""
    text = make_visible(cell)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def spell_mixed_number(value: str) -> str:
    """Write a fraction so that no spreadsheet reads it as a date: 17/2 as 8 1/2."""
    number = Fraction(value)
    whole, rest = divmod(abs(number), 1)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole} {rest}" if rest else f"{sign}{whole}"


def render_csv(said: Document, *, exact: bool = False) -> str:
    """Render the standings as CSV, one row per player, with the points of every round.

    `exact` is for programs: fractions and texts stay unchanged, even if a spreadsheet would compute with them.
    """
    cell, number = (str, str) if exact else (defuse_cell, spell_mixed_number)
    rounds = sorted({line["round"] for row in said["standings"] for line in row["lines"] if line["round"]})
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(
        ["place", "key", "name", "points", "exact", *(f"round {one}" for one in rounds), "other", "ahead by"]
    )
    for row in said["standings"]:
        numbers = [number(row["points"]), *(number(_sum_round(row, one)) for one in (*rounds, 0))]
        texts = [cell(words) for words in (row["label"], row["player"], row["name"])]
        # A shared place such as 2= begins with a digit and is safe, and numbers are numbers.
        sheet.writerow([*texts, row["shown"], *numbers, cell(explain_lead(row))])
    return out.getvalue()


def _sum_round(row: Document, number: int) -> str:
    """Sum the points of a round. Round 0 holds the points outside of rounds."""
    found = (Fraction(line["points"]) for line in row["lines"] if line["round"] == number)
    return str(sum(found, Fraction(0)))


def render_markdown(said: Document) -> str:
    """Render standings, tables and open questions as Markdown."""
    return "\n".join(_write_markdown(said)) + "\n"


def escape_markdown(text: object) -> str:
    """Escape text so that it is not markup."""
    return MARKUP.sub(r"\\\1", make_visible(str(text)).replace("\n", " "))


def _write_grid(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(escape_markdown(cell) for cell in row)} |"


def _write_markdown(said: Document) -> Iterator[str]:
    yield f"# {escape_markdown(said['name'])}"
    yield ""
    yield write_head_line(said)
    yield ""
    for line in said["safety"]["says"]:
        yield escape_markdown(line)
        yield ""
    rows = [(row["label"], row["name"], row["shown"], row["sum"], explain_lead(row)) for row in said["standings"]]
    yield from _write_grid(("Place", "Player", "Points", "Made of", "Ahead of the next by"), rows)
    yield ""
    yield "## Tables"
    yield ""
    tables = [(one["table"], one["status"], " ".join(one["notes"])) for one in said["tables"]]
    yield from _write_grid(("Table", "Result", "Remarks"), tables)
    links = [(one["table"], log) for one in said["tables"] for log in one["logs"] if "replay" in log]
    yield from (
        "",
        *(f"* {escape_markdown(table)}: [{escape_markdown(log['file'])}](<{log['replay']}>)" for table, log in links),
    )
    if said["unmatched"]:
        yield ""
        yield "## Files that belong to no table"
        yield ""
        yield from _write_grid(("File", "Why"), [(one["file"], one["says"]) for one in said["unmatched"]])
