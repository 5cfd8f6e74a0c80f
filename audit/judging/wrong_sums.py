"""Explains a wrong number line by line, and finds where the claimed value was last right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct, structs

from audit.budget import Budget
from audit.findings.finding import SourceLines, make_report_value
from audit.findings.replay_outcome import ReplayedLog
from audit.model.findings import Finding, Value
from audit.model.sums import LastRight, Sum, SumLine
from engine.kernel.events import Claim
from engine.kernel.facts import Reckoner
from engine.kernel.game import Game
from engine.kernel.replay.claims import is_same_value, list_fact_patterns
from engine.kernel.replay.replay import Replay
from engine.kernel.table import AnyTable

# The number of facts followed through a log, and the length of an excerpt. The work of an event allows looking at
# `FACTS_AN_EVENT` facts.
MOST_FACTS, QUOTED = 60, 80
FACTS_AN_EVENT = 4


class FactHistory(Struct):
    """The history of one fact: its values, and the parts they are made of, each by the number of events before."""

    parts: tuple[str, ...]
    values: list[tuple[int, Value]]
    made_of: dict[int, dict[str, int]]

    def note_change(self, place: int, fact: str, reckoners: Mapping[str, Reckoner], table: AnyTable) -> None:
        """Record the value of the fact if it has changed."""
        value = make_report_value(reckoners[fact](table))
        if self.values and self.values[-1][1] == value:
            return
        self.values.append((place, value))
        now = {name: make_report_value(reckoners[name](table)) for name in self.parts}
        self.made_of[place] = {name: count for name, count in now.items() if isinstance(count, int)}

    def values_until(self, place: int) -> list[tuple[int, Value]]:
        """List the values up to a place."""
        return [(at, value) for at, value in self.values if at <= place]


def add_sums(findings: list[Finding], log: ReplayedLog, pages: SourceLines, budget: Budget) -> list[Finding]:
    """Add to each wrong claim the sum behind the computed value, and the last place where the claim was right.

    The budget limits the number of facts.
    """
    at = {seq: place for place, (seq, event) in enumerate(log.prepared.entries) if type(event) is Claim}
    wrong = [str(f.facts["fact"]) for f in findings if f.status == "mismatch" and f.seq in at and "fact" in f.facts]
    an_event = max(0, budget.left) // len(log.prepared.entries)
    facts = list(dict.fromkeys(wrong))[: min(MOST_FACTS, (an_event - 1) * FACTS_AN_EVENT)] if an_event > 1 else []
    histories = _follow_facts(log, facts)
    if facts:
        budget.note_work(len(log.prepared.entries) * (1 + len(facts) // FACTS_AN_EVENT))

    def add_sum(finding: Finding) -> Finding:
        history = histories.get(str(finding.facts.get("fact"))) if finding.status == "mismatch" else None
        if history is None or finding.seq not in at:
            return finding
        values = history.values_until(at[finding.seq])
        last = _find_last_right(values, finding.facts["claimed"], log, pages)
        return structs.replace(finding, sum=_make_sum(values, history, log, pages), last_right=last)

    return [add_sum(finding) for finding in findings]


def _follow_facts(log: ReplayedLog, facts: Iterable[str]) -> dict[str, FactHistory]:
    """Replay the log once more and record each change of these facts."""
    prepared = log.prepared
    game, run = prepared.game, Replay(prepared.program, prepared.build_table(), policy=prepared.asked.policy)
    known = game.reckoners(run.table)
    found = {fact: FactHistory(_name_sum_parts(game, fact, run.table.seats), [], {}) for fact in facts if fact in known}
    for place in range(len(prepared.entries) + 1 if found else 0):
        if place:
            run.run(prepared.entries[place - 1 : place])
            run.judgements.clear()
        reckoners = game.reckoners(run.table)
        for fact, history in found.items():
            history.note_change(place, fact, reckoners, run.table)
        if run.stopped is not None:
            break
    return found


def _name_sum_parts(game: Game, fact: str, seats: Iterable[str]) -> tuple[str, ...]:
    """List the facts that add up to this one."""
    named = next((game.sums[pattern] for pattern in list_fact_patterns(fact, seats) if pattern in game.sums), ())
    return tuple(name.replace("*", fact.partition(".")[0]) for name in named)


def _find_last_right(
    values: Sequence[tuple[int, Value]], claimed: Value, log: ReplayedLog, pages: SourceLines
) -> LastRight | None:
    """Find the event that ended the claimed value. Return None if the fact never had that value before a change."""
    ended = [after for (_, was), (after, _) in pairwise(values) if is_same_value(claimed, was)]
    if not ended:
        return None
    seq = log.prepared.entries[ended[-1] - 1][0]
    line, _, text = pages.locate_event(seq)
    return LastRight(seq=seq, line=line, text=text.strip()[:QUOTED])


def _make_sum(
    values: Sequence[tuple[int, Value]], history: FactHistory, log: ReplayedLog, pages: SourceLines
) -> Sum | None:
    """Write a number as a sum: its value at the start, and the change by each line."""
    numbers = [(place, value) for place, value in values if isinstance(value, int)]
    if len(numbers) < len(values) or len(numbers) < 2:  # noqa: PLR2004 - one number is no sum
        return None
    lines = []
    for (before, was), (place, value) in pairwise(numbers):
        seq = log.prepared.entries[place - 1][0]
        line, _, text = pages.locate_event(seq)
        then = history.made_of[before]
        parts = {name: count - then.get(name, 0) for name, count in history.made_of[place].items()}
        parts = {name: more for name, more in parts.items() if more}
        whole = parts if sum(parts.values()) == value - was else {}
        lines.append(SumLine(seq=seq, line=line, amount=value - was, text=text.strip()[:QUOTED], parts=whole))
    return Sum(begins=numbers[0][1], lines=tuple(lines), comes_to=numbers[-1][1])
