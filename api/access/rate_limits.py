"""Rate limits for each address and token, and security headers for every answer."""

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
TOO_MANY = 429
SWEEPING = 1.0
# Probes and metrics must never be refused for asking too often.
UNLIMITED = frozenset({"/livez", "/readyz", "/metrics"})


class OneSweeper(MemoryStorage):
    """Rate counters in memory, for `memory://`. A request removes expired counts, at most once a second.

    The library's own storage starts a thread for that at nearly every request. Two requests may start the same thread.
    """

    STORAGE_SCHEME = ["memory"]  # noqa: RUF012 - declared like this in the library

    def __init__(self, uri: str | None = None, **more: Any) -> None:  # noqa: ANN401 - the library's signature
        """Start without counts."""
        super().__init__(uri, **more)
        self._turn, self._due = Lock(), 0.0

    def _MemoryStorage__schedule_expiry(self) -> None:  # noqa: N802 - the mangled name of the library's private method
        if time.monotonic() < self._due or not self._turn.acquire(blocking=False):
            return
        try:
            self._due = time.monotonic() + SWEEPING
            self._MemoryStorage__expire_events()  # type: ignore[attr-defined] # private in the library
        finally:
            self._turn.release()


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


def limit_requests(app: Flask, settings: Settings) -> None:
    """Count and limit the requests of each address and of each token."""
    limiter = Limiter(
        _get_client_address,
        app=app,
        application_limits=[
            ApplicationLimit(settings.rate_address, key_function=_get_client_address, scope="address"),
            ApplicationLimit(settings.rate_token, key_function=_get_token_key, scope="token"),
        ],
        storage_uri=settings.rate_storage,
        # Two counters a window, whatever the rate. An attacker could make a list of all requests grow.
        strategy="sliding-window-counter",
        # If the shared storage is lost, each process counts on its own, and no request is refused because of the loss.
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
    """Name the counter of a token. Invalid tokens are counted too; the limit of their address bounds their number."""
    token = read_bearer_secret()
    return hashlib.sha256(token.encode(errors="replace")).hexdigest() if token else f"without {_get_client_address()}"
