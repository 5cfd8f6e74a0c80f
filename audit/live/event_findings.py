"""Findings of a live game: what was met, tried under other readings as far as nobody has to wait for it."""

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
from audit.model.document import OPEN, UNDECIDED, Finding, Repair
from engine.kernel.events import Chance, Claim, Event, Move
from engine.kernel.replay.books import Book as Which
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.spellings import write_line
from engine.kernel.unknown import is_known

# How many events one answer may replay under other readings, and for how many findings it looks for repairs.
MOST_WEIGHED = 20_000
MOST_REPAIRED = 8


@dataclass(slots=True)
class WorkBudget:
    """How much longer whoever asked may be kept waiting."""

    events: int = MOST_WEIGHED
    repairs: int = MOST_REPAIRED


class LiveSourceLines(SourceLines):
    """Where events would stand if the game were written down in the canonical spelling: event n on line n + 1."""

    def __init__(self, live_state: LiveState, which: Which = "adjudicated") -> None:
        """Begin with nothing quoted."""
        super().__init__(b"", live_state.live.prepare_events(live_state.events, live_state.effective_book(which)))
        self.live_state = live_state

    def quote_line(self, number: int) -> str:
        """Quote a line of that log."""
        live, seq = self.live_state.live, number - 1
        raw = ENCODER.encode(self.live_state.played.entries[seq - 1][1]) if seq else live.header_bytes
        return raw.decode()[:QUOTED]

    def locate_event(self, seq: int, fact: str = "") -> tuple[int, int, str]:  # noqa: ARG002 - the header is one line here
        """Find line, column and text of an event; seq 0 is the header."""
        said = self.quote_event(self.live_state.played.entries[seq - 1][1]) if seq else ""
        return seq + 1, 1, said or self.quote_line(seq + 1)


class LiveReadings(Readings):
    """The game so far under other readings, as long as patience lasts."""

    def __init__(self, places: LiveSourceLines, patience: WorkBudget) -> None:
        """Begin with none replayed."""
        super().__init__(places.prepared, Budget())
        self.patience, self.told_to = patience, places.live_state.told_to

    def may_replay(self, question: str, reading: str, least: int = 0) -> bool:  # noqa: ARG002 - as far as patience lasts
        """Whoever asks has found that patience lasts for all readings of a finding."""
        return True

    def replay_under(self, question: str, reading: str) -> ReplayOutcome:
        """Replay under one other reading; nothing is taken to be over because nobody has written more yet."""
        if (question, reading) not in self._outcomes:
            other = self.prepared.read_question_as(question, reading)
            table = build_table_for(other, self.told_to)
            run = Replay(other.program, table, policy=other.asked.policy).run(other.entries)
            # What is broken often is looked at with care often: that, too, is waited for.
            self.patience.events -= run.extra
            self._outcomes[question, reading] = summarize_replay(other.game, run)
        return self._outcomes[question, reading]

    def may_spend_on(self, finding: Finding) -> bool:
        """Say whether there is patience for all readings that a finding may turn on, and use it up."""
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
    """List all findings of one book as it stands, in its order; nothing is closed that might still go on."""
    return try_other_readings(live_state, list_plain_findings(live_state, which), which, patience or WorkBudget())


def list_plain_findings(
    live_state: LiveState, which: Which, judgements: Iterable[Judgement] | None = None
) -> list[Finding]:
    """Write down what was met in a book (or some of it), and what corrections could not do, under no other reading."""
    places = LiveSourceLines(live_state, which)
    return collect_findings(
        places.prepared, live_state.book(which).judgements if judgements is None else judgements, places
    )


def list_findings_at(
    live_state: LiveState, which: Which, seq: int, patience: WorkBudget | None = None
) -> list[Finding]:
    """List the findings at one event, tried under other readings."""
    judgements = [judgement for judgement in live_state.book(which).judgements if judgement.seq == seq]
    if not judgements and not any(fault.seq == seq for fault in live_state.faults):
        return []
    found = [finding for finding in list_plain_findings(live_state, which, judgements) if finding.seq == seq]
    return try_other_readings(live_state, found, which, patience or WorkBudget())


def describe_new_judgements(
    live_state: LiveState, judgements: Sequence[Judgement], patience: WorkBudget, seat: str | None
) -> list[Finding]:
    """Write down what was met just now, with the legal events nearest to each illegal one."""
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
    """Mark the findings that another reading would lift; where that would take too long, they stay as they are."""
    if not any(finding.status in OPEN for finding in found):
        return found
    outcomes = LiveReadings(LiveSourceLines(live_state, which), patience)
    judgements = live_state.book(which).judgements
    return [mark_contested_findings([f], outcomes, judgements)[0] if outcomes.may_spend_on(f) else f for f in found]


def find_repairs(
    live_state: LiveState, finding: Finding, judgement: Judgement, patience: WorkBudget, seat: str | None
) -> tuple[Repair, ...]:
    """Find the legal events nearest to an illegal one; a reader bound to a seat is told of that seat's own only."""
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
