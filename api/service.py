"""What one running service holds, and how whoever answers a request gets at it."""

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
    """The store, the games, and what is kept opened between requests."""

    settings: Settings
    store: Store
    games: Mapping[str, Game]
    live_cache: LiveCache
    logs: OpenedLogs
    signer: URLSafeSerializer
    glances: SummaryCache = field(default_factory=SummaryCache)
    # What was read of logs without judging them, which may be a hundred faults of each.
    read_logs: SummaryCache = field(default_factory=lambda: SummaryCache(500))
    # None: all audits are made in this process.
    audit_pool: AuditPool | None = None

    def find_game(self, name: str) -> Game:
        """Look a game up by name."""
        if name not in self.games:
            raise Problem("not-found", f"There is no such game. There is: {', '.join(self.games)}.")
        return self.games[name]


def get_service() -> Service:
    """Give the service that this request was sent to."""
    return cast("Service", current_app.extensions[NAME])


def get_token() -> TokenRow:
    """Give the token that this request came with; only operations that need one may ask."""
    return cast("TokenRow", g.bearer)


def get_club() -> str:
    """Give the club in which this request asks."""
    return get_token().club
