"""The tournaments of a club as pages: the list, one with its standings and rounds, and its open tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.access.byte_quota import count_bytes
from api.http.responses import ONCE, answer_json
from api.problems import Problem
from api.service import get_service
from api.tournaments.record import (
    MOST_FILE,
    StoredTournament,
    create_tournament_once,
    describe_file_fault,
    describe_tournament,
    find_tournament,
    list_stored_tournaments,
)
from api.tournaments.standings import count_stored_tournament
from api.web.base import session
from api.web.base.rendering import read_argument, render_page
from api.web.live.writes import make_form_key, read_form_key
from api.web.tournaments.views import lay_out_count
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from engine.kernel.basics.json_types import Document

A_PAGE, DIGITS = 100, 6


def show_tournaments() -> Response:
    """List the tournaments of the club, newest first, with the form for a new one."""
    session.admit_visitor("list_tournaments")
    return _render_tournaments()


def save_tournament() -> AnyResponse:
    """Store a tournament from its file."""
    session.refuse_foreign_request()
    organiser = session.admit_visitor("create_tournament")
    sent = request.files.get("file")
    raw = sent.read() if sent else b""
    count_bytes(len(raw))
    if len(raw) > MOST_FILE:
        return _render_tournaments([{"says": f"The file of a tournament can have at most {MOST_FILE:,} bytes."}])
    try:
        made = create_tournament_once(raw.decode(), [], read_form_key(), organiser.id)
    except UnicodeDecodeError:
        return _render_tournaments([{"says": "This is not UTF-8 text. Save the file as UTF-8."}])
    except LogError as wrong:
        return _render_tournaments([describe_file_fault("/file", fault) for fault in wrong.faults[:20]])
    return redirect(f"/tournaments/{made.game}", 303)


def show_tournament(tournament: str) -> Response:
    """Show a tournament: its standings and their safety, every round, and its events."""
    session.admit_visitor("read_tournament_standings")
    found = find_tournament(tournament)
    as_of = _read_as_of(found)
    count = count_stored_tournament(found, as_of)
    return render_page(
        "tournament.html",
        heading=found.laid.name,
        found=found,
        here=f"/tournaments/{found.id}",
        public=False,
        as_of=as_of,
        last=found.row.seq,
        title=get_service().find_game(found.laid.game).title,
        may={"open": session.may_ask("list_tournament_problems"), "links": session.may_ask("create_tournament")},
        happened=count.said["corrections"],
        waiting=len(count.asked),
        **lay_out_count(found, count),
    )


def show_tournament_json(tournament: str) -> Response:
    """Return a tournament as JSON."""
    session.admit_visitor("read_tournament_standings")
    found = find_tournament(tournament)
    return answer_json(
        {
            **describe_tournament(found),
            "count": lay_out_count(found, count_stored_tournament(found, _read_as_of(found))),
        },
        keep=ONCE,
    )


def show_open_tables(tournament: str) -> Response:
    """List the open tables for the organiser, each with a text to send. Those that decide a first place come first."""
    session.admit_visitor("list_tournament_problems")
    found, shown = _load_open_tables(tournament)
    return render_page("tournament_open.html", heading=f"{found.laid.name}: what is open", found=found, **shown)


def _load_open_tables(tournament: str) -> tuple[StoredTournament, Document]:
    found = find_tournament(tournament)
    count = count_stored_tournament(found)
    status = {one["table"]: one["status"] for one in count.said["tables"]}
    critical = count.said["safety"]["critical"]
    asks = [{**one, "status": status[one["table"]], "critical": one["table"] in critical} for one in count.asked]
    return found, {"asks": asks, "says": count.said["safety"]["says"]}


def _render_tournaments(faults: list[Document] | None = None) -> Response:
    return render_page(
        "tournaments.html",
        422 if faults else 200,
        heading="Tournaments",
        items=[describe_tournament(one) for one in _list_tournaments()],
        titles={name: game.title for name, game in get_service().games.items()},
        may_keep=session.may_ask("create_tournament"),
        faults=faults or [],
        key=make_form_key(),
    )


def _list_tournaments() -> list[StoredTournament]:
    """List the tournaments of the club, newest first."""
    found: list[StoredTournament] = []
    while some := list_stored_tournaments(found[-1].id if found else None, A_PAGE):
        found += some
    return found[::-1]


def _read_as_of(found: StoredTournament) -> int | None:
    """Read the requested event number. Refuse one that is not recorded yet."""
    said = read_argument("as_of")
    if not said:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) <= DIGITS) or int(said) > found.row.seq:
        raise Problem("invalid", f"It is at event {found.row.seq} now.")
    return int(said)
