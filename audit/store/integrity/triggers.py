"""Compares the triggers that protect a database word by word with those that the migrations create."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, text

from audit.store.integrity import postgres_layout, sqlite_layout
from audit.store.integrity.postgres_layout import PARTITIONS
from audit.store.migrations.versions import r0001_the_record as laid
from audit.store.migrations.versions import r0005_upkeep as added
from audit.store.tables import FOR_GOOD, METADATA

OPEN_NOW = "what is kept could be changed unnoticed until `db verify`"
MAY_CHANGE, MAY_HIDE = "it may change what is recorded", "it may hide what is recorded"

REPLICA, SYSTEM = "session_replication_role", "pg_catalog"
# PostgreSQL's bits for the kind of a trigger.
ROW, BEFORE, INSERT, DELETE, UPDATE, TRUNCATE = 1, 2, 4, 8, 16, 32
TRIGGERS = """
SELECT tgrelid::regclass::text, tgname, tgtype, tgenabled, p.proname, tgqual IS NULL AND tgnargs = 0 AND tgattr = ''
  AND p.pronamespace = current_schema()::regnamespace
FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid WHERE NOT tgisinternal AND tgrelid::regclass::text = ANY(:tables)
"""
FUNCTIONS = """
SELECT proname, prosrc, lanname, proconfig IS NULL AND NOT prosecdef FROM pg_proc JOIN pg_language l ON l.oid = prolang
WHERE proname = ANY(:names) AND pronamespace = current_schema()::regnamespace AND pronargs = 0
"""
HIDDEN = """
SELECT relname FROM pg_class
WHERE relrowsecurity AND relnamespace = current_schema()::regnamespace AND relname = ANY(:tables)
"""
RULES = "SELECT tablename, rulename FROM pg_rules WHERE schemaname = current_schema() AND tablename = ANY(:tables)"


class _Trigger(NamedTuple):
    """One PostgreSQL trigger: when it fires, whether it is always enabled, its function, and whether it is plain."""

    when: int
    enabled: str
    function: str
    plain: bool = True


def list_trigger_faults(connection: Connection) -> list[str]:
    """List the protecting triggers that are missing, disabled or changed, and those that do not belong to the store."""
    if connection.dialect.name == "sqlite":
        return [*_check_sqlite(connection), *sqlite_layout.check_sqlite_layout(connection)]
    return [
        *_check_postgresql(connection),
        *postgres_layout.check_postgresql_layout(connection),
        *_check_settings(connection),
    ]


def _check_sqlite(connection: Connection) -> list[str]:
    asked = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    # In a damaged file the values may have any type.
    there = {
        str(name): _normalize_sql(sql if isinstance(sql, str) else "") for name, sql in connection.execute(text(asked))
    }
    return _report_differences(
        {name: _normalize_sql(sql) for name, sql in (laid.sqlite_guards() | added.sqlite_guards()).items()}, there
    )


def _normalize_sql(sql: str) -> str:
    return " ".join(sql.split())


def _check_postgresql(connection: Connection) -> list[str]:
    asked = {"tables": [*METADATA.tables, *PARTITIONS, "alembic_version"]}
    there = {f"{table}.{name}": _Trigger(*rest) for table, name, *rest in connection.execute(text(TRIGGERS), asked)}
    said = _report_differences(_list_postgresql_triggers(), there)
    bodies = {
        "deadreckon_refuse": _read_function_body(laid.REFUSE),
        "deadreckon_onward": _read_function_body(laid.ONWARD),
    }
    found = {name: tuple(rest) for name, *rest in connection.execute(text(FUNCTIONS), {"names": list(bodies)})}
    said += [
        f"The function {name} is not as this version creates it: {OPEN_NOW}."
        for name, body in bodies.items()
        if found.get(name) != (body, "plpgsql", True)
    ]
    rules = connection.execute(text(RULES), asked).all()
    hidden = connection.execute(text(HIDDEN), asked).scalars()
    return [
        *said,
        *(f"The rule {rule} of {table} is not ours: {MAY_CHANGE}." for table, rule in rules),
        *(f"The row security of {table} is not ours: {MAY_HIDE}." for table in hidden),
    ]


def _check_settings(connection: Connection) -> list[str]:
    """Report settings of the role or the database that make connections start with weaker protection."""
    begun = {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar()) for name in ("search_path", REPLICA)}
    said = [f"Connections begin with {REPLICA} {begun[REPLICA]}: {MAY_CHANGE}."] if begun[REPLICA] != "origin" else []
    if SYSTEM in re.split(r"[\s,\"]+", begun["search_path"])[1:]:
        # By default this schema comes first, so that no object of the same name can replace a system object.
        said.append(f"Connections begin with {SYSTEM} late in search_path: {MAY_CHANGE}.")
    return said


def _read_function_body(function: str) -> str:
    return function.split("$$")[1]


def _list_postgresql_triggers() -> dict[str, _Trigger]:
    kept = [table.name for table in FOR_GOOD]
    rows = _Trigger(ROW | BEFORE | UPDATE | DELETE, "A", "deadreckon_refuse")
    emptied = _Trigger(BEFORE | TRUNCATE, "A", "deadreckon_refuse")
    return {
        **{f"{table}.keep_rows": rows for table in (*kept, *PARTITIONS)},
        "heads.keep_rows": rows._replace(when=ROW | BEFORE | DELETE),
        **{f"{table}.keep_table": emptied for table in (*kept, "heads", *PARTITIONS)},
        "heads.heads_onward": _Trigger(ROW | BEFORE | UPDATE, "A", "deadreckon_onward"),
    }


def _report_differences(wanted: Mapping[str, object], there: Mapping[str, object]) -> list[str]:
    missing = sorted(wanted.keys() - there.keys())
    changed = sorted(name for name in wanted.keys() & there.keys() if wanted[name] != there[name])
    return [
        *(f"The trigger {name} is missing: {OPEN_NOW}." for name in missing),
        *(f"The trigger {name} is switched off, or not as this version lays it: {OPEN_NOW}." for name in changed),
        *(f"The trigger {name} is not ours: {MAY_CHANGE}." for name in sorted(there.keys() - wanted)),
    ]
