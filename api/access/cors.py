"""Pages of other sites that may ask the API from a browser: those that the operator names, and nobody else."""

from __future__ import annotations

import re
from functools import lru_cache

from flask import Flask, Response, request

from api.settings import Settings

API, ANYBODY = "/api/", "*"
METHODS = "GET, POST, DELETE"
SENT = "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
READ = "Deadreckon-Cells, Deadreckon-Verdict, ETag, Idempotent-Replayed, Link, Location, Retry-After, X-Request-Id"
# What a browser may ask without asking first, in seconds.
REMEMBERED = "600"


# A request as it stands on the line: where it goes, and which site's page sends it.
_ASKED = re.compile(rb"[A-Z]+ " + API.encode())
_ORIGIN = re.compile(rb"\r\norigin:[ \t]*([!-~]+)[ \t]*\r\n", re.IGNORECASE)


@lru_cache(maxsize=8)
def _parse_origins(origins: str) -> frozenset[str]:
    """Read the sites that are let in, each as browsers spell it."""
    sites = (one.lower().rstrip("/") for one in origins.replace(",", " ").split())
    return frozenset(one.removesuffix(":443" if one.startswith("https:") else ":80") for one in sites)


def make_cors_headers(settings: Settings, origin: str) -> dict[str, str]:
    """Give the headers by which a browser lets a page of this site read an answer; none, if it is not let in."""
    named = _parse_origins(settings.cors_origins)
    if not origin or not named & {origin, ANYBODY}:
        return {}
    allowed = ANYBODY if ANYBODY in named else origin
    return {
        "Access-Control-Allow-Origin": allowed,
        "Access-Control-Expose-Headers": READ,
        "Cross-Origin-Resource-Policy": "cross-origin",
    }


def make_raw_cors_headers(settings: Settings, raw: bytes) -> dict[str, str]:
    """Give these headers for a request of which so much has come in, which nobody has read."""
    sent = _ORIGIN.search(raw.partition(b"\r\n\r\n")[0] + b"\r\n")
    return make_cors_headers(settings, sent[1].decode()) if sent and _ASKED.match(raw) else {}


def allow_sites(app: Flask, settings: Settings) -> None:
    """Tell browsers which sites may ask; a token must still be sent by the page, for cookies never count there."""
    if not _parse_origins(settings.cors_origins):
        return

    @app.after_request
    def add_cors_headers(response: Response) -> Response:
        if not request.path.startswith(API):
            return response
        response.vary.add("Origin")
        headers = make_cors_headers(settings, request.headers.get("Origin", ""))
        response.headers.update(headers)
        if headers and request.method == "OPTIONS":
            _add_preflight_headers(response)
        return response


def _add_preflight_headers(response: Response) -> None:
    response.headers["Access-Control-Allow-Methods"] = METHODS
    response.headers["Access-Control-Allow-Headers"] = SENT
    response.headers["Access-Control-Max-Age"] = REMEMBERED
