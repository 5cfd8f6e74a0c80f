"""An audit that failed by a fault of ours: what is said of it beside the reports on other logs."""

from __future__ import annotations

from audit.model.document import ENGINE, SCHEMA, FailedDocument, Failure


def failure_document(sha256: str, fault: Failure) -> FailedDocument:
    """Write down that the audit of a log failed."""
    return FailedDocument(schema=SCHEMA, log={"sha256": sha256}, fault=fault, engine=ENGINE)


def describe_failure(wrong: Exception) -> Failure:
    """Name what was raised, and the innermost place in the program."""
    trace = wrong.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f"{trace.tb_frame.f_globals['__name__']}, line {trace.tb_lineno}"
    return Failure(f"{type(wrong).__name__}: {wrong}", place)
