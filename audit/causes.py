"""Roots and consequences: what a replay without the offending event, or with it repaired, no longer meets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from audit.course import Course, Played, course_of
from audit.document import MALFORMED, UNDECIDED, Finding, Outcome, Repair
from audit.repair import claim_as_reckoned
from audit.trials import Trial, far, left_out, near
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


class Inquest:
    """One log and the replays that ask "what if": each starts at the snapshot before the event in question."""

    def __init__(self, log: Played, budget: Budget) -> None:
        """Prepare to ask about a log; its plain replay has left the tables to start from."""
        self.sitting, self.actual, self.budget = log.sitting, log.course, budget
        self.places = {seq: place for place, (seq, _) in enumerate(self.sitting.entries)}
        self.table = log.timeline.after

    def place(self, seq: int | None) -> int:
        """Say where an event stands among those that count (what the end of the record implies comes last)."""
        return self.places.get(-1 if seq is None else seq, len(self.sitting.entries))

    def event(self, seq: int | None) -> Event | None:
        """Look an event up by its seq."""
        place = self.place(seq)
        return self.sitting.entries[place][1] if place < len(self.sitting.entries) else None

    def broken_since(self, place: int) -> int:
        """How many breaches the plain replay meets from a place on."""
        return sum(hit.breach is not None and self.place(hit.seq) >= place for hit in self.actual.hits)

    def cured(self, finding: Finding, course: Course) -> bool:
        """Say whether a finding is gone in a course. What nobody wrote down may come later there, as wrong as here."""
        if course.keeps(finding):
            return False
        met, key = self.actual.met, (finding.seq or 0, finding.rule)
        put_off = any(hit.implied and (hit.seq, hit.laid.rule.id) == key for hit in self.actual.hits)
        fresh = (hit for hit in course.hits if hit.implied and (hit.seq, hit.laid.rule.id) not in met)
        return not put_off or all(hit.laid.rule.id != finding.rule for hit in fresh)

    def course(self, trial: Trial) -> Course | None:
        """Replay with one thing changed, from there to the end; None where the budget is spent."""
        rest = self.sitting.entries[trial.start + trial.taken :]
        if not self.budget.spend(len(rest) + len(trial.tail)):
            return None
        replay = Replay(self.sitting.program, self.table(trial.start), policy=self.sitting.asked.policy)
        replay.run((*trial.tail, *rest)).close(self.sitting.last)
        return course_of(self.sitting.game, replay)


class Tried(NamedTuple):
    """A way the log may have been meant, and what it comes to."""

    trial: Trial
    course: Course


@dataclass(frozen=True, slots=True)
class Cause:
    """What is known about one offending event: the courses without it, and what may have been meant.

    `right` is what a claim should say; `absent` is the log without the event, where it can be left out.
    """

    courses: tuple[Course, ...] = ()
    tried: tuple[Tried, ...] = ()
    right: tuple[Repair, ...] = ()
    absent: Tried | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """The findings with what they follow from, and how many roots were not looked into."""

    findings: list[Finding]
    unexamined: int


def explained(inquest: Inquest, findings: list[Finding]) -> Explained:
    """Walk through the violations in order: each that no earlier one explains is a root, and explains later ones."""
    told = list(findings)
    examined: dict[int, Cause | None] = {}
    diverged: dict[object, int] = {}
    for at in range(len(told)):
        finding = told[at] = _repeated(told[at], diverged)
        if finding.seq is None or not (finding.root or _lost(inquest, finding)):
            continue
        if finding.seq not in examined:
            beside = [other for other in told[at + 1 :] if other.seq == finding.seq and other.root]
            examined[finding.seq] = _cause(inquest, finding, beside)
            _mark(told, at, examined[finding.seq], inquest)
        told[at] = _with_cause(inquest, finding, examined[finding.seq])
    return Explained(told, sum(cause is None for cause in examined.values()))


def _mark(told: list[Finding], root: int, cause: Cause | None, inquest: Inquest) -> None:
    """Let later violations that vanish with the root follow it."""
    if cause is None or not cause.courses:
        return
    first = told[root]
    place = inquest.place(first.seq)
    courses = [(course, _astray(inquest, course, place)) for course in cause.courses]
    for at in range(root + 1, len(told)):
        later, there = told[at], inquest.place(told[at].seq)
        gone = later.root and any(there < astray and not course.keeps(later) for course, astray in courses)
        if gone and there > place:
            told[at] = replace(later, follows=first.seq)


def _astray(inquest: Inquest, course: Course, place: int) -> int:
    """Where a course breaks a rule that the log does not: from there on it is another game, and proves nothing."""
    met, never = inquest.actual.met, len(inquest.sitting.entries) + 1
    fresh = (hit.seq for hit in course.hits if hit.breach is not None and (hit.seq, hit.laid.rule.id) not in met)
    return min((there for seq in fresh if (there := inquest.place(seq)) > place), default=never)


def _with_cause(inquest: Inquest, finding: Finding, cause: Cause | None) -> Finding:
    """Offer under a finding what makes this very finding vanish; its event may break another rule as well."""
    if cause is None:
        return finding
    curing = [tried for tried in cause.tried if inquest.cured(finding, tried.course)]
    if cause.absent is None:
        named = [_noted(inquest, tried) for tried in curing[:SUGGESTED]]
        return replace(finding, repairs=(*finding.repairs, *cause.right, *named)[:SUGGESTED])
    best = curing[0] if curing else cause.absent
    repairs = _suggested(inquest, finding, curing, cause.absent)
    return replace(finding, repairs=(*finding.repairs, *repairs), outcome=_outcome(inquest, best.course))


def _repeated(finding: Finding, diverged: dict[object, int]) -> Finding:
    """Let a claim that is wrong about a fact in the same way as an earlier one follow that one."""
    if finding.status != "mismatch" or finding.seq is None or not {"fact", "claimed", "reckoned"} <= set(finding.facts):
        return finding
    claimed, reckoned = finding.facts["claimed"], finding.facts["reckoned"]
    gap = claimed - reckoned if isinstance(claimed, int) and isinstance(reckoned, int) else (claimed, reckoned)
    first = diverged.setdefault((finding.facts["fact"], gap), finding.seq if finding.root else finding.follows or 0)
    return replace(finding, follows=first) if finding.root and first != finding.seq else finding


def _cause(inquest: Inquest, finding: Finding, beside: list[Finding]) -> Cause | None:
    """Look into one offending event, also for what else it breaks; None where the budget did not reach."""
    event, place = inquest.event(finding.seq), inquest.place(finding.seq)
    if event is None or isinstance(event, Start):
        return Cause()
    if isinstance(event, Claim | Unreadable):
        # It is not the event to leave out, but others may be amended.
        seat = finding.seat if isinstance(event, Claim) else None
        tried = _tried(inquest, [finding, *beside], seat)
        return Cause(tuple(course for _, course in tried[:1]), tuple(tried), _claimed_right(inquest, finding, event))
    trial = left_out(inquest.sitting, place)
    without = inquest.course(trial)
    if without is None:
        return None
    tried = _tried(inquest, [finding, *beside], finding.seat)
    best = next((course for _, course in tried if inquest.cured(finding, course)), without)
    return Cause((without, best), tuple(tried), absent=Tried(trial, without))


def _lost(inquest: Inquest, finding: Finding) -> bool:
    """Say whether this is a line that no event could be made of."""
    return finding.status == MALFORMED and isinstance(inquest.event(finding.seq), Unreadable)


def _claimed_right(inquest: Inquest, finding: Finding, event: Event) -> tuple[Repair, ...]:
    reckoned = finding.facts.get("reckoned", "")
    if not isinstance(event, Claim) or reckoned in UNDECIDED:
        return ()
    return (claim_as_reckoned(inquest.sitting, event, reckoned),)


def _tried(inquest: Inquest, findings: list[Finding], seat: str | None) -> list[Tried]:
    """Replay with each thing that may have been meant; what leaves fewest breaches comes first."""
    tried: list[Tried] = []
    place = inquest.place(findings[0].seq)
    if not inquest.budget.reaches(len(inquest.sitting.entries) - place):
        return tried
    for source in (near(inquest.sitting, inquest.table, place), far(inquest.sitting, inquest.table, place, seat or "")):
        for trial in source:
            course = inquest.course(trial)
            if course is not None and _cures(inquest, findings, Tried(trial, course)):
                tried.append(Tried(trial, course))
        if not inquest.budget.ample or any(course.broken == 0 for _, course in tried):
            break
    return sorted(tried, key=lambda one: -_mends(inquest, one))


def _cures(inquest: Inquest, findings: list[Finding], tried: Tried) -> bool:
    """Say whether a trial is for any of these findings: one that helps others only says nothing about them."""
    mends = tried.trial.legal or _mends(inquest, tried) > 0
    return mends and any(inquest.cured(finding, tried.course) for finding in findings)


def _mends(inquest: Inquest, tried: Tried) -> int:
    """How many breaches fewer there are."""
    return inquest.broken_since(tried.trial.start) - tried.course.broken


def _suggested(inquest: Inquest, finding: Finding, curing: list[Tried], absent: Tried) -> tuple[Repair, ...]:
    """Name what mends most; leaving the event out only where it mends more than anything else."""
    best = _mends(inquest, curing[0]) if curing else 0
    out = _mends(inquest, absent) > best and inquest.cured(finding, absent.course)
    return tuple(_noted(inquest, one) for one in ([absent] if out else []) + curing[: SUGGESTED - out])


def _noted(inquest: Inquest, tried: Tried) -> Repair:
    repair, mended = tried.trial.repair, _mends(inquest, tried)
    if mended < 2:  # noqa: PLR2004 - mending one finding is what any repair does
        return repair
    return Repair(repair.line, f"{repair.note}; {mended} breaches vanish")


def _outcome(inquest: Inquest, course: Course) -> Outcome:
    return Outcome(course.result != inquest.actual.result, course.result)
