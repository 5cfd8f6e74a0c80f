"""Judging: what a replay met becomes findings, with causes, readings that turn them round, and what they suggest."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from msgspec import structs

from audit.causes import Budget, Inquest, explained
from audit.contested import carried, contested, latent
from audit.course import Beyond, Played, Readings, played
from audit.document import Finding, Suspicion
from audit.findings import Pages, findings_of
from audit.impact import suspicion
from audit.sitting import Sitting


class Judged(NamedTuple):
    """The findings of one log, what they suggest as a whole, and how many roots were not looked into."""

    findings: list[Finding]
    suspicion: Suspicion | None
    unexamined: int


def judged(raw: bytes, log: Played) -> Judged:
    """Judge what the replay of a log met; if asked, also by every reading that nothing called for."""
    sitting, course = log.sitting, log.course
    if course.beyond is not None:
        return _judged_in_part(raw, sitting, course.beyond)
    pages, others = Pages(raw, sitting), Readings(sitting)
    findings = contested(findings_of(sitting, course.hits, pages), others)
    inquest = Inquest(log, Budget())
    known = explained(inquest, findings)
    told = carried(known.findings, others)
    suspected = suspicion(told, others)
    if sitting.asked.readings:
        told += latent(told, others, pages)
        told.sort(key=lambda finding: -1 if finding.seq is None else inquest.place(finding.seq))
    return Judged(told, suspected, known.unexamined)


def _judged_in_part(raw: bytes, sitting: Sitting, beyond: Beyond) -> Judged:
    """Judge a log up to where its findings are listed; what a part suggests about the whole is not said."""
    end = next(place for place, (seq, _) in enumerate(sitting.entries) if seq == beyond.seq)
    part = played(replace(sitting, entries=sitting.entries[:end]))
    told = judged(raw, replace(part, course=replace(part.course, beyond=None)))
    return Judged([structs.replace(finding, outcome=None) for finding in told.findings], None, told.unexamined)
