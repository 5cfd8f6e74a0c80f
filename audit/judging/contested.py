"""Finds contested findings: those that another reading of an open question would lift, or would add."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from audit.findings.finding import SourceLines, describe_judgement
from audit.findings.replay_outcome import Readings, ReplayOutcome
from audit.model.findings import MALFORMED, OPEN, Finding, Reading
from engine.kernel.events import Event
from engine.kernel.replay.replay import Judgement

# The work reserved for the search for causes.
FOR_CAUSES = 50_000


def mark_contested_findings(
    findings: list[Finding], readings: Readings, judgements: Iterable[Judgement]
) -> list[Finding]:
    """Replay under each other reading that a broken rule names, and mark the findings that disappear.

    `judgements` are all judgements under the current readings, even if only some findings are checked.
    """
    here = _KnownJudgements(judgements)
    return [
        _weigh_against_readings(finding, readings, here) if finding.status in OPEN else finding for finding in findings
    ]


class _KnownJudgements:
    """The judgements under the current readings: event and rule, and the kind of line each reports as missing."""

    def __init__(self, judgements: Iterable[Judgement]) -> None:
        """Index the judgements."""
        self.lacking = {(one.seq, one.laid.rule.id): _find_missing_type(one) for one in judgements}
        self._first: dict[int, Judgement | None] = {}

    def find_first_new(self, outcome: ReplayOutcome) -> Judgement | None:
        """Find the first breach under another reading that the current readings do not have."""
        if id(outcome) not in self._first:
            broken = (judgement for judgement in outcome.judgements if judgement.breach is not None)
            new = (one for one in broken if (one.seq, one.laid.rule.id) not in self.lacking)
            self._first[id(outcome)] = next(new, None)
        return self._first[id(outcome)]


def _find_missing_type(judgement: Judgement) -> type[Event] | None:
    return None if judgement.breach is None or judgement.breach.missing is None else type(judgement.breach.missing)


def _weigh_against_readings(finding: Finding, readings: Readings, here: _KnownJudgements) -> Finding:
    laid = readings.prepared.program.rulebook.rules.get(finding.rule)
    questions = laid.rule.rulings if laid is not None else ()
    asked = [(question, reading) for question in questions for reading in readings.list_other_readings(question)]
    saving = []
    for question, reading in asked:
        if not readings.may_replay(question, reading, FOR_CAUSES):
            readings.untried.add(finding.seq or 0)
        elif _is_lawful_otherwise(readings.replay_under(question, reading), finding, here):
            saving.append(Reading(question, reading))
    turning = tuple(one for one in saving if not readings.is_settled_question(one.id))
    settled = tuple(one for one in saving if readings.is_settled_question(one.id))
    if turning:
        return replace(finding, status="contested", rulings=turning, settled=settled)
    return _note_settled_readings(finding, settled) if settled else finding


def _note_settled_readings(finding: Finding, settled: tuple[Reading, ...]) -> Finding:
    """Note that a finding is certain because a question was settled, and that another reading would lift it."""
    named = " and ".join(dict.fromkeys(one.id for one in settled))
    return replace(finding, breach=f"{finding.breach} This holds as this log reads {named}.", settled=settled)


def _is_lawful_otherwise(outcome: ReplayOutcome, finding: Finding, here: _KnownJudgements) -> bool:
    """Return whether another reading lifts the finding and causes no new breach up to it."""
    if outcome.may_contain(finding):
        return False
    first = here.find_first_new(outcome)
    if first is None:
        return True
    place = finding.seq or 0
    # If the reading only demands the same missing line at a later place, it lifts nothing.
    missing = here.lacking.get((place, finding.rule))
    return first.seq > place and (
        missing is None or (_find_missing_type(first), first.laid.rule.id) != (missing, finding.rule)
    )


def mark_contested_consequences(findings: list[Finding], readings: Readings) -> list[Finding]:
    """Mark consequences of a contested root as contested too if the reading that lifts the root lifts them."""
    turning = {f.seq: f.rulings for f in findings if f.is_root and f.status == "contested"}
    return [_carry_over_readings(f, turning.get(f.follows, ()), readings) if f.status in OPEN else f for f in findings]


def _carry_over_readings(finding: Finding, turning: tuple[Reading, ...], readings: Readings) -> Finding:
    saving = tuple(turn for turn in turning if not readings.replay_under(turn.id, turn.reading).may_contain(finding))
    known = set(finding.rulings)
    added = tuple(turn for turn in saving if turn not in known)
    return replace(finding, status="contested", rulings=(*finding.rulings, *added)) if saving else finding


def find_latent_findings(
    findings: list[Finding], readings: Readings, pages: SourceLines, *, every: bool = False
) -> list[Finding]:
    """Find what is legal under the current readings, but not under another reading of an open question.

    `every` includes the questions that log or caller settled.
    """
    met = {(finding.seq, finding.rule) for finding in findings}
    found: dict[tuple[int, str], Finding] = {}
    for question in readings.prepared.game.questions:
        for reading in readings.list_other_readings(question) if every else readings.list_open_readings(question):
            if not readings.may_replay(question, reading):
                readings.untried.add(0)
                continue
            for judgement in _list_first_new(readings.replay_under(question, reading), met):
                key = (judgement.seq, judgement.laid.rule.id)
                before = found.get(key) or _describe_latent_breach(judgement, question, reading, pages)
                found[key] = replace(before, rulings=(*before.rulings, Reading(question, reading)))
    return list(found.values())


def _list_first_new(outcome: ReplayOutcome, met: set[tuple[int | None, str]]) -> list[Judgement]:
    """List the breaches at the first event where a reading differs. Later ones may be mere consequences."""
    new = [
        judgement
        for judgement in outcome.judgements
        if judgement.breach is not None and (judgement.seq, judgement.laid.rule.id) not in met
    ]
    return [judgement for judgement in new if judgement.seq == new[0].seq]


def _describe_latent_breach(judgement: Judgement, question: str, reading: str, pages: SourceLines) -> Finding:
    finding = describe_judgement(judgement, pages)
    says = f"Legal as read here. If {question} is read as {reading}: {finding.breach}"
    return replace(finding, status="contested", breach=says, latent=True)


def is_broken_under_all_readings(findings: list[Finding], readings: Readings, corrections: Iterable[int] = ()) -> bool:
    """Return whether a contested log breaks some rule under every single reading in dispute."""
    turns = {
        turn for finding in findings if finding.status == "contested" and not finding.latent for turn in finding.rulings
    }
    lost = {finding.seq for finding in findings if finding.status == MALFORMED} | set(corrections)
    excused = {(f.seq or 0, f.rule) for f in findings if f.status == "ruled" or f.follows in lost - {None}}
    return bool(turns) and not any(
        _has_no_other_breach(readings.replay_under(turn.id, turn.reading), excused) for turn in turns
    )


def _has_no_other_breach(outcome: ReplayOutcome, excused: set[tuple[int, str]]) -> bool:
    met = ((one.seq, one.laid.rule.id) for one in outcome.judgements if one.breach is not None)
    return outcome.beyond is None and all(one in excused for one in met)
