"""The service put together: settings and a store go in, a Flask application comes out; nothing is opened here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from threading import Lock

from flask import Flask, Response
from flask_smorest import Api  # type: ignore[import-untyped] # it has no types
from itsdangerous import URLSafeSerializer
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter, Map, UnicodeConverter

from api.access import cors
from api.access import path_prefix as prefixed
from api.access import rate_limits as guards
from api.caches import OpenedLogs
from api.http import error_handlers as handling
from api.http.responses import JSON, PUBLIC, plain
from api.monitoring import request_log as watching
from api.monitoring.metrics import Figures
from api.openapi import document as openapi
from api.openapi import examples
from api.openapi.operation import Room
from api.routes import (
    attachments,
    audits,
    cases,
    catalogue,
    corrections,
    live,
    logs,
    packs,
    replay,
    standings,
    tokens,
    tournaments,
)
from api.routes import live_events as recording
from api.routes.health import health
from api.schemas.problem import ProblemSchema
from api.service import NAME, Service
from api.settings import Settings
from api.web import docs_pages as pages
from api.web import site
from api.workers.pool import AuditPool
from audit.live import LiveCache
from audit.store import Store
from engine.games import GAMES
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game

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
    recording.room,
    standings.room,
    tournaments.room,
    tokens.room,
)
CONFIG = {
    "API_TITLE": openapi.TITLE,
    "API_VERSION": openapi.VERSION,
    "OPENAPI_VERSION": "3.1.0",
}


class Seq(IntegerConverter):
    """A number in an address, of no more digits than any event needs."""

    regex = r"\d{1,9}"

    def __init__(self, map_: Map) -> None:
        super().__init__(map_, max=999_999_999)


class Digest(UnicodeConverter):
    """A SHA-256 in an address beside which there is one that says `check`, and takes other methods."""

    def __init__(self, map_: Map) -> None:
        super().__init__(map_)
        self.regex = f"(?!check$){self.regex}"


class _Api(Api):  # type: ignore[misc] # flask-smorest has no types
    """Leaves the answering of errors to us, and lists only the problems that each operation names."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = ProblemSchema

    def _register_error_handlers(self) -> None:
        """Register none: ours answer every error."""


def create_app(
    settings: Settings,
    store: Store,
    games: Mapping[str, Game] | None = None,
    log: watching.Out | None = None,
    figures: Figures | None = None,
    audit_pool: AuditPool | None = None,
) -> Flask:
    """Put the service together over an opened store; log lines go to `log`, else to stderr."""
    app = Flask(NAME, static_folder=None)
    # One byte more than is borne: of a body that does not say how long it is, the framework silently drops the rest.
    app.config.update(CONFIG, MAX_CONTENT_LENGTH=settings.max_body + 1, PROPAGATE_EXCEPTIONS=False)
    # Copied, since apispec writes what it makes into its options.
    app.config["API_SPEC_OPTIONS"] = deepcopy(openapi.OPTIONS)
    app.extensions[NAME] = Service(
        settings=settings,
        store=store,
        games=GAMES if games is None else games,
        live_cache=LiveCache(settings.live_games),
        logs=OpenedLogs(settings.opened_logs),
        signer=URLSafeSerializer(settings.secret or secrets.token_hex(32), salt="cursor"),
        audit_pool=audit_pool,
    )
    journal, figures = watching.journal(log, settings.log_level), figures or Figures()
    watching.watch(app, figures, journal, store.connections)
    guards.shelter(app)
    cors.let_in(app, settings)
    guards.limit(app, settings)
    handling.handle(app, journal)
    app.register_blueprint(health(figures))
    _operations(app)
    if settings.proxies:
        hops = settings.proxies
        prefixed.believe(app)
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops)  # type: ignore[method-assign]
    return app


def _operations(app: Flask) -> None:
    """Register every operation, the API document, and the pages."""
    app.url_map.converters |= {"seq": Seq, "digest": Digest}
    api = _Api(app)
    for room in ROOMS:
        api.register_blueprint(room, url_prefix=BASE)

    turn = Lock()

    @cache
    def once() -> Document:
        return openapi.finished(api.spec.to_dict(), examples.shown)

    def made() -> Document:
        # What it is made from is changed on the way: whoever asks meanwhile waits.
        with turn:
            return once()

    def api_document() -> Response:
        return plain(openapi.written(made()), JSON, keep=PUBLIC)

    app.add_url_rule(f"{BASE}/openapi.json", "openapi", api_document)
    pages.register(app, made)
    site.register(app, pages.beginning)


def document_of(app: Flask) -> bytes:
    """Give the API document of an application."""
    response = app.test_client().get(f"{BASE}/openapi.json")
    return response.get_data()
