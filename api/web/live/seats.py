"""Around a live game: a phone for each seat, what the seats agree on at the end, and the end itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.http.responses import ONCE, answer
from api.live.append import decoded, ordinary
from api.live.games import live_state, row_of, view
from api.logs import uploads
from api.problems import Problem
from api.service import club, service
from api.web.base import session
from api.web.base.qr_codes import code_for_phones
from api.web.base.rendering import LONGEST, page, room
from api.web.live.writes import append
from audit.findings.replay_outcome import reckoned
from audit.model.step import fact
from audit.store import Role
from engine.kernel.events import Note
from engine.kernel.unknown import known

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.live import View
    from engine.kernel.basics.json_types import Document

ONLOOKER = "an onlooker"


@room.get("/live/<live>/seats")
def seats(live: str) -> Response:
    """Offer a link for the phone of each seat."""
    session.admit("issue_token")
    return _seats(live, {})


@room.get("/live/<live>/seats.json")
def seats_document(live: str) -> Response:
    """List the seats for a program; links are made on the page only, and shown there once."""
    session.admit("issue_token")
    return answer({"live": live, "seats": _names(live)}, keep=ONCE)


@room.post("/live/<live>/seats")
def seat_link(live: str) -> Response:
    """Make the link of one seat; it is shown this once, and opens one session."""
    session.own_request()
    judge = session.admit("issue_token")
    row, wanted = row_of(live), request.form.get("seat", "")[:LONGEST]
    if wanted and wanted not in _names(live):
        raise Problem("invalid", "There is no such seat.")
    role = Role.RECORDER if wanted else Role.VIEWER
    _, secret = service().store.issue(
        club(), role, label=session.LINK, seat=wanted, game=row.id, lasting=session.ENTERING, by=judge.id
    )
    link = f"{request.url_root}enter/{secret}"
    return _seats(live, {"seat": wanted or ONLOOKER, "link": link, "code": code_for_phones(link)})


def _names(live: str) -> list[str]:
    return [player.seat for player in live_state(row_of(live)).live.header.players]


def _seats(live: str, made: Document) -> Response:
    return page("seats.html", heading="Phones for the seats", live=live, names=_names(live), made=made)


@room.post("/live/<live>/confirm")
def confirm(live: str) -> AnyResponse:
    """Note that a seat agrees with the result as it is reckoned; each speaks for itself only."""
    session.own_request()
    token = session.admit("append_events", live)
    seat = request.form.get("seat", "")
    if seat not in _names(live) or token.seat not in {None, seat}:
        raise Problem("not-allowed", "Each seat agrees for itself.")
    note = {"do": "note", "text": agreement(seat, _result(live)), "who": seat}
    append(live, lambda game, after: ordinary(decoded(game, [note], after)))
    return redirect(f"/live/{live}", 303)


def agreement(seat: str, result: Document) -> str:
    """Say that a seat agrees, and with what."""
    said = ", ".join(f"{name} {value}" for name, value in result.items())
    return f"{seat} agrees: {said}"[:400]


def agreed(seen: View) -> list[str]:
    """List the seats that have agreed with the result as it is reckoned now; what changes it undoes that."""
    result = result_of(seen)
    notes = {(event.who, event.text) for event in seen.live_state.events if isinstance(event, Note)}
    return [one.seat for one in seen.live_state.live.header.players if (one.seat, agreement(one.seat, result)) in notes]


@room.post("/live/<live>/close")
def close(live: str) -> AnyResponse:
    """Close the game with the result as it is reckoned."""
    session.own_request()
    session.admit("close_live_game", live)
    claims = [{"do": "claim", "fact": name, "value": value} for name, value in _result(live).items()]
    append(live, lambda game, after: decoded(game, claims, after), closing=True)
    return redirect(f"/live/{live}", 303)


@room.post("/live/<live>/keep")
def keep(live: str) -> AnyResponse:
    """Keep the record as it stands as a log on the shelf, and step through it."""
    session.own_request()
    session.admit("read_live_log", live)
    session.admit("upload_log")
    found = live_state(row_of(live))
    if not found.events:
        raise Problem("invalid", "Nothing is written yet.")
    kept = uploads.kept(found.live.log(found.events), uploads.LOG)
    return redirect(f"/logs/{kept.sha256}/view", 303)


def _result(live: str) -> Document:
    return result_of(view(row_of(live)))


def result_of(seen: View) -> Document:
    """Reckon what the game comes to, as far as whoever looks may see it."""
    facts = reckoned(seen.live_state.live.game, seen.seen(seen.book.table))
    return {name: fact(value) for name, value in facts.items() if known(value) and value not in {"none", ""}}
