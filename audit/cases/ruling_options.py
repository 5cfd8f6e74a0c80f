"""What it would change to rule in each way, before anybody does: each way is really laid over the log and judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from audit.cases.events import CaseRecord
from audit.intake.prepared import PreparedLog
from audit.model.document import Finding, Result, Verdict
from audit.model.report import Report
from audit.options import Asked
from audit.pipeline import audit, examined
from audit.rewrite.mend import Mend, mend_of
from audit.rewrite.with_rulings import ruled_line
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import LogError
from engine.kernel.spellings import shown

# So many ways are tried, each by an audit, and so many mends of one place.
MOST_WAYS, MOST_MENDS = 30, 3


class WayToRule(Struct, frozen=True, kw_only=True):
    """One way to rule: how questions are read, or which lines are laid over the log."""

    says: str
    readings: Mapping[str, str] = {}
    lines: tuple[str, ...] = ()


class WayOutcome(Struct, frozen=True, kw_only=True):
    """What a log comes to if it is ruled so; `refused`: why that cannot be."""

    way: WayToRule
    verdict: Verdict = "unreadable"
    result: Result | None = None
    # Violations that would be gone, and that would be new, by event and rule.
    gone: tuple[tuple[int, str], ...] = ()
    new: tuple[tuple[int, str], ...] = ()
    refused: str = ""


class WaysToRule(Struct, frozen=True, kw_only=True):
    """A log as it stands, and as it would stand; `more` ways were not tried."""

    now: WayOutcome
    ways: tuple[WayOutcome, ...]
    more: int = 0


def ruled(asked: Asked, way: WayToRule, game: Game, who: str = "", why: str = "") -> Asked:
    """Lay a way to rule over how a log is read."""
    laid = tuple(ruled_line(game, line, who, why) for line in way.lines)
    return replace(asked, rulings={**asked.rulings, **way.readings}, laid=(*asked.laid, *laid))


def ways_to_rule(raw: bytes, games: Mapping[str, Game], asked: Asked, case: CaseRecord | None = None) -> WaysToRule:
    """Judge a log as it stands and under each way to rule; raises `LogError` where it is none."""
    report, played = examined(raw, games, asked)
    listed = list(_ways(report, played.prepared, case))
    now = WayOutcome(way=WayToRule(says="nothing is ruled"), verdict=report.verdict, result=report.result)
    found = tuple(_outcome(raw, games, asked, way, report) for way in listed[:MOST_WAYS])
    return WaysToRule(now=now, ways=found, more=len(listed) - len(found))


def way_judged(raw: bytes, games: Mapping[str, Game], asked: Asked, way: WayToRule) -> WayOutcome:
    """Judge a log under one way to rule."""
    return _outcome(raw, games, asked, way, audit(raw, games, asked))


def _outcome(raw: bytes, games: Mapping[str, Game], asked: Asked, way: WayToRule, before: Report) -> WayOutcome:
    try:
        game = games[before.found.game]
        after, played = examined(raw, games, ruled(asked, way, game))
    except (LayerError, LogError) as wrong:
        says = f"{wrong.fault.says} {wrong.fault.hint}".strip() if isinstance(wrong, LogError) else str(wrong)
        return WayOutcome(way=way, refused=says)
    beside = played.prepared.last - len(way.lines)
    for fault in played.prepared.book.faults:
        if fault.seq is not None and fault.seq > beside:
            return WayOutcome(way=way, refused=fault.says)
    was, would_be = _violations(before), _violations(after)
    return WayOutcome(
        way=way,
        verdict=after.verdict,
        result=after.result,
        gone=tuple(sorted(was - would_be)),
        new=tuple(sorted(would_be - was)),
    )


def _violations(report: Report) -> set[tuple[int, str]]:
    """Name what breaks a rule, causes and consequences, by event and rule."""
    broken = ("illegal", "contested", "mismatch")
    return {(finding.seq or 0, finding.rule) for finding in report.findings if finding.status in broken}


def _ways(report: Report, prepared: PreparedLog, case: CaseRecord | None) -> Iterator[WayToRule]:
    """List the readings of each question that it turns on, then what may be said of each event that it is about."""
    about = set(case.opened.about) if case else set()
    asked = [case.opened.question] if case and case.opened.question else []
    contested = [one.id for finding in report.findings if finding.status == "contested" for one in finding.rulings]
    for question in dict.fromkeys((*asked, *contested)):
        yield from _readings(prepared.game, question)
    seen: set[tuple[str, ...]] = set()
    for finding in report.findings:
        if finding.status == "contested" or not (finding.root or finding.status in {"malformed", "unverifiable"}):
            continue
        if finding.seq and (not about or finding.seq in about):
            for way in _at(finding, prepared):
                if way.lines not in seen:
                    seen.add(way.lines)
                    yield way


def _readings(game: Game, question: str) -> Iterator[WayToRule]:
    for reading, says in game.questions[question].readings.items():
        yield WayToRule(says=f"{question} is read as {reading}: {says}", readings={question: reading})


def _at(finding: Finding, prepared: PreparedLog) -> Iterator[WayToRule]:
    """Say what may be ruled about one event: that it stands, or what stands there instead."""
    if finding.status != "malformed":
        yield WayToRule(
            says=f"event {finding.seq} stands ({finding.rule})", lines=(f"ruling {finding.seq} {finding.rule}",)
        )
    mends = (mend_of(finding, repair, prepared) for repair in finding.repairs[:MOST_MENDS])
    for mend in filter(None, mends):
        yield WayToRule(says=_mend_told(mend), lines=(line_of_mend(mend),))


def _mend_told(mend: Mend) -> str:
    if mend.insert:
        return f"after event {mend.seq} comes `{shown(mend.line)}`"
    return f"event {mend.seq} is `{shown(mend.line)}`" if mend.line else f"event {mend.seq} did not happen"


def line_of_mend(mend: Mend) -> str:
    """Write a mend as a line about the record."""
    quoted = mend.line.replace("\\", "\\\\").replace('"', '\\"')
    if mend.insert:
        return f'insert {mend.seq} "{quoted}"'
    return f'amend {mend.seq} "{quoted}"' if mend.line else f"retract {mend.seq}"


def way_of(case: CaseRecord) -> WayToRule | None:
    """Give the ruling of a case that stands as a way to rule."""
    if case.ruling is None:
        return None
    return WayToRule(says=case.ruling.why, readings=case.readings, lines=case.lines)


def told_readings(readings: Mapping[str, str], lines: Sequence[str]) -> str:
    """Say what was ruled, in one line."""
    return ", ".join([*(f"{question}={reading}" for question, reading in readings.items()), *map(shown, lines)])
