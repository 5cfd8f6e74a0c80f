"""A store for tests, fresh for each test, on SQLite and on PostgreSQL in turn."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from audit.store import GameRow, Store
from tests.support.stores import postgres
from tests.support.stores.store_calls import BY, CLUB, OTHER, appended, begun

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def laid_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the schema once; tests copy the file."""
    place = tmp_path_factory.mktemp("laid") / "store.db"
    with Store.open(f"sqlite:///{place}") as store:
        store.upgrade()
    return place


@pytest.fixture(scope="session")
def laid_postgresql() -> Iterator[str]:
    """Create the schema once in a database of this process."""
    with postgres.database() as url:
        with Store.open(url) as store:
            store.upgrade()
        yield url


@pytest.fixture
def sqlite_url(laid_sqlite: Path, tmp_path: Path) -> str:
    """Name an SQLite database that has only the schema."""
    shutil.copy(laid_sqlite, tmp_path / "store.db")
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture
def postgresql_url(laid_postgresql: str) -> str:
    """Name a PostgreSQL database that has only the schema."""
    postgres.empty(laid_postgresql)
    return laid_postgresql


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest) -> str:
    """Name a database that has the schema, of each kind in turn."""
    named: str = request.getfixturevalue(f"{request.param}_url")
    return named


@pytest.fixture
def new_sqlite_url(tmp_path: Path) -> str:
    """Name an SQLite database that is not made yet."""
    return f"sqlite:///{tmp_path}/new.db"


@pytest.fixture
def new_postgresql_url() -> Iterator[str]:
    """Make a PostgreSQL database with no table in it."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=DATABASES)
def new_url(request: pytest.FixtureRequest) -> str:
    """Name a database without a schema, of each kind in turn."""
    named: str = request.getfixturevalue(f"new_{request.param}_url")
    return named


@pytest.fixture(scope="session")
def postgresql_server() -> URL:
    """Name a database of a PostgreSQL server, with a user who may do everything there."""
    return postgres.server()


@pytest.fixture
def opened(url: str) -> Iterator[Callable[..., Store]]:
    """Open the database as often as a test needs; all stores are closed at the end."""
    stores: list[Store] = []

    def open_one(**more: Any) -> Store:
        stores.append(Store.open(url, **more))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[..., Store]) -> Store:
    """Open a store with two clubs in it."""
    opened_one = opened()
    for club in (CLUB, OTHER):
        opened_one.found_club(club)
    return opened_one


@pytest.fixture
def game(store: Store) -> GameRow:
    """Record a game of ten events, and another game."""
    kept = appended(store, begun(store), *"abcde")
    appended(store, begun(store, OTHER), "x", "y", "z", club=OTHER)
    appended(store, kept, *"fghij")
    store.add_upload(CLUB, b"a log", by=BY)
    assert store.verify() == []
    return store.read_game(CLUB, kept.game)
