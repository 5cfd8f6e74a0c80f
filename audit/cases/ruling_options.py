"""Compares the ruling options of a case: applies each one to the log, audits it, and lists what changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from audit.cases.events import CaseRecord
from audit.intake.prepared import PreparedLog
from audit.model.document import Result, Verdict
from audit.model.findings import Finding
from audit.model.report import Report
from audit.options import AuditOptions
from audit.pipeline import audit, audit_with_replay
from audit.rewrite.mend import RepairEdit, plan_repair_edit
from audit.rewrite.with_rulings import read_ruled_line
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import LogError

# Each option costs one audit. The second number limits the repairs of one place.
MOST_WAYS, MOST_MENDS = 30, 3


class RulingOption(Struct, frozen=True, kw_only=True):
    """One way to rule: readings of questions, or lines that apply on top of the log."""

    says: str
    readings: Mapping[str, str] = {}
    lines: tuple[str, ...] = ()


class RulingOptionOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of a log under one ruling option. `refused` says why the option is impossible."""

    way: RulingOption
    verdict: Verdict = "unreadable"
    result: Result | None = None
    # The violations that would disappear and those that would be new, as event and rule.
    gone: tuple[tuple[int, str], ...] = ()
    new: tuple[tuple[int, str], ...] = ()
    refused: str = ""


class RulingOptions(Struct, frozen=True, kw_only=True):
    """The outcome of a log now, and under each ruling option. `more` counts the options that were not tried."""

    now: RulingOptionOutcome
    ways: tuple[RulingOptionOutcome, ...]
    more: int = 0


def apply_ruling_option(
    asked: AuditOptions, way: RulingOption, game: Game, who: str = "", why: str = ""
) -> AuditOptions:
    """Add a ruling option to the options of an audit."""
    laid = tuple(read_ruled_line(game, line, who, why) for line in way.lines)
    return replace(asked, rulings={**asked.rulings, **way.readings}, laid=(*asked.laid, *laid))


def compare_ruling_options(
    raw: bytes, games: Mapping[str, Game], asked: AuditOptions, case: CaseRecord | None = None
) -> RulingOptions:
    """Audit a log now and under each ruling option. Raises `LogError` if it is not a log."""
    report, played = audit_with_replay(raw, games, asked)
    listed = list(_list_options(report, played.prepared, case))
    now = RulingOptionOutcome(way=RulingOption(says="nothing is ruled"), verdict=report.verdict, result=report.result)
    found = tuple(_judge_option(raw, games, asked, way, report) for way in listed[:MOST_WAYS])
    return RulingOptions(now=now, ways=found, more=len(listed) - len(found))


def judge_ruling_option(
    raw: bytes, games: Mapping[str, Game], asked: AuditOptions, way: RulingOption
) -> RulingOptionOutcome:
    """Audit a log under one ruling option."""
    return _judge_option(raw, games, asked, way, audit(raw, games, asked))


def _judge_option(
    raw: bytes, games: Mapping[str, Game], asked: AuditOptions, way: RulingOption, before: Report
) -> RulingOptionOutcome:
    try:
        game = games[before.found.game]
        after, played = audit_with_replay(raw, games, apply_ruling_option(asked, way, game))
    except (LayerError, LogError) as wrong:
        says = f"{wrong.fault.says} {wrong.fault.hint}".strip() if isinstance(wrong, LogError) else str(wrong)
        return RulingOptionOutcome(way=way, refused=says)
    beside = played.prepared.last_seq - len(way.lines)
    for fault in played.prepared.book.faults:
        if fault.seq is not None and fault.seq > beside:
            return RulingOptionOutcome(way=way, refused=fault.says)
    was, would_be = _list_violations(before), _list_violations(after)
    return RulingOptionOutcome(
        way=way,
        verdict=after.verdict,
        result=after.result,
        gone=tuple(sorted(was - would_be)),
        new=tuple(sorted(would_be - was)),
    )


def _list_violations(report: Report) -> set[tuple[int, str]]:
    """List what breaks a rule, roots and consequences, as event and rule."""
    broken = ("illegal", "contested", "mismatch")
    return {(finding.seq or 0, finding.rule) for finding in report.findings if finding.status in broken}


def _list_options(report: Report, prepared: PreparedLog, case: CaseRecord | None) -> Iterator[RulingOption]:
    """Yield the readings of each question in dispute, then the options for each event that the case is about."""
    about = set(case.opened.about) if case else set()
    asked = [case.opened.question] if case and case.opened.question else []
    contested = [one.id for finding in report.findings if finding.status == "contested" for one in finding.rulings]
    for question in dict.fromkeys((*asked, *contested)):
        yield from _list_question_options(prepared.game, question)
    seen: set[tuple[str, ...]] = set()
    for finding in report.findings:
        if finding.status == "contested" or not (finding.is_root or finding.status in {"malformed", "unverifiable"}):
            continue
        if finding.seq and (not about or finding.seq in about):
            for way in _list_event_options(finding, prepared):
                if way.lines not in seen:
                    seen.add(way.lines)
                    yield way


def _list_question_options(game: Game, question: str) -> Iterator[RulingOption]:
    for reading, says in game.questions[question].readings.items():
        yield RulingOption(says=f"{question} is read as {reading}: {says}", readings={question: reading})


def _list_event_options(finding: Finding, prepared: PreparedLog) -> Iterator[RulingOption]:
    """Yield the options for one event: let it count, or replace it by a repair."""
    if finding.status != "malformed":
        yield RulingOption(
            says=f"event {finding.seq} stands ({finding.rule})", lines=(f"ruling {finding.seq} {finding.rule}",)
        )
    mends = (plan_repair_edit(finding, repair, prepared) for repair in finding.repairs[:MOST_MENDS])
    for mend in filter(None, mends):
        yield RulingOption(says=_describe_edit(mend), lines=(write_edit_line(mend),))


def _describe_edit(mend: RepairEdit) -> str:
    if mend.insert:
        return f"after event {mend.seq} comes `{make_visible(mend.line)}`"
    return f"event {mend.seq} is `{make_visible(mend.line)}`" if mend.line else f"event {mend.seq} did not happen"


def write_edit_line(mend: RepairEdit) -> str:
    """Write a repair edit as a line about the record."""
    quoted = mend.line.replace("\\", "\\\\").replace('"', '\\"')
    if mend.insert:
        return f'insert {mend.seq} "{quoted}"'
    return f'amend {mend.seq} "{quoted}"' if mend.line else f"retract {mend.seq}"


def make_option_from_case(case: CaseRecord) -> RulingOption | None:
    """Return the case's ruling in force as a ruling option."""
    if case.ruling is None:
        return None
    return RulingOption(says=case.ruling.why, readings=case.readings, lines=case.lines)


def describe_rulings(readings: Mapping[str, str], lines: Sequence[str]) -> str:
    """Describe readings and lines in one line of text."""
    return ", ".join([*(f"{question}={reading}" for question, reading in readings.items()), *map(make_visible, lines)])
