"""The page for sharing a log: an organiser makes links to this one log, and revokes them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api import policy
from api.logs import uploads
from api.problems import Problem
from api.service import get_club, get_service
from api.web.base import session
from api.web.base.qr_codes import draw_phone_code
from api.web.base.rendering import LONGEST, render_page
from api.web.base.share_links import admit_by_link, get_link_name, list_links, read_new_link_name, revoke_link
from api.web.game.png import explain_missing_png
from api.web.game.seat_view import ONLOOKER, make_seat_view
from api.web.game.view_options import ViewOptions
from api.web.logs.shelf import open_stored_log
from audit.options import DEFAULT_OPTIONS
from audit.store import SHARED_LOG_LINK, Role

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.store import TokenRow
    from engine.kernel.basics.json_types import Document

# Such a token is bound to its log, as others are to a live game. The API refuses it.
SHARED = SHARED_LOG_LINK
DAYS = {"7": "for a week", "90": "for three months", "": "until it is ended"}
WHOLE = ""


def admit_share_link(secret: str) -> TokenRow:
    """Admit a visitor by a link to a log."""
    return admit_by_link(secret, SHARED)


def _admit_organiser(sha256: str) -> TokenRow:
    """Admit an organiser, the least role that may share a log, and return the token."""
    token = session.admit_visitor("read_log")
    if not policy.may_call(token.role, "close_live_game"):
        raise Problem("not-allowed", f"Sharing needs the role {Role.ORGANISER}; you are a {token.role} here.")
    uploads.find_upload(sha256, uploads.LOG)
    return token


def show_share_page(sha256: str) -> Response:
    """Show the links of a log, and the form for another one."""
    _admit_organiser(sha256)
    return _render_share_page(sha256, {})


def make_share_link(sha256: str) -> Response:
    """Make a link. It is shown only here, because only its digest is stored."""
    session.refuse_foreign_request()
    organiser = _admit_organiser(sha256)
    eyes, days = request.form.get("eyes", WHOLE)[:LONGEST], request.form.get("days", "7")
    make_seat_view(open_stored_log(sha256), ViewOptions(DEFAULT_OPTIONS, both=False, said=(), seat=eyes))
    if days not in DAYS:
        raise Problem("invalid", "A link lasts for a week, for three months, or until it is ended.")
    name = read_new_link_name()
    _, secret = get_service().store.issue_token(
        get_club(),
        Role.VIEWER,
        label=f"{SHARED}: {name}" if name else SHARED,
        seat={WHOLE: None, ONLOOKER: ""}.get(eyes, eyes),
        game=sha256,
        lasting=timedelta(days=int(days)) if days else None,
        by=organiser.id,
    )
    link = f"{request.url_root}shared/{secret}"
    return _render_share_page(sha256, {"link": link, "eyes": _name_seat_view(eyes), "code": draw_phone_code(link)})


def end_share_link(sha256: str, link: str) -> AnyResponse:
    """Revoke a link for good."""
    session.refuse_foreign_request()
    organiser = _admit_organiser(sha256)
    revoke_link(link, _list_share_links(sha256), organiser)
    return redirect(f"/logs/{sha256}/share", 303)


def _render_share_page(sha256: str, made: Document) -> Response:
    log = open_stored_log(sha256)
    return render_page(
        "share.html",
        heading=f"Share this log of {log.prepared.game.title}",
        sha256=sha256,
        seats=log.seats,
        days=DAYS,
        made=made,
        no_png=explain_missing_png(),
        links=[_describe_link(one) for one in _list_share_links(sha256)],
    )


def _list_share_links(sha256: str) -> list[TokenRow]:
    return list_links(sha256, SHARED)


def _describe_link(token: TokenRow) -> Document:
    return {
        "id": token.id,
        "name": get_link_name(token, SHARED),
        "eyes": _name_seat_view(WHOLE if token.seat is None else token.seat or ONLOOKER),
        "made": f"{token.issued_at:%Y-%m-%d}",
        "until": f"{token.expires_at:%Y-%m-%d}" if token.expires_at else "",
        "ended": token.revoked_at is not None,
    }


def _name_seat_view(eyes: str) -> str:
    return {WHOLE: "the whole table", ONLOOKER: "what an onlooker saw"}.get(eyes, f"what the seat {eyes} saw")
