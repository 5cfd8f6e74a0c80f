"""Compares the layout of the tables in PostgreSQL's catalogue with this version's schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Connection, Table, text
from sqlalchemy.engine import make_url

from audit.store.tables import METADATA, PARTS, events

WHOLE = "events"
PARTITIONS = tuple(f"{WHOLE}_{part:02}" for part in range(PARTS))
WRITTEN = make_url("postgresql+psycopg://").get_dialect()()
# One line for each property of a table, in the words that `_describe_table` also uses.
LAID = r"""
WITH ours AS (
  SELECT oid, relname::text, relkind, relpersistence FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:tables) AND relkind NOT IN ('i', 'I')
)
SELECT relname, CASE WHEN relkind IN ('r', 'p') AND relpersistence = 'p' THEN 'rows on disk' ELSE 'rows elsewhere' END
FROM ours
UNION ALL
SELECT relname, concat_ws(' ', 'a column', attname, upper(format_type(atttypid, atttypmod)),
  'COLLATE ' || nullif(attcollation, 0)::regcollation::text, CASE WHEN attnotnull THEN 'NOT NULL' END,
  'IDENTITY ' || nullif(attidentity::text, ''), 'GENERATED ' || nullif(attgenerated::text, ''),
  'AS ' || pg_get_expr(adbin, adrelid))
FROM ours JOIN pg_attribute ON attrelid = oid LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
WHERE attnum > 0 AND NOT attisdropped
UNION ALL
SELECT relname, pg_get_constraintdef(k.oid) || CASE WHEN EXISTS (
    SELECT 1 FROM pg_trigger WHERE tgconstraint = k.oid AND tgisinternal AND tgenabled <> 'O'
  ) THEN ' SWITCHED OFF' ELSE '' END
FROM ours JOIN pg_constraint k ON conrelid = ours.oid
WHERE contype NOT IN ('n', 't')
UNION ALL
SELECT relname, regexp_replace(pg_get_indexdef(indexrelid), 'CREATE (.*INDEX) .* USING', '\1')
  || CASE WHEN indisvalid AND indisready AND indislive THEN '' ELSE ' INVALID' END
FROM ours JOIN pg_index ON indrelid = oid
UNION ALL
SELECT ours.relname, concat_ws(' ', 'a part', child.relname, pg_get_expr(child.relpartbound, child.oid))
FROM ours JOIN pg_inherits ON inhparent = ours.oid JOIN pg_class child ON child.oid = inhrelid
UNION ALL
SELECT relname, 'a place in ' || inhparent::regclass::text FROM ours JOIN pg_inherits ON inhrelid = oid
"""


def check_postgresql_layout(connection: Connection) -> list[str]:
    """List what the tables lack, and what they have in addition."""
    asked = {"tables": [*METADATA.tables, *PARTITIONS]}
    there = {(table, what) for table, what in connection.execute(text(LAID), asked)}
    wanted = set(_list_layout())
    return [
        *(f"The table {table} lacks this: {what}." for table, what in sorted(wanted - there)),
        *(f"The table {table} has this, which is not ours: {what}." for table, what in sorted(there - wanted)),
    ]


def _list_layout() -> Iterator[tuple[str, str]]:
    for table in METADATA.sorted_tables:
        yield from ((table.name, what) for what in _describe_table(table))
    for part, name in enumerate(PARTITIONS):
        yield from ((name, what) for what in _describe_table(events))
        yield name, f"a place in {WHOLE}"
        yield WHOLE, f"a part {name} FOR VALUES WITH (modulus {PARTS}, remainder {part})"


def _describe_table(table: Table) -> Iterator[str]:
    key = ", ".join(column.name for column in table.primary_key)
    yield "rows on disk"
    yield f"PRIMARY KEY ({key})"
    yield f"UNIQUE INDEX btree ({key})"
    yield from (f"INDEX btree ({', '.join(column.name for column in index.columns)})" for index in table.indexes)
    yield from map(_describe_column, table.columns)
    for refers in table.foreign_key_constraints:
        own, theirs = ", ".join(refers.column_keys), ", ".join(one.column.name for one in refers.elements)
        cascading = f" ON DELETE {refers.ondelete}" if refers.ondelete else ""
        yield f"FOREIGN KEY ({own}) REFERENCES {refers.referred_table.name}({theirs}){cascading}"


def _describe_column(column: Column[Any]) -> str:
    words = column.type.compile(WRITTEN)
    collated = ' COLLATE "default"' if words == "TEXT" else ""
    return f"a column {column.name} {words}{collated}{'' if column.nullable else ' NOT NULL'}"
