"""Build the Flask application from settings and a store. Nothing is opened here."""

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

from api.access import cors, path_prefix, rate_limits, security_headers
from api.caches import OpenedLogs
from api.http import error_handlers
from api.http.path_converters import CONVERTERS
from api.http.responses import JSON, PUBLIC, answer_bytes
from api.monitoring import request_log
from api.monitoring.metrics import Metrics
from api.openapi import document, examples
from api.routes import BASE, add_routes
from api.routes.health import make_health_routes
from api.schemas.base import ProblemSchema
from api.service import NAME, Service
from api.settings import Settings
from api.web import docs_pages, site
from api.workers.pool import AuditPool
from audit.live import LiveCache
from audit.store import Store
from engine.games import GAMES
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game

CONFIG = {
    "API_TITLE": document.TITLE,
    "API_VERSION": document.VERSION,
    "OPENAPI_VERSION": "3.1.0",
}


class _Api(Api):  # type: ignore[misc] # flask-smorest has no types
    """Leaves errors to our handlers, and lists only the problems that each operation names."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = ProblemSchema

    def _register_error_handlers(self) -> None:
        """Register none: our handlers answer every error."""


def create_app(
    settings: Settings,
    store: Store,
    games: Mapping[str, Game] | None = None,
    log: request_log.Out | None = None,
    figures: Metrics | None = None,
    audit_pool: AuditPool | None = None,
) -> Flask:
    """Build the service over an opened store. Log lines go to `log`, or to stderr by default."""
    app = Flask(NAME, static_folder=None)
    # One byte more than we accept. If a body does not state its length, the framework silently drops what exceeds this.
    app.config.update(CONFIG, MAX_CONTENT_LENGTH=settings.max_body + 1, PROPAGATE_EXCEPTIONS=False)
    # Copied, because apispec writes into its options.
    app.config["API_SPEC_OPTIONS"] = deepcopy(document.OPTIONS)
    app.extensions[NAME] = Service(
        settings=settings,
        store=store,
        games=GAMES if games is None else games,
        live_cache=LiveCache(settings.live_games),
        logs=OpenedLogs(settings.opened_logs),
        signer=URLSafeSerializer(settings.secret or secrets.token_hex(32), salt="cursor"),
        audit_pool=audit_pool,
    )
    journal, figures = request_log.open_journal(log, settings.log_level), figures or Metrics()
    request_log.log_requests(app, figures, journal, store.count_connections)
    security_headers.protect_answers(app)
    cors.allow_sites(app, settings)
    rate_limits.limit_requests(app, settings)
    error_handlers.register_error_handlers(app, journal)
    app.register_blueprint(make_health_routes(figures))
    _register_operations(app)
    if settings.proxies:
        hops = settings.proxies
        path_prefix.trust_path_prefix(app)
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops)  # type: ignore[method-assign]
    return app


def _register_operations(app: Flask) -> None:
    """Register every operation, the API document, and the pages."""
    app.url_map.converters |= CONVERTERS
    api = _Api(app)
    add_routes(api)

    turn = Lock()

    @cache
    def build_document() -> Document:
        return document.finish_document(api.spec.to_dict(), examples.add_examples)

    def get_document() -> Document:
        # Building changes the spec that it reads, so concurrent requests wait.
        with turn:
            return build_document()

    def send_document() -> Response:
        return answer_bytes(document.write_api_document(get_document()), JSON, keep=PUBLIC)

    app.add_url_rule(f"{BASE}/openapi.json", "openapi", send_document)
    docs_pages.add_docs_pages(app, get_document)
    site.add_pages(app)


def fetch_api_document(app: Flask) -> bytes:
    """Return the API document of an application."""
    response = app.test_client().get(f"{BASE}/openapi.json")
    return response.get_data()
