"""Compares the tables and indices of an SQLite file word by word with those that the migrations create."""

from __future__ import annotations

import re
from functools import cache

from sqlalchemy import Connection, create_engine, text

from audit.store import schema
from audit.store.tables import METADATA

OURS = (*METADATA.tables, "alembic_version")
# An index that SQLite creates for a primary key has no SQL of its own.
LAID = (
    "SELECT type || ' ' || name, tbl_name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"
)
# Quotes around one word have no meaning. Quotes around several words make one name of them, such as of a whole key.
QUOTED = re.compile(r"[\"`\[](\w+)[\"`\]]")
WORD = re.compile(r"'(?:[^']|'')*'|\w+|\S")


def check_sqlite_layout(connection: Connection) -> list[str]:
    """List the tables and indices that differ, and those that do not belong to the store.

    `schema.list_schema_differences` reports missing ones.
    """
    wanted, there = _read_expected_layout(), _read_layout(connection)
    changed = [name for name in wanted.keys() & there.keys() if wanted[name] != there[name]]
    return [
        *(f"The {name} is not as this version creates it." for name in sorted(changed)),
        *(f"The {name} is not ours." for name in sorted(there.keys() - wanted.keys())),
    ]


@cache
def _read_expected_layout() -> dict[str, list[str]]:
    """Apply all migrations to a fresh database and read the layout. SQLite rewrites the SQL when columns are added."""
    engine = create_engine("sqlite://")
    with engine.begin() as fresh:
        schema.lay_schema(fresh)
        laid = _read_layout(fresh)
    engine.dispose()
    return laid


def _read_layout(connection: Connection) -> dict[str, list[str]]:
    # In a damaged file the values may have any type.
    rows = connection.execute(text(LAID))
    return {str(name): WORD.findall(QUOTED.sub(r"\1", str(sql))) for name, table, sql in rows if table in OURS}
