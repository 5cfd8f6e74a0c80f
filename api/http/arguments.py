"""Parse query and body into the arguments of an operation. Each error names its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import marshmallow
from flask import Request
from webargs.flaskparser import FlaskParser

from api.http.bodies import read_json_body
from api.http.strict_json import make_pointer, shorten_text
from api.problems import Problem
from engine.kernel.basics.json_types import Json


class StrictParser(FlaskParser):
    """The parser of every operation: strict JSON, and no undeclared query parameters."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": marshmallow.RAISE}  # noqa: RUF012 - declared like this in webargs

    def _raw_load_json(self, req: Request) -> Json:  # noqa: ARG002 - webargs' signature
        return read_json_body()

    def load_querystring(self, req: Request, schema: marshmallow.Schema) -> Any:  # noqa: ANN401 - a proxy of webargs
        """Refuse a parameter that is given twice, because one of its values would be ignored."""
        lists = {name for name, field in schema.fields.items() if isinstance(field, marshmallow.fields.List)}
        many = (name for name, said in req.args.lists() if len(said) > 1 and name not in lists)
        twice = {name: ["It is given more than once."] for name in many}
        if twice:
            raise make_invalid_problem(marshmallow.ValidationError({"query": twice}))
        return super().load_querystring(req, schema)

    def handle_error(
        self,
        error: marshmallow.ValidationError,
        req: Request,  # noqa: ARG002 - webargs' signature
        schema: marshmallow.Schema,  # noqa: ARG002 - webargs' signature
        *,
        error_status_code: int | None,  # noqa: ARG002 - webargs' signature
        error_headers: Mapping[str, str] | None,  # noqa: ARG002 - webargs' signature
    ) -> NoReturn:
        """End the request with a list of everything that is invalid."""
        raise make_invalid_problem(error)


def make_invalid_problem(error: marshmallow.ValidationError) -> Problem:
    """List every error with its JSON pointer or its parameter."""
    messages = error.normalized_messages()  # type: ignore[no-untyped-call] # marshmallow has no types here
    errors = [one for location, found in messages.items() for one in _list_errors(location, found)]
    return Problem("invalid", errors=errors[:100])


def _list_errors(location: str, found: object) -> Iterator[dict[str, str]]:
    for path, says in _walk_messages(found, ()):
        if location == "json":
            yield {"pointer": make_pointer(path), "says": says}
        else:
            yield {"parameter": shorten_text(str(path[0])) if path else location, "says": says}


def _walk_messages(found: object, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(found, dict):
        for key, inner in found.items():
            yield from _walk_messages(inner, path if key == "_schema" else (*path, key))
    else:
        for says in found if isinstance(found, list) else [found]:
            yield path, str(says)
