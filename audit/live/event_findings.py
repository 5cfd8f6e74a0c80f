"""Finds the findings of a live game, and tries other readings within a budget, so that answers stay fast."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from audit.budget import Budget
from audit.causes.repairs import NEAREST, describe_difference, find_alternatives, measure_distance, repair_claim
from audit.findings.finding import QUOTED, SourceLines, collect_findings, describe_judgement
from audit.findings.replay_outcome import Readings, ReplayOutcome, summarize_replay
from audit.judging.contested import mark_contested_findings
from audit.live.game import ENCODER
from audit.live.state import LiveState, build_table_after, build_table_for
from audit.model.findings import OPEN, UNDECIDED, Finding, Repair
from engine.kernel.events import Chance, Claim, Event, Move
from engine.kernel.replay.books import Book as Which
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.spellings import write_line
from engine.kernel.unknown import is_known

# Per answer: the number of events replayed under other readings, and of findings with repairs.
MOST_WEIGHED = 20_000
MOST_REPAIRED = 8


@dataclass(slots=True)
class WorkBudget:
    """The work that is left for one request."""

    events: int = MOST_WEIGHED
    repairs: int = MOST_REPAIRED


class LiveSourceLines(SourceLines):
    """Locates events as if the game were written in the canonical spelling, with event n on line n + 1."""

    def __init__(self, live_state: LiveState, which: Which = "adjudicated") -> None:
        """Prepare the events of one book."""
        super().__init__(b"", live_state.live.prepare_events(live_state.events, live_state.effective_book(which)))
        self.live_state = live_state

    def quote_line(self, number: int) -> str:
        """Quote a line of that log."""
        live, seq = self.live_state.live, number - 1
        raw = ENCODER.encode(self.live_state.played.entries[seq - 1][1]) if seq else live.header_bytes
        return raw.decode()[:QUOTED]

    def locate_event(self, seq: int, fact: str = "") -> tuple[int, int, str]:  # noqa: ARG002 - the header is one line here
        """Find line, column and text of an event. Seq 0 is the header."""
        said = self.quote_event(self.live_state.played.entries[seq - 1][1]) if seq else ""
        return seq + 1, 1, said or self.quote_line(seq + 1)


class LiveReadings(Readings):
    """The game so far under other readings, within the budget."""

    def __init__(self, places: LiveSourceLines, patience: WorkBudget) -> None:
        """Start with no replays."""
        super().__init__(places.prepared, Budget())
        self.patience, self.told_to = patience, places.live_state.told_to

    def may_replay(self, question: str, reading: str, least: int = 0) -> bool:  # noqa: ARG002 - `may_spend_on` has checked the budget
        """Return True: `may_spend_on` has already reserved the work for all readings of a finding."""
        return True

    def replay_under(self, question: str, reading: str) -> ReplayOutcome:
        """Replay under one other reading. The end of the record is not taken as the end of the game."""
        if (question, reading) not in self._outcomes:
            other = self.prepared.read_question_as(question, reading)
            table = build_table_for(other, self.told_to)
            run = Replay(other.program, table, policy=other.asked.policy).run(other.entries)
            # A replay with many breaches takes extra work, which counts too.
            self.patience.events -= run.extra
            self._outcomes[question, reading] = summarize_replay(other.game, run)
        return self._outcomes[question, reading]

    def may_spend_on(self, finding: Finding) -> bool:
        """Reserve the work for all readings that a finding may depend on. Return whether the budget allows it."""
        laid = self.prepared.program.rulebook.rules.get(finding.rule)
        asked = [(q, r) for q in (laid.rule.rulings if laid else ()) for r in self.list_other_readings(q)]
        cost = len(self.prepared.entries) * len([pair for pair in asked if pair not in self._outcomes])
        if finding.status in OPEN and cost <= self.patience.events:
            self.patience.events -= cost
            return True
        return False


def list_findings(
    live_state: LiveState, which: Which = "adjudicated", patience: WorkBudget | None = None
) -> list[Finding]:
    """List all findings of one book, in its order. The game is not taken to be over."""
    return try_other_readings(live_state, list_plain_findings(live_state, which), which, patience or WorkBudget())


def list_plain_findings(
    live_state: LiveState, which: Which, judgements: Iterable[Judgement] | None = None
) -> list[Finding]:
    """List the findings of a book without trying other readings, faults of corrections included."""
    places = LiveSourceLines(live_state, which)
    return collect_findings(
        places.prepared, live_state.book(which).judgements if judgements is None else judgements, places
    )


def list_findings_at(
    live_state: LiveState, which: Which, seq: int, patience: WorkBudget | None = None
) -> list[Finding]:
    """List the findings at one event, after trying other readings."""
    judgements = [judgement for judgement in live_state.book(which).judgements if judgement.seq == seq]
    if not judgements and not any(fault.seq == seq for fault in live_state.faults):
        return []
    found = [finding for finding in list_plain_findings(live_state, which, judgements) if finding.seq == seq]
    return try_other_readings(live_state, found, which, patience or WorkBudget())


def describe_new_judgements(
    live_state: LiveState, judgements: Sequence[Judgement], patience: WorkBudget, seat: str | None
) -> list[Finding]:
    """Turn new judgements into findings, each with the legal events nearest to the illegal one."""
    if not judgements:
        return []
    places = LiveSourceLines(live_state)
    found = try_other_readings(
        live_state, [describe_judgement(judgement, places) for judgement in judgements], "adjudicated", patience
    )
    return [
        replace(finding, repairs=find_repairs(live_state, finding, judgement, patience, seat))
        if finding.status in OPEN
        else finding
        for finding, judgement in zip(found, judgements, strict=True)
    ]


def try_other_readings(
    live_state: LiveState, found: list[Finding], which: Which, patience: WorkBudget
) -> list[Finding]:
    """Mark the findings that another reading would lift. Findings beyond the budget stay unmarked."""
    if not any(finding.status in OPEN for finding in found):
        return found
    outcomes = LiveReadings(LiveSourceLines(live_state, which), patience)
    judgements = live_state.book(which).judgements
    return [mark_contested_findings([f], outcomes, judgements)[0] if outcomes.may_spend_on(f) else f for f in found]


def find_repairs(
    live_state: LiveState, finding: Finding, judgement: Judgement, patience: WorkBudget, seat: str | None
) -> tuple[Repair, ...]:
    """Find the legal events nearest to an illegal one. A reader at a seat gets only that seat's own events."""
    event, book, prepared = judgement.event, live_state.adjudicated, live_state.live.prepared
    if isinstance(event, Claim):
        reckoned = finding.facts.get("reckoned", "")
        return () if reckoned in UNDECIDED else (repair_claim(prepared, event, reckoned),)
    if (
        judgement.implied
        or not isinstance(event, Move | Chance)
        or patience.repairs <= 0
        or not _is_visible_to(seat, event)
    ):
        return ()
    patience.repairs -= 1
    table = build_table_after(prepared.program, book, book.find_place(judgement.seq) - 1)
    found = [other for _, other in find_alternatives(prepared, table, event) if _is_visible_to(seat, other)]
    near = sorted(found, key=lambda other: measure_distance(event, other))[:NEAREST]
    return tuple(
        Repair(write_line(other, prepared.game.vocabulary), describe_difference(event, other)) for other in near
    )


def _is_visible_to(seat: str | None, event: Event) -> bool:
    by = getattr(event, "by", None)
    return seat is None or (is_known(by) and by == seat)
