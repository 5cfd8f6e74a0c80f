"""Sharing a log: an organiser makes links that open this one log to whoever has them, and ends them again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api import policy
from api.http.responses import ONCE, answer
from api.logs import uploads
from api.problems import Problem
from api.service import club, service
from api.web.base import session
from api.web.base.qr_codes import code_for_phones
from api.web.base.rendering import LONGEST, page, room
from api.web.base.share_links import ended, let_in, links_to, name_of, name_sent
from api.web.game.png import hindrance
from api.web.game.seat_view import ONLOOKER, eyes_of
from api.web.game.view_options import Look
from api.web.logs.shelf import opened
from audit.options import NOTHING_MORE
from audit.store import SHARED_LOG_LINK, Role

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.store import TokenRow
    from engine.kernel.basics.json_types import Document

# Such a token is bound to its log as others are to a live game; the API does not admit it.
SHARED = SHARED_LOG_LINK
DAYS = {"7": "for a week", "90": "for three months", "": "until it is ended"}
WHOLE = ""


def shared(secret: str) -> TokenRow:
    """Let in whoever has a link to a log."""
    return let_in(secret, SHARED)


def _admitted(sha256: str) -> TokenRow:
    """Only an organiser decides who else sees a log; give the token of whoever it is."""
    token = session.admit("read_log")
    if not policy.reaches(token.role, "close_live_game"):
        raise Problem("not-allowed", f"Sharing needs the role {Role.ORGANISER}; you are a {token.role} here.")
    uploads.filed(sha256, uploads.LOG)
    return token


@room.get("/logs/<sha256>/share")
def share(sha256: str) -> Response:
    """Show the links of a log, and offer another one."""
    _admitted(sha256)
    return _sharing(sha256, {})


@room.get("/logs/<sha256>/share.json")
def share_document(sha256: str) -> Response:
    """List the links of a log for a program; their secrets are nowhere."""
    _admitted(sha256)
    return answer({"links": [_told(one) for one in _links(sha256)]}, keep=ONCE)


@room.post("/logs/<sha256>/share")
def make_link(sha256: str) -> Response:
    """Make a link; it is shown this once, for only its digest is kept."""
    session.own_request()
    organiser = _admitted(sha256)
    eyes, days = request.form.get("eyes", WHOLE)[:LONGEST], request.form.get("days", "7")
    eyes_of(opened(sha256), Look(NOTHING_MORE, both=False, said=(), seat=eyes))
    if days not in DAYS:
        raise Problem("invalid", "A link lasts for a week, for three months, or until it is ended.")
    name = name_sent()
    _, secret = service().store.issue(
        club(),
        Role.VIEWER,
        label=f"{SHARED}: {name}" if name else SHARED,
        seat={WHOLE: None, ONLOOKER: ""}.get(eyes, eyes),
        game=sha256,
        lasting=timedelta(days=int(days)) if days else None,
        by=organiser.id,
    )
    link = f"{request.url_root}shared/{secret}"
    return _sharing(sha256, {"link": link, "eyes": _eyes(eyes), "code": code_for_phones(link)})


@room.post("/logs/<sha256>/share/<link>/end")
def end_link(sha256: str, link: str) -> AnyResponse:
    """End a link for good."""
    session.own_request()
    organiser = _admitted(sha256)
    ended(link, _links(sha256), organiser)
    return redirect(f"/logs/{sha256}/share", 303)


def _sharing(sha256: str, made: Document) -> Response:
    log = opened(sha256)
    return page(
        "share.html",
        heading=f"Share this log of {log.prepared.game.title}",
        sha256=sha256,
        seats=log.seats,
        days=DAYS,
        made=made,
        no_png=hindrance(),
        links=[_told(one) for one in _links(sha256)],
    )


def _links(sha256: str) -> list[TokenRow]:
    return links_to(sha256, SHARED)


def _told(token: TokenRow) -> Document:
    return {
        "id": token.id,
        "name": name_of(token, SHARED),
        "eyes": _eyes(WHOLE if token.seat is None else token.seat or ONLOOKER),
        "made": f"{token.issued_at:%Y-%m-%d}",
        "until": f"{token.expires_at:%Y-%m-%d}" if token.expires_at else "",
        "ended": token.revoked_at is not None,
    }


def _eyes(eyes: str) -> str:
    return {WHOLE: "the whole table", ONLOOKER: "what an onlooker saw"}.get(eyes, f"what the seat {eyes} saw")
