"""Prepares the rows of a batch of events in the fastest form for each database."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from audit.store.backend.postgres_arrays import encode_many_bytes, encode_texts
from audit.store.record.hash_chain import Batch
from audit.store.session import Cell

_INTO = "INSERT INTO events (game, recorded_at, recorded_by, seq, kind, body, hash, rulebook) VALUES "
# SQLite gets the shared values of a batch once, and many rows in one statement.
AT_ONCE = 50
# The number of cells that each row has of its own: all but the first three.
OWN = 5
_ROW = f"(?1, ?2, ?3{', ?' * OWN})"
# All rows as columns, for the game that another part of the same statement has `moved`.
PUT = (
    "INSERT INTO events (game, recorded_at, recorded_by, seq, kind, body, hash, rulebook) "
    "SELECT game, ?::int8, ?::text, ?::int4 + place::int4, kind, body, hash, CASE WHEN place = 1 THEN ?::text END "
    "FROM moved, unnest(?, ?, ?) WITH ORDINALITY AS given (kind, body, hash, place)"
)


class Rows(NamedTuple):
    """A batch with its place: the game, the number of events before it, and the new hashes."""

    game: str
    after: int
    batch: Batch
    hashes: list[bytes]


def make_sqlite_statements(rows: Rows) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the statements to execute, each with its values."""
    game, after, batch, hashes = rows
    shared, count = (game, batch.recorded_at, batch.recorded_by), len(hashes)
    # The list holds row after row but is filled by columns. A loop over rows would take ten times as long.
    cells: list[Cell] = [None] * (count * OWN)
    for at, column in enumerate((range(after + 1, after + count + 1), batch.kinds, batch.bodies, hashes)):
        cells[at::OWN] = column
    cells[OWN - 1] = batch.rulebook
    for at in range(0, len(cells), AT_ONCE * OWN):
        some = cells[at : at + AT_ONCE * OWN]
        yield _write_insert(len(some) // OWN), [*shared, *some]


@cache
def _write_insert(count: int) -> str:
    """Write the statement that inserts this number of rows."""
    return _INTO + ", ".join([_ROW] * count)


def make_postgresql_values(rows: Rows) -> tuple[Cell, ...]:
    """Return the values for `PUT`."""
    _, after, batch, hashes = rows
    shared = (batch.recorded_at, batch.recorded_by, after, batch.rulebook)
    return (*shared, encode_texts(batch.kinds), encode_many_bytes(batch.bodies), encode_many_bytes(hashes))
