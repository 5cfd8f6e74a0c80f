"""Judges a replay in named stages: judgements become findings with causes, contested readings, suspicions, unlocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs
from msgspec.structs import replace

from audit.budget import MOST_WORK, MOST_WORK_OTHERWISE, Budget
from audit.causes.corrections import follow_corrections
from audit.causes.missing_before_claims import merge_claim_roots
from audit.causes.missing_lines import merge_roots
from audit.causes.roots import find_causes
from audit.causes.trials import CauseSearch
from audit.causes.unreadable_effects import follow_unread_lines
from audit.findings.finding import SourceLines, collect_findings, sort_findings
from audit.findings.replay_outcome import Beyond, Readings, ReplayedLog, replay_log
from audit.intake.prepared import PreparedLog
from audit.judging.contested import (
    find_latent_findings,
    is_broken_under_all_readings,
    mark_contested_consequences,
    mark_contested_findings,
)
from audit.judging.idle_rulings import find_idle_rulings
from audit.judging.invented_content import drop_unneeded_inventions
from audit.judging.suspicion import find_suspicion
from audit.judging.unlocks import find_unlocks
from audit.judging.unwritten_kinds import merge_unwritten_kinds
from audit.judging.wrong_sums import add_sums
from audit.model.document import Suspicion, Unlock
from audit.model.findings import Finding


class JudgedLog(NamedTuple):
    """The findings of one log, what they suggest together, and the events that were not examined.

    `sure`: something is illegal under every reading in dispute.
    """

    findings: list[Finding]
    suspicion: Suspicion | None = None
    unexamined: frozenset[int] = frozenset()
    sure: bool = False
    unlocks: tuple[Unlock, ...] = ()


@dataclass(frozen=True, slots=True)
class StageInputs:
    """What all stages read: the replayed log, its lines, its other readings, trials of repairs, the work left."""

    log: ReplayedLog
    pages: SourceLines
    readings: Readings
    search: CauseSearch
    budget: Budget

    @property
    def prepared(self) -> PreparedLog:
        """The log as it was prepared for the replay."""
        return self.log.prepared


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of judging. `changes` names in backticks what it may change: parts of the state, keys of a finding."""

    name: str
    run: Callable[[JudgedLog, StageInputs], JudgedLog]
    changes: str


