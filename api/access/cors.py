"""CORS: lets pages of the sites that the operator names call the API from a browser."""

from __future__ import annotations

import re
from functools import lru_cache

from flask import Flask, Response, request

from api.settings import Settings

API, ANYBODY = "/api/", "*"
METHODS = "GET, POST, DELETE"
SENT = "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
READ = "Deadreckon-Cells, Deadreckon-Verdict, ETag, Idempotent-Replayed, Link, Location, Retry-After, X-Request-Id"
# For how many seconds a browser may cache the answer to a preflight request.
REMEMBERED = "600"


# Patterns for a request as raw bytes: its path, and the origin of the page that sends it.
_ASKED = re.compile(rb"[A-Z]+ " + API.encode())
_ORIGIN = re.compile(rb"\r\norigin:[ \t]*([!-~]+)[ \t]*\r\n", re.IGNORECASE)


@lru_cache(maxsize=8)
def _parse_origins(origins: str) -> frozenset[str]:
    """Parse the list of allowed sites, each spelled as browsers spell an origin."""
    sites = (one.lower().rstrip("/") for one in origins.replace(",", " ").split())
    return frozenset(one.removesuffix(":443" if one.startswith("https:") else ":80") for one in sites)


def make_cors_headers(settings: Settings, origin: str) -> dict[str, str]:
    """Build the headers that let a page of this site read an answer. Return none if the site is not allowed."""
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
    """Build the CORS headers for a request that is only partly received and not yet parsed."""
    sent = _ORIGIN.search(raw.partition(b"\r\n\r\n")[0] + b"\r\n")
    return make_cors_headers(settings, sent[1].decode()) if sent and _ASKED.match(raw) else {}


def allow_sites(app: Flask, settings: Settings) -> None:
    """Name the allowed sites to browsers. A page must still send a token, because the API ignores cookies."""
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
