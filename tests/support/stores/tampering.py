"""An attacker with the rights of the database's owner, who changes stored data without the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import make_url

from audit.store.tables import PARTS

GUARDED = ("clubs", "uploads", "games", "heads", "token_acts", *(f"events_{part:02}" for part in range(PARTS)))


@contextmanager
def owner(url: str) -> Iterator[Connection]:
    """Open the database with every trigger removed; changes are committed."""
    parsed = make_url(url)
    postgresql = parsed.get_backend_name() == "postgresql"
    engine = create_engine(parsed.set(drivername="postgresql+psycopg") if postgresql else parsed)
    try:
        with engine.connect() as connection:
            for statement in _unguarding(connection):
                connection.execute(text(statement))
            yield connection
            connection.commit()
    finally:
        engine.dispose()


def _unguarding(connection: Connection) -> list[str]:
    if connection.dialect.name == "postgresql":
        return [f"ALTER TABLE IF EXISTS {table} DISABLE TRIGGER USER" for table in GUARDED]
    named = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars()
    return [f"DROP TRIGGER {name}" for name in named]


def changed(url: str, statement: str, **values: Any) -> int:
    """Change something; return the number of rows."""
    with owner(url) as connection:
        count: int = connection.execute(text(statement), values).rowcount
        return count


SECRET = "a secret of the test"  # noqa: S105 - as it says
