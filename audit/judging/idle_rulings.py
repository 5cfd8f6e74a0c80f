"""Finds rulings of an arbiter that waive nothing, usually because they name a file line instead of an event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from audit.findings.finding import SourceLines, describe_fault
from audit.model.findings import Finding
from engine.kernel.events import Ruling
from engine.kernel.log import Fault
from engine.kernel.unknown import is_known

BY_NUMBER = "Name the event by its number, as reports do."
# A limit for generated records. No human writes more rulings than this.
MOST_NAMED = 1_000


def find_idle_rulings(findings: Iterable[Finding], pages: SourceLines) -> list[Finding]:
    """Find each ruling that covers no finding, and suggest the event that its number may mean."""
    listed = list(findings)
    return [
        describe_fault(fault, *pages.locate_event(seq))
        for seq, fault in islice(_list_idle_rulings(listed, pages), MOST_NAMED)
    ]


def _list_idle_rulings(findings: list[Finding], pages: SourceLines) -> Iterator[tuple[int, Fault]]:
    ruled: dict[int | None, set[str]] = {}
    on_line: dict[int, set[int]] = {}
    for finding in findings:
        if finding.status == "ruled":
            ruled.setdefault(finding.seq, {""}).add(finding.rule)
        if finding.seq and finding.seq != finding.line:
            on_line.setdefault(finding.line, set()).add(finding.seq)
    for at, rulings in pages.prepared.book.rulings.items():
        for seq, ruling in rulings:
            rule = ruling.rule if is_known(ruling.rule) else ""
            # A rule that is not in force has its own finding already.
            strange = bool(rule) and rule not in pages.prepared.program.rulebook.rules
            if not strange and rule not in ruled.get(at, ()):
                yield seq, _make_fault(seq, at, rule, ruling, sorted(on_line.get(at, ())))


def _make_fault(seq: int, at: int, rule: str, ruling: Ruling, meant: list[int]) -> Fault:
    broken = f" that breaks {rule}" if rule else ""
    line = (
        f"Line {at} of the file is event {meant[0]}: write record: {_spell_ruling_line(ruling, meant[0])}."
        if meant
        else BY_NUMBER
    )
    return Fault(f"This ruling has no effect: nothing was found at event {at}{broken}.", line, seq=seq)


def _spell_ruling_line(ruling: Ruling, at: int) -> str:
    return f"ruling {at} {ruling.rule}".rstrip() if is_known(ruling.rule) else f"ruling {at}"
