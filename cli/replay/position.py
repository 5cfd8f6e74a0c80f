"""Format one place of a game for a terminal: the event, its changes, the table and the findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cli import output
from cli.output import Painted, join_parts, paint, wrap_paragraph
from engine.kernel.basics.json_types import Json
from engine.kernel.unknown import is_known

if TYPE_CHECKING:
    from audit.model.findings import Finding
    from cli.open_log import TerminalViewer
    from engine.kernel.replay.fact_digest import Diff

# No fact in a table is cut shorter than this. The JSON has the whole value.
LEAST = 12
GAP = 3
MANNER: dict[str, output.Style] = {
    "illegal": "bad",
    "mismatch": "bad",
    "malformed": "bad",
    "contested": "doubt",
    "unverifiable": "quiet",
    "ruled": "quiet",
}


def format_value(value: object) -> str:
    """Format the value of a fact. An unknown one is `??`."""
    if not is_known(value):
        return "??"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple | set | frozenset):
        return " ".join(format_value(item) for item in value) or "-"
    return str(value) if value != "" else "-"


def format_changes(changed: Diff, indent: int = 2) -> list[Painted]:
    """List the facts that an event changed, with old and new values."""
    room = max(map(len, changed), default=0)
    return [
        join_parts(
            " " * indent,
            f"{name:<{room}}  ",
            paint(format_value(old), "quiet"),
            " → ",
            paint(format_value(new), "strong"),
        )
        for name, (old, new) in changed.items()
    ]


def format_failures(unapplied: Iterable[str], indent: int = 2) -> list[Painted]:
    """List the effects of an event that could not be applied."""
    return [join_parts(" " * indent, paint(f"could not be carried out: {what}", "quiet")) for what in unapplied]


def format_facts(facts: Mapping[str, Json], seats: Sequence[str], changed: Iterable[str] = ()) -> list[Painted]:
    """Format the facts: those of the table in a list, those of the seats in columns."""
    shared = {name: value for name, value in facts.items() if name.partition(".")[0] not in seats}
    lines = _format_shared_facts(shared, set(changed))
    kept = list(dict.fromkeys(name.partition(".")[2] for name in facts if name not in shared))
    if not kept:
        return lines
    changed = set(changed)
    room = max(LEAST, (output.get_width() - max(map(len, kept)) - 2) // len(seats) - GAP)
    rows = [["", *seats]]
    rows += [[name, *(_format_cell(facts, f"{seat}.{name}", changed, room) for seat in seats)] for name in kept]
    return [*lines, Painted(""), *(join_parts("  ", row) for row in output.align_columns(rows, gap=GAP))]


def _format_shared_facts(facts: Mapping[str, Json], changed: set[str]) -> list[Painted]:
    room = max(map(len, facts), default=0)
    return [
        join_parts(f"  {name:<{room}}   ", paint(format_value(value), "strong" if name in changed else "plain"))
        for name, value in facts.items()
    ]


def _format_cell(facts: Mapping[str, Json], name: str, changed: Iterable[str], room: int) -> str:
    if name not in facts:
        return ""
    text = format_value(facts[name])
    mark = " *" if name in changed else ""
    room -= len(mark)
    return (text if len(text) <= room else text[: room - 1] + "…") + mark


def format_finding_lines(finding: Finding, indent: int = 2) -> list[Painted]:
    """Format a finding: the breach, the rule, and the legal alternative."""
    from audit.report.sentences import describe_general_rules

    head = join_parts(
        " " * indent,
        paint(finding.status, MANNER.get(finding.status, "plain")),
        paint(f" {finding.rule}" if finding.rule else "", "id"),
        f"  follows from event {finding.follows}" if finding.follows else "",
    )
    said = [finding.breach, finding.says, describe_general_rules(finding.also)]
    if finding.instead:
        said.append(finding.instead if finding.status == "malformed" else f"Legal here: {finding.instead}")
    lead = " " * (indent + 2)
    lines = [head]
    for at, sentence in enumerate(filter(None, said)):
        lines += wrap_paragraph(sentence, indent + 2, "plain" if at == 0 else "quiet", lead)
    return lines


def format_place(opened: TerminalViewer, at: int) -> list[Painted]:
    """Format the game after its first `at` events."""
    return [*format_event(opened, at), *_add_title("Table", format_table(opened, at)), *format_findings_at(opened, at)]


def format_event(opened: TerminalViewer, at: int, most: int | None = None) -> list[Painted]:
    """Format the event at a place and its changes. `most` limits the number of changes."""
    step, last = opened.step_at(at), len(opened.entries)
    if step is None:
        return [join_parts(paint(f"Before the first of {last} events", "title"))]
    place = f"Event {step.seq}" + (f" of {last}" if step.seq == at else f", the {at}. of {last} that count")
    head = join_parts(paint(place, "title"), paint(f"   line {opened.line_number(step.seq)}", "quiet"))
    changed = format_changes(step.changed)
    if most is not None and len(changed) > most:
        changed = [
            *changed[: most - 1],
            join_parts("  ", paint(f"… and {len(changed) - most + 1} facts more", "quiet")),
        ]
    return [
        head,
        join_parts("  ", paint(opened.spell_event(step.event), "strong")),
        *_add_title("Changed", changed or [join_parts("  nothing")]),
        *format_failures(step.unapplied),
    ]


def format_table(opened: TerminalViewer, at: int) -> list[Painted]:
    """Format the facts at a place."""
    step = opened.step_at(at)
    return format_facts(opened.facts_at(at), opened.seats, step.changed if step else ())


def format_findings_at(opened: TerminalViewer, at: int) -> list[Painted]:
    """Format all findings at a place."""
    return [part for finding in opened.findings_at(at) for part in (Painted(""), *format_finding_lines(finding, 0))]


def _add_title(title: str, lines: list[Painted]) -> list[Painted]:
    return [Painted(""), join_parts(paint(title, "title")), *lines]
