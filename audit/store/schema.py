"""The schema of a database: brought to the newest revision on demand, and compared."""

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
from engine.kernel.spellings.misread import make_visible

_FOLDER = Path(__file__).parent / "migrations"
# One upgrade at a time; any number, as long as it is this one.
_TURN = 0x_DEAD_5EA
NEWER = (
    "The database is at revision {}, which this version does not know: a newer one has brought it there, or somebody "
    "has changed that by hand. Use the newer version, or restore a backup."
)
HALF = (
    "The database is at revision {}, yet some of what comes behind that is there ({}): somebody has laid it by hand. "
    "Take it away, or restore a backup."
)
# How the databases say that a table, a column, or another thing of that name is there.
THERE, ALREADY = {"42P07", "42701", "42710", "42723"}, re.compile("already exists|duplicate column name")
# Since this revision all is signed that can be changed.
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
    """Bring a database to the newest revision, in one transaction; give that revision.

    What was kept before more was signed is signed by `sign` in that transaction, and never later.
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
    """Take every step not taken yet. Raises Unavailable: one was taken that nobody here knows, or half of one."""
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
    """Name the revision that this version was written for."""
    revision = ScriptDirectory.from_config(_make_config()).get_current_head()
    assert revision is not None, "the migrations are part of this package"  # noqa: S101 - ours to keep
    return revision


def read_revision(connection: Connection) -> str | None:
    """Name the revision that a database stands at; none before the first."""
    return " and ".join(sorted(MigrationContext.configure(connection).get_current_heads())) or None


def explain_remedy(revision: str | None) -> str:
    """Say what to do about a database that stands at a revision; nothing where that is the newest."""
    if revision == find_newest_revision():
        return ""
    return (
        "Run `deadreckon db upgrade`." if revision in _list_revisions() else NEWER.format(make_visible(str(revision)))
    )


@cache
def _list_revisions() -> frozenset[str | None]:
    """Give the revisions that this version knows, and none, where each begins."""
    return frozenset({None, *(step.revision for step in ScriptDirectory.from_config(_make_config()).walk_revisions())})


def list_schema_differences(connection: Connection) -> list[str]:
    """Say where the tables are not as this version knows them."""
    compared = MigrationContext.configure(connection, opts={"include_name": is_ours, "compare_type": True})
    with warnings.catch_warnings():
        # SQLAlchemy wonders aloud at what it cannot make sense of; the difference itself is told below.
        warnings.simplefilter("ignore")
        try:
            return [str(found) for found in compare_metadata(compared, METADATA)]
        except NoReferenceError as wrong:
            return [str(wrong)]


def list_schema_damage(connection: Connection) -> list[Damage]:
    """Tell differences as damage: a byte flipped in the name of a column hides all that is in it."""
    return [
        Damage("the schema", None, f"It is not as this version knows it: {found}.")
        for found in list_schema_differences(connection)
    ]


def is_ours(name: str | None, kind: str, _parents: object) -> bool:
    """Leave the partitions aside, and whatever else lives in the database."""
    return kind != "table" or name in METADATA.tables


def _make_config(connection: Connection | None = None) -> Config:
    config = Config()
    # A percent sign in a path would be taken for a reference.
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def grant_rights(connection: Connection) -> None:
    """Give the role that serves what serving needs, and make it first where we may."""
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
