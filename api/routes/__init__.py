"""The operations of the API, one file for each resource. Their logic is in the folder of that resource."""

from __future__ import annotations

from flask import Flask

from api.openapi.operation import Room
from api.routes import (
    attachments,
    audits,
    cases,
    catalogue,
    corrections,
    live,
    live_events,
    logs,
    packs,
    replay,
    standings,
    tokens,
    tournaments,
)

BASE = "/api/v1"
ROOMS: tuple[Room, ...] = (
    catalogue.room,
    packs.room,
    logs.room,
    audits.room,
    corrections.room,
    cases.room,
    attachments.room,
    replay.room,
    live.room,
    live_events.room,
    standings.room,
    tournaments.room,
    tokens.room,
)


def add_routes(app: Flask) -> None:
    """Add the operations of every resource."""
    for room in ROOMS:
        app.register_blueprint(room, url_prefix=BASE)
