"""A server for the command line to ask, and an account there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import engine.games
from audit.store import Role, Store
from cli.remote import client
from tests.support.command_line import asked
from tests.support.servers.api_client import CLUB
from tests.support.servers.fixtures import known_games, served
from tests.support.servers.http_servers import listening

TOKEN, SERVER = "DEADRECKON_TOKEN", "DEADRECKON_SERVER"
HEADER = "game: pebbles\nplayers: ada=Ada, ben=Ben, cleo=Cleo\n"


class There(NamedTuple):
    """A club with its server, as the command line finds it."""

    url: str
    store: Store

    def token(self, role: Role, **more: Any) -> str:
        """Issue a token."""
        return self.store.issue_token(CLUB, role, **more)[1]


@pytest.fixture
def nobody_logged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep logins of the test to the test, and never really wait."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (TOKEN, SERVER):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(client, "pause", lambda _: None)


@pytest.fixture
def there(sqlite_url: str, nobody_logged_in: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[There]:  # noqa: ARG001 - it comes first
    """Serve a club that plays every game and pebbles, and be its admin."""
    monkeypatch.setattr(engine.games, "GAMES", known_games())
    with Store.open(sqlite_url) as store, listening(served(store).app) as url:
        here = There(url, store)
        monkeypatch.setenv(SERVER, url)
        monkeypatch.setenv(TOKEN, here.token(Role.ADMIN))
        yield here


def begun() -> str:
    """Begin a live game of pebbles."""
    result = asked("remote", "begin", "-", input=HEADER.encode())
    assert result.exit_code == 0, result.stderr
    return result.stdout.strip()
