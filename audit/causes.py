"""Roots and consequences: what a replay without the offending event, or with it repaired, no longer meets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from audit.course import Course, course_of
from audit.findings import MALFORMED, UNDECIDED, Finding, Outcome, Repair, Value
from audit.repair import claim_as_reckoned
from audit.sitting import Sitting
from audit.trials import Trial, far, left_out, near
from engine.kernel.events import Claim, Event, Start, Unreadable
from engine.kernel.replay import Replay
from engine.kernel.timeline import Timeline

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

    def __init__(self, sitting: Sitting, actual: Course, budget: Budget) -> None:
        """Prepare to ask about a log whose plain replay is `actual`; snapshots are taken at the first question."""
        self.sitting, self.actual, self.budget = sitting, actual, budget
        self.places = {seq: place for place, (seq, _) in enumerate(sitting.entries)}
        self._timeline: Timeline | None = None

    def place(self, seq: int | None) -> int:
        """Say where an event stands among those that count (what the end of the record implies comes last)."""
        return self.places.get(-1 if seq is None else seq, len(self.sitting.entries))

    def event(self, seq: int | None) -> Event | None:
        """Look an event up by its seq."""
        place = self.place(seq)
        return self.sitting.entries[place][1] if place < len(self.sitting.entries) else None

    def table(self, place: int) -> Any:  # noqa: ANN401 - any game's
        """Set the table as it stood before the event at a place."""
        if self._timeline is None:
            sitting = self.sitting
            self._timeline = Timeline(sitting.program, sitting.table(), sitting.entries, sitting.policy)
        return self._timeline.after(place)

    def broken_since(self, place: int) -> int:
        """How many breaches the plain replay meets from a place on."""
        return sum(hit.breach is not None and self.place(hit.seq) >= place for hit in self.actual.hits)

    def course(self, trial: Trial) -> Course | None:
        """Replay with one thing changed, from there to the end; None where the budget is spent."""
        rest = self.sitting.entries[trial.start + trial.taken :]
        if not self.budget.spend(len(rest) + len(trial.tail)):
            return None
        replay = Replay(self.sitting.program, self.table(trial.start), policy=self.sitting.policy)
        replay.run((*trial.tail, *rest)).close(self.sitting.last)
        return course_of(self.sitting.game, replay)


@dataclass(frozen=True, slots=True)
class Cause:
    """What is known about one offending event: the courses without it, its repairs, and the result then."""

    courses: tuple[Course, ...]
    repairs: tuple[Repair, ...]
    outcome: Outcome | None


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
            examined[finding.seq] = _cause(inquest, finding)
            _mark(told, at, examined[finding.seq], inquest)
        told[at] = _with_cause(finding, examined[finding.seq])
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


def _with_cause(finding: Finding, cause: Cause | None) -> Finding:
    if cause is None:
        return finding
    return replace(finding, repairs=(*finding.repairs, *cause.repairs), outcome=cause.outcome)


def _repeated(finding: Finding, diverged: dict[object, int]) -> Finding:
    """Let a claim that is wrong about a fact in the same way as an earlier one follow that one."""
    if finding.status != "mismatch" or finding.seq is None or not {"fact", "claimed", "reckoned"} <= set(finding.facts):
        return finding
    claimed, reckoned = finding.facts["claimed"], finding.facts["reckoned"]
    gap = claimed - reckoned if isinstance(claimed, int) and isinstance(reckoned, int) else (claimed, reckoned)
    first = diverged.setdefault((finding.facts["fact"], gap), finding.seq if finding.root else finding.follows or 0)
    return replace(finding, follows=first) if finding.root and first != finding.seq else finding


def _cause(inquest: Inquest, finding: Finding) -> Cause | None:
    """Look into one offending event; None where the budget did not reach."""
    event, place = inquest.event(finding.seq), inquest.place(finding.seq)
    if isinstance(event, Claim):
        right = _claimed_right(inquest.sitting, event, finding.facts.get("reckoned", ""))
        return _cause_around(_tried(inquest, finding, finding.seat), inquest, right)
    if event is None or isinstance(event, Start):
        return Cause((), (), None)
    if isinstance(event, Unreadable):
        return _cause_around(_tried(inquest, finding, None), inquest, ())
    absent = left_out(inquest.sitting, place)
    without = inquest.course(absent)
    if without is None:
        return None
    tried = _tried(inquest, finding, finding.seat)
    best = tried[0][1] if tried else without
    repairs = _suggested(inquest, tried, (absent, without))
    return Cause((without, best), repairs, _outcome(inquest, best))


def _lost(inquest: Inquest, finding: Finding) -> bool:
    """Say whether this is a line that no event could be made of."""
    return finding.status == MALFORMED and isinstance(inquest.event(finding.seq), Unreadable)


def _cause_around(tried: list[tuple[Trial, Course]], inquest: Inquest, repairs: tuple[Repair, ...]) -> Cause:
    """Judge a claim, or a line that cannot be read: it is not the event to leave out, but others may be amended."""
    named = [_noted(trial.repair, _mends(inquest, trial, course)) for trial, course in tried[:SUGGESTED]]
    return Cause(tuple(course for _, course in tried[:1]), (*repairs, *named)[:SUGGESTED], None)


def _claimed_right(sitting: Sitting, claim: Claim, reckoned: Value) -> tuple[Repair, ...]:
    return () if reckoned in UNDECIDED else (claim_as_reckoned(sitting, claim, reckoned),)


def _tried(inquest: Inquest, finding: Finding, seat: str | None) -> list[tuple[Trial, Course]]:
    """Replay with each thing that may have been meant; what leaves fewest breaches comes first."""
    tried: list[tuple[Trial, Course]] = []
    place = inquest.place(finding.seq)
    if not inquest.budget.reaches(len(inquest.sitting.entries) - place):
        return tried
    for source in (near(inquest.sitting, inquest.table, place), far(inquest.sitting, inquest.table, place, seat or "")):
        for trial in source:
            course = inquest.course(trial)
            if course is not None and (trial.legal or _cures(inquest, finding, trial, course)):
                tried.append((trial, course))
        if not inquest.budget.ample or any(course.broken == 0 for _, course in tried):
            break
    return sorted(tried, key=lambda pair: -_mends(inquest, *pair))


def _cures(inquest: Inquest, finding: Finding, trial: Trial, course: Course) -> bool:
    """Say whether a trial is for this finding: one that helps others only says nothing about it."""
    return _mends(inquest, trial, course) > 0 and not course.keeps(finding)


def _mends(inquest: Inquest, trial: Trial, course: Course) -> int:
    """How many breaches fewer there are."""
    return inquest.broken_since(trial.start) - course.broken


def _suggested(inquest: Inquest, tried: list[tuple[Trial, Course]], absent: tuple[Trial, Course]) -> tuple[Repair, ...]:
    """Name what mends most; leaving the event out only where it mends more than anything else."""
    best = _mends(inquest, *tried[0]) if tried else 0
    named = [absent, *tried] if _mends(inquest, *absent) > best else tried
    return tuple(_noted(trial.repair, _mends(inquest, trial, course)) for trial, course in named[:SUGGESTED])


def _noted(repair: Repair, mended: int) -> Repair:
    if mended < 2:  # noqa: PLR2004 - mending one finding is what any repair does
        return repair
    return Repair(repair.line, f"{repair.note}; {mended} breaches vanish")


def _outcome(inquest: Inquest, course: Course) -> Outcome:
    return Outcome(course.result != inquest.actual.result, course.result)
