"""Roots and consequences: what a replay without the offending event, or with it repaired, no longer meets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from audit.document import MALFORMED, UNDECIDED, Finding, Outcome, Repair
from audit.outcome import Played, ReplayOutcome, outcome_of
from audit.repair import claim_as_reckoned
from audit.what_ifs import WhatIf, far, left_out, near
from engine.kernel.events import Claim, Event, Start, Unreadable
from engine.kernel.replay import Replay

# How much may be replayed to find causes; a report says where this was not enough.
MOST_REPLAYS = 1_000
MOST_EVENTS = 200_000
SUGGESTED = 4
# Below this share of the budget, only what lies near is tried, so that more roots are reached.
RESERVE = 4


@dataclass(slots=True)
class Budget:
    """How many replays, and events in them, are left."""

    replays: int = MOST_REPLAYS
    events: int = MOST_EVENTS

    @property
    def ample(self) -> bool:
        """Whether there is enough left to look far."""
        return self.replays * RESERVE > MOST_REPLAYS and self.events * RESERVE > MOST_EVENTS

    def reaches(self, events: int) -> bool:
        """Say whether a replay of so many events is left."""
        return self.replays > 0 and self.events >= events

    def spend(self, events: int) -> bool:
        """Take one replay of so many events, if there is enough left."""
        if not self.reaches(events):
            return False
        self.replays -= 1
        self.events -= events
        return True


class CauseSearch:
    """One log and the replays that ask "what if": each starts at the snapshot before the event in question."""

    def __init__(self, log: Played, budget: Budget) -> None:
        """Prepare to ask about a log; its plain replay has left the tables to start from."""
        self.prepared, self.actual, self.budget = log.prepared, log.outcome, budget
        self.places = {seq: place for place, (seq, _) in enumerate(self.prepared.entries)}
        self.table = log.timeline.after

    def place(self, seq: int | None) -> int:
        """Say where an event stands among those that count (what the end of the record implies comes last)."""
        return self.places.get(-1 if seq is None else seq, len(self.prepared.entries))

    def event(self, seq: int | None) -> Event | None:
        """Look an event up by its seq."""
        place = self.place(seq)
        return self.prepared.entries[place][1] if place < len(self.prepared.entries) else None

    def broken_since(self, place: int) -> int:
        """How many breaches the plain replay meets from a place on."""
        return sum(
            judgement.breach is not None and self.place(judgement.seq) >= place for judgement in self.actual.judgements
        )

    def cured(self, finding: Finding, outcome: ReplayOutcome) -> bool:
        """Say whether a finding is gone there. What nobody wrote down may come later there, as wrong as here."""
        if outcome.keeps(finding):
            return False
        met, key = self.actual.met, (finding.seq or 0, finding.rule)
        put_off = any(
            judgement.implied and (judgement.seq, judgement.laid.rule.id) == key for judgement in self.actual.judgements
        )
        fresh = (
            judgement
            for judgement in outcome.judgements
            if judgement.implied and (judgement.seq, judgement.laid.rule.id) not in met
        )
        return not put_off or all(judgement.laid.rule.id != finding.rule for judgement in fresh)

    def outcome(self, what_if: WhatIf) -> ReplayOutcome | None:
        """Replay with one thing changed, from there to the end; None where the budget is spent."""
        rest = self.prepared.entries[what_if.start + what_if.taken :]
        if not self.budget.spend(len(rest) + len(what_if.tail)):
            return None
        replay = Replay(self.prepared.program, self.table(what_if.start), policy=self.prepared.asked.policy)
        replay.run((*what_if.tail, *rest)).close(self.prepared.last)
        return outcome_of(self.prepared.game, replay)


class Tried(NamedTuple):
    """A way the log may have been meant, and what it comes to."""

    what_if: WhatIf
    outcome: ReplayOutcome


@dataclass(frozen=True, slots=True)
class CauseFound:
    """What is known about one offending event: what the log comes to without it, and what may have been meant.

    `right` is what a claim should say; `absent` is the log without the event, where it can be left out.
    """

    outcomes: tuple[ReplayOutcome, ...] = ()
    tried: tuple[Tried, ...] = ()
    right: tuple[Repair, ...] = ()
    absent: Tried | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """The findings with what they follow from, and how many roots were not looked into."""

    findings: list[Finding]
    unexamined: int


def explained(search: CauseSearch, findings: list[Finding]) -> Explained:
    """Walk through the violations in order: each that no earlier one explains is a root, and explains later ones."""
    marked = list(findings)
    examined: dict[int, CauseFound | None] = {}
    diverged: dict[object, int] = {}
    for at in range(len(marked)):
        finding = marked[at] = _repeated(marked[at], diverged)
        if finding.seq is None or not (finding.root or _lost(search, finding)):
            continue
        if finding.seq not in examined:
            beside = [other for other in marked[at + 1 :] if other.seq == finding.seq and other.root]
            examined[finding.seq] = _cause(search, finding, beside)
            _mark(marked, at, examined[finding.seq], search)
        marked[at] = _with_cause(search, finding, examined[finding.seq])
    return Explained(marked, sum(cause is None for cause in examined.values()))


def _mark(findings: list[Finding], root: int, cause: CauseFound | None, search: CauseSearch) -> None:
    """Let later violations that vanish with the root follow it."""
    if cause is None or not cause.outcomes:
        return
    first = findings[root]
    place = search.place(first.seq)
    outcomes = [(outcome, _astray(search, outcome, place)) for outcome in cause.outcomes]
    for at in range(root + 1, len(findings)):
        later, there = findings[at], search.place(findings[at].seq)
        gone = later.root and any(there < astray and not outcome.keeps(later) for outcome, astray in outcomes)
        if gone and there > place:
            findings[at] = replace(later, follows=first.seq)


def _astray(search: CauseSearch, outcome: ReplayOutcome, place: int) -> int:
    """Where an outcome breaks a rule that the log does not: from there on it is another game, and proves nothing."""
    met, never = search.actual.met, len(search.prepared.entries) + 1
    fresh = (
        judgement.seq
        for judgement in outcome.judgements
        if judgement.breach is not None and (judgement.seq, judgement.laid.rule.id) not in met
    )
    return min((there for seq in fresh if (there := search.place(seq)) > place), default=never)


def _with_cause(search: CauseSearch, finding: Finding, cause: CauseFound | None) -> Finding:
    """Offer under a finding what makes this very finding vanish; its event may break another rule as well."""
    if cause is None:
        return finding
    curing = [tried for tried in cause.tried if search.cured(finding, tried.outcome)]
    if cause.absent is None:
        named = [_noted(search, tried) for tried in curing[:SUGGESTED]]
        return replace(finding, repairs=(*finding.repairs, *cause.right, *named)[:SUGGESTED])
    best = curing[0] if curing else cause.absent
    repairs = _suggested(search, finding, curing, cause.absent)
    return replace(finding, repairs=(*finding.repairs, *repairs), outcome=_outcome(search, best.outcome))


def _repeated(finding: Finding, diverged: dict[object, int]) -> Finding:
    """Let a claim that is wrong about a fact in the same way as an earlier one follow that one."""
    if finding.status != "mismatch" or finding.seq is None or not {"fact", "claimed", "reckoned"} <= set(finding.facts):
        return finding
    claimed, reckoned = finding.facts["claimed"], finding.facts["reckoned"]
    gap = claimed - reckoned if isinstance(claimed, int) and isinstance(reckoned, int) else (claimed, reckoned)
    first = diverged.setdefault((finding.facts["fact"], gap), finding.seq if finding.root else finding.follows or 0)
    return replace(finding, follows=first) if finding.root and first != finding.seq else finding


def _cause(search: CauseSearch, finding: Finding, beside: list[Finding]) -> CauseFound | None:
    """Look into one offending event, also for what else it breaks; None where the budget did not reach."""
    event, place = search.event(finding.seq), search.place(finding.seq)
    if event is None or isinstance(event, Start):
        return CauseFound()
    if isinstance(event, Claim | Unreadable):
        # It is not the event to leave out, but others may be amended.
        seat = finding.seat if isinstance(event, Claim) else None
        tried = _tried(search, [finding, *beside], seat)
        return CauseFound(
            tuple(outcome for _, outcome in tried[:1]), tuple(tried), _claimed_right(search, finding, event)
        )
    what_if = left_out(search.prepared, place)
    without = search.outcome(what_if)
    if without is None:
        return None
    tried = _tried(search, [finding, *beside], finding.seat)
    best = next((outcome for _, outcome in tried if search.cured(finding, outcome)), without)
    return CauseFound((without, best), tuple(tried), absent=Tried(what_if, without))


def _lost(search: CauseSearch, finding: Finding) -> bool:
    """Say whether this is a line that no event could be made of."""
    return finding.status == MALFORMED and isinstance(search.event(finding.seq), Unreadable)


def _claimed_right(search: CauseSearch, finding: Finding, event: Event) -> tuple[Repair, ...]:
    reckoned = finding.facts.get("reckoned", "")
    if not isinstance(event, Claim) or reckoned in UNDECIDED:
        return ()
    return (claim_as_reckoned(search.prepared, event, reckoned),)


def _tried(search: CauseSearch, findings: list[Finding], seat: str | None) -> list[Tried]:
    """Replay with each thing that may have been meant; what leaves fewest breaches comes first."""
    tried: list[Tried] = []
    place = search.place(findings[0].seq)
    if not search.budget.reaches(len(search.prepared.entries) - place):
        return tried
    for source in (near(search.prepared, search.table, place), far(search.prepared, search.table, place, seat or "")):
        for what_if in source:
            outcome = search.outcome(what_if)
            if outcome is not None and _cures(search, findings, Tried(what_if, outcome)):
                tried.append(Tried(what_if, outcome))
        if not search.budget.ample or any(outcome.broken == 0 for _, outcome in tried):
            break
    return sorted(tried, key=lambda one: -_mends(search, one))


def _cures(search: CauseSearch, findings: list[Finding], tried: Tried) -> bool:
    """Say whether a what-if is for any of these findings: one that helps others only says nothing about them."""
    mends = tried.what_if.legal or _mends(search, tried) > 0
    return mends and any(search.cured(finding, tried.outcome) for finding in findings)


def _mends(search: CauseSearch, tried: Tried) -> int:
    """How many breaches fewer there are."""
    return search.broken_since(tried.what_if.start) - tried.outcome.broken


def _suggested(search: CauseSearch, finding: Finding, curing: list[Tried], absent: Tried) -> tuple[Repair, ...]:
    """Name what mends most; leaving the event out only where it mends more than anything else."""
    best = _mends(search, curing[0]) if curing else 0
    out = _mends(search, absent) > best and search.cured(finding, absent.outcome)
    return tuple(_noted(search, one) for one in ([absent] if out else []) + curing[: SUGGESTED - out])


def _noted(search: CauseSearch, tried: Tried) -> Repair:
    repair, mended = tried.what_if.repair, _mends(search, tried)
    if mended < 2:  # noqa: PLR2004 - mending one finding is what any repair does
        return repair
    return Repair(repair.line, f"{repair.note}; {mended} breaches vanish")


def _outcome(search: CauseSearch, outcome: ReplayOutcome) -> Outcome:
    return Outcome(outcome.result != search.actual.result, outcome.result)
