"""The service's pages: the shelf of logs, the page of each, and the rules; each has a twin in JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from typing import TYPE_CHECKING, get_args

from flask import Blueprint, Flask, Response, redirect, request

from api import policy, uploads
from api.handling import from_store, told, unreadable
from api.problems import Problem, absent
from api.responses import ONCE, PRIVATE, PUBLIC, answer, plain
from api.service import service
from api.strict import printable
from api.web import session
from api.web.log_shelf import A_PAGE, opened, rows
from api.web.modules import names
from api.web.replaying import laid_out
from api.web.whole_page import context, environment
from audit.catalogue import cited, entries, question_document, rule_document
from audit.document import Verdict
from audit.store import StoreError
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from engine.kernel.game import Game
    from engine.kernel.jsons import Document

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
NAME, LONGEST = "web", 200
room = Blueprint(NAME, __name__)


def register(app: Flask, beginning: Callable[[], Response]) -> None:
    """Serve the pages; `beginning` greets whoever has no session."""
    app.add_url_rule("/", "web.beginning", lambda: _shelf() if session.guest() else beginning())
    app.register_blueprint(room)


def _page(template: str, status: int = 200, **told_there: object) -> Response:
    """Draw a page; nobody keeps it, for it is one reader's."""
    games = [(game.name, game.title) for game in service().games.values()]
    html = environment().get_template(template).render(games=games, inside=session.guest(), **told_there)
    response = plain(html.encode("utf-8", "replace"), "text/html", status, keep=ONCE)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Vary"] = "Cookie"
    return response


@room.errorhandler(Problem)
def refused(problem: Problem) -> Response:
    """Say in words for people what the API says in JSON."""
    if request.path.endswith(".json"):
        return told(problem)
    kind = problem.kind
    return _page("refused.html", kind.status, heading=kind.title, says=problem.detail, helps=kind.helps)


@room.errorhandler(StoreError)
def not_kept(wrong: StoreError) -> Response:
    """Say that there is no such thing, or why it cannot be had now."""
    return refused(from_store(wrong))


@room.before_request
def printable_only() -> None:
    """Look nothing up by a name that no database could hold."""
    if not all(printable(str(value)) for value in (request.view_args or {}).values()):
        raise absent()


@room.errorhandler(LogError)
def not_a_log(wrong: LogError) -> Response:
    """Say why a file is no log."""
    return refused(unreadable("unreadable-log", *wrong.faults))


@room.get("/enter/<secret>")
def enter(secret: str) -> AnyResponse:
    """Begin a session."""
    return session.enter(secret)


@room.post("/leave")
def leave() -> AnyResponse:
    """End the session."""
    return session.leave()


@room.get("/index.json")
def shelf_document() -> Response:
    """List the shelf for a program."""
    document = _listed()
    return answer({**document, "rows": [asdict(row) for row in document["rows"]]}, keep=ONCE)


def _shelf() -> Response:
    document = _listed()
    may_upload = policy.reaches(session.admit("list_logs").role, "upload_log")
    return _page("shelf.html", heading="Logs", verdicts=get_args(Verdict), may_upload=may_upload, **document)


def _listed() -> Document:
    session.admit("list_logs")
    words, verdict = _asked("q"), _asked("verdict")
    page = list(rows(_asked("after") or None))
    more = f"/?after={page[-1].sha256}" if len(page) == A_PAGE else ""
    return {"q": words, "verdict": verdict, "rows": [row for row in page if row.fits(words, verdict)], "more": more}


def _asked(name: str) -> str:
    return request.args.get(name, "")[:LONGEST]


@room.post("/logs")
def upload() -> AnyResponse:
    """Keep a log that was dropped here, and show it."""
    session.own_request()
    session.admit("upload_log")
    sent = request.files.get("log")
    kept = uploads.kept(sent.read() if sent else b"", uploads.LOG)
    return redirect(f"/logs/{kept.sha256}/view", 303)


@room.get("/logs/<sha256>/view")
def view(sha256: str) -> Response:
    """Show a log at one place, whole without scripts."""
    session.admit("read_log")
    log = opened(sha256)
    step = _asked("step")
    place = min(int(step), log.reached) if step.isdecimal() and step.isascii() else 0
    said = context(log, laid_out(log, drawn=False), "", place)
    return _page("view.html", twin=f"/logs/{sha256}/view.json", links=lambda to: f"?step={to}", **said)


@room.get("/logs/<sha256>/view.json")
def view_document(sha256: str) -> Response:
    """Give the whole replay at once, so that stepping never waits."""
    session.admit("read_log")
    response = answer(laid_out(opened(sha256)).document(), keep=PRIVATE)
    response.headers["Vary"] = "Cookie"
    return response


@room.get("/rules/<game>")
def rules(game: str) -> Response:
    """Show the rules and open questions of a game, or those that say something."""
    found = service().game(game)
    return _page("rules.html", heading=f"{found.title}: rules", title=found.title, **_rules(found))


@room.get("/rules/<game>.json")
def rules_document(game: str) -> Response:
    """List the same for a program."""
    return answer(_rules(service().game(game)), keep=PUBLIC)


def _rules(game: Game) -> Document:
    words = _asked("q").casefold()
    all_rules = [{**rule_document(entry), "cited": cited(game, entry.rule.cites)} for entry in entries(game)]
    all_rulings = [question_document(game, question) for question in game.questions.values()]
    fitting = [rule for rule in all_rules if words in f"{rule['id']} {rule['says']} {rule['cited']}".casefold()]
    open_ = [one for one in all_rulings if words in f"{one['id']} {one['asks']}".casefold()]
    return {"q": _asked("q"), "rules": fitting, "rulings": open_}


@room.get("/web/<name>")
def asset(name: str) -> Response:
    """Serve the style sheet or a module."""
    if name not in {*names(), "style.css"}:
        raise Problem("not-found")
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    return plain(files("api.web").joinpath("static", name).read_bytes(), kind, keep=PUBLIC)
