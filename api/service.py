"""The state of one running service, and access to it from a request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from flask import current_app, g
from itsdangerous import URLSafeSerializer

from api.caches import OpenedLogs, SummaryCache
from api.problems import Problem
from api.settings import Settings
from api.workers.pool import AuditPool
from audit.live import LiveCache
from audit.store import Store, TokenRow
from engine.kernel.game import Game

NAME = "deadreckon"


@dataclass(frozen=True, slots=True)
class Service:
    """The settings, the store, the games, and the caches shared between requests."""

    settings: Settings
    store: Store
    games: Mapping[str, Game]
    live_cache: LiveCache
    logs: OpenedLogs
    signer: URLSafeSerializer
    glances: SummaryCache = field(default_factory=SummaryCache)
    # Parsed but unaudited logs. Each may hold a hundred faults.
    read_logs: SummaryCache = field(default_factory=lambda: SummaryCache(500))
    # None: this process makes all audits.
    audit_pool: AuditPool | None = None

    def find_game(self, name: str) -> Game:
        """Look a game up by name."""
        if name not in self.games:
            raise Problem("not-found", f"There is no such game. There is: {', '.join(self.games)}.")
        return self.games[name]


def get_service() -> Service:
    """Return the service that handles this request."""
    return cast("Service", current_app.extensions[NAME])


def get_token() -> TokenRow:
    """Return the token of this request. Only operations that require a token may call this."""
    return cast("TokenRow", g.bearer)


def get_club() -> str:
    """Return the club of this request's token."""
    return get_token().club
