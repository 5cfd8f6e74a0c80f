"""Renders a count as a self-contained HTML page: standings, cross-table, and each table with its logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.report.html_frame import escape_html_text, write_html_page, write_html_paragraph
from audit.tournaments.report.document import explain_lead, write_head_line
from engine.kernel.basics.json_types import Document

GRID = """
main { max-width: 80rem; } table { border-collapse: collapse; width: 100%; margin: .6rem 0 1.4rem; }
th, td { text-align: left; padding: .3rem .6rem; vertical-align: top; border-bottom: 1px solid var(--rule);
  overflow-wrap: anywhere; }
.provisional, .missing { color: var(--doubt); } .open { display: inline; }
"""


def render_page(said: Document) -> str:
    """Render the page."""
    return write_html_page(str(said["name"]), GRID, _render_content(said))


def _render_content(said: Document) -> Iterator[str]:
    yield write_html_paragraph(write_head_line(said))
    yield from (write_html_paragraph(line) for line in said["safety"]["says"])
    rows = [
        (
            row["label"],
            row["name"] + _spell_withdrawal(row),
            row["shown"],
            row["sum"],
            explain_lead(row),
            _spell_keys(row),
        )
        for row in said["standings"]
    ]
    yield from _render_grid(
        "Standings", ("Place", "Player", "Points", "Made of", "Ahead of the next by", "Tie-breaks asked"), rows
    )
    yield from _render_cross_table(said)
    if said["books_differ"]:
        differ = [
            (one["player"], *(f"{one[book]['label']} with {one[book]['points']}" for book in BOOKS))
            for one in said["books_differ"]
        ]
        yield from _render_grid(
            "Where the books differ", ("Player", "As adjudicated", "As played", "As claimed"), differ
        )
    tables = [(one["table"], one["status"], Links(one["logs"]), " ".join(one["notes"])) for one in said["tables"]]
    yield from _render_grid("Tables", ("Table", "Result", "Log", "Remarks"), tables)
    if said["unmatched"]:
        files = [(one["file"], f"{one['says']} {one['refused']}") for one in said["unmatched"]]
        yield from _render_grid("Files that belong to no table", ("File", "Why"), files)
    if said["corrections"]:
        events = [
            (at, one["do"], one["who"], one.get("why", ""), _spell_event(one))
            for at, one in enumerate(said["corrections"], 1)
        ]
        yield from _render_grid("Events", ("Event", "What", "Who", "Why", "About"), events)


class Links:
    """The logs of a table, each with a link to its replay if there is one."""

    def __init__(self, logs: Sequence[Document]) -> None:
        """Store the logs of a document."""
        self.logs = logs

    def render_html(self) -> str:
        """Render the links as the content of a cell."""
        return ", ".join(
            f'<a href="{escape_html_text(log["replay"])}">{escape_html_text(log["file"])}</a>'
            if "replay" in log
            else escape_html_text(log["file"])
            for log in self.logs
        )


BOOKS = ("adjudicated", "played", "claimed")


def _spell_withdrawal(row: Document) -> str:
    return f" (withdrawn from round {row['withdrawn']})" if row["withdrawn"] else ""


def _spell_keys(row: Document) -> str:
    return "; ".join(f"{key['key']} {key['says']}" for key in row["keys"][1:])


def _spell_event(event: Document) -> str:
    known = {"do", "who", "why"}
    return ", ".join(f"{key} {value}" for key, value in event.items() if key not in known and value not in ("", None))


def _render_cross_table(said: Document) -> Iterator[str]:
    """Render the points by round: the table of each player, and the points there."""
    rounds = sorted({line["round"] for row in said["standings"] for line in row["lines"] if line["round"]})
    rows = []
    for row in said["standings"]:
        cells = []
        for number in rounds:
            found = [line for line in row["lines"] if line["round"] == number]
            cells.append("; ".join(f"{line['what']}: {line['points']}" for line in found))
        rows.append((row["label"], row["name"], *cells))
    yield from _render_grid("Round by round", ("Place", "Player", *(f"Round {number}" for number in rounds)), rows)


def _render_cell(cell: object) -> str:
    return cell.render_html() if isinstance(cell, Links) else escape_html_text(str(cell))


def _render_grid(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield f"<h2>{escape_html_text(title)}</h2>\n<table>"
    yield (
        "<thead><tr>"
        + "".join(f'<th scope="col">{escape_html_text(head)}</th>' for head in heads)
        + "</tr></thead>\n<tbody>"
    )
    for row in rows:
        style = f' class="{row[1]}"' if row[1] in {"provisional", "missing"} else ""
        yield f"<tr{style}>" + "".join(f"<td>{_render_cell(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody>\n</table>"
