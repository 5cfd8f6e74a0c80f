"""Signing in by a link that works once, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response

from api.web.base import session
from api.web.base.rendering import render_page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse


def enter_pages(secret: str) -> Response:
    """Show the page of a sign-in link, with a button. Previews by messengers do not use the link up."""
    link = session.find_link(secret)
    shown = render_page("enter.html", heading="Sign in", link=link, days=session.LASTING.days)
    # Without this, browsers send no origin with the form. Over plain HTTP, they send no Sec-Fetch-Site either.
    shown.headers["Referrer-Policy"] = "strict-origin"
    return shown


def sign_in(secret: str) -> AnyResponse:
    """Begin a session."""
    return session.sign_in(secret)


def leave_pages() -> AnyResponse:
    """End the session."""
    return session.end_session()
