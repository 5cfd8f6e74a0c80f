"""The Host header of every request, and the security headers of every answer."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode

from flask import Flask, Response, request

from api.problems import Problem
from audit.report.html_frame import CSS

SVG = "image/svg+xml"
CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_SEEN = b64encode(hashlib.sha256(CSS.encode()).digest()).decode()
# The policy for our pages: one style sheet by its hash, inline pictures, and no script.
PAGE = f"default-src 'none'; img-src data:; style-src 'sha256-{_SEEN}'; {CLOSED.partition('; ')[2]}"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
HOST = re.compile(r"(\[[0-9A-Fa-f:][0-9A-Fa-f:.]+\]|[\w.-]{1,253})(:(?P<port>[0-9]{0,5}))?", re.ASCII)
LAST_PORT = 65_535


def protect_answers(app: Flask) -> None:
    """Refuse a request without a valid Host, and set security headers unless the page has set its own."""

    @app.before_request
    def refuse_missing_host() -> None:
        host = request.environ.get("HTTP_HOST", "")
        # HTTP/1.1 requires a Host. Probes that use HTTP/1.0 need none.
        if not host and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.1":
            raise Problem("bad-request", "The request names no host. Send a Host header, as HTTP/1.1 demands.")
        if host and not is_host(host):
            raise Problem(
                "bad-request", "The Host header is not the name or address of a host, with or without a port."
            )

    @app.after_request
    def add_headers(response: Response) -> Response:
        there = {name.lower() for name, _ in response.headers}
        response.headers.extend([(name, value) for name, value in HEADERS.items() if name.lower() not in there])
        response.headers.setdefault("Content-Security-Policy", _choose_content_policy(response))
        if request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response


def is_host(said: str) -> bool:
    """Say whether this text can be the host of an address: a name or an IP address, with or without a port."""
    read = HOST.fullmatch(said)
    return read is not None and int(read["port"] or 0) <= LAST_PORT


def _choose_content_policy(response: Response) -> str:
    """Allow the style sheet of our pages, and the dark-mode style in our SVG pictures."""
    if response.mimetype == "text/html":
        return PAGE
    if response.mimetype == SVG and (style := re.search(rb"<style>(.*?)</style>", response.get_data())):
        seen = b64encode(hashlib.sha256(style[1]).digest()).decode()
        return CLOSED.replace("; ", f"; style-src 'sha256-{seen}'; ", 1)
    return CLOSED