def judge_replay(raw: bytes, log: ReplayedLog) -> JudgedLog:
    """Judge the replay of a log. If the options ask for it, try every reading, even those that no finding names."""
    prepared, outcome = log.prepared, log.outcome
    if outcome.beyond is not None:
        return _judge_first_part(raw, prepared, outcome.beyond)
    budget = Budget((MOST_WORK_OTHERWISE if prepared.asked.readings else MOST_WORK) - outcome.work // 2)
    inputs = StageInputs(log, SourceLines(raw, prepared), Readings(prepared, budget), CauseSearch(log, budget), budget)
    judged = JudgedLog([])
    for stage in STAGES:
        judged = stage.run(judged, inputs)
    return judged


def _judge_first_part(raw: bytes, prepared: PreparedLog, beyond: Beyond) -> JudgedLog:
    """Judge a log up to the end of its listed findings. A part suggests nothing about the whole log."""
    end = next(place for place, (seq, _) in enumerate(prepared.entries) if seq == beyond.seq)
    part = replay_log(replace(prepared, entries=prepared.entries[:end]))
    first_part = judge_replay(raw, replace(part, outcome=replace(part.outcome, beyond=None)))
    findings = [structs.replace(finding, outcome=None) for finding in first_part.findings]
    return JudgedLog(findings, None, first_part.unexamined, first_part.sure)


def _collect_judgements(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    found = collect_findings(inputs.prepared, inputs.log.outcome.judgements, inputs.pages)
    return judged._replace(findings=[*judged.findings, *found])


def _add_idle_rulings(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    found = [*judged.findings, *find_idle_rulings(judged.findings, inputs.pages)]
    return judged._replace(findings=sort_findings(found, inputs.prepared))


def _mark_contested(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    judgements = inputs.log.outcome.judgements
    return judged._replace(findings=mark_contested_findings(judged.findings, inputs.readings, judgements))


def _follow_corrections(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(findings=follow_corrections(judged.findings, inputs.prepared, inputs.budget))


def _follow_unread_lines(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(findings=follow_unread_lines(inputs.search, judged.findings))


def _find_causes(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    known = find_causes(inputs.search, judged.findings, inputs.readings)
    return judged._replace(findings=known.findings, unexamined=judged.unexamined | known.unexamined)


def _merge_missing_lines(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(findings=merge_roots(inputs.search, judged.findings, inputs.readings))


def _merge_missing_before_claims(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(findings=merge_claim_roots(inputs.search, judged.findings))


def _merge_unwritten_kinds(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    judgements = inputs.log.outcome.judgements
    return judged._replace(findings=merge_unwritten_kinds(judged.findings, judgements, inputs.prepared))


def _mark_consequences(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(findings=mark_contested_consequences(judged.findings, inputs.readings))


def _find_suspicion(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(suspicion=find_suspicion(judged.findings, inputs.readings))


def _decide_surely_broken(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    corrections = inputs.prepared.list_correction_seqs()
    return judged._replace(sure=is_broken_under_all_readings(judged.findings, inputs.readings, corrections))


def _add_latent(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    asked, search = inputs.prepared.asked, inputs.search
    if not asked.readings:
        return judged
    latent = find_latent_findings(judged.findings, inputs.readings, inputs.pages, every=asked.settled)
    found = sorted([*judged.findings, *latent], key=lambda one: -1 if one.seq is None else search.find_place(one.seq))
    return judged._replace(findings=found)


def _add_sums(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(findings=add_sums(judged.findings, inputs.log, inputs.pages, inputs.budget))


def _drop_unneeded_inventions(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(findings=drop_unneeded_inventions(judged.findings, inputs.prepared, inputs.budget))


def _note_untried_readings(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(unexamined=judged.unexamined | inputs.readings.untried)


def _find_unlocks(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
    return judged._replace(unlocks=find_unlocks(inputs.log, inputs.budget))


# The order counts: each stage reads what those before it have found, and has the work that they left.
STAGES = (
    Stage(
        "judgements",
        _collect_judgements,
        "Adds to `findings` each breach, each check that could not be made and each line that cannot be read.",
    ),
    Stage("idle rulings", _add_idle_rulings, "Adds to `findings` each ruling that waives nothing, and sorts them."),
    Stage(
        "contested",
        _mark_contested,
        "Sets `status`, `rulings`, `settled` and `breach` of each violation that another reading lifts.",
    ),
    Stage(
        "corrections",
        _follow_corrections,
        "Sets `follows` of each violation that only a correction makes: it follows that correction.",
    ),
    Stage(
        "unreadable lines",
        _follow_unread_lines,
        "Sets `follows` of each violation that an unreadable line may explain: it follows that line.",
    ),
    Stage(
        "causes",
        _find_causes,
        "Sets `follows` and `with` of consequences, and `repairs`, `outcome` and `cause` of roots. Adds to `unexamined`"
        " the events for which the work did not suffice.",
    ),
    Stage(
        "missing lines",
        _merge_missing_lines,
        "Merges roots that one missing line explains: `follows` and `with` of the later ones, `repairs`, `status` and"
        " `rulings` of the first.",
    ),
    Stage(
        "missing lines before claims",
        _merge_missing_before_claims,
        "Merges a wrong claim and later roots that one missing line explains: `follows`, `with` and `repairs`.",
    ),
    Stage(
        "unwritten kinds",
        _merge_unwritten_kinds,
        "Merges roots that miss a kind of line that the log never has: `follows`, `repairs` and `outcome` of the later"
        " ones, `breach` of the first.",
    ),
    Stage(
        "contested consequences",
        _mark_consequences,
        "Sets `status` and `rulings` of each consequence that is lifted by the reading that lifts its root.",
    ),
    Stage(
        "suspicion",
        _find_suspicion,
        "Sets `suspicion`: one reading, or one or two layers, under which every root disappears.",
    ),
    Stage(
        "surely broken",
        _decide_surely_broken,
        "Sets `sure`: whether a contested log breaks some rule under each reading in dispute.",
    ),
    Stage(
        "latent",
        _add_latent,
        "If the options ask for it, adds to `findings` what only another reading forbids, and sorts them.",
    ),
    Stage("sums", _add_sums, "Sets `sum` and `last_right` of each wrong claim."),
    Stage(
        "invented content",
        _drop_unneeded_inventions,
        "Removes from `rests_on` each invented part of the pack without which the finding is made all the same.",
    ),
    Stage(
        "untried readings",
        _note_untried_readings,
        "Adds to `unexamined` the events of findings for which the work limit left other readings untried.",
    ),
    Stage("unlocks", _find_unlocks, "Sets `unlocks`: the pack values or lines that would allow most checks."),
)
