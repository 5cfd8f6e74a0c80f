"""Tries the repairs of one place, nearest first, and chooses those that its findings are offered."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from audit.causes.candidates import list_far_what_ifs, list_repairs
from audit.causes.earlier_lines import HEALS
from audit.causes.places import Place, RepairRank
from audit.causes.repairs import repair_claim
from audit.causes.trials import CauseSearch, Trial
from audit.model.findings import UNDECIDED, Finding, Outcome, Repair
from engine.kernel.events import Claim, Start, Unreadable
from engine.kernel.facts import NOTHING

SUGGESTED = 4
# With less work than this for a place, only near repairs are tried, and not to the end. A trial takes at least `LEAST`.
AMPLE = 60
LEAST = 24


@dataclass(frozen=True, slots=True)
class PlaceExamination:
    """The result of examining one place: all repairs that were tried, and the best repair for each finding."""

    mended: tuple[Trial, ...] = ()
    nearest: dict[str, Trial] = field(default_factory=dict)
    # Whether one repair, other than leaving the line out, heals every violation of the line.
    together: bool = False
    right: tuple[Repair, ...] = ()


def try_place_repairs(search: CauseSearch, findings: list[Finding], share: int) -> PlaceExamination | None:
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


def add_repairs(search: CauseSearch, finding: Finding, found: PlaceExamination | None) -> Finding:
    """Offer the repairs that remove this finding. The same event may break other rules as well."""
    if found is None:
        return finding
    curing = sorted((one for one in found.mended if search.is_cure(one, finding)), key=_measure_likelihood)
    repairs: dict[str, Repair] = {}
    for trial in curing:
        noted = annotate_repair(trial)
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


def annotate_repair(trial: Trial) -> Repair:
    """Return the repair of a trial. If it heals several findings, its note says how many."""
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
