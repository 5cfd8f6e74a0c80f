"""Where a log is audited: here, if it takes little; else by processes beside this one, while others are answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from time import thread_time
from typing import Any, TypeVar

from api.scheduling.fair_queue import crowding
from api.service import club, service
from api.workers import audit_job as audit_jobs
from api.workers.audit_job import Job, WrittenReport
from api.workers.pool import AuditPool, NoRoomError
from audit import Asked, Report
from audit.browse.viewer import LogViewer
from audit.browse.viewer import open_judged as judged_here
from audit.budget import TooMuchHere, bounded_here
from audit.findings.replay_outcome import played
from audit.intake.prepared import prepare
from engine.kernel.game import Game

# A log of a thousand events, and what some tens of milliseconds are spent on.
MOST_BYTES, MOST_WORK = 40_000, 1_500
Made = TypeVar("Made")


def audited(raw: bytes, asked: Asked) -> Report:
    """Audit a log; one that cannot be read gives a report too. Its tables may not come with it."""
    report: Report = done(audit_jobs.audited, raw, asked)
    return report


def reported(raw: bytes, asked: Asked, form: str, name: str) -> WrittenReport:
    """Audit a log, and write the report."""
    made: WrittenReport = done(audit_jobs.reported, raw, asked, form, name)
    return made


def compared(raw: bytes, asked: Asked, what: str, form: str) -> bytes:
    """Lay the books or the editions of a log side by side; raises `LogError`."""
    written: bytes = done(audit_jobs.compared, raw, asked, what, form)
    return written


def open_judged(raw: bytes, games: Mapping[str, Game], asked: Asked) -> LogViewer:
    """Open a log to be looked at; where judging it takes much, only its one replay is done here. Raises `LogError`."""
    return judged(open_soon(raw, games, asked), raw, asked)


def open_soon(raw: bytes, games: Mapping[str, Game], asked: Asked) -> LogViewer:
    """Open a log to be looked at; where judging it takes much, without a report. Raises `LogError`."""
    pool = service().audit_pool
    if pool is None:
        return judged_here(raw, games, asked)
    pool.hold_off(club())
    try:
        return _here(pool, raw, lambda: judged_here(raw, games, asked))
    except TooMuchHere:
        return LogViewer(played(prepare(raw, games, asked)))


def judged(log: LogViewer, raw: bytes, asked: Asked) -> LogViewer:
    """Have a log judged that was opened without a report."""
    pool = service().audit_pool
    if log.report is not None or pool is None:
        return log
    return LogViewer(log.played, pool.ask(club(), audit_jobs.audited, (raw, asked)))


def done(job: Job, raw: bytes, *given: Any) -> Any:  # noqa: ANN401 - what the job is asked for, and gives
    """Have a job done on a log: here, if it takes little, else beside this process."""
    here = service()
    if here.audit_pool is None:
        return job(here.games, raw, *given)
    here.audit_pool.hold_off(club())
    if crowding():
        # So others are answered sooner; where there is no room beside this process either, they share it.
        with suppress(NoRoomError):
            return here.audit_pool.ask(club(), job, (raw, *given), patient=True)
    try:
        return _here(here.audit_pool, raw, lambda: job(here.games, raw, *given))
    except TooMuchHere:
        return here.audit_pool.ask(club(), job, (raw, *given))


def done_beside(job: Job, *given: Any) -> Any:  # noqa: ANN401 - what the job is asked for, and gives
    """Have a job done by a process beside this one; where there are none, here."""
    here = service()
    if here.audit_pool is None:
        return job(here.games, *given)
    here.audit_pool.hold_off(club())
    return here.audit_pool.ask(club(), job, given)


def _here(pool: AuditPool, raw: bytes, audit: Callable[[], Made]) -> Made:
    """Audit a log here; raises `TooMuchHere`, also where this club has just had others tried here in vain."""
    if len(raw) > MOST_BYTES or not pool.may_try(club()):
        raise TooMuchHere
    begun = thread_time()
    try:
        with bounded_here(MOST_WORK):
            return audit()
    except TooMuchHere:
        pool.tried_in_vain(club(), thread_time() - begun)
        raise
