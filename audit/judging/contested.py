"""Contested findings: what another reading of an open question would let stand, or would not."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from audit.findings.finding import Pages, finding_of
from audit.findings.replay_outcome import Readings, ReplayOutcome
from audit.model.document import MALFORMED, OPEN, Finding, Reading
from engine.kernel.events import Event
from engine.kernel.replay.replay import Judgement

# So much work is kept for the search for causes.
FOR_CAUSES = 50_000


def contested(findings: list[Finding], readings: Readings, judgements: Iterable[Judgement]) -> list[Finding]:
    """Replay under each other reading that a broken rule names, and mark the findings that vanish there.

    `judgements` are all that was met as things are read here, also where only some findings are asked about.
    """
    here = _Met(judgements)
    return [_weighed(finding, readings, here) if finding.status in OPEN else finding for finding in findings]


class _Met:
    """What was met as things are read here: seq and rule, and of which kind of line each names one as missing."""

    def __init__(self, judgements: Iterable[Judgement]) -> None:
        """Note down what was met."""
        self.lacking = {(one.seq, one.laid.rule.id): _lacks(one) for one in judgements}
        self._first: dict[int, Judgement | None] = {}

    def first_new(self, outcome: ReplayOutcome) -> Judgement | None:
        """Find what is wrong first by another reading and was not met here."""
        if id(outcome) not in self._first:
            broken = (judgement for judgement in outcome.judgements if judgement.breach is not None)
            new = (one for one in broken if (one.seq, one.laid.rule.id) not in self.lacking)
            self._first[id(outcome)] = next(new, None)
        return self._first[id(outcome)]


def _lacks(judgement: Judgement) -> type[Event] | None:
    return None if judgement.breach is None or judgement.breach.missing is None else type(judgement.breach.missing)


def _weighed(finding: Finding, readings: Readings, here: _Met) -> Finding:
    laid = readings.prepared.program.rulebook.rules.get(finding.rule)
    questions = laid.rule.rulings if laid is not None else ()
    asked = [(question, reading) for question in questions for reading in readings.others(question)]
    saving = []
    for question, reading in asked:
        if not readings.reaches(question, reading, FOR_CAUSES):
            readings.untried.add(finding.seq or 0)
        elif _excuses(readings.outcome(question, reading), finding, here):
            saving.append(Reading(question, reading))
    turning = tuple(one for one in saving if not readings.settled(one.id))
    settled = tuple(one for one in saving if readings.settled(one.id))
    if turning:
        return replace(finding, status="contested", rulings=turning, settled=settled)
    return _as_settled(finding, settled) if settled else finding


def _as_settled(finding: Finding, settled: tuple[Reading, ...]) -> Finding:
    """Say that a finding is sure because a question was settled, which read otherwise would let it stand."""
    named = " and ".join(dict.fromkeys(one.id for one in settled))
    return replace(finding, breach=f"{finding.breach} So it is as this log reads {named}.", settled=settled)


def _excuses(outcome: ReplayOutcome, finding: Finding, here: _Met) -> bool:
    """Say whether all is well here by another reading, and nothing up to here that was well before is wrong by it."""
    if outcome.keeps(finding):
        return False
    first = here.first_new(outcome)
    if first is None:
        return True
    place = finding.seq or 0
    # A line that is due later by another reading, and does not stand there either, is the same line missing.
    missing = here.lacking.get((place, finding.rule))
    return first.seq > place and (missing is None or (_lacks(first), first.laid.rule.id) != (missing, finding.rule))


def carried(findings: list[Finding], readings: Readings) -> list[Finding]:
    """Mark consequences of a contested root as contested too, where the reading that saves the root saves them."""
    turning = {f.seq: f.rulings for f in findings if f.root and f.status == "contested"}
    return [_carried(f, turning.get(f.follows, ()), readings) if f.status in OPEN else f for f in findings]


def _carried(finding: Finding, turning: tuple[Reading, ...], readings: Readings) -> Finding:
    saving = tuple(turn for turn in turning if not readings.outcome(turn.id, turn.reading).keeps(finding))
    known = set(finding.rulings)
    added = tuple(turn for turn in saving if turn not in known)
    return replace(finding, status="contested", rulings=(*finding.rulings, *added)) if saving else finding


def latent(findings: list[Finding], readings: Readings, pages: Pages, *, every: bool = False) -> list[Finding]:
    """Find what is legal as read here, and not by another reading of an open question (`every`: also of a settled)."""
    met = {(finding.seq, finding.rule) for finding in findings}
    found: dict[tuple[int, str], Finding] = {}
    for question in readings.prepared.game.questions:
        for reading in readings.others(question) if every else readings.open(question):
            if not readings.reaches(question, reading):
                readings.untried.add(0)
                continue
            for judgement in _first_new(readings.outcome(question, reading), met):
                key = (judgement.seq, judgement.laid.rule.id)
                before = found.get(key) or _otherwise(judgement, question, reading, pages)
                found[key] = replace(before, rulings=(*before.rulings, Reading(question, reading)))
    return list(found.values())


def _first_new(outcome: ReplayOutcome, met: set[tuple[int | None, str]]) -> list[Judgement]:
    """Where a reading first parts from the run at hand; what comes after may only follow from that."""
    new = [
        judgement
        for judgement in outcome.judgements
        if judgement.breach is not None and (judgement.seq, judgement.laid.rule.id) not in met
    ]
    return [judgement for judgement in new if judgement.seq == new[0].seq]


def _otherwise(judgement: Judgement, question: str, reading: str, pages: Pages) -> Finding:
    finding = finding_of(judgement, pages)
    says = f"Legal as read here. If {question} is read as {reading}: {finding.breach}"
    return replace(finding, status="contested", breach=says, latent=True)


def whichever_way(findings: list[Finding], readings: Readings, corrections: Iterable[int] = ()) -> bool:
    """Say whether each single reading that a contested log turns on leaves something illegal in it all the same."""
    turns = {
        turn for finding in findings if finding.status == "contested" and not finding.latent for turn in finding.rulings
    }
    lost = {finding.seq for finding in findings if finding.status == MALFORMED} | set(corrections)
    excused = {(f.seq or 0, f.rule) for f in findings if f.status == "ruled" or f.follows in lost - {None}}
    return bool(turns) and not any(_leaves_nothing(readings.outcome(turn.id, turn.reading), excused) for turn in turns)


def _leaves_nothing(outcome: ReplayOutcome, excused: set[tuple[int, str]]) -> bool:
    met = ((one.seq, one.laid.rule.id) for one in outcome.judgements if one.breach is not None)
    return outcome.beyond is None and all(one in excused for one in met)
