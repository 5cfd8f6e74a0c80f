"""The form for a new live game: the game, its players, layers, readings and pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import Response, redirect, request

from api.live.append import create_game_once
from api.service import get_service
from api.web.base import session
from api.web.base.rendering import LONGEST, read_argument, render_page
from api.web.live.writes import make_form_key, read_form_key
from audit.live import begin_game
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from engine.kernel.basics.json_types import Document
    from engine.kernel.game import Game
    from engine.kernel.log import Fault

# The seats of most boxes. Visitors may type other names.
SEATS = ("green", "orange", "blue", "yellow", "", "")


def show_new_game() -> Response:
    """Show the form for a new game."""
    session.admit_visitor("create_live_game")
    wanted = read_argument("game")
    return _render_form(get_service().find_game(wanted) if wanted else None)


def _render_form(game: Game | None, faults: tuple[Fault, ...] = ()) -> Response:
    form = request.form
    seats = [
        {"seat": form.get(f"seat{at}", seat), "name": form.get(f"name{at}", ""), "role": form.get(f"role{at}", "")}
        for at, seat in enumerate(SEATS)
    ]
    return render_page(
        "new_game.html",
        422 if faults else 200,
        heading="A new game",
        game=game,
        faults=faults,
        players=seats,
        key=make_form_key(),
        chosen={"event": form.get("event", ""), "pack": form.get("pack", ""), "date": form.get("date", "")},
        laid=form.getlist("layer"),
        rulings=form.getlist("ruling"),
    )


def create_game() -> AnyResponse:
    """Create the game, once."""
    session.refuse_foreign_request()
    session.admit_visitor("create_live_game")
    game = get_service().find_game(request.form.get("game", "")[:LONGEST])
    try:
        kept = create_game_once(
            read_form_key(), lambda: begin_game(msgspec.json.encode(_write_header(game)), get_service().games)
        )
    except LogError as wrong:
        return _render_form(game, wrong.faults)
    return redirect(f"/live/{kept.game}", 303)


def _write_header(game: Game) -> Document:
    """Make the header of a log from the form."""
    form = request.form
    players = [
        {part: form.get(f"{part}{at}", "").strip()[:LONGEST] for part in ("seat", "name", "role")}
        for at in range(len(SEATS))
    ]
    rulings = [one.partition("=") for one in form.getlist("ruling") if "=" in one]
    header: Document = {
        "game": game.name,
        "layers": form.getlist("layer"),
        "players": [one for one in players if one["seat"] and (one["name"] or one["role"])],
        "rulings": {question: reading for question, _, reading in rulings},
    }
    said = {name: form.get(name, "").strip()[:LONGEST] for name in ("pack", "event", "date")}
    return {**header, **{name: value for name, value in said.items() if value}}
