"""QR codes of links: SVG for a page, and block characters for a terminal."""

from __future__ import annotations

from io import StringIO

import segno
from markupsafe import Markup

from api.web.base import session

# The quiet zone around a code. Scanners do not find a code without it.
EDGE = 4


def draw_phone_code(link: str) -> Markup:
    """Draw the QR code of a link, unless the page was opened at a local address, which no phone can reach."""
    return draw_qr_code(link) if session.is_opened_from_network() else Markup()


def draw_qr_code(link: str) -> Markup:
    """Draw the QR code of a link. It stays dark on light in dark mode, because scanners need that."""
    rows = segno.make(link, error="l", boost_error=False, micro=False).matrix
    size = len(rows) + 2 * EDGE
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows, EDGE) for x, one in enumerate(row, EDGE) if one)
    return Markup(  # noqa: S704 - numbers only
        f'<svg class="code" viewBox="0 0 {size} {size}" role="img" aria-label="The same link as a code for a phone">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{dark}"/></svg>'
    )


def write_block_code(link: str) -> str:
    """Write the QR code of a link for a terminal."""
    written = StringIO()
    segno.make(link, error="l", boost_error=False, micro=False).terminal(written, compact=True, border=2)
    return written.getvalue()
