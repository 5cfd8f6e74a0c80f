"""How tables and indices are laid in an SQLite file, held word by word against what the migrations lay."""

from __future__ import annotations

import re
from functools import cache

from sqlalchemy import Connection, create_engine, text

from audit.store import schema
from audit.store.tables import METADATA

OURS = (*METADATA.tables, "alembic_version")
# What SQLite makes by itself, for a primary key, has no words of its own.
LAID = (
    "SELECT type || ' ' || name, tbl_name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"
)
# Quotes around names mean nothing; what is quoted as a value does.
WORD = re.compile(r"'(?:[^']|'')*'|\w+|[^\s\w\"`\[\]]")


def check_sqlite_layout(connection: Connection) -> list[str]:
    """Say which tables and indices are laid otherwise, or not ours; what is missing is told by `schema.differences`."""
    wanted, there = _read_expected_layout(), _read_layout(connection)
    changed = [name for name in wanted.keys() & there.keys() if wanted[name] != there[name]]
    return [
        *(f"The {name} is not as this version lays it." for name in sorted(changed)),
        *(f"The {name} is not ours." for name in sorted(there.keys() - wanted.keys())),
    ]


@cache
def _read_expected_layout() -> dict[str, list[str]]:
    """Take every step in a fresh database, and read what that comes to: SQLite rewords as columns are added."""
    engine = create_engine("sqlite://")
    with engine.begin() as fresh:
        schema.lay_schema(fresh)
        laid = _read_layout(fresh)
    engine.dispose()
    return laid


def _read_layout(connection: Connection) -> dict[str, list[str]]:
    # In a damaged file anything may stand there.
    return {str(name): WORD.findall(str(sql)) for name, table, sql in connection.execute(text(LAID)) if table in OURS}
