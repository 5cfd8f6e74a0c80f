"""Runs an audit: prepare the log, replay it, judge the findings, decide the verdict, build the report."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from msgspec.structs import replace

from audit.findings.finding import describe_fault, list_noncanonical_lines
from audit.findings.log_details import find_stop, list_corrections, make_log_mark
from audit.findings.replay_outcome import ReplayedLog, replay_log
from audit.findings.verdict import compare_result, decide_verdict, measure_coverage
from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from audit.model.document import ENGINE, SCHEMA, Coverage, LogMark, ReportDocument, Result, RulebookMark, Unlock
from audit.model.findings import Finding
from audit.model.report import Report, make_report
from audit.options import DEFAULT_OPTIONS, AuditOptions
from engine.kernel.game import Game
from engine.kernel.log import LogError


def audit(raw: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS) -> Report:
    """Audit a log. Raises `LogError` if there is no log to judge."""
    return audit_with_replay(raw, games, asked)[0]


def audit_with_replay(
    raw: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS
) -> tuple[Report, ReplayedLog]:
    """Audit a log, and return the replay too, for callers that inspect places in it."""
    log = replay_log(prepare_log(raw, games, asked))
    return report_on_replay(raw, log), log


def report_on_replay(raw: bytes, log: ReplayedLog) -> Report:
    """Build the report on one replayed log."""
    prepared, outcome = log.prepared, log.outcome
    asked = prepared.asked
    findings: list[Finding] = []
    suspected, unexamined, sure, unlocks = None, frozenset[int](), False, tuple[Unlock, ...]()
    if outcome.judgements or asked.readings or prepared.log.faults or prepared.book.faults or prepared.book.rulings:
        from audit.judging.plan import judge_replay  # noqa: PLC0415 - a clean log starts sooner without it

        findings, suspected, unexamined, sure, unlocks = judge_replay(raw, log)
    document = ReportDocument(
        schema=SCHEMA,
        game=prepared.game.name,
        rulebook=_make_rulebook_mark(prepared),
        log=make_log_mark(raw, prepared),
        policy=asked.policy,
        book=asked.book,
        verdict=decide_verdict(
            findings,
            prepared.entries,
            outcome,
            sure=sure,
            corrections=prepared.list_correction_seqs() if findings else (),
        ),
        result=compare_result(prepared, outcome),
        suspicion=suspected,
        findings=findings,
        coverage=replace(measure_coverage(prepared, findings, len(unexamined), outcome.beyond), unlocks=unlocks),
        engine=ENGINE,
        read_as=list_noncanonical_lines(raw, prepared),
        corrections=list_corrections(prepared),
        stopped=find_stop(prepared),
    )
    report = replace(
        make_report(document, prepared.game), rulebook=prepared.program.rulebook, events=prepared.log.events
    )
    return replace(report, scenes=log) if report.roots else report


def _make_rulebook_mark(prepared: PreparedLog) -> RulebookMark:
    rulebook = prepared.program.rulebook
    return RulebookMark(
        layers=rulebook.layers,
        rulings=dict(sorted(rulebook.rulings.items())),
        digest="",
        settled=rulebook.settled,
        printed="",
        overruled=_find_overruled_rulings(prepared),
    )


def _find_overruled_rulings(prepared: PreparedLog) -> dict[str, str]:
    """Find the rulings of the log's header that the caller has overruled."""
    own, asked = prepared.log.header.rulings, prepared.asked.rulings
    return {question: reading for question, reading in own.items() if asked.get(question, reading) != reading}


def report_unreadable_log(raw: bytes, wrong: LogError) -> Report:
    """Report on a file that is not a log, so that a list of reports can include it."""
    document = ReportDocument(
        schema=SCHEMA,
        game="",
        rulebook=RulebookMark(layers=(), rulings={}, digest="", settled={}, printed=""),
        log=LogMark(sha256=hashlib.sha256(raw).hexdigest(), events=0, head=""),
        policy=DEFAULT_OPTIONS.policy,
        book=DEFAULT_OPTIONS.book,
        verdict="unreadable",
        result=Result(claimed={}, reckoned={}, status="none claimed"),
        suspicion=None,
        findings=[describe_fault(fault, fault.line or 1, fault.column or 1) for fault in wrong.faults],
        coverage=_NOTHING,
        engine=ENGINE,
    )
    return make_report(document, None)


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
