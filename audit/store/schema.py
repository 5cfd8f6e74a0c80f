"""Upgrades the schema of a database to the newest revision on demand, and compares it with this version's."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, NoReferenceError

from audit.store.backend.connections import ROLE_SUFFIX, WRITING, make_engine
from audit.store.errors import SLOW, Unavailable
from audit.store.records import Damage
from audit.store.session import translate_errors
from audit.store.tables import FOR_GOOD, METADATA
from engine.kernel.basics.visible_text import make_visible

_FOLDER = Path(__file__).parent / "migrations"
# The number of the advisory lock that allows one upgrade at a time. Its value has no meaning.
_TURN = 0x_DEAD_5EA
NEWER = (
    "The database is at revision {}, which this version does not know: a newer version upgraded it, "
    "or it was changed by hand. Use the newer version, or restore a backup."
)
HALF = (
    "The database is at revision {}, yet parts of later revisions are there ({}): they were made by hand. "
    "Remove them, or restore a backup."
)
# The errors that say that a table, a column or another object exists already.
THERE, ALREADY = {"42P07", "42701", "42710", "42723"}, re.compile("already exists|duplicate column name")
# Since this revision, all rows that may change are signed.
ALL_SIGNED = "0007"
_GUARDED = [table.name for table in FOR_GOOD]
_MAY_ALL = ("tokens", "keys", "snapshots", "audits", "findings", "signing_keys", "upkeep", "outbox")
_GRANTS = (
    "GRANT USAGE ON SCHEMA {schema} TO {role}",
    "GRANT SELECT, INSERT ON {for_good} TO {role}",
    "GRANT SELECT, INSERT, UPDATE ON heads TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON {others} TO {role}",
    "GRANT SELECT ON alembic_version TO {role}",
)


def upgrade(url: URL, patience: float, sign: Callable[[Connection], None]) -> str:
    """Upgrade a database to the newest revision in one transaction. Return that revision.

    `sign` signs older unsigned rows in that transaction, and at no later time.
    """
    engine = make_engine(url, pool=1, patience=patience, making=True)
    try:
        with translate_errors(), engine.execution_options(**{WRITING: True}).begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": _TURN})
            before = read_revision(connection)
            lay_schema(connection)
            if before is not None and before < ALL_SIGNED:
                sign(connection)
            if connection.dialect.name == "postgresql":
                grant_rights(connection)
    finally:
        engine.dispose()
    return find_newest_revision()


def lay_schema(connection: Connection) -> None:
    """Apply every missing revision. Raises `Unavailable` if the database has an unknown or a partial revision."""
    revision = read_revision(connection)
    if revision not in _list_revisions():
        raise Unavailable(explain_remedy(revision), SLOW)
    try:
        command.upgrade(_make_config(connection), "head")
    except DBAPIError as wrong:
        if getattr(wrong.orig, "sqlstate", None) not in THERE and not ALREADY.search(str(wrong.orig)):
            raise
        raise Unavailable(HALF.format(revision, str(wrong.orig).partition("\n")[0]), SLOW) from wrong


@cache
def find_newest_revision() -> str:
    """Return the newest revision of this version."""
    revision = ScriptDirectory.from_config(_make_config()).get_current_head()
    assert revision is not None, "the migrations are part of this package"  # noqa: S101 - ours to keep
    return revision


def read_revision(connection: Connection) -> str | None:
    """Return the revision of a database, or None before the first one."""
    return " and ".join(sorted(MigrationContext.configure(connection).get_current_heads())) or None


def explain_remedy(revision: str | None) -> str:
    """Explain what to do about a database at this revision. Empty if it is the newest."""
    if revision == find_newest_revision():
        return ""
    return (
        "Run `deadreckon db upgrade`." if revision in _list_revisions() else NEWER.format(make_visible(str(revision)))
    )


@cache
def _list_revisions() -> frozenset[str | None]:
    """List the revisions that this version knows, and None for an empty database."""
    return frozenset({None, *(step.revision for step in ScriptDirectory.from_config(_make_config()).walk_revisions())})


def list_schema_differences(connection: Connection) -> list[str]:
    """List the differences between the tables and this version's schema."""
    compared = MigrationContext.configure(connection, opts={"include_name": is_ours, "compare_type": True})
    with warnings.catch_warnings():
        # SQLAlchemy warns about objects that it cannot interpret. The differences are reported below anyway.
        warnings.simplefilter("ignore")
        try:
            return [str(found) for found in compare_metadata(compared, METADATA)]
        except NoReferenceError as wrong:
            return [str(wrong)]


def list_schema_damage(connection: Connection) -> list[Damage]:
    """Report differences as damage. A single flipped byte in a column name hides all values in that column."""
    return [
        Damage("the schema", None, f"It is not as this version knows it: {found}.")
        for found in list_schema_differences(connection)
    ]


def is_ours(name: str | None, kind: str, _parents: object) -> bool:
    """Return whether an object is part of the store, not a partition or a table of another program."""
    return kind != "table" or name in METADATA.tables


def _make_config(connection: Connection | None = None) -> Config:
    config = Config()
    # The configuration would read a percent sign in a path as a reference.
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def grant_rights(connection: Connection) -> None:
    """Grant the serving role the rights that it needs, and create the role first if allowed."""
    asked = "SELECT current_database(), current_schema(), rolcreaterole OR rolsuper FROM pg_roles "
    database, schema, may = connection.execute(text(f"{asked} WHERE rolname = current_user")).one()
    role = f"{database}{ROLE_SUFFIX}"
    there = connection.execute(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}).one_or_none()
    quoted = connection.dialect.identifier_preparer.quote
    if there is None and may:
        connection.exec_driver_sql(f"CREATE ROLE {quoted(role)} NOLOGIN")
        connection.exec_driver_sql(f"GRANT {quoted(role)} TO CURRENT_USER")
    if there is not None or may:
        named = {"role": quoted(role), "schema": quoted(schema)}
        lists = {"for_good": ", ".join(_GUARDED), "others": ", ".join(_MAY_ALL)}
        for grant in _GRANTS:
            connection.exec_driver_sql(grant.format(**named, **lists))
