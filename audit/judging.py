"""Judging: what a replay met becomes findings, with causes, readings that turn them round, and what they suggest."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs
from msgspec.structs import replace

from audit.causes import Budget, CauseSearch, explained
from audit.contested import carried, contested, latent, whichever_way
from audit.corrected import following_corrections
from audit.document import Finding, Suspicion, Unlock
from audit.findings import Pages, findings_of, in_order
from audit.habits import never_written
from audit.idle_rulings import idle_rulings
from audit.impact import suspicion
from audit.left_out_lines import told_as_one
from audit.outcome import Beyond, Played, Readings, played
from audit.prepared import PreparedLog
from audit.resting import resting
from audit.sums import with_sums
from audit.unlocking import unlocks

# Of so many roots at most it is asked whether one unwritten line explains several.
MOST_JOINED = 40


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
    pages, others = Pages(raw, prepared), Readings(prepared)
    met = findings_of(prepared, outcome.judgements, pages)
    findings = contested(in_order([*met, *idle_rulings(met, pages)], prepared), others, outcome.judgements)
    budget = Budget()
    findings = following_corrections(findings, prepared, budget)
    search = CauseSearch(log, budget)
    known = explained(search, findings, others)
    # Where there are very many roots, no one line that is left out explains them.
    few = sum(finding.root for finding in known.findings) <= MOST_JOINED
    joined = told_as_one(search, known.findings, others) if few else known.findings
    carried_over = carried(never_written(joined, outcome.judgements, prepared), others)
    suspected, sure = suspicion(carried_over, others), whichever_way(carried_over, others, prepared.corrections())
    if prepared.asked.readings:
        carried_over += latent(carried_over, others, pages, every=prepared.asked.settled)
        carried_over.sort(key=lambda finding: -1 if finding.seq is None else search.place(finding.seq))
    carried_over = resting(with_sums(carried_over, log, pages), prepared)
    return Judged(carried_over, suspected, known.unexamined, sure, unlocks(log))


def _judged_in_part(raw: bytes, prepared: PreparedLog, beyond: Beyond) -> Judged:
    """Judge a log up to where its findings are listed; what a part suggests about the whole is not said."""
    end = next(place for place, (seq, _) in enumerate(prepared.entries) if seq == beyond.seq)
    part = played(replace(prepared, entries=prepared.entries[:end]))
    first_part = judged(raw, replace(part, outcome=replace(part.outcome, beyond=None)))
    findings = [structs.replace(finding, outcome=None) for finding in first_part.findings]
    return Judged(findings, None, first_part.unexamined, first_part.sure)
