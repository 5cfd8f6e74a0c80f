"""Many reports as a page that leads to each: a line a log, with its verdict, who played and who won."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from audit.report.style import CSS
from audit.reporting import Summary
from engine.kernel.spellings import shown

LISTING = """
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem; vertical-align: top;
  border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
.broken, .unreadable, .failed { color: var(--bad); } .contested, .incomplete { color: var(--doubt); }
"""
EMPTY = "<td></td>"
HEADS = ("Verdict", "Result", "Log", "Players", "Event", "Winner", "First finding")


class IndexRow(NamedTuple):
    """One log of the list: what it is called, the file of its report ("" where there is none), and what came of it."""

    name: str
    page: str
    summary: Summary | None


def as_index(rows: Sequence[IndexRow]) -> str:
    """Write the list as one page that opens offline."""
    return "".join(f"{line}\n" for line in _page(rows))


def _page(rows: Sequence[IndexRow]) -> Iterator[str]:
    css = CSS + LISTING
    seen = b64encode(hashlib.sha256(css.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{seen}'; base-uri 'none'; form-action 'none'"
    counts = Counter("failed" if row.summary is None else row.summary.verdict for row in rows)
    counted = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{len(rows)} logs</title>\n<style>{css}</style>\n</head>\n<body>\n<main>"
    yield f"<header><h1>{len(rows)} logs: {counted}</h1></header>"
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    yield f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>"
    yield from map(_row, rows)
    yield "</tbody>\n</table>\n</main>\n</body>\n</html>"


def _row(row: IndexRow) -> str:
    log = f'<a href="{escape(quote(row.page))}">{_text(row.name)}</a>' if row.page else _text(row.name)
    if row.summary is None:
        return f'<tr><td class="failed">failed</td><td>unknown</td><td>{log}</td>{EMPTY * 4}</tr>'
    one = row.summary
    cells = "".join(f"<td>{_text(cell)}</td>" for cell in (one.players, one.event, one.winner, one.first))
    return f'<tr><td class="{one.verdict}">{one.verdict}</td><td>{_text(one.result)}</td><td>{log}</td>{cells}</tr>'


def _text(text: str) -> str:
    return escape(shown(text))
