"""Seats of a live game: links for phones, agreement with the result, and closing the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.live.append import check_recorder_events, parse_events
from api.live.games import find_live_game, load_live_state, view_game
from api.logs import uploads
from api.problems import Problem
from api.service import get_club, get_service
from api.web.base import session
from api.web.base.qr_codes import draw_phone_code
from api.web.base.rendering import LONGEST, render_page
from api.web.live.writes import append_form_events
from audit.findings.replay_outcome import compute_result
from audit.model.step import spell_fact
from audit.store import Role
from engine.kernel.events import Note
from engine.kernel.unknown import is_known

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.live import View
    from engine.kernel.basics.json_types import Document

ONLOOKER = "an onlooker"


def show_seats(live: str) -> Response:
    """Show the page that makes a link for each seat's phone."""
    session.admit_visitor("issue_token")
    return _render_seats(live, {})


def make_seat_link(live: str) -> Response:
    """Make the link of one seat. It is shown only here, and begins one session."""
    session.refuse_foreign_request()
    judge = session.admit_visitor("issue_token")
    row, wanted = find_live_game(live), request.form.get("seat", "")[:LONGEST]
    if wanted and wanted not in _list_seats(live):
        raise Problem("invalid", "There is no such seat.")
    role = Role.RECORDER if wanted else Role.VIEWER
    _, secret = get_service().store.issue_token(
        get_club(), role, label=session.LINK, seat=wanted, game=row.id, lasting=session.ENTERING, by=judge.id
    )
    link = f"{request.url_root}enter/{secret}"
    return _render_seats(live, {"seat": wanted or ONLOOKER, "link": link, "code": draw_phone_code(link)})


def _list_seats(live: str) -> list[str]:
    return [player.seat for player in load_live_state(find_live_game(live)).live.header.players]


def _render_seats(live: str, made: Document) -> Response:
    return render_page("seats.html", heading="Phones for the seats", live=live, names=_list_seats(live), made=made)


def confirm_result(live: str) -> AnyResponse:
    """Record that a seat agrees with the computed result. A seat's token agrees for that seat only."""
    session.refuse_foreign_request()
    token = session.admit_visitor("append_events", live)
    seat = request.form.get("seat", "")
    if seat not in _list_seats(live) or token.seat not in {None, seat}:
        raise Problem("not-allowed", "Each seat can agree only for itself.")
    note = {"do": "note", "text": write_agreement(seat, _compute_result(live)), "who": seat}
    append_form_events(live, lambda game, after: check_recorder_events(parse_events(game, [note], after)))
    return redirect(f"/live/{live}", 303)


def write_agreement(seat: str, result: Document) -> str:
    """Write the note by which a seat agrees with a result."""
    said = ", ".join(f"{name} {value}" for name, value in result.items())
    return f"{seat} agrees: {said}"[:400]


def list_agreeing_seats(seen: View) -> list[str]:
    """List the seats that agree with the current result. A changed result drops earlier agreements."""
    result = compute_live_result(seen)
    notes = {(event.who, event.text) for event in seen.live_state.events if isinstance(event, Note)}
    return [
        one.seat
        for one in seen.live_state.live.header.players
        if (one.seat, write_agreement(one.seat, result)) in notes
    ]


def close_game(live: str) -> AnyResponse:
    """Close the game with the computed result."""
    session.refuse_foreign_request()
    session.admit_visitor("close_live_game", live)
    claims = [{"do": "claim", "fact": name, "value": value} for name, value in _compute_result(live).items()]
    append_form_events(live, lambda game, after: parse_events(game, claims, after), closing=True)
    return redirect(f"/live/{live}", 303)


def save_game_as_log(live: str) -> AnyResponse:
    """Store the record so far as a log on the shelf, and open it."""
    session.refuse_foreign_request()
    session.admit_visitor("read_live_log", live)
    session.admit_visitor("upload_log")
    found = load_live_state(find_live_game(live))
    if not found.events:
        raise Problem("invalid", "No lines yet.")
    kept = uploads.save_upload(found.live.write_log(found.events), uploads.LOG)
    return redirect(f"/logs/{kept.sha256}/view", 303)


def _compute_result(live: str) -> Document:
    return compute_live_result(view_game(find_live_game(live)))


def compute_live_result(seen: View) -> Document:
    """Compute the result of the game, as far as the visitor may see it."""
    facts = compute_result(seen.live_state.live.game, seen.redact_table(seen.book.table))
    return {name: spell_fact(value) for name, value in facts.items() if is_known(value) and value not in {"none", ""}}
