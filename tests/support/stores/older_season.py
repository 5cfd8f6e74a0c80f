"""A season that was recorded before an event could note another rulebook, written into a database of that time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData, insert, text
from sqlalchemy.engine import make_url

from audit.store import schema
from audit.store.backend.connections import make_engine

# Recorded over HTTP by the version of revision 0001: two logs, three audits, two live games, one of them closed.
SEASON = Path(__file__).with_name("season_at_0001.json")
REVISION = "0001"
# Every revision that an existing database may have.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")

SNAPSHOT = "INSERT INTO snapshots (game, engine, seq, body) SELECT game, 'then', 1, 'x' FROM heads WHERE NOT closed"


def laid(url: str, upto: str = REVISION) -> None:
    """Create the schema of that time with its content; then upgrade to a later revision."""
    engine = make_engine(make_url(url), pool=1, patience=5.0, making=True)
    with engine.begin() as connection:
        command.upgrade(schema._make_config(connection), REVISION)
        _fill(connection)
        command.upgrade(schema._make_config(connection), upto)
        if upto > REVISION:
            # Since the second step, snapshots have a readable form.
            connection.execute(text(SNAPSHOT))
    engine.dispose()


def _fill(connection: Connection) -> None:
    there = MetaData()
    there.reflect(connection)
    for name, rows in json.loads(SEASON.read_text()).items():
        values = [{column: _value(seen) for column, seen in row.items()} for row in rows]
        connection.execute(insert(there.tables[name]), values)


def _value(seen: Any) -> Any:
    """Convert bytes, which JSON lacks, from the text or the digits that stand for them."""
    if not isinstance(seen, dict):
        return seen
    return seen["text"].encode() if "text" in seen else bytes.fromhex(seen["hex"])
