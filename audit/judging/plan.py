"""Judges a replay: turns judgements into findings with causes, contested readings, suspicions and unlocks."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs
from msgspec.structs import replace

from audit.budget import MOST_WORK, MOST_WORK_OTHERWISE, Budget
from audit.causes.corrections import follow_corrections
from audit.causes.missing_before_claims import merge_claim_roots
from audit.causes.missing_lines import merge_roots
from audit.causes.search import CauseSearch, find_causes
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
from audit.model.document import Finding, Suspicion, Unlock


class JudgedLog(NamedTuple):
    """The findings of one log, what they suggest together, and the number of roots that were not examined.

    `sure`: something is illegal under every reading in dispute.
    """

    findings: list[Finding]
    suspicion: Suspicion | None
    unexamined: int
    sure: bool
    unlocks: tuple[Unlock, ...] = ()


def judge_replay(raw: bytes, log: ReplayedLog) -> JudgedLog:
    """Judge the replay of a log. If the options ask for it, try every reading, even those that no finding names."""
    prepared, outcome = log.prepared, log.outcome
    if outcome.beyond is not None:
        return _judge_first_part(raw, prepared, outcome.beyond)
    budget = Budget((MOST_WORK_OTHERWISE if prepared.asked.readings else MOST_WORK) - outcome.work // 2)
    pages, others = SourceLines(raw, prepared), Readings(prepared, budget)
    met = collect_findings(prepared, outcome.judgements, pages)
    findings = mark_contested_findings(
        sort_findings([*met, *find_idle_rulings(met, pages)], prepared), others, outcome.judgements
    )
    findings = follow_corrections(findings, prepared, budget)
    search = CauseSearch(log, budget)
    known = find_causes(search, follow_unread_lines(search, findings), others)
    joined = merge_claim_roots(search, merge_roots(search, known.findings, others))
    carried_over = mark_contested_consequences(merge_unwritten_kinds(joined, outcome.judgements, prepared), others)
    suspected, sure = (
        find_suspicion(carried_over, others),
        is_broken_under_all_readings(carried_over, others, prepared.list_correction_seqs()),
    )
    if prepared.asked.readings:
        carried_over += find_latent_findings(carried_over, others, pages, every=prepared.asked.settled)
        carried_over.sort(key=lambda finding: -1 if finding.seq is None else search.find_place(finding.seq))
    carried_over = drop_unneeded_inventions(add_sums(carried_over, log, pages, budget), prepared, budget)
    unexamined = known.unexamined | others.untried
    return JudgedLog(carried_over, suspected, len(unexamined), sure, find_unlocks(log, budget))


def _judge_first_part(raw: bytes, prepared: PreparedLog, beyond: Beyond) -> JudgedLog:
    """Judge a log up to the end of its listed findings. A part suggests nothing about the whole log."""
    end = next(place for place, (seq, _) in enumerate(prepared.entries) if seq == beyond.seq)
    part = replay_log(replace(prepared, entries=prepared.entries[:end]))
    first_part = judge_replay(raw, replace(part, outcome=replace(part.outcome, beyond=None)))
    findings = [structs.replace(finding, outcome=None) for finding in first_part.findings]
    return JudgedLog(findings, None, first_part.unexamined, first_part.sure)
