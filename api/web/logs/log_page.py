"""The page of a stored log: each step, the view options, the legal moves and both books."""

from __future__ import annotations

from flask import Response

from api.disputes import corrections
from api.http.responses import PRIVATE, answer_json
from api.logs import uploads
from api.logs.options import hash_options
from api.service import get_club
from api.web.base import session
from api.web.base.rendering import render_page
from api.web.game.page import gather_page_context
from api.web.game.replay_layout import answer_whole_replay, get_moments
from api.web.game.seat_view import make_seat_view
from api.web.game.view_options import list_view_choices, read_step_number, read_view_options
from api.web.logs.link_page import answer_step_picture
from api.web.logs.pending_page import JUDGED, add_refresh_header, open_log_for_page
from api.web.logs.shelf import open_stored_log_quickly
from api.web.logs.two_books import compare_both_books
from audit.browse.choices import list_choices_at


def show_log(sha256: str) -> Response:
    """Show a log at one place. The page is complete without scripts."""
    session.admit_visitor("read_log")
    chosen = read_view_options()
    log = open_log_for_page(sha256, chosen.asked, whole=not chosen.seat)
    place = min(read_step_number(), log.event_count)
    eyes = make_seat_view(log, chosen)
    said = gather_page_context(
        log, get_moments(log, eyes, lambda: corrections.read_log_with_corrections(sha256)), "", place, eyes
    )
    judged_at = chosen.make_link(place, JUDGED)
    shown = render_page(
        "view.html",
        twin=f"/logs/{sha256}/view.json{chosen.make_link('all')}",
        legal_from=f"/logs/{sha256}/legal.json{chosen.make_link('')}",
        if_from=f"/logs/{sha256}/if{chosen.make_link('')}",
        links=chosen.make_link,
        judged_at=judged_at,
        game_name=log.prepared.game.name,
        look=chosen,
        ways=list_view_choices(log, chosen),
        legal=list_choices_at(log, place, eyes.view.seat if eyes else None),
        # The desk and a shared link read a log without packs.
        desk=f"/logs/{sha256}/desk" if session.may_ask("correct_events") and not chosen.packs else "",
        dispute=f"/logs/{sha256}/case",
        share=f"/logs/{sha256}/share" if session.may_ask("close_live_game") and not chosen.packs else "",
        comment_to=f"/logs/{sha256}/comment" if session.may_ask("upload_log") and not chosen.said else "",
        svg_from=f"/logs/{sha256}/step.svg{chosen.make_link('')}",
        both=compare_both_books(log, uploads.read_upload(sha256, uploads.LOG), chosen.asked)
        if chosen.both and eyes is None and log.report
        else None,
        **said,
    )
    return add_refresh_header(shown, log, judged_at)


def show_replay_json(sha256: str) -> Response:
    """Return the whole replay as JSON, so that stepping needs no further requests."""
    session.admit_visitor("read_log")
    chosen = read_view_options()
    stands = corrections.read_correction_state(sha256)
    log = open_stored_log_quickly(sha256, chosen.asked)
    # Other corrections give another replay.
    title = (get_club(), sha256, stands.head, hash_options(chosen.asked), chosen.seat)
    return answer_whole_replay(
        title, log, make_seat_view(log, chosen), lambda: corrections.read_log_with_corrections(sha256, stands.seq)
    )


def draw_step(sha256: str) -> Response:
    """Draw one step as a file."""
    session.admit_visitor("read_picture")
    chosen = read_view_options()
    log = open_stored_log_quickly(sha256, chosen.asked)
    return answer_step_picture(log, min(read_step_number(), log.event_count), make_seat_view(log, chosen))


def list_legal_moves(sha256: str) -> Response:
    """Return the legal moves at one step as JSON."""
    session.admit_visitor("read_legal")
    uploads.find_upload(sha256, uploads.LOG)
    chosen = read_view_options()
    log = open_stored_log_quickly(sha256, chosen.asked)
    eyes = make_seat_view(log, chosen)
    seat = eyes.view.seat if eyes else None
    response = answer_json(
        list_choices_at(log, min(read_step_number(), log.event_count), seat).choices_document(), keep=PRIVATE
    )
    response.headers["Vary"] = "Cookie"
    return response
