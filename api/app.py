"""Build the Flask application from settings and a store. Nothing is opened here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from flask import Flask
from itsdangerous import URLSafeSerializer
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access import cors, path_prefix, rate_limits, security_headers
from api.caches import OpenedLogs
from api.http import error_handlers
from api.http.path_converters import CONVERTERS
from api.monitoring import request_log
from api.monitoring.metrics import Metrics
from api.routes import add_routes
from api.routes.health import make_health_routes
from api.service import NAME, Service
from api.settings import Settings
from api.web import docs_pages, site
from api.workers.pool import AuditPool
from audit.live import LiveCache
from audit.store import Store
from engine.games import GAMES
from engine.kernel.game import Game


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
    app.config.update(MAX_CONTENT_LENGTH=settings.max_body + 1, PROPAGATE_EXCEPTIONS=False)
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
    app.url_map.converters |= CONVERTERS
    add_routes(app)
    app.register_blueprint(docs_pages.room)
    site.add_pages(app)
    if settings.proxies:
        hops = settings.proxies
        path_prefix.trust_path_prefix(app)
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops)  # type: ignore[method-assign]
    return app
