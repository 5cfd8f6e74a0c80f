"""Auditing many logs: one answer a file, in the order asked, on as many processors as wanted."""

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
    from audit.model.document import FailedDocument, Failure

# Handing a few logs over costs nearly as much as auditing them; starting a process as much as some dozens.
CHUNK = 25
SEVERAL = 200
CLEAN, FINDINGS = 0, 1
ENDED = "The process that audited this log was ended from outside, or had no memory left."


class Order(msgspec.Struct, frozen=True):
    """What is wanted of each file. `alone`: it is the only one, and gets a full report."""

    asked: AuditOptions
    form: str = "text"
    alone: bool = True
    colour: bool = False
    width: int = 100
    # Whether clean logs are passed over.
    quiet: bool = False
    # Whether each is told by both of its books.
    both: bool = False
    # Whether each is told by every edition of its rulebook.
    editions: bool = False


class AuditAnswer(msgspec.Struct, frozen=True):
    """What came of one file: its exit code, a line for the list, and the report as far as the order needs it."""

    path: str
    code: int
    summary: Summary | None
    body: str = ""
    report: Report | None = None
    # Why it is no log at all, where it is none.
    faults: tuple[Fault, ...] = ()
    # Where the audit failed by a fault of ours there is no summary, but what is told of that.
    failed: FailedDocument | None = None
    trace: tuple[str, ...] = ()


def answer_file(path: str, order: Order) -> AuditAnswer:
    """Audit one file and write it up as ordered; one on which we fail stands in the way of no other."""
    raw = b""
    try:
        raw = inputs.read_bytes(path)
        return _audit_bytes(path, raw, _order_for_file(path, order))
    except LogError as wrong:
        from audit import report_unreadable_log

        return write_answer(path, report_unreadable_log(raw, wrong), order, wrong.faults)
    except Exception as wrong:  # noqa: BLE001 - told in full, and the other files are still to be audited
        from audit.model.failure import describe_failure

        return answer_failure(
            path, hashlib.sha256(raw).hexdigest(), order, describe_failure(wrong), format_traceback(wrong)
        )


def _order_for_file(path: str, order: Order) -> Order:
    """Order the same of a file that a club's own columns are no matter of."""
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
    """Tell a log by both of its books, or by each edition; one of the reports stands."""
    from audit.compare.books import audit_both_books
    from audit.compare.editions import audit_by_editions
    from audit.report import render_side_by_side

    found = (audit_both_books if order.both else audit_by_editions)(raw, options.load_games(), order.asked)
    body = render_side_by_side(found, order.form, inputs.name_input(path), width=order.width, colour=order.colour)
    return write_answer(path, found.report_in_force, order, body=body)


def answer_failure(path: str, sha256: str, order: Order, failure: Failure, trace: tuple[str, ...]) -> AuditAnswer:
    """Answer for a file on which an audit failed: no verdict, and what to report."""
    from audit.model.document import convert_to_builtins
    from audit.model.failure import failure_document
    from audit.report.json_form import write_json

    document = failure_document(sha256, failure)
    body = write_json(convert_to_builtins(document)) if order.form == "json" else ""
    return AuditAnswer(path, OUR_FAULT, None, body, failed=document, trace=trace)


def write_answer(
    path: str, report: Report, order: Order, faults: tuple[Fault, ...] = (), body: str | None = None
) -> AuditAnswer:
    """Write one report up as ordered; `body` is it where somebody else has written it already."""
    from audit import summarize_report

    if body is None:
        body = _write_body(path, report, order) if not faults or order.form != "text" else ""
    # All of them are kept until the last has come; tables are for pages only.
    kept = replace(report, scenes=None) if order.form == "sarif" else None
    return AuditAnswer(path, choose_exit_code(report.verdict), summarize_report(report), body, kept, faults)


def choose_exit_code(verdict: str) -> int:
    """Give the exit code for a verdict."""
    return inputs.UNREADABLE if verdict == "unreadable" else CLEAN if verdict == "clean" else FINDINGS


def _write_body(path: str, report: Report, order: Order) -> str:
    """Write the report of one file; several are only listed in text, and put together last in SARIF."""
    from audit.report import render_html, render_json, render_text

    if order.form == "json":
        return render_json(report)
    if order.form == "html":
        return render_html(report, inputs.name_input(path))
    if order.form == "text" and order.alone:
        return render_text(report, width=order.width, colour=order.colour)
    return ""


def answer_files(paths: list[str], order: Order, jobs: int | None = None) -> Iterator[AuditAnswer]:
    """Audit files one after the other, or in several processes; the answers keep the order of the files."""
    jobs = min(jobs or _choose_job_count(len(paths)), len(paths) // CHUNK)
    if jobs <= 1 or inputs.PIPED in paths:
        return (answer_file(path, order) for path in paths)
    return _answer_in_processes(paths, order, jobs)


def _choose_job_count(count: int) -> int:
    """Say in how many processes to audit where nobody did: for a few logs, starting them takes longer."""
    return (os.cpu_count() or 1) if count >= SEVERAL else 1


def _answer_in_processes(paths: list[str], order: Order, jobs: int) -> Iterator[AuditAnswer]:
    # What the first log makes ready (rules, packs) the other processes inherit where they are forked.
    yield answer_file(paths[0], order)
    left = [paths[at : at + CHUNK] for at in range(1, len(paths), CHUNK)]
    while left:
        left = yield from _answer_chunks(left, order, jobs)
        # The log that ended a process is among those that were under way: each of these gets a process of its own.
        for chunk in left[:jobs]:
            yield from _answer_each_alone(chunk, order)
        left = left[jobs:]


def _answer_chunks(chunks: list[list[str]], order: Order, jobs: int) -> Generator[AuditAnswer, None, list[list[str]]]:
    """Answer chunk by chunk; hand back those that are left where a process was ended from outside."""
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

    from audit.model.document import Failure

    for path in paths:
        with start_processes(1) as pool:
            try:
                yield pool.submit(answer_file, path, order).result()
            except BrokenProcessPool:
                yield answer_failure(path, "", order, Failure(ENDED, ""), (f"{inputs.name_input(path)}: {ENDED}",))


@contextmanager
def start_processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start so many processes, and end them."""
    import signal
    from concurrent.futures import ProcessPoolExecutor

    # An interrupt is for the process that prints; the others are told by it.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _answer_chunk(paths: list[str], order: Order) -> list[AuditAnswer]:
    return [answer_file(path, order) for path in paths]


def find_worst_code(codes: Iterable[int]) -> int:
    """Give the exit code for several files: an unreadable one outweighs findings."""
    return max(codes, default=CLEAN)
