"""The start page, the pages of problem codes, and the API reference."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.resources import files

from flask import Blueprint, Response

from api.access.security_headers import CLOSED
from api.http.responses import JSON, PRIVATE, PUBLIC, answer_bytes
from api.openapi.document import read_api_document, read_api_document_bytes
from api.problems import KINDS, Problem
from audit.report.html_frame import CSS
from engine.kernel.basics.json_types import Document

METHODS = ("get", "post", "put", "patch", "delete")
DOCS = "/api/v1/docs"
OPENAPI = "/api/v1/openapi.json"
UI, PLAIN = f"{DOCS}/ui", f"{DOCS}/plain"
# The files of Swagger UI that we serve, and their types.
FILES = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}
# This inline script starts Swagger UI. The policy names it by its hash, because it is in no file. It loads the document
# by a relative address, which works below any path prefix.
START = "window.onload=()=>SwaggerUIBundle({url:'openapi.json',dom_id:'#ui'});"

room = Blueprint("pages", __name__)


@room.get("/problems")
def list_problems() -> Response:
    """List the codes of problems."""
    return _render_page("Problems", (_render_problem_row(code, kind.title) for code, kind in KINDS.items()))


@room.get("/problems/<code>")
def explain_problem(code: str) -> Response:
    """Explain one code."""
    if code not in KINDS:
        raise Problem("not-found", f"There is no such code. There is: {', '.join(KINDS)}.")
    kind = KINDS[code]
    return _render_page(f"{code} ({kind.status})", [_render_paragraph(kind.title), _render_paragraph(kind.helps)])


@room.get(DOCS)
def show_swagger() -> Response:
    """Show the API reference in Swagger UI."""
    return _render_swagger()


@room.get(f"{UI}/<name>")
def send_swagger_file(name: str) -> Response:
    """Send a file of Swagger UI."""
    if name not in FILES:
        raise Problem("not-found", f"There is no such file. There is: {', '.join(FILES)}.")
    return answer_bytes(_read_swagger_file(name), FILES[name], keep=PUBLIC)


@room.get(PLAIN)
def list_operations() -> Response:
    """List the operations without a script."""
    return _render_page("Operations", _render_operations(read_api_document()))


@room.get(OPENAPI)
def send_document() -> Response:
    """Send the API document."""
    return answer_bytes(read_api_document_bytes(), JSON, keep=PUBLIC)


def greet_visitor() -> Response:
    """Show the start page to a visitor without a session. With one, this address shows the shelf."""
    response = _render_page("Deadreckon", _render_start_page(), keep=PRIVATE)
    response.headers["Vary"] = "Cookie"
    return response


def _render_page(title: str, parts: Iterable[str], *, keep: str = PUBLIC) -> Response:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    body = f"<main><h1>{escape(title)}</h1>{''.join(parts)}</main>"
    html = f'<!DOCTYPE html><html lang="en"><head>{head}<style>{CSS}</style></head><body>{body}</body></html>'
    return answer_bytes(html.encode(), "text/html", keep=keep)


def _render_paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _render_problem_row(code: str, says: str) -> str:
    return f'<p><a href="/problems/{code}">{code}</a> {escape(says)}</p>'


def _render_start_page() -> Iterator[str]:
    yield _render_paragraph("This service audits logs of board games, stores them, and records games live.")
    yield _render_paragraph(
        "Its pages open with a link that works once. Ask an admin of your club for one; on the machine that runs the "
        "service, deadreckon token link makes one."
    )
    for address, says in (
        (DOCS, "the operations, to try out"),
        (PLAIN, "the operations, to read"),
        (OPENAPI, "the same for programs (OpenAPI 3.1)"),
        ("/api/v1/games", "the games that can be audited"),
        ("/problems", "what each problem code means"),
        ("/readyz", "whether the service is ready"),
    ):
        yield f'<p><a href="{address}">{address}</a> {escape(says)}</p>'


def _render_operations(document: Document) -> Iterator[str]:
    """List every operation under its resource, with its least role."""
    tags: dict[str, list[str]] = {tag["name"]: [] for tag in document.get("tags", ())}
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                tags.setdefault(methods[method]["tags"][0], []).append(_render_operation(path, method, methods[method]))
    for tag, rows in tags.items():
        yield f"<h2>{escape(tag)}</h2>{''.join(rows)}"


def _render_operation(path: str, method: str, operation: Document) -> str:
    asked = [parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] != "path"]
    types = ", ".join(operation.get("requestBody", {}).get("content", {}))
    small = [f"role: {operation['x-least-role']}"]
    small += [f"takes: {', '.join(asked)}"] if asked else []
    small += [f"body: {types}"] if types else []
    return (
        f"<article><p><b>{method.upper()} {escape(path)}</b></p>{_render_paragraph(operation.get('summary', ''))}"
        f'<p class="small">{escape("; ".join(small))}</p></article>'
    )


def _render_swagger() -> Response:
    """Show Swagger UI from our own files. Nothing is loaded from other hosts."""
    html = (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Deadreckon API</title>'
        f'<link rel="stylesheet" href="{UI}/swagger-ui.css"></head><body><div id="ui"></div>'
        f'<noscript><p><a href="{PLAIN}">The operations without a script</a></p></noscript>'
        f'<script src="{UI}/swagger-ui-bundle.js"></script><script>{START}</script></body></html>'
    )
    response = answer_bytes(html.encode(), "text/html", keep=PUBLIC)
    # Swagger UI sets style attributes. The only scripts are its own and the line that starts it.
    response.headers["Content-Security-Policy"] = (
        f"{CLOSED}; script-src 'self' {_hash_script(START)}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'"
    )
    return response


def _hash_script(script: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


@cache
def _read_swagger_file(name: str) -> bytes:
    return files("flask_swagger_ui").joinpath("dist", name).read_bytes()
