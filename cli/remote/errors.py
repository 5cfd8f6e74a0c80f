"""Errors between the command line and a server, each with its exit code and remedy."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import IO, Any

import click

from cli import output
from engine.kernel.basics.json_types import Json

# The exit codes of the whole command line: 4 tampering, 5 the server, 6 another client was first.
TAMPERED, SERVER, CONFLICT = 4, 5, 6
PROBLEM = "application/problem+json"
CONFLICTS = frozenset({"stale", "closed", "key-reused", "key-busy"})
OURS = 500
AGAIN = "Log in again: deadreckon remote login URL"


class RemoteFault(click.ClickException):
    """Ends a command. `hints` follow the message, one a line."""

    def __init__(self, says: str, *hints: str, code: int = SERVER) -> None:
        super().__init__(says)
        self.hints = hints
        self.exit_code = code  # type: ignore[misc] # click reads it from the exception

    def show(self, file: IO[Any] | None = None) -> None:  # noqa: ARG002 - click's signature; all messages go to stderr
        """Print the message and its hints to stderr."""
        output.tell(self.message)
        for hint in self.hints:
            output.tell("    ", hint)


class CutError(RemoteFault):
    """The connection broke before the whole answer arrived. The server may or may not have acted."""


class SilentError(CutError):
    """The server did not answer within the timeout."""


class NobodyThereError(RemoteFault):
    """No server answers at the address. Nothing was sent."""


class StrangerError(RemoteFault):
    """The server that answers is not Deadreckon."""


class RefusedError(RemoteFault):
    """The server refused the request with problem details: `problem` is their code, `errors` name places."""

    def __init__(self, status: int, problem: Mapping[str, Json]) -> None:
        self.status, self.problem = status, str(problem.get("code", ""))
        self.errors: Sequence[Mapping[str, Json]] = [one for one in problem.get("errors", ()) if isinstance(one, dict)]
        self.current: Mapping[str, Json] = problem["current"] if isinstance(problem.get("current"), dict) else {}
        code = CONFLICT if self.problem in CONFLICTS else SERVER
        super().__init__(str(problem.get("title", "")), *_list_hints(status, problem, self.errors), code=code)


def _list_hints(status: int, problem: Mapping[str, Json], errors: Sequence[Mapping[str, Json]]) -> list[str]:
    detail = str(problem.get("detail", ""))
    hints = [] if any(one.get("says") == detail for one in errors) else [detail]
    hints += [_describe_error(one) for one in errors]
    if problem.get("code") == "bad-token":
        hints.append(AGAIN)
    if status >= OURS and problem.get("request_id"):
        hints.append(f"In the server's log this is request {problem['request_id']}.")
    return [hint for hint in hints if hint]


def _describe_error(error: Mapping[str, Json]) -> str:
    """Describe one error with its place and remedy."""
    place = next((str(error[name]) for name in ("pointer", "parameter", "header") if error.get(name)), "")
    if not place and "line" in error:
        place = f"line {error['line']}, column {error.get('column', 1)}"
    said = f"{error.get('says', '')} {error.get('hint', '')}".strip()
    return f"{place}: {said}" if place else said


def make_refusal(status: int, kind: str, body: bytes, url: str) -> RemoteFault:
    """Turn an error response into an exception. One without our problem details comes from another server."""
    if kind == PROBLEM:
        try:
            problem = json.loads(body)
        except ValueError:
            problem = None
        if isinstance(problem, dict) and "code" in problem:
            return RefusedError(status, problem)
    return make_stranger_error(url, status, kind)


def make_stranger_error(url: str, status: int, kind: str) -> StrangerError:
    """Make the error for an answer that does not come from Deadreckon."""
    return StrangerError(
        f"What answers at {url} is not a Deadreckon server, or another server answers in its place "
        f"({status}, {kind or 'no type'}).",
        "Check the address. A Deadreckon server identifies itself at /readyz.",
    )
