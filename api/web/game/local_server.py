"""Serve one page to this machine only, at an address that cannot be guessed."""

from __future__ import annotations

import hmac
import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HERE = "127.0.0.1"
# The page contains its own policy. These headers add what only a header can set.
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class PageServer(ThreadingHTTPServer):
    """A server of one page, at a free port and a random path."""

    daemon_threads = True

    def __init__(self, page: bytes) -> None:
        """Listen on localhost, at a free port."""
        super().__init__((HERE, 0), _Answer)
        self.page, self.path = page, f"/{secrets.token_urlsafe(24)}/"

    @property
    def host(self) -> str:
        """The host and port that a browser must send."""
        return f"{HERE}:{self.server_port}"

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.host}{self.path}"


class _Answer(BaseHTTPRequestHandler):
    """Sends the page to clients that use its address. Other paths and other host names get 404."""

    server: PageServer
    server_version, sys_version = "Deadreckon", ""

    def do_GET(self) -> None:
        """Answer with the page, or with 404."""
        self._answer_request(whole=True)

    def do_HEAD(self) -> None:
        """Answer as to GET, without the body."""
        self._answer_request(whole=False)

    def _answer_request(self, *, whole: bool) -> None:
        asked = self.path.partition("?")[0].encode(errors="replace")
        # With DNS rebinding, another site's name leads to this address. The Host header then differs from ours.
        known = self.headers.get("Host") == self.server.host and hmac.compare_digest(asked, self.server.path.encode())
        body = self.server.page if known else b""
        self.send_response(HTTPStatus.OK if known else HTTPStatus.NOT_FOUND)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if whole:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Log nothing: the address must stay secret."""


def serve_page(page: bytes) -> PageServer:
    """Start a server for a page. It is a context manager that stops the server."""
    return PageServer(page)
