"""Audit many logs: one answer a file, in the given order, in one or several processes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cli import inputs, options
from cli.crash import OUR_FAULT, format_traceback
from engine.kernel.log import Fault, LogError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from audit import AuditOptions, Report, Summary
    from audit.model.failure import FailedDocument, Failure

# Passing a few logs to a process costs nearly as much as auditing them. Starting one costs as much as a few dozen.
CHUNK = 25
SEVERAL = 200
CLEAN, FINDINGS = 0, 1
ENDED = "The process that audited this log was killed or ran out of memory."


class Order(msgspec.Struct, frozen=True):
    """What to do with each file. `alone`: it is the only file, and gets a full report."""

    asked: AuditOptions
    form: str = "text"
    alone: bool = True
    colour: bool = False
    width: int = 100
    # Whether to leave out clean logs.
    quiet: bool = False
    # Whether to report each log by both of its books.
    both: bool = False
    # Whether to report each log by every edition of its rulebook.
    editions: bool = False


class AuditAnswer(msgspec.Struct, frozen=True):
    """The result for one file: its exit code, its line in the list, and as much of the report as the order needs."""

    path: str
    code: int
    summary: Summary | None
    body: str = ""
    report: Report | None = None
    # Why the file is not a log, if it is none.
    faults: tuple[Fault, ...] = ()
    # If a bug made the audit fail, this replaces the summary.
    failed: FailedDocument | None = None
    trace: tuple[str, ...] = ()


def answer_file(path: str, order: Order) -> AuditAnswer:
    """Audit one file and render the result. A failure of ours on this file does not stop the others."""
    raw = b""
    try:
        raw = inputs.read_bytes(path)
        return _audit_bytes(path, raw, _order_for_file(path, order))
    except LogError as wrong:
        from audit import report_unreadable_log

        return write_answer(path, report_unreadable_log(raw, wrong), order, wrong.faults)
    except Exception as wrong:  # noqa: BLE001 - the failure is reported in full, and the other files are still audited
        from audit.model.failure import describe_failure

        return answer_failure(
            path, hashlib.sha256(raw).hexdigest(), order, describe_failure(wrong), format_traceback(wrong)
        )


def _order_for_file(path: str, order: Order) -> Order:
    """Return the order for one file, without the club's columns if the file is not a sheet."""
    columns = inputs.choose_columns(path, order.asked.columns, alone=order.alone)
    return order if columns is order.asked.columns else replace(order, asked=replace(order.asked, columns=columns))


def _audit_bytes(path: str, raw: bytes, order: Order) -> AuditAnswer:
    from audit import audit

    if order.alone and order.asked.columns is not None:
        inputs.tell_rows(path, raw, order.asked.columns)
    if order.both or order.editions:
        return _compare_log(path, raw, order)
    return write_answer(path, audit(raw, options.load_games(), order.asked), order)


def _compare_log(path: str, raw: bytes, order: Order) -> AuditAnswer:
    """Report a log by both of its books, or by each edition. One of the reports sets the verdict."""
    from audit.compare.books import audit_both_books
    from audit.compare.editions import audit_by_editions
    from audit.report import render_side_by_side

    found = (audit_both_books if order.both else audit_by_editions)(raw, options.load_games(), order.asked)
    body = render_side_by_side(found, order.form, inputs.name_input(path), width=order.width, colour=order.colour)
    return write_answer(path, found.report_in_force, order, body=body)


def answer_failure(path: str, sha256: str, order: Order, failure: Failure, trace: tuple[str, ...]) -> AuditAnswer:
    """Make the answer for a file whose audit failed: no verdict, and the failure."""
    from audit.model.document import convert_to_builtins
    from audit.model.failure import failure_document
    from audit.report.json_form import write_json

    document = failure_document(sha256, failure)
    body = write_json(convert_to_builtins(document)) if order.form == "json" else ""
    return AuditAnswer(path, OUR_FAULT, None, body, failed=document, trace=trace)


