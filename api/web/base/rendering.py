"""Shared by all pages: one blueprint, rendering, and error pages."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException

from api.http.error_handlers import answer_problem, make_framework_problem, make_store_problem, make_unreadable_problem
from api.http.responses import JSON, ONCE, answer_bytes
from api.http.strict_json import is_printable
from api.problems import Problem, make_not_found
from api.service import get_service
from api.web.base import session
from api.web.game.page import load_templates
from audit.store import StoreError
from engine.kernel.log import LogError

# Only scripts and styles that carry the nonce of this answer may run, and the modules that they import.
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
NAME, LONGEST = "web", 200
# Programs send tokens, but people follow links.
HEADINGS = {"no-token": "These pages are opened by a link.", "bad-token": "This link does not work."}


def make_blueprint() -> Blueprint:
    """Make the blueprint of all pages, which shows errors as pages. Each folder adds its routes to it."""
    room = Blueprint(NAME, __name__)
    room.register_error_handler(Problem, show_problem)
    room.register_error_handler(StoreError, show_store_error)
    room.register_error_handler(LogError, show_unreadable_log)
    for status in (404, 405):
        room.app_errorhandler(status)(show_not_found)
    room.before_request(refuse_unprintable)
    return room


def render_page(template: str, status: int = 200, /, **told_there: object) -> Response:
    """Render a page for one reader, which no cache may store."""
    games = [(game.name, game.title) for game in get_service().games.values()]
    nonce = secrets.token_urlsafe(16)
    shared = {"games": games, "inside": session.get_guest(), "nonce": nonce, "plain_http": session.is_plain_http()}
    html = load_templates().get_template(template).render(**shared, **told_there)
    response = answer_bytes(html.encode("utf-8", "replace"), "text/html", status, keep=ONCE)
    response.headers["Content-Security-Policy"] = POLICY.format(nonce=nonce)
    response.headers["Vary"] = "Cookie"
    return response


def show_problem(problem: Problem) -> Response:
    """Show a problem as a page, or as JSON if the client prefers that."""
    if request.path.endswith(".json") or request.accept_mimetypes.best == JSON:
        return answer_problem(problem)
    kind = problem.kind
    by_link = kind.code in HEADINGS
    heading, helps = (HEADINGS[kind.code], problem.detail) if by_link else (kind.title, kind.helps)
    return render_page(
        "refused.html", kind.status, heading=heading, says=problem.detail, helps=helps, errors=problem.errors
    )


def show_not_found(wrong: HTTPException) -> Response:
    """Show a page for an unknown address or a wrong method. Programs get problem details."""
    problem, likes = make_framework_problem(wrong), request.accept_mimetypes
    if request.path.startswith("/api/") or likes["text/html"] <= likes[JSON]:
        return answer_problem(problem)
    says = "Check the address. It may accept forms from other pages, but it has no page of its own."
    shown = render_page(
        "refused.html",
        problem.kind.status,
        heading="There is no page here.",
        says=says,
        helps=says,
        errors=(),
    )
    shown.headers.update(problem.headers)
    return shown


def show_store_error(wrong: StoreError) -> Response:
    """Show an error of the store as a page."""
    return show_problem(make_store_problem(wrong))


def refuse_unprintable() -> None:
    """Refuse names with characters that no database stores."""
    if not all(is_printable(str(value)) for value in (request.view_args or {}).values()):
        raise make_not_found()


def show_unreadable_log(wrong: LogError) -> Response:
    """Show why a file is not a readable log."""
    return show_problem(make_unreadable_problem("unreadable-log", *wrong.faults))


def read_argument(name: str) -> str:
    """Read one query parameter."""
    return request.args.get(name, "")[:LONGEST]
