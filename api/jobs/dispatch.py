"""Choose where a log is audited: in this worker if it is cheap, else in the pool, so that other requests can run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from time import thread_time
from typing import Any, TypeVar

from api.scheduling.fair_queue import crowds_others, find_queue
from api.service import get_service
from api.workers import audit_job
from api.workers.audit_job import Job, WrittenReport
from api.workers.pool import AuditPool, NoRoomError
from audit import AuditOptions, Report
from audit.browse.viewer import LogViewer
from audit.browse.viewer import open_log_viewer as judged_here
from audit.budget import WorkLimitError, limit_audit_work
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from engine.kernel.game import Game

# A log of a thousand events, and work that takes some tens of milliseconds.
MOST_BYTES, MOST_WORK = 40_000, 1_500
Made = TypeVar("Made")


def dispatch_audit(raw: bytes, asked: AuditOptions) -> Report:
    """Audit a log. An unreadable log gives a report, too. The report may come without its tables."""
    report: Report = run_job(audit_job.make_report, raw, asked)
    return report


def dispatch_report(raw: bytes, asked: AuditOptions, form: str, name: str) -> WrittenReport:
    """Audit a log and render the report."""
    made: WrittenReport = run_job(audit_job.write_report, raw, asked, form, name)
    return made


def dispatch_comparison(raw: bytes, asked: AuditOptions, what: str, form: str) -> bytes:
    """Compare a log by both books or by all editions. Raises `LogError`."""
    written: bytes = run_job(audit_job.write_comparison, raw, asked, what, form)
    return written


def open_with_report(raw: bytes, games: Mapping[str, Game], asked: AuditOptions) -> LogViewer:
    """Open a log for viewing, with its report. A costly audit runs in the pool. Raises `LogError`."""
    return add_report(open_quickly(raw, games, asked), raw, asked)


def open_quickly(raw: bytes, games: Mapping[str, Game], asked: AuditOptions) -> LogViewer:
    """Open a log for viewing. If its audit is costly, open it without a report. Raises `LogError`."""
    pool = get_service().audit_pool
    if pool is None:
        return judged_here(raw, games, asked)
    pool.refuse_if_too_soon(find_queue())
    try:
        return _run_here(pool, raw, lambda: judged_here(raw, games, asked))
    except WorkLimitError:
        return LogViewer(replay_log(prepare_log(raw, games, asked)))


def add_report(log: LogViewer, raw: bytes, asked: AuditOptions) -> LogViewer:
    """Add the report to a log that was opened without one."""
    pool = get_service().audit_pool
    if log.report is not None or pool is None:
        return log
    return LogViewer(log.played, pool.ask(find_queue(), audit_job.make_report, (raw, asked)))


def run_job(job: Job, raw: bytes, *given: Any) -> Any:  # noqa: ANN401 - the job's arguments and result
    """Run a job on a log: in this worker if it is cheap, else in the pool."""
    here = get_service()
    if here.audit_pool is None:
        return job(here.games, raw, *given)
    here.audit_pool.refuse_if_too_soon(find_queue())
    if crowds_others():
        # The pool answers the other clubs sooner. If it is full, they all share this worker.
        with suppress(NoRoomError):
            return here.audit_pool.ask(find_queue(), job, (raw, *given), patient=True)
    try:
        return _run_here(here.audit_pool, raw, lambda: job(here.games, raw, *given))
    except WorkLimitError:
        return here.audit_pool.ask(find_queue(), job, (raw, *given))


def run_in_pool(job: Job, *given: Any) -> Any:  # noqa: ANN401 - the job's arguments and result
    """Run a job in the pool, or in this worker if there is no pool."""
    here = get_service()
    if here.audit_pool is None:
        return job(here.games, *given)
    here.audit_pool.refuse_if_too_soon(find_queue())
    return here.audit_pool.ask(find_queue(), job, given)


def _run_here(pool: AuditPool, raw: bytes, audit: Callable[[], Made]) -> Made:
    """Audit a log here; raises `TooMuchHere`, also where this club has just had others tried here in vain."""
    if len(raw) > MOST_BYTES or not pool.may_run_in_worker(find_queue()):
        raise WorkLimitError
    begun = thread_time()
    try:
        with limit_audit_work(MOST_WORK):
            return audit()
    except WorkLimitError:
        pool.record_overrun(find_queue(), thread_time() - begun)
        raise
