"""All pages of the service: one blueprint, to which each folder adds its routes."""

from __future__ import annotations

from flask import Flask

from api.web.base import routes as base
from api.web.base.rendering import make_blueprint
from api.web.desk import routes as desk
from api.web.game import replay_cache
from api.web.live import routes as live
from api.web.logs import routes as logs
from api.web.logs import shelf
from api.web.tournaments import routes as tournaments

FOLDERS = (base, desk, live, logs, tournaments)


def add_pages(app: Flask) -> None:
    """Serve the pages."""
    room = make_blueprint()
    for folder in FOLDERS:
        folder.add_routes(room)
    app.register_blueprint(room)
    replay_cache.add_replay_cache(app)
    shelf.add_row_cache(app)
