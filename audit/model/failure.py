"""Describes an audit that failed through an internal error, for lists with the reports on other logs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from audit.model.document import ENGINE, SCHEMA, EngineMark


class Failure(Struct, frozen=True):
    """An internal error: the exception, and its place in the program (empty if the place is in other code)."""

    says: str
    place: str


class FailedDocument(Struct, frozen=True, kw_only=True):
    """Replaces the report if an audit failed: it has an error and no verdict."""

    schema: Literal["deadreckon.report/1"]
    log: Mapping[Literal["sha256"], str]
    fault: Failure
    engine: EngineMark


def failure_document(sha256: str, fault: Failure) -> FailedDocument:
    """Describe a failed audit as a document."""
    return FailedDocument(schema=SCHEMA, log={"sha256": sha256}, fault=fault, engine=ENGINE)


def describe_failure(wrong: Exception) -> Failure:
    """Describe an exception and the innermost place in the program."""
    trace = wrong.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f"{trace.tb_frame.f_globals['__name__']}, line {trace.tb_lineno}"
    return Failure(f"{type(wrong).__name__}: {wrong}", place)
