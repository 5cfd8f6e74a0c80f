"""A count as one page that opens offline: standings, cross-table, each table with its logs and what is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.report.html_frame import page, paragraph, text
from audit.tournaments.report.document import ahead_by, head_line
from engine.kernel.basics.json_types import Document

GRID = """
main { max-width: 80rem; } table { border-collapse: collapse; width: 100%; margin: .6rem 0 1.4rem; }
th, td { text-align: left; padding: .3rem .6rem; vertical-align: top; border-bottom: 1px solid var(--rule);
  overflow-wrap: anywhere; }
.provisional, .missing { color: var(--doubt); } .open { display: inline; }
"""


def as_page(said: Document) -> str:
    """Write the page."""
    return page(str(said["name"]), GRID, _content(said))


def _content(said: Document) -> Iterator[str]:
    yield paragraph(head_line(said))
    yield from (paragraph(line) for line in said["safety"]["says"])
    rows = [
        (row["label"], row["name"] + _withdrawn(row), row["shown"], row["sum"], ahead_by(row), _keys(row))
        for row in said["standings"]
    ]
    yield from _grid(
        "Standings", ("Place", "Player", "Points", "Made of", "Ahead of the next by", "Tie-breaks asked"), rows
    )
    yield from _cross(said)
    if said["books_differ"]:
        differ = [
            (one["player"], *(f"{one[book]['label']} with {one[book]['points']}" for book in BOOKS))
            for one in said["books_differ"]
        ]
        yield from _grid("Where the books differ", ("Player", "As adjudicated", "As played", "As claimed"), differ)
    tables = [(one["table"], one["status"], Links(one["logs"]), " ".join(one["notes"])) for one in said["tables"]]
    yield from _grid("Tables", ("Table", "Result", "Log", "What is to be said of it"), tables)
    if said["unmatched"]:
        files = [(one["file"], f"{one['says']} {one['refused']}") for one in said["unmatched"]]
        yield from _grid("Files that belong to no table", ("File", "Why"), files)
    if said["corrections"]:
        events = [
            (at, one["do"], one["who"], one.get("why", ""), _about(one))
            for at, one in enumerate(said["corrections"], 1)
        ]
        yield from _grid("Events", ("Event", "What", "Who", "Why", "About"), events)


class Links:
    """The logs of a table, each with a link to where its game is played again, if there is one."""

    def __init__(self, logs: Sequence[Document]) -> None:
        """Take them as the document has them."""
        self.logs = logs

    def html(self) -> str:
        """Write them into a cell."""
        return ", ".join(
            f'<a href="{text(log["replay"])}">{text(log["file"])}</a>' if "replay" in log else text(log["file"])
            for log in self.logs
        )


BOOKS = ("adjudicated", "played", "claimed")


def _withdrawn(row: Document) -> str:
    return f" (withdrawn from round {row['withdrawn']})" if row["withdrawn"] else ""


def _keys(row: Document) -> str:
    return "; ".join(f"{key['key']} {key['says']}" for key in row["keys"][1:])


def _about(event: Document) -> str:
    known = {"do", "who", "why"}
    return ", ".join(f"{key} {value}" for key, value in event.items() if key not in known and value not in ("", None))


def _cross(said: Document) -> Iterator[str]:
    """Lay points out by round: where somebody sat, and what came of it."""
    rounds = sorted({line["round"] for row in said["standings"] for line in row["lines"] if line["round"]})
    rows = []
    for row in said["standings"]:
        cells = []
        for number in rounds:
            found = [line for line in row["lines"] if line["round"] == number]
            cells.append("; ".join(f"{line['what']}: {line['points']}" for line in found))
        rows.append((row["label"], row["name"], *cells))
    yield from _grid("Round by round", ("Place", "Player", *(f"Round {number}" for number in rounds)), rows)


def _cell(cell: object) -> str:
    return cell.html() if isinstance(cell, Links) else text(str(cell))


def _grid(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield f"<h2>{text(title)}</h2>\n<table>"
    yield "<thead><tr>" + "".join(f'<th scope="col">{text(head)}</th>' for head in heads) + "</tr></thead>\n<tbody>"
    for row in rows:
        style = f' class="{row[1]}"' if row[1] in {"provisional", "missing"} else ""
        yield f"<tr{style}>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody>\n</table>"
