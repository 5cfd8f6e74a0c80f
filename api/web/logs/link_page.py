"""What the link of a shared log opens: its page, the replay behind it, a page to embed, and each step as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Response, request

from api.disputes import corrections as beside
from api.http.responses import PRIVATE, plain
from api.problems import Problem
from api.service import bearer
from api.web.base.rendering import page, room
from api.web.game.page import context, drawn
from api.web.game.png import NoPngError, hindrance, png
from api.web.game.replay_layout import moments, whole_replay
from api.web.game.seat_view import ONLOOKER, eyes_of
from api.web.game.view_options import Look, step
from api.web.logs.pending_page import JUDGED, followed, opened_for_a_page
from api.web.logs.share_page import SHARED, shared
from api.web.logs.shelf import opened_soon
from audit.options import NOTHING_MORE

if TYPE_CHECKING:
    from api.web.game.seat_view import Eyes
    from audit.browse.viewer import LogViewer

SVG, PNG = "image/svg+xml", "image/png"
# Search engines are told to pass by; that nothing is handed on in a Referer is so for every answer of the service.
UNFOUND = "noindex, nofollow"


def _opened(secret: str, *, judged: bool = False) -> tuple[LogViewer, Eyes | None]:
    token = shared(secret)
    sha256 = str(token.game)
    log = opened_for_a_page(sha256, whole=token.seat is None) if judged else opened_soon(sha256)
    seat = "" if token.seat is None else token.seat or ONLOOKER
    return log, eyes_of(log, Look(NOTHING_MORE, both=False, said=(), seat=seat))


def unfound(response: Response) -> Response:
    """Tell search engines to pass by."""
    response.headers["X-Robots-Tag"] = UNFOUND
    return response


@room.get("/shared/<secret>")
def shared_log(secret: str) -> Response:
    """Show the log of a link at one place, whole without scripts."""
    return _shown(secret, "shared.html")


@room.get("/shared/<secret>/embed")
def embedded_log(secret: str) -> Response:
    """Show it in the page of another site, which may frame this one page of ours."""
    response = _shown(secret, "embed.html")
    own = response.headers["Content-Security-Policy"]
    response.headers["Content-Security-Policy"] = own.replace("frame-ancestors 'none'", "frame-ancestors *")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _shown(secret: str, template: str) -> Response:
    log, eyes = _opened(secret, judged=True)
    place, here = min(step(), log.reached), f"/shared/{secret}"
    sha256 = str(bearer().game)
    said = context(log, moments(log, eyes, lambda: beside.raw_as_decided(sha256)), "", place, eyes)
    judged_at = f"?{urlencode([JUDGED, ('step', place)])}"
    response = page(
        template,
        here=here,
        twin=f"{here}/view.json",
        svg_from=f"{here}/step.svg?step=",
        # A messenger that unfolds the link asks for it by its whole address, and takes no SVG.
        png="" if hindrance() else f"{request.url_root}shared/{secret}/picture.png?step={place}",
        links=lambda to: f"?step={to}",
        judged_at=judged_at,
        game_name=log.prepared.game.name,
        **said,
    )
    return unfound(followed(response, log, judged_at))


@room.get("/shared/<secret>/view.json")
def shared_document(secret: str) -> Response:
    """Give the whole replay of a shared log at once."""
    log, eyes = _opened(secret)
    token = bearer()
    sha256, stands = str(token.game), beside.standing(str(token.game))
    title = (token.club, SHARED, sha256, stands.head, repr(token.seat))
    return unfound(whole_replay(title, log, eyes, lambda: beside.raw_as_decided(sha256, stands.seq)))


@room.get("/shared/<secret>/step.svg")
def shared_picture(secret: str) -> Response:
    """Draw the table of a shared log at one place."""
    log, eyes = _opened(secret)
    return unfound(step_picture(log, min(step(), log.reached), eyes))


@room.get("/shared/<secret>/picture.png")
def shared_bitmap(secret: str) -> Response:
    """Draw the same as PNG, where this service can."""
    log, eyes = _opened(secret)
    place = min(step(), log.reached)
    try:
        return unfound(_filed(png(drawn(log, place, eyes)), PNG, place))
    except NoPngError as wrong:
        raise Problem("not-found", str(wrong)) from None


def step_picture(log: LogViewer, place: int, eyes: Eyes | None) -> Response:
    """Draw one step as a file of its own."""
    return _filed(drawn(log, place, eyes).encode(), SVG, place)


def _filed(picture: bytes, kind: str, place: int) -> Response:
    ending = "png" if kind == PNG else "svg"
    name = f'inline; filename="step-{place}.{ending}"'
    return plain(picture, kind, keep=PRIVATE, headers={"Content-Disposition": name, "Vary": "Cookie"})
