"""Separates roots from consequences: a violation is a consequence if it disappears once an earlier one is repaired."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from audit.budget import Budget
from audit.causes.candidates import list_far_what_ifs, list_repairs
from audit.causes.earlier_lines import HEALS, find_suspect_before
from audit.causes.places import Place, RepairRank
from audit.causes.repairs import repair_claim
from audit.causes.trials import CauseSearch, Trial
from audit.findings.replay_outcome import Readings
from audit.model.document import MALFORMED, UNDECIDED, Cause, Finding, Outcome, Repair
from engine.kernel.events import Claim, Start, Unreadable
from engine.kernel.facts import NOTHING

SUGGESTED = 4
# With less work than this for a place, only near repairs are tried, and not to the end. A trial takes at least `LEAST`.
AMPLE = 60
LEAST = 24

__all__ = ["Budget", "CauseSearch", "Explanation", "find_causes"]


@dataclass(frozen=True, slots=True)
class PlaceExamination:
    """The result of examining one place: all repairs that were tried, and the best repair for each finding."""

    mended: tuple[Trial, ...] = ()
    nearest: dict[str, Trial] = field(default_factory=dict)
    # Whether one repair, other than leaving the line out, heals every violation of the line.
    together: bool = False
    right: tuple[Repair, ...] = ()


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
                self.findings[at] = _add_repairs(self.search, self.findings[at], self.examined[finding.seq])
        return Explanation(self.findings, frozenset(seq for seq, one in self.examined.items() if one is None))

    def _examine_place(self, at: int, seq: int) -> None:
        """Examine one place, and let the violations that its repair removes follow it."""
        search = self.search
        open_ = self._list_open_roots(at)
        beside = [at, *(n for n in open_ if n != at and self.findings[n].seq == seq)]
        # A certain violation never follows a contested one.
        beside.sort(key=lambda n: self.findings[n].status == "contested")
        share = search.budget.left // max(1, len({self.findings[n].seq for n in open_}))
        found = _try_place_repairs(search, [self.findings[n] for n in beside], share)
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
                self.findings[before[0]] = replace(first, repairs=(_annotate_repair(trial), *first.repairs)[:SUGGESTED])
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


def _try_place_repairs(search: CauseSearch, findings: list[Finding], share: int) -> PlaceExamination | None:
    """Try the repairs of one place, nearest first. Return None if the remaining work is not enough."""
    finding = findings[0]
    event, at = search.find_event(finding.seq), search.find_place(finding.seq)
    if event is None or isinstance(event, Start):
        return PlaceExamination()
    if isinstance(event, Claim):
        return PlaceExamination(right=_correct_claim(search, finding, event))
    if search.budget.left < LEAST:
        return None
    place = Place(search.prepared, search.table_before, at, search.judgements_at(finding.seq), search.budget.note_work)
    rest = len(search.entries) - at
    ample = share >= AMPLE + rest
    tried = _try_repairs(
        search, findings, place, rest if ample else LEAST, ample=ample, least=search.budget.left - share
    )
    return _choose_best_repairs(search, findings, tried)


def _try_repairs(
    search: CauseSearch, findings: list[Finding], place: Place, horizon: int, *, ample: bool, least: int
) -> list[Trial]:
    """Replay with each repair, rank by rank, until enough of them heal the violations here."""
    tried: list[Trial] = []
    lost = isinstance(place.event, Unreadable)
    for rank in list_repairs(place):
        for what_if in rank:
            if tried and search.budget.left < least:
                break
            trial = search.try_change(what_if, horizon)
            # A possible reading of an unreadable line is offered even if it breaks a rule.
            if (lost or not search.has_new_breach(trial)) and any(search.is_cure(trial, one) for one in findings):
                tried.append(trial)
        if not ample and all(any(search.is_cure(trial, one) for trial in tried) for one in findings):
            return tried
    whole = search.count_breaches_from(place.place)
    if ample and not any(one.mended >= whole for one in tried if one.what_if.rank is not RepairRank.LEFT_OUT):
        for what_if in list_far_what_ifs(place, findings[0].seat or ""):
            trial = search.try_change(what_if, horizon)
            if (
                trial.mended > 0
                and not search.has_new_breach(trial)
                and any(search.is_cure(trial, one) for one in findings)
            ):
                tried.append(trial)
    return tried


def _choose_best_repairs(search: CauseSearch, findings: list[Finding], tried: list[Trial]) -> PlaceExamination:
    """Choose the nearest repair that heals all violations of a line, or else the nearest for each violation."""
    real = sorted((one for one in tried if _may_be_repair(one)), key=_measure_nearness)
    whole = [one for one in real if all(search.is_cure(one, finding) for finding in findings)]
    near = [one for one in whole if one.what_if.rank is not RepairRank.LEFT_OUT or len(findings) == 1]
    if near:
        return PlaceExamination(tuple(tried), {finding.rule: near[0] for finding in findings}, together=True)
    nearest = {}
    for finding in findings:
        curing = [one for one in real if search.is_cure(one, finding)]
        if curing:
            nearest[finding.rule] = curing[0]
    return PlaceExamination(tuple(tried), nearest)


def _may_be_repair(trial: Trial) -> bool:
    """Return whether a trial counts as a repair. A legal decision is not rewritten to explain only one violation."""
    return trial.what_if.rank is not RepairRank.FAR or trial.mended >= HEALS or trial.what_if.taken == 1


def _measure_nearness(trial: Trial) -> tuple[int, RepairRank]:
    """Rank a repair by the number of violations it heals before a new one, then by its kind."""
    return -trial.healed, trial.what_if.rank


def _correct_claim(search: CauseSearch, finding: Finding, claim: Claim) -> tuple[Repair, ...]:
    reckoned = finding.facts.get("reckoned", "")
    # "No winner yet" may change, so it is not a correction. An empty hand is a fact that a claim can state.
    empty = reckoned == "none" and claim.fact not in search.prepared.game.result
    return () if reckoned in UNDECIDED and not empty else (repair_claim(search.prepared, claim, reckoned),)


def _add_repairs(search: CauseSearch, finding: Finding, found: PlaceExamination | None) -> Finding:
    """Offer the repairs that remove this finding. The same event may break other rules as well."""
    if found is None:
        return finding
    curing = sorted((one for one in found.mended if search.is_cure(one, finding)), key=_measure_likelihood)
    repairs: dict[str, Repair] = {}
    for trial in curing:
        noted = _annotate_repair(trial)
        repairs.setdefault(noted.line, noted)
    lines = {repair.line: repair for repair in (*finding.repairs, *found.right, *repairs.values())}
    suggested = tuple(lines.values())[:SUGGESTED]
    nearest = found.nearest.get(finding.rule)
    return replace(finding, repairs=suggested, outcome=None if nearest is None else _derive_outcome(search, nearest))


def _measure_likelihood(trial: Trial) -> tuple[int, RepairRank, int]:
    """Rank a repair by its certain gain, then by its kind.

    Among equals, the repair comes first after which the game soonest matches the log again.
    """
    return -trial.sure_gain, trial.what_if.rank, trial.joined


def _annotate_repair(trial: Trial) -> Repair:
    repair = trial.what_if.repair
    if trial.sure_gain < 2:  # noqa: PLR2004 - any repair heals one finding
        return repair
    return Repair(repair.line, f"{repair.note}; {trial.sure_gain} breaches vanish")


def _derive_outcome(search: CauseSearch, trial: Trial) -> Outcome | None:
    if trial.result is None:
        return None
    # An undecided game stays undecided after a repair, which only clarifies who might have won.
    undecided = not (trial.over or search.actual.over) and set(trial.result.values()) == {NOTHING}
    return Outcome(trial.result != search.actual.result and not undecided, trial.result)
