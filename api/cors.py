"""Pages of other sites that may ask the API from a browser: those that the operator names, and nobody else."""

from __future__ import annotations

from flask import Flask, Response, request

from api.settings import Settings

API, ANYBODY = "/api/", "*"
METHODS = "GET, POST, DELETE"
SENT = "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
READ = "Deadreckon-Cells, Deadreckon-Verdict, ETag, Idempotent-Replayed, Link, Location, Retry-After, X-Request-Id"
# What a browser may ask without asking first, in seconds.
REMEMBERED = "600"


def let_in(app: Flask, settings: Settings) -> None:
    """Tell browsers which sites may ask; a token must still be sent by the page, for cookies never count there."""
    named = {origin.rstrip("/") for origin in settings.cors_origins.replace(",", " ").split()}
    if not named:
        return

    @app.after_request
    def told(response: Response) -> Response:
        if not request.path.startswith(API):
            return response
        response.vary.add("Origin")
        origin = request.headers.get("Origin", "")
        if origin and (origin in named or ANYBODY in named):
            response.headers["Access-Control-Allow-Origin"] = ANYBODY if ANYBODY in named else origin
            response.headers["Access-Control-Expose-Headers"] = READ
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
            if request.method == "OPTIONS":
                _asked_first(response)
        return response


def _asked_first(response: Response) -> None:
    response.headers["Access-Control-Allow-Methods"] = METHODS
    response.headers["Access-Control-Allow-Headers"] = SENT
    response.headers["Access-Control-Max-Age"] = REMEMBERED
