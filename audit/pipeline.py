"""The audit, which reads like its own plan: upload, intake, parse, replay, findings, verdict, report."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from msgspec.structs import replace

from audit.findings.finding import malformed, read_as
from audit.findings.log_details import corrections_in, log_mark, stop_in
from audit.findings.replay_outcome import Played, played
from audit.findings.verdict import coverage_of, result_of, verdict_of
from audit.intake.prepared import PreparedLog, prepare
from audit.model.document import (
    ENGINE,
    SCHEMA,
    Coverage,
    Finding,
    LogMark,
    ReportDocument,
    Result,
    RulebookMark,
    Unlock,
)
from audit.model.report import Report, report_of
from audit.options import NOTHING_MORE, Asked
from engine.kernel.game import Game
from engine.kernel.log import LogError


def audit(raw: bytes, games: Mapping[str, Game], asked: Asked = NOTHING_MORE) -> Report:
    """Say what really happened in a log; raises `LogError` where there is no log to judge."""
    return examined(raw, games, asked)[0]


def examined(raw: bytes, games: Mapping[str, Game], asked: Asked = NOTHING_MORE) -> tuple[Report, Played]:
    """Audit a log, and hand on the replay too, for whoever wants to look at places in it."""
    log = played(prepare(raw, games, asked))
    return reported(raw, log), log


def reported(raw: bytes, log: Played) -> Report:
    """Report on what the one replay of a log came to."""
    prepared, outcome = log.prepared, log.outcome
    asked = prepared.asked
    findings: list[Finding] = []
    suspected, unexamined, sure, unlocks = None, 0, False, tuple[Unlock, ...]()
    if outcome.judgements or asked.readings or prepared.log.faults or prepared.book.faults or prepared.book.rulings:
        from audit.judging.plan import judged  # noqa: PLC0415 - a clean log needs no word of it, and starts sooner

        findings, suspected, unexamined, sure, unlocks = judged(raw, log)
    document = ReportDocument(
        schema=SCHEMA,
        game=prepared.game.name,
        rulebook=_rulebook(prepared),
        log=log_mark(raw, prepared),
        policy=asked.policy,
        book=asked.book,
        verdict=verdict_of(
            findings, prepared.entries, outcome, sure=sure, corrections=prepared.corrections() if findings else ()
        ),
        result=result_of(prepared, outcome),
        suspicion=suspected,
        findings=findings,
        coverage=replace(coverage_of(prepared, findings, unexamined, outcome.beyond), unlocks=unlocks),
        engine=ENGINE,
        read_as=read_as(raw, prepared),
        corrections=corrections_in(prepared),
        stopped=stop_in(prepared),
    )
    report = replace(report_of(document, prepared.game), rulebook=prepared.program.rulebook, events=prepared.log.events)
    return replace(report, scenes=log) if report.roots else report


def _rulebook(prepared: PreparedLog) -> RulebookMark:
    rulebook = prepared.program.rulebook
    return RulebookMark(
        layers=rulebook.layers,
        rulings=dict(sorted(rulebook.rulings.items())),
        digest="",
        settled=rulebook.settled,
        printed="",
        overruled=_overruled(prepared),
    )


def _overruled(prepared: PreparedLog) -> dict[str, str]:
    """Say what the log's own header says of questions that the caller settled otherwise."""
    own, asked = prepared.log.header.rulings, prepared.asked.rulings
    return {question: reading for question, reading in own.items() if asked.get(question, reading) != reading}


def unreadable(raw: bytes, wrong: LogError) -> Report:
    """Report on a file that is no log at all, so that it can stand beside the others."""
    document = ReportDocument(
        schema=SCHEMA,
        game="",
        rulebook=RulebookMark(layers=(), rulings={}, digest="", settled={}, printed=""),
        log=LogMark(sha256=hashlib.sha256(raw).hexdigest(), events=0, head=""),
        policy=NOTHING_MORE.policy,
        book=NOTHING_MORE.book,
        verdict="unreadable",
        result=Result(claimed={}, reckoned={}, status="none claimed"),
        suspicion=None,
        findings=[malformed(fault, fault.line or 1, fault.column or 1) for fault in wrong.faults],
        coverage=_NOTHING,
        engine=ENGINE,
    )
    return report_of(document, None)


_NOTHING = Coverage(
    rules={},
    unknown=0,
    unreadable=1,
    pack="",
    reconstructed=False,
    unexamined=0,
    unlisted=0,
    fully_checked=False,
    says="Nothing could be checked.",
)
