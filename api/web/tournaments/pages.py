"""The tournaments of a club as pages: all of them, one with its standings and rounds, and what is open in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.access.byte_quota import count_bytes
from api.http.responses import ONCE, answer
from api.problems import Problem
from api.service import service
from api.tournaments.record import MOST_FILE, KeptTournament, all_kept, created_once, document, fault_told, kept
from api.tournaments.standings import counted
from api.web.base import session
from api.web.base.rendering import asked, page, room
from api.web.live.writes import key_sent, new_key
from api.web.tournaments.views import laid_out
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from engine.kernel.basics.json_types import Document

A_PAGE, DIGITS = 100, 6


@room.get("/tournaments")
def tournaments() -> Response:
    """List the tournaments of the club, the latest first, and take another one."""
    session.admit("list_tournaments")
    return _listed()


@room.get("/tournaments.json")
def tournaments_document() -> Response:
    """List them for a program."""
    session.admit("list_tournaments")
    return answer({"items": [document(one) for one in _all()]}, keep=ONCE)


@room.post("/tournaments")
def keep_tournament() -> AnyResponse:
    """Keep the file of a tournament."""
    session.own_request()
    organiser = session.admit("create_tournament")
    sent = request.files.get("file")
    raw = sent.read() if sent else b""
    count_bytes(len(raw))
    if len(raw) > MOST_FILE:
        return _listed([{"says": f"The file of a tournament has {MOST_FILE:,} bytes at most."}])
    try:
        made = created_once(raw.decode(), [], key_sent(), organiser.id)
    except UnicodeDecodeError:
        return _listed([{"says": "This is no UTF-8 text. Save the file as UTF-8."}])
    except LogError as wrong:
        return _listed([fault_told("/file", fault) for fault in wrong.faults[:20]])
    return redirect(f"/tournaments/{made.game}", 303)


@room.get("/tournaments/<tournament>")
def tournament_page(tournament: str) -> Response:
    """Show one: who stands where and how safe that is, every round, and what has happened."""
    session.admit("read_tournament_standings")
    found = kept(tournament)
    as_of = _as_of(found)
    count = counted(found, as_of)
    return page(
        "tournament.html",
        heading=found.laid.name,
        found=found,
        here=f"/tournaments/{found.id}",
        public=False,
        as_of=as_of,
        last=found.row.seq,
        title=service().game(found.laid.game).title,
        may={"open": session.may("list_tournament_problems"), "links": session.may("create_tournament")},
        happened=count.said["corrections"],
        waiting=len(count.asked),
        **laid_out(found, count),
    )


@room.get("/tournaments/<tournament>.json")
def tournament_document(tournament: str) -> Response:
    """Tell the same to a program."""
    session.admit("read_tournament_standings")
    found = kept(tournament)
    return answer({**document(found), "count": laid_out(found, counted(found, _as_of(found)))}, keep=ONCE)


@room.get("/tournaments/<tournament>/open")
def open_tables(tournament: str) -> Response:
    """List what is open, for the organiser: first what a first place hangs on, each with a text to send."""
    session.admit("list_tournament_problems")
    found, shown = _open(tournament)
    return page("tournament_open.html", heading=f"{found.laid.name}: what is open", found=found, **shown)


@room.get("/tournaments/<tournament>/open.json")
def open_tables_document(tournament: str) -> Response:
    """List it for a program."""
    session.admit("list_tournament_problems")
    return answer(_open(tournament)[1], keep=ONCE)


def _open(tournament: str) -> tuple[KeptTournament, Document]:
    found = kept(tournament)
    count = counted(found)
    status = {one["table"]: one["status"] for one in count.said["tables"]}
    critical = count.said["safety"]["critical"]
    asks = [{**one, "status": status[one["table"]], "critical": one["table"] in critical} for one in count.asked]
    return found, {"asks": asks, "says": count.said["safety"]["says"]}


def _listed(faults: list[Document] | None = None) -> Response:
    return page(
        "tournaments.html",
        422 if faults else 200,
        heading="Tournaments",
        items=[document(one) for one in _all()],
        titles={name: game.title for name, game in service().games.items()},
        may_keep=session.may("create_tournament"),
        faults=faults or [],
        key=new_key(),
    )


def _all() -> list[KeptTournament]:
    """List all that the club has, the latest first."""
    found: list[KeptTournament] = []
    while some := all_kept(found[-1].id if found else None, A_PAGE):
        found += some
    return found[::-1]


def _as_of(found: KeptTournament) -> int | None:
    """Read as of which event it is asked for; one that has not come yet is none."""
    said = asked("as_of")
    if not said:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) <= DIGITS) or int(said) > found.row.seq:
        raise Problem("invalid", f"It has come to event {found.row.seq}.")
    return int(said)