def write_answer(
    path: str, report: Report, order: Order, faults: tuple[Fault, ...] = (), body: str | None = None
) -> AuditAnswer:
    """Make the answer for one report. `body` is the report if it is already rendered."""
    from audit import summarize_report

    if body is None:
        body = _write_body(path, report, order) if not faults or order.form != "text" else ""
    # SARIF needs all reports at the end. Only pages need the tables, so these are dropped.
    kept = replace(report, scenes=None) if order.form == "sarif" else None
    return AuditAnswer(path, choose_exit_code(report.verdict), summarize_report(report), body, kept, faults)


def choose_exit_code(verdict: str) -> int:
    """Return the exit code for a verdict."""
    return inputs.UNREADABLE if verdict == "unreadable" else CLEAN if verdict == "clean" else FINDINGS


def _write_body(path: str, report: Report, order: Order) -> str:
    """Render the report of one file. Several files are only listed in text, and combined at the end in SARIF."""
    from audit.report import render_html, render_json, render_text

    if order.form == "json":
        return render_json(report)
    if order.form == "html":
        return render_html(report, inputs.name_input(path))
    if order.form == "text" and order.alone:
        return render_text(report, width=order.width, colour=order.colour)
    return ""


def answer_files(paths: list[str], order: Order, jobs: int | None = None) -> Iterator[AuditAnswer]:
    """Audit files one by one or in several processes. The answers have the order of the files."""
    jobs = min(jobs or _choose_job_count(len(paths)), len(paths) // CHUNK)
    if jobs <= 1 or inputs.PIPED in paths:
        return (answer_file(path, order) for path in paths)
    return _answer_in_processes(paths, order, jobs)


def _choose_job_count(count: int) -> int:
    """Choose the number of processes. For a few logs, starting processes takes longer than the audits."""
    return (os.cpu_count() or 1) if count >= SEVERAL else 1


def _answer_in_processes(paths: list[str], order: Order, jobs: int) -> Iterator[AuditAnswer]:
    # The first log loads rules and packs here, so that forked processes inherit them.
    yield answer_file(paths[0], order)
    left = [paths[at : at + CHUNK] for at in range(1, len(paths), CHUNK)]
    while left:
        left = yield from _answer_chunks(left, order, jobs)
        # One of the logs in progress has ended its process, so each of these runs in a process of its own.
        for chunk in left[:jobs]:
            yield from _answer_each_alone(chunk, order)
        left = left[jobs:]


def _answer_chunks(chunks: list[list[str]], order: Order, jobs: int) -> Generator[AuditAnswer, None, list[list[str]]]:
    """Answer chunk by chunk. If a process is killed, return the chunks that are left."""
    from concurrent.futures.process import BrokenProcessPool

    answered = 0
    with start_processes(jobs) as pool:
        for done in [pool.submit(_answer_chunk, chunk, order) for chunk in chunks]:
            try:
                answers = done.result()
            except BrokenProcessPool:
                return chunks[answered:]
            answered += 1
            yield from answers
    return []


def _answer_each_alone(paths: list[str], order: Order) -> Iterator[AuditAnswer]:
    from concurrent.futures.process import BrokenProcessPool

    from audit.model.failure import Failure

    for path in paths:
        with start_processes(1) as pool:
            try:
                yield pool.submit(answer_file, path, order).result()
            except BrokenProcessPool:
                yield answer_failure(path, "", order, Failure(ENDED, ""), (f"{inputs.name_input(path)}: {ENDED}",))


@contextmanager
def start_processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start a pool of processes, and shut it down at the end."""
    import signal
    from concurrent.futures import ProcessPoolExecutor

    # Only the process that prints handles an interrupt. It then stops the others.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _answer_chunk(paths: list[str], order: Order) -> list[AuditAnswer]:
    return [answer_file(path, order) for path in paths]


def find_worst_code(codes: Iterable[int]) -> int:
    """Return the exit code for several files: an unreadable one outweighs findings."""
    return max(codes, default=CLEAN)
