"""Results of one game that remain possible: open readings, places mended or as written, both books, the claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from audit.intake.early_stops import end_at_stop
from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.prepared import START, PreparedLog
from audit.model.document import Finding
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
    """One way in which a game may have come out, and what would have to be so."""

    finishes: Finishes
    says: str


class PossibleResults(Struct, frozen=True):
    """All ways found; `whole`: there is no other as far as readings, mends and books go. Else any result may be."""

    results: tuple[PossibleResult, ...]
    whole: bool
    replays: int = 0


class _Change(NamedTuple):
    """One thing that may be otherwise: how it is said, and what to replay with."""

    says: str
    question: str = ""
    reading: str = ""
    mend: RepairEdit | None = None
    played: bool = False


# What excludes each other (the readings of a question), and may be left as it is.
_Axis = list[_Change]


def find_possible_results(report: Report, prepared: PreparedLog, rules: ScoringRules) -> PossibleResults:
    """Replay with all that is open settled in each way, alone and together, as long as the replays reach."""
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
    """Tell results apart that count differently."""
    return tuple((key, one.place, one.score, one.state) for key, one in sorted(finishes.items()))


def _list_combinations(axes: Sequence[_Axis]) -> Iterator[tuple[_Change, ...]]:
    """List the ways to settle what is open, those with fewest changes first."""
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
    """List the open questions that contested findings turn on, each with its other readings."""
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
    """List each place that may be mended: what is left is that it stands as it is written."""
    axes, whole = [], True
    seen: set[int] = set()
    for finding in report.findings:
        broken = finding.is_root and finding.status != "contested"
        if finding.seq in seen or not (broken or finding.status == "malformed"):
            continue
        if finding.seq and isinstance(prepared.log.events[finding.seq - 1], Claim):
            # A claim is compared and never obeyed: mended or not, the game comes out the same.
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
    """Replay with some things otherwise."""
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
    """Give a log as it was first written, without what is said of corrections, in it or beside it."""
    return _apply_repairs(prepared, (), blotted=prepared.last_seq)


def _count_own_events(prepared: PreparedLog) -> int:
    """Count the events that stand in the log itself; what was ruled beside it comes behind them."""
    return prepared.last_seq - len(prepared.asked.laid)


def _apply_repairs(prepared: PreparedLog, mends: Sequence[RepairEdit], *, blotted: int = 0) -> PreparedLog:
    """Write mends behind a log, and maybe blot out the corrections among its first events."""
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
