"""The style sheets and the modules of all pages."""

from __future__ import annotations

from importlib.resources import files

from flask import Response

from api.http.responses import PUBLIC, answer_bytes
from api.problems import Problem
from api.web.game.scripts import list_modules

SHEETS = ("style.css", "tournament.css")


def send_asset(name: str) -> Response:
    """Serve a style sheet or a module."""
    if name not in {*list_modules(), *SHEETS}:
        raise Problem("not-found")
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    return answer_bytes(files("api.web").joinpath("static", name).read_bytes(), kind, keep=PUBLIC)
