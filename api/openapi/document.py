"""Build the API document (OpenAPI 3.1) from the operations. `python -m api` writes it to `api/openapi.json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from pathlib import Path

import orjson

from api.problems import BY_STATUS, CONTENT_TYPE
from engine.kernel.basics.json_types import Document

WRITTEN = Path(__file__).with_name("openapi.json")
VERSION = "1.0.0"
TITLE = "Deadreckon"
SAYS = (
    "Audits logs of board games. Every event is replayed, and each illegal move is reported with its rule and page. "
    "Errors are problem details (RFC 9457) with a stable `code`; each code has a page at /problems/CODE. "
    "Lists continue with the cursor in `next`, or are sent whole as application/x-ndjson, whose last line says so."
)
TOKEN = {"type": "http", "scheme": "bearer", "description": "A token of a club; its admins issue them at /tokens."}
# The pattern of each header that operations read. `etags` and `idempotency` parse these headers.
SHAPES = {
    "If-Match": r'^"(0|[1-9][0-9]{0,8})-[0-9a-f]{64}"$',
    "Idempotency-Key": "^[A-Za-z0-9._-]{1,128}$",
    "Last-Event-ID": "^(0|[1-9][0-9]{0,8})$",
}
# Optional: a client that follows a game from the beginning knows no event yet.
LEFT_OUT = frozenset({"Last-Event-ID"})
OPTIONS = {
    "info": {"description": SAYS, "license": {"name": "MIT", "identifier": "MIT"}},
    "components": {"securitySchemes": {"token": TOKEN}},
}


def finish_document(spec: Document, shown: Callable[[Document], None]) -> Document:
    """Add what flask-smorest leaves out: headers, examples, and a name for every problem."""
    for path in spec["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                _add_headers(operation)
                shown(operation)
                operation["responses"] = dict(
                    sorted((k, _reference_problem(k, v)) for k, v in operation["responses"].items())
                )
    responses = spec["components"]["responses"].items()
    problems = {
        _name_problem(HTTPStatus[name]): _describe_problem(HTTPStatus[name], response) for name, response in responses
    }
    spec["components"] = {**spec["components"], "responses": problems}
    spec["components"] = {name: dict(sorted(parts.items())) for name, parts in sorted(spec["components"].items())}
    spec["paths"] = dict(sorted(spec["paths"].items()))
    return spec


def _reference_problem(status: str, response: Document) -> Document:
    """Refer to a problem by its status, because Python's names for statuses change between versions."""
    return {"$ref": f"#/components/responses/{_name_problem(int(status))}"} if "$ref" in response else response


def _name_problem(status: int) -> str:
    return f"Problem{int(status)}"


def _describe_problem(status: int, response: Document) -> Document:
    return {"description": BY_STATUS[status].title, "content": {CONTENT_TYPE: response["content"]["application/json"]}}


def _add_headers(operation: Document) -> None:
    described = operation.pop("x-headers", {})
    for name, says in described.items():
        schema = {"type": "string", "pattern": SHAPES[name]}
        header = {"in": "header", "name": name, "required": name not in LEFT_OUT, "description": says, "schema": schema}
        operation.setdefault("parameters", []).append(header)


def write_api_document(spec: Document) -> bytes:
    """Serialize the document. The same operations give the same bytes."""
    return json.dumps(spec, indent=2, ensure_ascii=False).encode() + b"\n"


@cache
def read_api_document_bytes() -> bytes:
    """Read the API document that is checked in, which is also the one that the service sends."""
    return WRITTEN.read_bytes()


def read_api_document() -> Document:
    """Parse the API document that is checked in."""
    document: Document = orjson.loads(read_api_document_bytes())
    return document
