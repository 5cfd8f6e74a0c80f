"""One place in a game as lines on a terminal: the event, what it changed, the table, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cli import output as printing
from cli.output import Painted, line, paint, paragraph
from engine.kernel.basics.json_types import Json
from engine.kernel.unknown import known

if TYPE_CHECKING:
    from audit.model.document import Finding
    from cli.open_log import TerminalViewer
    from engine.kernel.replay.fact_digest import Diff

# No fact is cut shorter than this in a table; the whole of it stands in the JSON.
LEAST = 12
GAP = 3
MANNER: dict[str, printing.Style] = {
    "illegal": "bad",
    "mismatch": "bad",
    "malformed": "bad",
    "contested": "doubt",
    "unverifiable": "quiet",
    "ruled": "quiet",
}


def spelled(value: object) -> str:
    """Spell the value of a fact; what nobody knows is `??`."""
    if not known(value):
        return "??"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple | set | frozenset):
        return " ".join(spelled(item) for item in value) or "-"
    return str(value) if value != "" else "-"


def changes(changed: Diff, indent: int = 2) -> list[Painted]:
    """List the facts that an event changed, old and new."""
    room = max(map(len, changed), default=0)
    return [
        line(" " * indent, f"{name:<{room}}  ", paint(spelled(old), "quiet"), " → ", paint(spelled(new), "strong"))
        for name, (old, new) in changed.items()
    ]


def undone(unapplied: Iterable[str], indent: int = 2) -> list[Painted]:
    """List what of an event could not be carried out."""
    return [line(" " * indent, paint(f"could not be carried out: {what}", "quiet")) for what in unapplied]


def facts_table(facts: Mapping[str, Json], seats: Sequence[str], changed: Iterable[str] = ()) -> list[Painted]:
    """Lay the facts out: those of the table one below the other, those of the seats side by side."""
    shared = {name: value for name, value in facts.items() if name.partition(".")[0] not in seats}
    lines = _shared(shared, set(changed))
    kept = list(dict.fromkeys(name.partition(".")[2] for name in facts if name not in shared))
    if not kept:
        return lines
    changed = set(changed)
    room = max(LEAST, (printing.width() - max(map(len, kept)) - 2) // len(seats) - GAP)
    rows = [["", *seats]]
    rows += [[name, *(_cell(facts, f"{seat}.{name}", changed, room) for seat in seats)] for name in kept]
    return [*lines, Painted(""), *(line("  ", row) for row in printing.columns(rows, gap=GAP))]


def _shared(facts: Mapping[str, Json], changed: set[str]) -> list[Painted]:
    room = max(map(len, facts), default=0)
    return [
        line(f"  {name:<{room}}   ", paint(spelled(value), "strong" if name in changed else "plain"))
        for name, value in facts.items()
    ]


def _cell(facts: Mapping[str, Json], name: str, changed: Iterable[str], room: int) -> str:
    if name not in facts:
        return ""
    text = spelled(facts[name])
    mark = " *" if name in changed else ""
    room -= len(mark)
    return (text if len(text) <= room else text[: room - 1] + "…") + mark


def finding_lines(finding: Finding, indent: int = 2) -> list[Painted]:
    """Say what is wrong, by which rule, and what would have been legal."""
    from audit.report.sentences import meeting

    head = line(
        " " * indent,
        paint(finding.status, MANNER.get(finding.status, "plain")),
        paint(f" {finding.rule}" if finding.rule else "", "id"),
        f"  follows from event {finding.follows}" if finding.follows else "",
    )
    said = [finding.breach, finding.says, meeting(finding.also)]
    if finding.instead:
        said.append(finding.instead if finding.status == "malformed" else f"Legal here: {finding.instead}")
    lead = " " * (indent + 2)
    lines = [head]
    for at, sentence in enumerate(filter(None, said)):
        lines += paragraph(sentence, indent + 2, "plain" if at == 0 else "quiet", lead)
    return lines


def page(opened: TerminalViewer, at: int) -> list[Painted]:
    """Show the game after its first `at` events."""
    return [*event_lines(opened, at), *_titled("Table", table_lines(opened, at)), *found_lines(opened, at)]


def event_lines(opened: TerminalViewer, at: int, most: int | None = None) -> list[Painted]:
    """Name the event at a place and what it changed; `most`: no more of that than so many lines."""
    step, last = opened.step(at), len(opened.entries)
    if step is None:
        return [line(paint(f"Before the first of {last} events", "title"))]
    place = f"Event {step.seq}" + (f" of {last}" if step.seq == at else f", the {at}. of {last} that count")
    head = line(paint(place, "title"), paint(f"   line {opened.line_number(step.seq)}", "quiet"))
    changed = changes(step.changed)
    if most is not None and len(changed) > most:
        changed = [*changed[: most - 1], line("  ", paint(f"… and {len(changed) - most + 1} facts more", "quiet"))]
    return [
        head,
        line("  ", paint(opened.spelled(step.event), "strong")),
        *_titled("Changed", changed or [line("  nothing")]),
        *undone(step.unapplied),
    ]


def table_lines(opened: TerminalViewer, at: int) -> list[Painted]:
    """Lay out the table at a place."""
    step = opened.step(at)
    return facts_table(opened.facts(at), opened.seats, step.changed if step else ())


def found_lines(opened: TerminalViewer, at: int) -> list[Painted]:
    """Say all that is wrong at a place."""
    return [part for finding in opened.findings_at(at) for part in (Painted(""), *finding_lines(finding, 0))]


def _titled(title: str, lines: list[Painted]) -> list[Painted]:
    return [Painted(""), line(paint(title, "title")), *lines]
