"""A server for the command line, and an account on it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import Result

import engine.games
from api.app import create_app
from audit.store import Role, Store
from cli.remote import client
from tests.support.command_line import asked
from tests.support.servers.api_client import CLUB
from tests.support.servers.fixtures import SETTINGS, known_games, served
from tests.support.servers.http_servers import listening

TOKEN, SERVER = "DEADRECKON_TOKEN", "DEADRECKON_SERVER"
HEADER = "game: pebbles\nplayers: ada=Ada, ben=Ben, cleo=Cleo\n"


class There(NamedTuple):
    """A club with its server, as the command line sees it."""

    url: str
    store: Store

    def token(self, role: Role, **more: Any) -> str:
        """Issue a token."""
        return self.store.issue_token(CLUB, role, **more)[1]


@pytest.fixture
def nobody_logged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep logins inside the test, and never really wait."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (TOKEN, SERVER):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(client, "pause", lambda _: None)


@pytest.fixture
def there(sqlite_url: str, nobody_logged_in: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[There]:  # noqa: ARG001 - it comes first
    """Serve a club that has every game and pebbles, and log in as its admin."""
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


@pytest.fixture(scope="module")
def as_shipped(laid_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[There]:
    """Serve the games as shipped, to many tests: no request leaves anything that another test would see."""
    place = tmp_path_factory.mktemp("shipped") / "store.db"
    place.write_bytes(laid_sqlite.read_bytes())
    with Store.open(f"sqlite:///{place}") as store:
        store.found_club(CLUB)
        with listening(create_app(SETTINGS, store, engine.games.GAMES, io.StringIO())) as url:
            yield There(url, store)


@pytest.fixture
def remote_admin(as_shipped: There, nobody_logged_in: None, monkeypatch: pytest.MonkeyPatch) -> There:  # noqa: ARG001 - it comes first
    """Log in there as an admin."""
    monkeypatch.setenv(SERVER, as_shipped.url)
    monkeypatch.setenv(TOKEN, as_shipped.token(Role.ADMIN))
    return as_shipped


def told(result: Result) -> tuple[int, bytes, bytes]:
    return result.exit_code, result.stdout_bytes, result.stderr_bytes


def same(*arguments: str, **more: object) -> bool:
    """Run a command locally and remotely, and check that exit code, output and messages are the same."""
    here, there = (asked(*command, *arguments, **more) for command in (("audit",), ("remote", "audit")))
    assert told(there) == told(here), arguments
    return True
