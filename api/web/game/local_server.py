"""One page served on this machine only, under an address that nobody can guess."""

from __future__ import annotations

import hmac
import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HERE = "127.0.0.1"
# The page says for itself what it may do; these are what only a header can say.
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
    """Knows one page and where it is: a port that was free, and a name made up for this once."""

    daemon_threads = True

    def __init__(self, page: bytes) -> None:
        """Listen on this machine, at any port."""
        super().__init__((HERE, 0), _Answer)
        self.page, self.path = page, f"/{secrets.token_urlsafe(24)}/"

    @property
    def host(self) -> str:
        """What a browser calls this server."""
        return f"{HERE}:{self.server_port}"

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self.host}{self.path}"


class _Answer(BaseHTTPRequestHandler):
    """Hands the page to whoever knows its address, and to nobody who comes by another name of this machine."""

    server: PageServer
    server_version, sys_version = "Deadreckon", ""

    def do_GET(self) -> None:
        """Answer with the page, or with nothing."""
        self._answer_request(whole=True)

    def do_HEAD(self) -> None:
        """Answer as to GET, without the page."""
        self._answer_request(whole=False)

    def _answer_request(self, *, whole: bool) -> None:
        asked = self.path.partition("?")[0].encode(errors="replace")
        # A page elsewhere can give its own name this address; then the name it comes by is not ours.
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
        """Say nothing: the address is known to whoever may know it."""


def serve_page(page: bytes) -> PageServer:
    """Begin to serve a page; it is a context that ends with the serving."""
    return PageServer(page)
