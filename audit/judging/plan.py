"""Judging: what a replay met becomes findings, with causes, readings that turn them round, and what they suggest."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs
from msgspec.structs import replace

from audit.budget import MOST_WORK, MOST_WORK_OTHERWISE, Budget
from audit.causes.corrections import following_corrections
from audit.causes.missing_before_claims import claims_told_as_one
from audit.causes.missing_lines import told_as_one
from audit.causes.search import CauseSearch, explained
from audit.causes.unreadable_effects import following_unread_lines
from audit.findings.finding import Pages, findings_of, in_order
from audit.findings.replay_outcome import Beyond, Played, Readings, played
from audit.intake.prepared import PreparedLog
from audit.judging.contested import carried, contested, latent, whichever_way
from audit.judging.idle_rulings import idle_rulings
from audit.judging.invented_content import resting
from audit.judging.suspicion import suspicion
from audit.judging.unlocks import unlocks
from audit.judging.unwritten_kinds import never_written
from audit.judging.wrong_sums import with_sums
from audit.model.document import Finding, Suspicion, Unlock


class Judged(NamedTuple):
    """The findings of one log, what they suggest as a whole, and how many roots were not looked into.

    `sure`: something is illegal under each reading that contested findings turn on.
    """

    findings: list[Finding]
    suspicion: Suspicion | None
    unexamined: int
    sure: bool
    unlocks: tuple[Unlock, ...] = ()


def judged(raw: bytes, log: Played) -> Judged:
    """Judge what the replay of a log met; if asked, also by every reading that nothing called for."""
    prepared, outcome = log.prepared, log.outcome
    if outcome.beyond is not None:
        return _judged_in_part(raw, prepared, outcome.beyond)
    budget = Budget((MOST_WORK_OTHERWISE if prepared.asked.readings else MOST_WORK) - outcome.work // 2)
    pages, others = Pages(raw, prepared), Readings(prepared, budget)
    met = findings_of(prepared, outcome.judgements, pages)
    findings = contested(in_order([*met, *idle_rulings(met, pages)], prepared), others, outcome.judgements)
    findings = following_corrections(findings, prepared, budget)
    search = CauseSearch(log, budget)
    known = explained(search, following_unread_lines(search, findings), others)
    joined = claims_told_as_one(search, told_as_one(search, known.findings, others))
    carried_over = carried(never_written(joined, outcome.judgements, prepared), others)
    suspected, sure = suspicion(carried_over, others), whichever_way(carried_over, others, prepared.corrections())
    if prepared.asked.readings:
        carried_over += latent(carried_over, others, pages, every=prepared.asked.settled)
        carried_over.sort(key=lambda finding: -1 if finding.seq is None else search.place(finding.seq))
    carried_over = resting(with_sums(carried_over, log, pages, budget), prepared, budget)
    unexamined = known.unexamined | others.untried
    return Judged(carried_over, suspected, len(unexamined), sure, unlocks(log, budget))


def _judged_in_part(raw: bytes, prepared: PreparedLog, beyond: Beyond) -> Judged:
    """Judge a log up to where its findings are listed; what a part suggests about the whole is not said."""
    end = next(place for place, (seq, _) in enumerate(prepared.entries) if seq == beyond.seq)
    part = played(replace(prepared, entries=prepared.entries[:end]))
    first_part = judged(raw, replace(part, outcome=replace(part.outcome, beyond=None)))
    findings = [structs.replace(finding, outcome=None) for finding in first_part.findings]
    return Judged(findings, None, first_part.unexamined, first_part.sure)
