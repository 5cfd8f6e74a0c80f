"""The page of a stored log: step by step, looked at in any way, with what was legal and with both of its books."""

from __future__ import annotations

from flask import Response

from api.disputes import corrections as beside
from api.http.responses import PRIVATE, answer
from api.logs import uploads
from api.logs.options import mark
from api.service import club
from api.web.base import session
from api.web.base.rendering import page, room
from api.web.game.page import context
from api.web.game.replay_layout import moments, whole_replay
from api.web.game.seat_view import eyes_of
from api.web.game.view_options import choices, look, step
from api.web.logs.link_page import step_picture
from api.web.logs.pending_page import JUDGED, followed, opened_for_a_page
from api.web.logs.shelf import opened_soon
from api.web.logs.two_books import both_books
from audit.browse.choices import possible


@room.get("/logs/<sha256>/view")
def view(sha256: str) -> Response:
    """Show a log at one place, whole without scripts."""
    session.admit("read_log")
    chosen = look()
    log = opened_for_a_page(sha256, chosen.asked, whole=not chosen.seat)
    place = min(step(), log.reached)
    eyes = eyes_of(log, chosen)
    said = context(log, moments(log, eyes, lambda: beside.raw_as_decided(sha256)), "", place, eyes)
    judged_at = chosen.link(place, JUDGED)
    shown = page(
        "view.html",
        twin=f"/logs/{sha256}/view.json{chosen.link('all')}",
        legal_from=f"/logs/{sha256}/legal.json{chosen.link('')}",
        if_from=f"/logs/{sha256}/if{chosen.link('')}",
        links=chosen.link,
        judged_at=judged_at,
        game_name=log.prepared.game.name,
        look=chosen,
        ways=choices(log, chosen),
        legal=possible(log, place, eyes.view.seat if eyes else None),
        desk=f"/logs/{sha256}/desk" if session.may("correct_events") else "",
        dispute=f"/logs/{sha256}/case",
        share=f"/logs/{sha256}/share" if session.may("close_live_game") else "",
        comment_to=f"/logs/{sha256}/comment" if session.may("upload_log") and not chosen.said else "",
        svg_from=f"/logs/{sha256}/step.svg{chosen.link('')}",
        both=both_books(log, uploads.raw_of(sha256, uploads.LOG), chosen.asked)
        if chosen.both and eyes is None and log.report
        else None,
        **said,
    )
    return followed(shown, log, judged_at)


@room.get("/logs/<sha256>/view.json")
def view_document(sha256: str) -> Response:
    """Give the whole replay at once, so that stepping never waits."""
    session.admit("read_log")
    chosen = look()
    stands = beside.standing(sha256)
    log = opened_soon(sha256, chosen.asked)
    # With other corrections beside it, it is another replay.
    title = (club(), sha256, stands.head, mark(chosen.asked), chosen.seat)
    return whole_replay(title, log, eyes_of(log, chosen), lambda: beside.raw_as_decided(sha256, stands.seq))


@room.get("/logs/<sha256>/step.svg")
def picture(sha256: str) -> Response:
    """Draw one step as a file of its own."""
    session.admit("read_picture")
    chosen = look()
    log = opened_soon(sha256, chosen.asked)
    return step_picture(log, min(step(), log.reached), eyes_of(log, chosen))


@room.get("/logs/<sha256>/legal.json")
def legal_document(sha256: str) -> Response:
    """Tell what was legal at one step."""
    session.admit("read_legal")
    uploads.filed(sha256, uploads.LOG)
    chosen = look()
    log = opened_soon(sha256, chosen.asked)
    eyes = eyes_of(log, chosen)
    seat = eyes.view.seat if eyes else None
    response = answer(possible(log, min(step(), log.reached), seat).document(), keep=PRIVATE)
    response.headers["Vary"] = "Cookie"
    return response
