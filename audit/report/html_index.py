"""Renders an index of many reports: one line per log with its verdict, players and winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from audit.model import labels
from audit.model.report import Summary
from audit.report.html_frame import escape_html_text, write_html_page

LISTING = """
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem; vertical-align: top;
  border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
.broken, .unreadable, .failed { color: var(--bad); } .contested, .incomplete { color: var(--doubt); }
"""
EMPTY = "<td></td>"
HEADS = ("Verdict", "Result", "Log", "Players", "Event", "Winner", "First finding")


class IndexRow(NamedTuple):
    """One log of the list: its name, the file of its report ("" if there is none), and its summary."""

    name: str
    page: str
    summary: Summary | None


def write_index_page(rows: Sequence[IndexRow]) -> str:
    """Write the list as a self-contained page."""
    counts = Counter("failed" if row.summary is None else row.summary.verdict for row in rows)
    counted = ", ".join(labels.count_verdict(count, verdict) for verdict, count in counts.items())
    return write_html_page(f"{len(rows)} logs: {counted}", LISTING, _write_table(rows))


def _write_table(rows: Sequence[IndexRow]) -> Iterator[str]:
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    yield f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>"
    yield from map(_write_row, rows)
    yield "</tbody>\n</table>"


def _write_row(row: IndexRow) -> str:
    log = (
        f'<a href="{escape(quote(row.page))}">{escape_html_text(row.name)}</a>'
        if row.page
        else escape_html_text(row.name)
    )
    if row.summary is None:
        return f'<tr><td class="failed">failed</td><td>unknown</td><td>{log}</td>{EMPTY * 4}</tr>'
    one = row.summary
    cells = "".join(f"<td>{escape_html_text(cell)}</td>" for cell in (one.players, one.event, one.winner, one.first))
    return (
        f'<tr><td class="{one.verdict}">{one.verdict_name}</td><td>{labels.name_result(one.result)}</td><td>'
        f"{log}</td>{cells}</tr>"
    )
