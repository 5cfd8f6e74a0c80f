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
from cli.crash import OUR_FAULT, lines_of
from engine.kernel.log import Fault, LogError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from audit import Asked, Report, Summary
    from audit.model.document import FailedDocument, Failure

# Handing a few logs over costs nearly as much as auditing them; starting a process as much as some dozens.
CHUNK = 25
SEVERAL = 200
CLEAN, FINDINGS = 0, 1
ENDED = "The process that audited this log was ended from outside, or had no memory left."


class Order(msgspec.Struct, frozen=True):
    """What is wanted of each file. `alone`: it is the only one, and gets a full report."""

    asked: Asked
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


def answer(path: str, order: Order) -> AuditAnswer:
    """Audit one file and write it up as ordered; one on which we fail stands in the way of no other."""
    raw = b""
    try:
        raw = inputs.raw_bytes(path)
        return _audited(path, raw, _of(path, order))
    except LogError as wrong:
        from audit import unreadable

        return written_up(path, unreadable(raw, wrong), order, wrong.faults)
    except Exception as wrong:  # noqa: BLE001 - told in full, and the other files are still to be audited
        from audit.model.failure import failure_of

        return given_up(path, hashlib.sha256(raw).hexdigest(), order, failure_of(wrong), lines_of(wrong))


def _of(path: str, order: Order) -> Order:
    """Order the same of a file that a club's own columns are no matter of."""
    columns = inputs.columns_for(path, order.asked.columns, alone=order.alone)
    return order if columns is order.asked.columns else replace(order, asked=replace(order.asked, columns=columns))


def _audited(path: str, raw: bytes, order: Order) -> AuditAnswer:
    from audit import audit

    if order.alone and order.asked.columns is not None:
        inputs.tell_rows(path, raw, order.asked.columns)
    if order.both or order.editions:
        return _side_by_side(path, raw, order)
    return written_up(path, audit(raw, options.games(), order.asked), order)


def _side_by_side(path: str, raw: bytes, order: Order) -> AuditAnswer:
    """Tell a log by both of its books, or by each edition; one of the reports stands."""
    from audit.compare.books import two_books
    from audit.compare.editions import by_editions
    from audit.report import side_by_side

    found = (two_books if order.both else by_editions)(raw, options.games(), order.asked)
    body = side_by_side(found, order.form, inputs.named(path), width=order.width, colour=order.colour)
    return written_up(path, found.stands, order, body=body)


def given_up(path: str, sha256: str, order: Order, failure: Failure, trace: tuple[str, ...]) -> AuditAnswer:
    """Answer for a file on which an audit failed: no verdict, and what to report."""
    from audit.model.document import laid_out
    from audit.model.failure import failed
    from audit.report.json_form import written

    document = failed(sha256, failure)
    body = written(laid_out(document)) if order.form == "json" else ""
    return AuditAnswer(path, OUR_FAULT, None, body, failed=document, trace=trace)


def written_up(
    path: str, report: Report, order: Order, faults: tuple[Fault, ...] = (), body: str | None = None
) -> AuditAnswer:
    """Write one report up as ordered; `body` is it where somebody else has written it already."""
    from audit import summary

    if body is None:
        body = _body(path, report, order) if not faults or order.form != "text" else ""
    # All of them are kept until the last has come; tables are for pages only.
    kept = replace(report, scenes=None) if order.form == "sarif" else None
    return AuditAnswer(path, code_of(report.verdict), summary(report), body, kept, faults)


def code_of(verdict: str) -> int:
    """Give the exit code for a verdict."""
    return inputs.UNREADABLE if verdict == "unreadable" else CLEAN if verdict == "clean" else FINDINGS


def _body(path: str, report: Report, order: Order) -> str:
    """Write the report of one file; several are only listed in text, and put together last in SARIF."""
    from audit.report import as_html, as_json, as_text

    if order.form == "json":
        return as_json(report)
    if order.form == "html":
        return as_html(report, inputs.named(path))
    if order.form == "text" and order.alone:
        return as_text(report, width=order.width, colour=order.colour)
    return ""


def answers(paths: list[str], order: Order, jobs: int | None = None) -> Iterator[AuditAnswer]:
    """Audit files one after the other, or in several processes; the answers keep the order of the files."""
    jobs = min(jobs or _worth(len(paths)), len(paths) // CHUNK)
    if jobs <= 1 or inputs.PIPED in paths:
        return (answer(path, order) for path in paths)
    return _in_processes(paths, order, jobs)


def _worth(count: int) -> int:
    """Say in how many processes to audit where nobody did: for a few logs, starting them takes longer."""
    return (os.cpu_count() or 1) if count >= SEVERAL else 1


def _in_processes(paths: list[str], order: Order, jobs: int) -> Iterator[AuditAnswer]:
    # What the first log makes ready (rules, packs) the other processes inherit where they are forked.
    yield answer(paths[0], order)
    left = [paths[at : at + CHUNK] for at in range(1, len(paths), CHUNK)]
    while left:
        left = yield from _until_one_dies(left, order, jobs)
        # The log that ended a process is among those that were under way: each of these gets a process of its own.
        for chunk in left[:jobs]:
            yield from _each_alone(chunk, order)
        left = left[jobs:]


def _until_one_dies(chunks: list[list[str]], order: Order, jobs: int) -> Generator[AuditAnswer, None, list[list[str]]]:
    """Answer chunk by chunk; hand back those that are left where a process was ended from outside."""
    from concurrent.futures.process import BrokenProcessPool

    answered = 0
    with processes(jobs) as pool:
        for done in [pool.submit(_chunk, chunk, order) for chunk in chunks]:
            try:
                answers = done.result()
            except BrokenProcessPool:
                return chunks[answered:]
            answered += 1
            yield from answers
    return []


def _each_alone(paths: list[str], order: Order) -> Iterator[AuditAnswer]:
    from concurrent.futures.process import BrokenProcessPool

    from audit.model.document import Failure

    for path in paths:
        with processes(1) as pool:
            try:
                yield pool.submit(answer, path, order).result()
            except BrokenProcessPool:
                yield given_up(path, "", order, Failure(ENDED, ""), (f"{inputs.named(path)}: {ENDED}",))


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start so many processes, and end them."""
    import signal
    from concurrent.futures import ProcessPoolExecutor

    # An interrupt is for the process that prints; the others are told by it.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _chunk(paths: list[str], order: Order) -> list[AuditAnswer]:
    return [answer(path, order) for path in paths]


def worst(codes: Iterable[int]) -> int:
    """Give the exit code for several files: an unreadable one outweighs findings."""
    return max(codes, default=CLEAN)
