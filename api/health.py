"""For those who watch the service: whether it lives, whether it can serve, and its figures."""

from __future__ import annotations

from flask import Blueprint, Response

from api.responses import ONCE, answer, plain
from api.figures import TYPE, Figures
from api.service import service
from audit.document import ENGINE, laid_out


def health(figures: Figures) -> Blueprint:
    """Make the addresses that need no token and count towards no limit."""
    room = Blueprint("health", __name__)

    @room.get("/livez")
    def livez() -> Response:
        return answer({"alive": True}, keep=ONCE)

    @room.get("/readyz")
    def readyz() -> Response:
        told = service().store.ready()
        schema = {"revision": told.revision, "wanted": told.wanted}
        document = {
            "ready": told.ready,
            "database": told.database.partition(":")[0],
            "schema": schema,
            "hint": told.hint,
            "engine": laid_out(ENGINE),
        }
        return answer(
            document, 200 if told.ready else 503, keep=ONCE, headers={} if told.ready else {"Retry-After": "5"}
        )

    @room.get("/metrics")
    def metrics() -> Response:
        return plain(figures.written(), TYPE, keep=ONCE)

    return room
