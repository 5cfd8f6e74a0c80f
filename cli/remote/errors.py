"""What can go wrong between the command line and a server, each with its exit code and what would help."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import IO, Any

import click

from cli import output
from engine.kernel.basics.json_types import Json

# As everywhere on the command line: 4 something was tampered with, 5 the server, 6 someone else was first.
TAMPERED, SERVER, CONFLICT = 4, 5, 6
PROBLEM = "application/problem+json"
CONFLICTS = frozenset({"stale", "closed", "key-reused", "key-busy"})
OURS = 500
AGAIN = "Log in again: deadreckon remote login URL"


class RemoteFault(click.ClickException):
    """Ends a command; `hints` stand under the sentence, one a line."""

    def __init__(self, says: str, *hints: str, code: int = SERVER) -> None:
        super().__init__(says)
        self.hints = hints
        self.exit_code = code  # type: ignore[misc] # click reads it off whatever is raised

    def show(self, file: IO[Any] | None = None) -> None:  # noqa: ARG002 - click's; all that is told goes one way
        """Tell it on stderr."""
        output.tell(self.message)
        for hint in self.hints:
            output.tell("    ", hint)


class CutError(RemoteFault):
    """The connection broke before the whole answer was here; whether the server acted, nobody knows."""


class SilentError(CutError):
    """The server took longer than anybody waits."""


class NobodyThereError(RemoteFault):
    """Nobody answers at the address; nothing was sent."""


class StrangerError(RemoteFault):
    """Something answers, and it is no server of ours."""


class RefusedError(RemoteFault):
    """The server says no, in problem details: `problem` is their code, `errors` name places."""

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
        hints.append(f"The server's log knows this as request {problem['request_id']}.")
    return [hint for hint in hints if hint]


def _describe_error(error: Mapping[str, Json]) -> str:
    """Spell one thing that is wrong, with its place and its remedy."""
    place = next((str(error[name]) for name in ("pointer", "parameter", "header") if error.get(name)), "")
    if not place and "line" in error:
        place = f"line {error['line']}, column {error.get('column', 1)}"
    said = f"{error.get('says', '')} {error.get('hint', '')}".strip()
    return f"{place}: {said}" if place else said


def make_refusal(status: int, kind: str, body: bytes, url: str) -> RemoteFault:
    """Turn an answer that is none into what to tell; one that is no problem of ours comes from somebody else."""
    if kind == PROBLEM:
        try:
            problem = json.loads(body)
        except ValueError:
            problem = None
        if isinstance(problem, dict) and "code" in problem:
            return RefusedError(status, problem)
    return make_stranger_error(url, status, kind)


def make_stranger_error(url: str, status: int, kind: str) -> StrangerError:
    """Say that what answers is no server of ours."""
    return StrangerError(
        f"What answers at {url} is not a Deadreckon server, or something stands in front of it "
        f"({status}, {kind or 'no type'}).",
        "Check the address. A server of ours says so at /readyz.",
    )
