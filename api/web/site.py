"""The pages of the shelf and of the rules, each with a JSON version; also sign-in and assets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from typing import TYPE_CHECKING, get_args
from urllib.parse import urlencode

from flask import Flask, Response, redirect, request

from api import policy
from api.http.responses import ONCE, PUBLIC, answer_bytes, answer_json
from api.logs import uploads
from api.problems import Problem
from api.service import get_service
from api.web.base import session
from api.web.base.rendering import read_argument, render_page, room
from api.web.desk import case_page, comment_form, desk
from api.web.game import replay_cache
from api.web.game.scripts import list_modules
from api.web.live import late_lines, new_game, recorder, seats, what_if
from api.web.logs import link_page, log_page, rule_examples, share_page, shelf
from api.web.logs.rule_examples import find_examples
from api.web.logs.shelf import ShelfQuery, list_live_rows, list_shelf_rows
from api.web.tournaments import links, pages, tables
from audit.browse.catalogue import cite_rule, list_catalogue_rules, question_document, rule_document
from audit.model.document import Verdict
from audit.model.labels import name_verdict

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from engine.kernel.basics.json_types import Document
    from engine.kernel.game import Game

SHEETS = ("style.css", "tournament.css")
# Importing these modules registers their pages on the blueprint.
PAGES = (
    desk,
    case_page,
    comment_form,
    late_lines,
    seats,
    log_page,
    new_game,
    recorder,
    rule_examples,
    link_page,
    share_page,
    links,
    pages,
    tables,
    what_if,
)


def register(app: Flask, beginning: Callable[[], Response]) -> None:
    """Serve the pages. `beginning` renders the start page for visitors without a session."""
    app.add_url_rule("/", "web.beginning", lambda: _greet_or_show_shelf(beginning))
    app.register_blueprint(room)
    replay_cache.register(app)
    shelf.register(app)


def _greet_or_show_shelf(beginning: Callable[[], Response]) -> AnyResponse:
    """Show the shelf. A visitor bound to one game is redirected to it."""
    guest = session.get_guest()
    if guest is None:
        return beginning()
    return _render_shelf() if guest.game is None else redirect(f"/live/{guest.game}", 303)


@room.get("/enter/<secret>")
def enter_pages(secret: str) -> Response:
    """Show the page of a sign-in link, with a button. Previews by messengers do not use the link up."""
    link = session.find_link(secret)
    shown = render_page("enter.html", heading="Sign in", link=link, days=session.LASTING.days)
    # Without this, browsers send no origin with the form. Over plain HTTP, they send no Sec-Fetch-Site either.
    shown.headers["Referrer-Policy"] = "strict-origin"
    return shown


@room.post("/enter/<secret>")
def sign_in(secret: str) -> AnyResponse:
    """Begin a session."""
    return session.sign_in(secret)


@room.post("/leave")
def leave_pages() -> AnyResponse:
    """End the session."""
    return session.end_session()


@room.get("/index.json")
def show_shelf_json() -> Response:
    """Return the shelf as JSON."""
    document = _gather_shelf()
    return answer_json({**document, "rows": [asdict(row) for row in document["rows"]]}, keep=ONCE)


def _render_shelf() -> Response:
    document = _gather_shelf()
    may_upload = policy.may_call(session.admit_visitor("list_logs").role, "upload_log")
    shown = {"may_upload": may_upload, "may_record": session.may_ask("create_live_game")}
    verdicts = [(one, name_verdict(one)) for one in get_args(Verdict)]
    return render_page("shelf.html", heading="Logs", verdicts=verdicts, **shown, **document)


def _gather_shelf() -> Document:
    session.admit_visitor("list_logs")
    wanted = ShelfQuery(*(read_argument(name) for name in ShelfQuery._fields))
    found = list_shelf_rows(wanted, read_argument("after") or None)
    query = {**wanted._asdict(), "after": found.after}
    more = f"/?{urlencode({name: said for name, said in query.items() if said})}" if found.after else ""
    live = [] if read_argument("after") else list_live_rows(wanted)
    return {**wanted._asdict(), "rows": found.rows, "more": more, "looked_at": found.looked_at, "games_live": live}


@room.post("/logs")
def save_dropped_log() -> AnyResponse:
    """Store a log that was dropped on the shelf, and show it."""
    session.refuse_foreign_request()
    session.admit_visitor("upload_log")
    sent = request.files.get("log")
    kept = uploads.save_upload(sent.read() if sent else b"", uploads.LOG)
    return redirect(f"/logs/{kept.sha256}/view", 303)


@room.get("/rules")
def show_games() -> Response:
    """List the games, with links to their rules."""
    return render_page("games.html", heading="Rules")


@room.get("/rules/<game>")
def show_rules(game: str) -> Response:
    """Show the rules and open questions of a game, filtered by the search words."""
    found = get_service().find_game(game)
    return render_page(
        "rules.html", heading=f"{found.title}: rules", title=found.title, game_name=game, **_gather_rules(found)
    )


def _gather_rules(game: Game) -> Document:
    words = read_argument("q").casefold()
    examples = find_examples(game.name)
    all_rules = [
        {
            **rule_document(entry),
            "cited": cite_rule(game, entry.rule.cites),
            "examples": [{**one._asdict(), "step": one.step} for one in examples.get(entry.rule.id, ())],
        }
        for entry in list_catalogue_rules(game)
    ]
    all_rulings = [question_document(game, question) for question in game.questions.values()]
    fitting = [rule for rule in all_rules if words in f"{rule['id']} {rule['says']} {rule['cited']}".casefold()]
    open_ = [one for one in all_rulings if words in f"{one['id']} {one['asks']}".casefold()]
    return {"q": read_argument("q"), "rules": fitting, "rulings": open_}


@room.get("/web/<name>")
def send_asset(name: str) -> Response:
    """Serve a style sheet or a module."""
    if name not in {*list_modules(), *SHEETS}:
        raise Problem("not-found")
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    return answer_bytes(files("api.web").joinpath("static", name).read_bytes(), kind, keep=PUBLIC)
