"""One declaration an operation: its route, least role, inputs, answers, and entry in the API document."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from flask import Response
from flask_smorest import Blueprint  # type: ignore[import-untyped] # it has no types
from marshmallow import Schema

from api import policy
from api.access.authentication import check_access
from api.http.arguments import StrictParser
from api.http.responses import JSON
from api.http.strict_json import is_printable
from api.problems import make_not_found
from engine.kernel.basics.json_types import Document, Json

# A view function, as flask-smorest decorates it.
Viewing = Any

View = Callable[..., Response]
# Any operation may answer these: rate limits, an unavailable store, and errors of the framework.
ALWAYS = (400, 414, 429, 500, 503)


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """One successful answer of an operation. `headers` are documented, not checked."""

    schema: type[Schema] | Schema | Mapping[str, Json] | None = None
    status: int = 200
    kind: str = JSON
    says: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """The inputs of an operation apart from its address: a query, a JSON body or raw bytes, and headers."""

    query: type[Schema] | None = None
    json: type[Schema] | None = None
    raw: Sequence[str] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


TAKES_NOTHING = Takes()
STRING = {"type": "string"}
BINARY = {"type": "string", "format": "binary"}


class Room(Blueprint):  # type: ignore[misc] # flask-smorest has no types
    """The operations of one resource."""

    ARGUMENTS_PARSER = StrictParser()

    def operation(
        self,
        method: str,
        rule: str,
        *answers: AnswerForm,
        takes: Takes = TAKES_NOTHING,
        problems: Sequence[int] = (),
        tags: list[str] | None = None,
    ) -> Callable[[View], View]:
        """Register a function as the operation with the function's name."""

        def register(function: View) -> View:
            name = function.__name__
            view: Any = _describe_operation(function, name, answers)
            # The answer added last comes first in the API document, and generated clients read the first type they
            # know.
            for answer in reversed(answers):
                view = self._add_answer(view, answer)
            for status in sorted({*ALWAYS, *problems, *_list_implied_problems(rule, name, takes)}):
                view = self.alt_response(status, HTTPStatus(status).name)(view)
            if method == "get":
                view = self.alt_response(304, description="Not changed since.", success=True)(view)
            view = self._add_inputs(_bypass_wrappers(view), takes)
            view = _guard_access(view, name)
            self.add_url_rule(rule, name, view, methods=[method.upper()], tags=tags)
            return function

        return register

    def _add_answer(self, view: Viewing, answer: AnswerForm) -> Viewing:
        headers = {name: {"description": says, "schema": STRING} for name, says in answer.headers.items()}
        return self.alt_response(
            answer.status,
            schema=answer.schema,
            content_type=answer.kind,
            description=answer.says or "As requested.",
            headers=headers or None,
            success=True,
        )(view)

    def _add_inputs(self, view: Viewing, takes: Takes) -> Viewing:
        if takes.json is not None:
            view = self.arguments(takes.json(), location="json")(view)
        if takes.query is not None:
            view = self.arguments(takes.query(), location="query", as_kwargs=False)(view)
        if takes.raw:
            content: Document = {kind: {} for kind in takes.raw}
            view = self.doc(requestBody={"required": True, "content": content})(view)
        # The operations check these headers themselves, because each answers a missing one differently.
        return self.doc(**{"x-headers": dict(takes.headers)})(view) if takes.headers else view


def _bypass_wrappers(view: Viewing) -> Viewing:
    """Call the operation directly. Each documented answer has wrapped it in a function that only passes the call on."""
    function: View = inspect.unwrap(view)

    @functools.wraps(view)
    def call_operation(*args: Json, **kwargs: Json) -> Response:
        return function(*args, **kwargs)

    return call_operation


def _describe_operation(function: View, name: str, answers: Sequence[AnswerForm]) -> View:
    """Give an operation its id, its security and its least role."""
    least = policy.LEAST[name]
    extra: Document = {"operationId": name, "x-least-role": str(least) if least else "anyone"}
    extra["security"] = [] if least is None else [{"token": []}]
    view: View = Blueprint.doc(**extra)(function)
    assert answers, f"{name} gives no answer"  # noqa: S101 - a mistake in a declaration
    return view


def _list_implied_problems(rule: str, name: str, takes: Takes) -> set[int]:
    """List the problems that follow from the route, the role and the inputs of an operation."""
    found: set[int] = {404} if "<" in rule else set()
    if policy.LEAST[name] is not None:
        # Stored data may have been tampered with.
        found |= {401, 403, 410}
    if takes.query is not None or takes.json is not None:
        found.add(422)
    if takes.json is not None or takes.raw:
        found |= {400, 413, 415}
    return found


def _guard_access(view: View, name: str) -> View:
    """Check access before the operation reads anything."""

    @functools.wraps(view)
    def check_and_call(*args: Json, **kwargs: Json) -> Response:
        if not all(is_printable(str(value)) for value in kwargs.values()):
            raise make_not_found()
        check_access(name, kwargs.get("live"))
        return view(*args, **kwargs)

    return check_and_call
