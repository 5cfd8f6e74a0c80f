"""What stands before and around every answer: limits of how often, and headers that keep a browser from harm."""

from __future__ import annotations

import hashlib
import re
import time
from base64 import b64encode
from threading import Lock
from typing import Any

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter
from limits.storage import MemoryStorage

from api.access.authentication import read_bearer_secret
from api.access.byte_quota import set_byte_counter
from api.problems import Problem
from api.settings import Settings
from audit.report.html_style import CSS

SVG = "image/svg+xml"
CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_SEEN = b64encode(hashlib.sha256(CSS.encode()).digest()).decode()
# A page of ours: its one style sheet by its hash, pictures that stand in the page itself, and no script.
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
TOO_MANY = 429
SWEEPING = 1.0
# Those who ask whether the service lives must never hear that they asked too often.
UNLIMITED = frozenset({"/livez", "/readyz", "/metrics"})


class OneSweeper(MemoryStorage):
    """What `memory://` is here: whoever counts forgets old counts now and then, once a second at most.

    The library's own starts a thread for that, at nearly every request, and two at once may start the same one.
    """

    STORAGE_SCHEME = ["memory"]  # noqa: RUF012 - as the library declares it

    def __init__(self, uri: str | None = None, **more: Any) -> None:  # noqa: ANN401 - the library's
        """Begin with no counts."""
        super().__init__(uri, **more)
        self._turn, self._due = Lock(), 0.0

    def _MemoryStorage__schedule_expiry(self) -> None:  # noqa: N802 - so is it called where it is private
        if time.monotonic() < self._due or not self._turn.acquire(blocking=False):
            return
        try:
            self._due = time.monotonic() + SWEEPING
            self._MemoryStorage__expire_events()  # type: ignore[attr-defined] # as above
        finally:
            self._turn.release()


def protect_answers(app: Flask) -> None:
    """Refuse who names no host, and set the headers of every answer; a page of another policy has set its own."""

    @app.before_request
    def refuse_missing_host() -> None:
        host = request.environ.get("HTTP_HOST", "")
        # HTTP/1.1 demands it; those who ask by the older one whether the service lives need none.
        if not host and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.1":
            raise Problem("bad-request", "The request names no host. Send a Host header, as HTTP/1.1 demands.")
        if host and not is_host(host):
            raise Problem("bad-request", "The Host header is no name or address of a host, with or without a port.")

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
    """Say whether this can be the host of an address: a name or an address, and a port if any."""
    read = HOST.fullmatch(said)
    return read is not None and int(read["port"] or 0) <= LAST_PORT


def _choose_content_policy(response: Response) -> str:
    """Allow a page of ours its style, and a picture of ours its colours by night."""
    if response.mimetype == "text/html":
        return PAGE
    if response.mimetype == SVG and (style := re.search(rb"<style>(.*?)</style>", response.get_data())):
        seen = b64encode(hashlib.sha256(style[1]).digest()).decode()
        return CLOSED.replace("; ", f"; style-src 'sha256-{seen}'; ", 1)
    return CLOSED


def limit_requests(app: Flask, settings: Settings) -> None:
    """Count the requests of each address, and of each token."""
    limiter = Limiter(
        _get_client_address,
        app=app,
        application_limits=[
            ApplicationLimit(settings.rate_address, key_function=_get_client_address, scope="address"),
            ApplicationLimit(settings.rate_token, key_function=_get_token_key, scope="token"),
        ],
        storage_uri=settings.rate_storage,
        # Two counters a window, whatever the rate: a list of all requests would be for an attacker to fill.
        strategy="sliding-window-counter",
        # Where the shared storage is gone, each process counts for itself, and nobody is refused for that.
        in_memory_fallback_enabled=True,
    )
    set_byte_counter(app, lambda: limiter.limiter)
    limiter.request_filter(lambda: request.path in UNLIMITED)

    @app.after_request
    def add_retry_after(response: Response) -> Response:
        if response.status_code == TOO_MANY and limiter.current_limit is not None:
            response.headers["Retry-After"] = str(max(1, int(limiter.current_limit.reset_at - time.time())))
        return response


def _get_client_address() -> str:
    return request.remote_addr or "unknown"


def _get_token_key() -> str:
    """Name what a token is counted by. A made-up one counts alone; its address bounds how many can be made up."""
    token = read_bearer_secret()
    return hashlib.sha256(token.encode(errors="replace")).hexdigest() if token else f"without {_get_client_address()}"
