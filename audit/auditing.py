"""The audit, which reads like its own plan: upload, intake, parse, replay, findings, verdict, report."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from audit.course import course_under
from audit.findings import MALFORMED, Finding
from audit.report import Report
from audit.sitting import sit
from audit.verdict import Coverage, Result, coverage_of, result_of, verdict_of
from engine.kernel.effective import Book
from engine.kernel.game import Game
from engine.kernel.log import Fault, LogError
from engine.kernel.replay import Policy


def audit(  # noqa: PLR0913 - all that a caller may lay over a log's own header
    raw: bytes,
    games: Mapping[str, Game],
    *,
    policy: Policy = "as-played",
    layers: tuple[str, ...] = (),
    rulings: Mapping[str, str] | None = None,
    book: Book = "adjudicated",
    readings: bool = False,
    packs: Mapping[str, str] | None = None,
) -> Report:
    """Say what really happened in a log; raises `LogError` where there is no log to judge.

    `layers` are added to those of the log's header, `rulings` win over its own; `packs` are texts by pack id.
    `readings` asks every open question, also those that no broken rule names.
    """
    sitting = sit(raw, games, policy=policy, layers=layers, rulings=rulings, book=book, packs=packs)
    course = course_under(sitting)
    findings: list[Finding] = []
    suspected, unexamined = None, 0
    if course.hits or readings or sitting.log.faults or sitting.book.faults:
        from audit.judging import judged  # noqa: PLC0415 - a clean log needs no word of it, and starts sooner

        findings, suspected, unexamined = judged(raw, sitting, course, readings=readings)
    return Report(
        game=sitting.game.name,
        title=sitting.game.title,
        layers=sitting.program.rulebook.layers,
        rulings=sitting.program.rulebook.rulings,
        digest=sitting.program.rulebook.digest,
        sha256=hashlib.sha256(raw).hexdigest(),
        events=sitting.last,
        policy=policy,
        book=book,
        verdict=verdict_of(findings, sitting.entries, course),
        result=result_of(sitting, course),
        suspicion=suspected,
        findings=findings,
        coverage=coverage_of(sitting, findings, unexamined, course.beyond),
        sources={source.key: source.title for source in sitting.game.sources},
        sitting=sitting,
    )


def unreadable(raw: bytes, wrong: LogError) -> Report:
    """Report on a file that is no log at all, so that it can stand beside the others."""
    coverage = Coverage({}, 0, 1, "", reconstructed=False, unexamined=0, fully=False, says="Nothing could be checked.")
    return Report(
        game="",
        title="",
        layers=(),
        rulings={},
        digest="",
        sha256=hashlib.sha256(raw).hexdigest(),
        events=0,
        policy="as-played",
        book="adjudicated",
        verdict="unreadable",
        result=Result({}, {}, "none claimed"),
        suspicion=None,
        findings=[_refusal(wrong.fault)],
        coverage=coverage,
        sources={},
    )


def _refusal(fault: Fault) -> Finding:
    return Finding(
        MALFORMED, "malformed", None, fault.line or 1, fault.column or 1, None, fault.says, "", instead=fault.hint
    )
