"""Separates roots from consequences: a violation is a consequence if it disappears once an earlier one is repaired."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from audit.causes.earlier_lines import find_suspect_before
from audit.causes.places import Place, RepairRank
from audit.causes.repair_choice import (
    AMPLE,
    SUGGESTED,
    PlaceExamination,
    add_repairs,
    annotate_repair,
    try_place_repairs,
)
from audit.causes.trials import CauseSearch, Trial
from audit.findings.replay_outcome import Readings
from audit.model.findings import MALFORMED, Cause, Finding
from engine.kernel.events import Claim, Start, Unreadable


@dataclass(frozen=True, slots=True)
class Explanation:
    """The findings with what they follow from, and the places that were not examined."""

    findings: list[Finding]
    unexamined: frozenset[int]


class CauseWalk:
    """A walk through the violations of a log, in order. Violations that no earlier one explains are roots."""

    def __init__(self, search: CauseSearch, findings: list[Finding], readings: Readings | None) -> None:
        """Start before the first violation."""
        self.search, self.findings, self.readings = search, list(findings), readings
        self.diverged: dict[object, int] = {}
        self.examined: dict[int, PlaceExamination | None] = {}
        self._roots: Sequence[int] = range(len(findings))

    def walk_findings(self) -> Explanation:
        """Examine all violations."""
        for at in range(len(self.findings)):
            finding = self.findings[at] = _follow_equal_claim(self.findings[at], self.diverged)
            if finding.seq is None or not (finding.is_root or _is_unreadable_line(self.search, finding)):
                continue
            if finding.seq not in self.examined:
                self._examine_place(at, finding.seq)
            if self.findings[at].is_root or _is_unreadable_line(self.search, finding):
                self.findings[at] = add_repairs(self.search, self.findings[at], self.examined[finding.seq])
        return Explanation(self.findings, frozenset(seq for seq, one in self.examined.items() if one is None))

    def _examine_place(self, at: int, seq: int) -> None:
        """Examine one place, and let the violations that its repair removes follow it."""
        search = self.search
        open_ = self._list_open_roots(at)
        beside = [at, *(n for n in open_ if n != at and self.findings[n].seq == seq)]
        # A certain violation never follows a contested one.
        beside.sort(key=lambda n: self.findings[n].status == "contested")
        share = search.budget.left // max(1, len({self.findings[n].seq for n in open_}))
        found = try_place_repairs(search, [self.findings[n] for n in beside], share)
        self.examined[seq] = found
        if found is None:
            return
        if self._is_led_by_earlier_root(at, found):
            return
        if found.together:
            for n in beside[1:]:
                self.findings[n] = replace(self.findings[n], follows=seq, with_=self.findings[beside[0]].rule)
        for trial in dict.fromkeys(found.nearest.values()):
            self._mark_consequences(beside[0], trial, found.mended)
        if share > AMPLE * 2:
            self._name_earlier_cause(beside[0], found, search.budget.left - share // 2)

    def _list_open_roots(self, at: int) -> Sequence[int]:
        """List the roots from one finding on. Earlier findings are not examined again."""
        self._roots = [n for n in self._roots if n >= at and self.findings[n].is_root]
        return self._roots

    def _mark_consequences(self, root: int, trial: Trial, others: Sequence[Trial] = ()) -> None:
        """Let later violations that a repair removes follow the root, up to the first new violation.

        A violation that disappears only because a value is unknown needs another repair that explains it.
        """
        sure = [one for one in others if not one.what_if.has_unknown] if trial.what_if.has_unknown else []
        for n in self._list_consequences(root, trial):
            if sure and not any(self._is_gone_with(one, self.findings[n]) for one in sure):
                continue
            self.findings[n] = replace(self.findings[n], follows=self.findings[root].seq)

    def _list_consequences(self, root: int, trial: Trial) -> list[int]:
        """List the later violations that disappear in a trial and may follow a root."""
        first, place = self.findings[root], self.search.find_place(self.findings[root].seq)
        claim = isinstance(self.search.find_event(first.seq), Claim)
        # If two rolls or cards are missing from the log, neither is missing because of the other.
        apart = trial.what_if.rank is RepairRank.MISSING
        gone = []
        for n in self._roots:
            later = self.findings[n]
            there = self.search.find_place(later.seq)
            if n <= root or not later.is_root or there <= place or not self._is_gone_with(trial, later):
                continue
            if (claim and later.status != "mismatch") or self._is_surer(later, first):
                continue
            if apart and later.rule == first.rule and (later.seq, later.rule) in self.search.lacking:
                continue
            gone.append(n)
        return gone

    def _is_gone_with(self, trial: Trial, later: Finding) -> bool:
        """Return whether a repair removes a later violation and causes no new one before it."""
        there = self.search.find_place(later.seq)
        return there <= trial.astray and not trial.may_contain(later, there)

    def _is_surer(self, later: Finding, first: Finding) -> bool:
        """Return whether a violation remains under every reading that lifts an earlier contested one."""
        if first.status != "contested" or later.status == "contested" or self.readings is None:
            return False
        return all(self.readings.replay_under(turn.id, turn.reading).may_contain(later) for turn in first.rulings)

    def _is_led_by_earlier_root(self, at: int, found: PlaceExamination) -> bool:
        """Let what nothing near mends follow an earlier root where its line, said otherwise, breaks neither."""
        finding, search = self.findings[at], self.search
        ranks = {one.what_if.rank for one in found.mended if search.is_cure(one, finding)}
        for trial in found.mended if ranks <= {RepairRank.LEFT_OUT, RepairRank.FAR} else ():
            before = [
                n for n in range(at) if {self.findings[n].seq} == trial.what_if.changed and self.findings[n].is_root
            ]
            if trial.what_if.rank is not RepairRank.FAR or len(before) != 1 or not search.is_cure(trial, finding):
                continue
            first = self.findings[before[0]]
            if first.seq != finding.seq and self._is_gone_with(trial, first):
                self._mark_consequences(before[0], trial)
                self.findings[before[0]] = replace(first, repairs=(annotate_repair(trial), *first.repairs)[:SUGGESTED])
                return not self.findings[at].is_root
        return False

    def _name_earlier_cause(self, at: int, found: PlaceExamination, least: int) -> None:
        """Name an earlier legal line as the cause if changing it explains more than the place itself."""
        first = self.findings[at]
        if isinstance(self.search.find_event(first.seq), Claim | Unreadable | Start | None):
            return
        suspected = find_suspect_before(self.search, [self.findings[n] for n in self._list_open_roots(at)], least)
        self.examined[first.seq or 0] = dataclasses.replace(found, mended=(*found.mended, *suspected.healing))
        trial = suspected.cause
        if trial is None:
            return
        (seq,) = trial.what_if.changed
        line = self.search.prepared.entries[self.search.find_place(seq)][1]
        text = Place(self.search.prepared, self.search.table_before, 0).write_line(line)
        self.findings[at] = replace(first, cause=Cause(seq, text), repairs=(trial.what_if.repair,))
        for n in self._list_open_roots(at):
            if n != at and self.findings[n].seq == first.seq and self.search.is_cure(trial, self.findings[n]):
                self.findings[n] = replace(self.findings[n], follows=first.seq, with_=first.rule)
        self._mark_consequences(at, trial)


def find_causes(search: CauseSearch, findings: list[Finding], readings: Readings | None = None) -> Explanation:
    """Walk through the violations in order. Roots are those that no earlier violation explains."""
    return CauseWalk(search, findings, readings).walk_findings()


def _follow_equal_claim(finding: Finding, diverged: dict[object, int]) -> Finding:
    """Let a claim follow an earlier claim that is wrong about the same fact in the same way."""
    if finding.status != "mismatch" or finding.seq is None or not {"fact", "claimed", "reckoned"} <= set(finding.facts):
        return finding
    claimed, reckoned = finding.facts["claimed"], finding.facts["reckoned"]
    gap = claimed - reckoned if isinstance(claimed, int) and isinstance(reckoned, int) else (claimed, reckoned)
    first = diverged.setdefault((finding.facts["fact"], gap), finding.seq if finding.is_root else finding.follows or 0)
    return replace(finding, follows=first) if finding.is_root and first != finding.seq else finding


def _is_unreadable_line(search: CauseSearch, finding: Finding) -> bool:
    """Return whether the finding is about a line that could not be parsed."""
    return finding.status == MALFORMED and isinstance(search.find_event(finding.seq), Unreadable)
