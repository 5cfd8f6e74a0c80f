"""Answer every exception with problem details: our problems, HTTP errors, store errors and internal faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from api.http.etags import mask_head
from api.http.responses import encode_json
from api.monitoring.request_log import Journal, get_request_id
from api.problems import BY_STATUS, CONTENT_TYPE, Problem, make_not_found
from audit.store import Absent, Closed, DiskFull, KeyBusy, KeyReused, NotAsKept, Stale, StoreError, Unavailable
from engine.kernel.basics.json_types import Document
from engine.kernel.log import Fault, LogError
from engine.kernel.packs.reader import PackError

# Headers that are copied from the framework's answer: allowed methods, and when to retry.
KEPT = ("Allow", "Retry-After")


def register_error_handlers(app: Flask, log: Journal) -> None:
    """Register handlers that answer every exception with problem details."""

    def answer_failure(wrong: Exception) -> Response:
        log.error("failed", request_id=get_request_id(), exc_info=wrong)
        return answer_problem(Problem("internal"))

    app.register_error_handler(Problem, answer_problem)
    app.register_error_handler(StoreError, lambda wrong: answer_problem(make_store_problem(wrong)))
    app.register_error_handler(
        LogError, lambda wrong: answer_problem(make_unreadable_problem("unreadable-log", *wrong.faults))
    )
    app.register_error_handler(
        PackError, lambda wrong: answer_problem(make_unreadable_problem("unreadable-pack", *wrong.faults))
    )
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(Exception, answer_failure)


def answer_problem(problem: Problem) -> Response:
    """Render a problem as a response. The metrics count it by its code."""
    g.problem = problem.kind.code
    response = Response(encode_json(problem.document(get_request_id())), problem.kind.status, content_type=CONTENT_TYPE)
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    return response


def _answer_http_error(wrong: HTTPException) -> Response | HTTPException:
    """Replace an HTTP error of the framework by a problem of ours."""
    return wrong if isinstance(wrong, RequestRedirect) else answer_problem(make_framework_problem(wrong))


def make_framework_problem(wrong: HTTPException) -> Problem:
    """Turn an HTTP error of the framework into a problem."""
    status = wrong.code or 500
    kind = BY_STATUS.get(status) or BY_STATUS[400 if status < 500 else 500]  # noqa: PLR2004 - HTTP separates client and server errors here
    kept = {name: value for name, value in wrong.get_headers() if name in KEPT}
    return Problem(kind.code, headers=kept)


def make_unreadable_problem(code: str, *faults: Fault) -> Problem:
    """List what is wrong with a file, each fault with its place and remedy."""
    return Problem(code, faults[0].says if faults else "", [describe_fault(fault) for fault in faults[:100]])


def describe_fault(fault: Fault) -> Document:
    """Describe one fault with its place."""
    where = {"line": fault.line, "column": fault.column or 1} if fault.line else {}
    return {"says": fault.says, **({"hint": fault.hint} if fault.hint else {}), **where}


_STORE: dict[type[StoreError], Callable[[Any], Problem]] = {
    Absent: lambda _: make_not_found(),
    Stale: lambda wrong: Problem("stale", str(wrong), current={"seq": wrong.seq, "head": mask_head(wrong.head)}),
    Closed: lambda _: Problem("closed"),
    KeyReused: lambda _: Problem("key-reused", errors=[{"header": "Idempotency-Key", "says": "Used before."}]),
    KeyBusy: lambda _: Problem("key-busy", headers={"Retry-After": "1"}),
    Unavailable: lambda wrong: Problem("unavailable", headers={"Retry-After": str(wrong.retry_after)}),
    DiskFull: lambda _: Problem("disk-full"),
    NotAsKept: lambda wrong: Problem("not-as-kept", str(wrong)),
}


def make_store_problem(wrong: StoreError) -> Problem:
    """Turn a store error into a problem. An error without an entry is a bug and is raised again."""
    # Look up the class, then its base classes.
    made = next((_STORE[kind] for kind in type(wrong).__mro__ if kind in _STORE), None)
    if made is None:
        raise wrong
    return made(wrong)
