"""Finds the possible results of a game: other readings, repaired places, both books, and the claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from audit.intake.early_stops import end_at_stop
from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.prepared import START, PreparedLog
from audit.model.findings import Finding
from audit.model.report import Report
from audit.rewrite.mend import RepairEdit, plan_repair_edit
from audit.tournaments.count.outcomes import Outcome, replay_to_outcome
from audit.tournaments.scoring.schemes import Finishes
from audit.tournaments.tournament import ScoringRules
from engine.kernel.events import Amend, Claim, Event, Insert, Note, Retract, Ruling
from engine.kernel.replay.books import compute_book

MOST_REPLAYS = 200
CORRECTIONS = (Amend, Retract, Insert, Ruling)


class PossibleResult(Struct, frozen=True):
    """One possible result of a game, and the assumption behind it."""

    finishes: Finishes
    says: str


class PossibleResults(Struct, frozen=True):
    """The possible results that were found.

    `whole`: readings, repairs and books allow no other result. Otherwise any result is possible.
    """

    results: tuple[PossibleResult, ...]
    whole: bool
    replays: int = 0


class _Change(NamedTuple):
    """One assumption: its description, and what to replay with."""

    says: str
    question: str = ""
    reading: str = ""
    mend: RepairEdit | None = None
    played: bool = False


# Alternatives that exclude each other, such as the readings of a question. None of them may apply, too.
_Axis = list[_Change]


def find_possible_results(report: Report, prepared: PreparedLog, rules: ScoringRules) -> PossibleResults:
    """Replay with every combination of the open assumptions, up to a limit of replays."""
    axes, whole = _find_axes(report, prepared)
    results: dict[tuple[object, ...], PossibleResult] = {}
    replays = 0
    for changes in _list_combinations(axes):
        if replays >= MOST_REPLAYS:
            whole = False
            break
        outcome = _replay_changes(prepared, changes, rules)
        replays += 1
        if outcome is None:
            whole = False
            continue
        says = " and ".join(change.says for change in changes) or "as it is read"
        results.setdefault(fingerprint_finishes(outcome), PossibleResult(outcome, says))
    return PossibleResults(tuple(results.values()), whole, replays)


def fingerprint_finishes(finishes: Finishes) -> tuple[object, ...]:
    """Return a key that is equal for results that count the same."""
    return tuple((key, one.place, one.score, one.state) for key, one in sorted(finishes.items()))


def _list_combinations(axes: Sequence[_Axis]) -> Iterator[tuple[_Change, ...]]:
    """Yield the combinations of assumptions, those with the fewest changes first."""
    for many in range(len(axes) + 1):
        for chosen in combinations(axes, many):
            yield from product(*chosen)


def _find_axes(report: Report, prepared: PreparedLog) -> tuple[list[_Axis], bool]:
    axes = [*_list_readings(report)]
    mends, whole = _list_repairs(report, prepared)
    axes += mends
    if any(isinstance(event, CORRECTIONS) for event in prepared.log.events[: _count_own_events(prepared)]):
        axes.append([_Change("as first written, without corrections", played=True)])
    return axes, whole and report.found.coverage.unexamined == 0


def _list_readings(report: Report) -> Iterator[_Axis]:
    """Yield for each question in dispute its other readings."""
    found: dict[str, dict[str, Finding]] = {}
    for finding in report.findings:
        if finding.status == "contested":
            for one in finding.rulings:
                found.setdefault(one.id, {}).setdefault(one.reading, finding)
    for question, readings in found.items():
        yield [
            _Change(f"{question} read as {reading} ({_spell_place(finding)})", question, reading)
            for reading, finding in readings.items()
        ]


def _list_repairs(report: Report, prepared: PreparedLog) -> tuple[list[_Axis], bool]:
    """List the repair of each place. The alternative is that the line counts as written."""
    axes, whole = [], True
    seen: set[int] = set()
    for finding in report.findings:
        broken = finding.is_root and finding.status != "contested"
        if finding.seq in seen or not (broken or finding.status == "malformed"):
            continue
        if finding.seq and isinstance(prepared.log.events[finding.seq - 1], Claim):
            # A claim does not change the game, so its repair does not change the result.
            continue
        seen.add(finding.seq or 0)
        mend = next(filter(None, (plan_repair_edit(finding, repair, prepared) for repair in finding.repairs)), None)
        if mend is None:
            whole = False
        else:
            what = f"with `{mend.line}` behind it" if mend.insert else f"as `{mend.line}`" if mend.line else "left out"
            axes.append([_Change(f"{_spell_place(finding)} {what}", mend=mend)])
    return axes, whole


def _spell_place(finding: Finding) -> str:
    return f"line {finding.line}" if finding.seq is None else f"event {finding.seq}, line {finding.line}"


def _replay_changes(prepared: PreparedLog, changes: Sequence[_Change], rules: ScoringRules) -> Outcome:
    """Replay with some assumptions changed."""
    log = prepared
    mends = [change.mend for change in changes if change.mend is not None]
    played = any(change.played for change in changes)
    if mends or played:
        log = _apply_repairs(prepared, mends, blotted=_count_own_events(prepared) if played else 0)
    readings = {change.question: change.reading for change in changes if change.question}
    for question, reading in readings.items():
        log = log.read_question_as(question, reading)
        log = replace(log, header=replace(log.header, rulings={**log.header.rulings, question: reading}))
    return replay_to_outcome(log, rules)[0]


def strip_corrections(prepared: PreparedLog) -> PreparedLog:
    """Return the log as first written, without any corrections in it or from the caller."""
    return _apply_repairs(prepared, (), blotted=prepared.last_seq)


def _count_own_events(prepared: PreparedLog) -> int:
    """Count the events of the log itself. The caller's lines come after them."""
    return prepared.last_seq - len(prepared.asked.laid)


def _apply_repairs(prepared: PreparedLog, mends: Sequence[RepairEdit], *, blotted: int = 0) -> PreparedLog:
    """Append repairs to a log. Corrections among its first `blotted` events are replaced by empty notes."""
    own: list[Event] = list(prepared.log.events)
    own[:blotted] = [Note(text="") if isinstance(event, CORRECTIONS) else event for event in own[:blotted]]
    reader = make_quoted_line_reader(prepared.game, prepared.header, prepared.domains, strict=prepared.asked.strict)
    counted = compute_book([*own, *map(_make_record, mends)], reader, "adjudicated")
    end_at_stop(counted)
    return replace(prepared, book=counted, entries=[(0, START), *counted.entries])


def _make_record(mend: RepairEdit) -> Event:
    if mend.insert:
        return Insert(at=mend.seq, line=mend.line)
    return Amend(at=mend.seq, line=mend.line) if mend.line else Retract(at=mend.seq)
