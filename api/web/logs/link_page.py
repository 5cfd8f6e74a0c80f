"""The pages behind the link of a shared log: the log, its replay, a page to embed, and pictures of each step."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Response, request

from api.disputes import corrections
from api.http.responses import PRIVATE, answer_bytes
from api.problems import Problem
from api.service import get_token
from api.web.base.rendering import render_page
from api.web.game.page import draw_place, gather_page_context
from api.web.game.png import NoPngError, draw_png, explain_missing_png
from api.web.game.replay_layout import answer_whole_replay, get_moments
from api.web.game.seat_view import ONLOOKER, make_seat_view
from api.web.game.view_options import ViewOptions, read_step_number
from api.web.logs.pending_page import JUDGED, add_refresh_header, open_log_for_page
from api.web.logs.share_page import SHARED, admit_share_link
from api.web.logs.shelf import open_stored_log_quickly
from audit.options import DEFAULT_OPTIONS

if TYPE_CHECKING:
    from api.web.game.seat_view import SeatView
    from audit.browse.viewer import LogViewer

SVG, PNG = "image/svg+xml", "image/png"
# Keeps search engines away. A policy for every answer of the service sends no Referer.
UNFOUND = "noindex, nofollow"


def _open_shared_log(secret: str, *, judged: bool = False) -> tuple[LogViewer, SeatView | None]:
    token = admit_share_link(secret)
    sha256 = str(token.game)
    log = open_log_for_page(sha256, whole=token.seat is None) if judged else open_stored_log_quickly(sha256)
    seat = "" if token.seat is None else token.seat or ONLOOKER
    return log, make_seat_view(log, ViewOptions(DEFAULT_OPTIONS, both=False, said=(), seat=seat))


def hide_from_search_engines(response: Response) -> Response:
    """Ask search engines not to index the page."""
    response.headers["X-Robots-Tag"] = UNFOUND
    return response


def show_shared_log(secret: str) -> Response:
    """Show the shared log at one place. The page is complete without scripts."""
    return _render_shared_log(secret, "shared.html")


def show_embedded_log(secret: str) -> Response:
    """Show the shared log for embedding. Other sites may frame only this page."""
    response = _render_shared_log(secret, "embed.html")
    own = response.headers["Content-Security-Policy"]
    response.headers["Content-Security-Policy"] = own.replace("frame-ancestors 'none'", "frame-ancestors *")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _render_shared_log(secret: str, template: str) -> Response:
    log, eyes = _open_shared_log(secret, judged=True)
    place, here = min(read_step_number(), log.event_count), f"/shared/{secret}"
    sha256 = str(get_token().game)
    said = gather_page_context(
        log, get_moments(log, eyes, lambda: corrections.read_log_with_corrections(sha256)), "", place, eyes
    )
    judged_at = f"?{urlencode([JUDGED, ('step', place)])}"
    response = render_page(
        template,
        here=here,
        twin=f"{here}/view.json",
        svg_from=f"{here}/step.svg?step=",
        # Link previews in messengers need an absolute address, and do not accept SVG.
        png="" if explain_missing_png() else f"{request.url_root}shared/{secret}/picture.png?step={place}",
        links=lambda to: f"?step={to}",
        judged_at=judged_at,
        game_name=log.prepared.game.name,
        **said,
    )
    return hide_from_search_engines(add_refresh_header(response, log, judged_at))


def show_shared_replay_json(secret: str) -> Response:
    """Return the whole replay of a shared log as JSON."""
    log, eyes = _open_shared_log(secret)
    token = get_token()
    sha256, stands = str(token.game), corrections.read_correction_state(str(token.game))
    title = (token.club, SHARED, sha256, stands.head, repr(token.seat))
    return hide_from_search_engines(
        answer_whole_replay(title, log, eyes, lambda: corrections.read_log_with_corrections(sha256, stands.seq))
    )


def draw_shared_step(secret: str) -> Response:
    """Draw the table of a shared log at one place."""
    log, eyes = _open_shared_log(secret)
    return hide_from_search_engines(answer_step_picture(log, min(read_step_number(), log.event_count), eyes))


def draw_shared_png(secret: str) -> Response:
    """Draw the table of a shared log as PNG, if this service can."""
    log, eyes = _open_shared_log(secret)
    place = min(read_step_number(), log.event_count)
    try:
        return hide_from_search_engines(_answer_picture(draw_png(draw_place(log, place, eyes)), PNG, place))
    except NoPngError as wrong:
        raise Problem("not-found", str(wrong)) from None


def answer_step_picture(log: LogViewer, place: int, eyes: SeatView | None) -> Response:
    """Answer with the picture of one step, as a file."""
    return _answer_picture(draw_place(log, place, eyes).encode(), SVG, place)


def _answer_picture(picture: bytes, kind: str, place: int) -> Response:
    ending = "png" if kind == PNG else "svg"
    name = f'inline; filename="step-{place}.{ending}"'
    return answer_bytes(picture, kind, keep=PRIVATE, headers={"Content-Disposition": name, "Vary": "Cookie"})
