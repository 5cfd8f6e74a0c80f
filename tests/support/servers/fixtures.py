"""A service over a fresh store, and clients with each role."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from flask import Flask

from api.app import create_app
from api.settings import Settings
from audit.store import Role, Store
from engine.games import GAMES
from engine.kernel.game import Game
from tests.support.games import pebbles
from tests.support.servers.api_client import CLUB, LOG, OTHER, Asker, asker

# High enough that no test reaches it unless it intends to.
UNLIMITED = "1000000/minute"
SETTINGS = Settings(
    rate_token=UNLIMITED,
    rate_address=UNLIMITED,
    bytes_per_club=1 << 40,
    secret="not so secret",  # noqa: S106 - of a test
    max_body=1_000_000,
)


@cache
def known_games() -> Mapping[str, Game]:
    """Register every game, and pebbles as well."""
    return {**GAMES, **pebbles.GAMES}


@dataclass
class Served:
    """A service in this process, its store, and its clients."""

    app: Flask
    store: Store
    log: io.StringIO

    def asker(self, role: Role = Role.ADMIN, club: str = CLUB, **more: Any) -> Asker:
        """Issue a token."""
        return asker(self.app, self.store, role, club, **more)

    @property
    def nobody(self) -> Asker:
        """Return a client without a token."""
        return Asker(self.app)


def served(store: Store, settings: Settings = SETTINGS) -> Served:
    """Serve a store that has its schema."""
    for club in (CLUB, OTHER):
        store.found_club(club)
    log = io.StringIO()
    app = create_app(settings, store, known_games(), log)
    app.config[LOG] = log
    return Served(app, store, log)


@pytest.fixture
def here(sqlite_url: str) -> Iterator[Served]:
    """Serve a fresh SQLite database."""
    with Store.open(sqlite_url) as store:
        yield served(store)


@pytest.fixture
def anywhere(url: str) -> Iterator[Served]:
    """Serve a fresh database of each kind in turn."""
    with Store.open(url) as store:
        yield served(store)


@pytest.fixture
def admin(here: Served) -> Asker:
    """Return a client that is an admin of the club."""
    return here.asker()
