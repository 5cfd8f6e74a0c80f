"""Rate limits for each address and token."""

from __future__ import annotations

import hashlib
import time
from threading import Lock
from typing import Any

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter
from limits.storage import MemoryStorage

from api.access.authentication import read_bearer_secret
from api.access.byte_quota import set_byte_counter
from api.settings import Settings

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
