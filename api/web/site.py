"""The service's pages: the shelf of logs, the page of each, and the rules; each has a twin in JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from typing import TYPE_CHECKING, get_args
from urllib.parse import urlencode

from flask import Flask, Response, redirect, request

from api import policy
from api.http.responses import ONCE, PUBLIC, answer, plain
from api.logs import uploads
from api.problems import Problem
from api.service import service
from api.web.base import session
from api.web.base.rendering import asked, page, room
from api.web.desk import case_page as case_pages
from api.web.desk import comment_form as commenting
from api.web.desk import desk as arbiters_desk
from api.web.desk import desk_json as desk_twins
from api.web.game import replay_cache as kept_replays
from api.web.game.scripts import names
from api.web.live import late_lines, new_game, recorder
from api.web.live import seats as live_seats
from api.web.live import what_if as trying
from api.web.logs import link_page as shared_pages
from api.web.logs import log_page as log_pages
from api.web.logs import rule_examples
from api.web.logs import share_page as sharing
from api.web.logs import shelf as log_shelf
from api.web.logs.rule_examples import examples_of
from api.web.logs.shelf import Wanted, live_rows, rows
from api.web.tournaments import links as tournament_links
from api.web.tournaments import pages as tournament_pages
from api.web.tournaments import tables as tournament_tables
from audit.browse.catalogue import cited, entries, question_document, rule_document
from audit.model.document import Verdict

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from engine.kernel.basics.json_types import Document
    from engine.kernel.game import Game

SHEETS = ("style.css", "tournament.css")
# Each has added its pages to the room.
PAGES = (
    arbiters_desk,
    case_pages,
    commenting,
    desk_twins,
    late_lines,
    live_seats,
    log_pages,
    new_game,
    recorder,
    rule_examples,
    shared_pages,
    sharing,
    tournament_links,
    tournament_pages,
    tournament_tables,
    trying,
)


def register(app: Flask, beginning: Callable[[], Response]) -> None:
    """Serve the pages; `beginning` greets whoever has no session."""
    app.add_url_rule("/", "web.beginning", lambda: _begun(beginning))
    app.register_blueprint(room)
    kept_replays.register(app)
    log_shelf.register(app)


def _begun(beginning: Callable[[], Response]) -> AnyResponse:
    """Show the shelf; who came for one game is led to it."""
    guest = session.guest()
    if guest is None:
        return beginning()
    return _shelf() if guest.game is None else redirect(f"/live/{guest.game}", 303)


@room.get("/enter/<secret>")
def enter(secret: str) -> Response:
    """Show what a link to the pages opens, and a button; to look at it, as messengers do, does not use the link up."""
    link = session.find_link(secret)
    shown = page("enter.html", heading="Sign in", link=link, days=session.LASTING.days)
    # Without an origin, browsers that send no Sec-Fetch-Site (all of them over plain HTTP) could not send the form.
    shown.headers["Referrer-Policy"] = "strict-origin"
    return shown


@room.post("/enter/<secret>")
def sign_in(secret: str) -> AnyResponse:
    """Begin a session."""
    return session.sign_in(secret)


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
    shown = {"may_upload": may_upload, "may_record": session.may("create_live_game")}
    return page("shelf.html", heading="Logs", verdicts=get_args(Verdict), **shown, **document)


def _listed() -> Document:
    session.admit("list_logs")
    wanted = Wanted(*(asked(name) for name in Wanted._fields))
    found = rows(wanted, asked("after") or None)
    query = {**wanted._asdict(), "after": found.after}
    more = f"/?{urlencode({name: said for name, said in query.items() if said})}" if found.after else ""
    live = [] if asked("after") else live_rows(wanted)
    return {**wanted._asdict(), "rows": found.rows, "more": more, "looked_at": found.looked_at, "games_live": live}


@room.post("/logs")
def upload() -> AnyResponse:
    """Keep a log that was dropped here, and show it."""
    session.own_request()
    session.admit("upload_log")
    sent = request.files.get("log")
    kept = uploads.kept(sent.read() if sent else b"", uploads.LOG)
    return redirect(f"/logs/{kept.sha256}/view", 303)


@room.get("/rules")
def games() -> Response:
    """Lead to the rules of each game."""
    return page("games.html", heading="Rules")


@room.get("/rules.json")
def games_document() -> Response:
    """List the games for a program."""
    known = [{"name": game.name, "title": game.title} for game in service().games.values()]
    return answer({"games": known}, keep=PUBLIC)


@room.get("/rules/<game>")
def rules(game: str) -> Response:
    """Show the rules and open questions of a game, or those that say something."""
    found = service().game(game)
    return page("rules.html", heading=f"{found.title}: rules", title=found.title, game_name=game, **_rules(found))


@room.get("/rules/<game>.json")
def rules_document(game: str) -> Response:
    """List the same for a program."""
    return answer(_rules(service().game(game)), keep=PUBLIC)


def _rules(game: Game) -> Document:
    words = asked("q").casefold()
    examples = examples_of(game.name)
    all_rules = [
        {
            **rule_document(entry),
            "cited": cited(game, entry.rule.cites),
            "examples": [{**one._asdict(), "step": one.step} for one in examples.get(entry.rule.id, ())],
        }
        for entry in entries(game)
    ]
    all_rulings = [question_document(game, question) for question in game.questions.values()]
    fitting = [rule for rule in all_rules if words in f"{rule['id']} {rule['says']} {rule['cited']}".casefold()]
    open_ = [one for one in all_rulings if words in f"{one['id']} {one['asks']}".casefold()]
    return {"q": asked("q"), "rules": fitting, "rulings": open_}


@room.get("/web/<name>")
def asset(name: str) -> Response:
    """Serve a style sheet or a module."""
    if name not in {*names(), *SHEETS}:
        raise Problem("not-found")
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    return plain(files("api.web").joinpath("static", name).read_bytes(), kind, keep=PUBLIC)
