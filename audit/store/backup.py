"""Backs up and restores: copies everything that cannot be derived again into another, fresh database."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Table, insert, select

from audit.store.errors import StoreError
from audit.store.keys.key_file import ENDING, NEXT
from audit.store.session import hold_one_moment
from audit.store.tables import clubs, events, games, heads, keys, signing_keys, token_acts, tokens, uploads

# In this order every row finds the rows it refers to. Events come before the head that covers them.
COPIED = (clubs, signing_keys, tokens, token_acts, uploads, games, events, heads, keys)
AT_ONCE, FEW = 500, 8
# The endings of the files that SQLite and the store put next to a database file.
BELONGING = ("-wal", "-shm", "-journal", ENDING, f"{ENDING}{NEXT}")


class NotEmptyError(StoreError):
    """The target of a backup or a restore is not empty."""


def copy_tables(source: Connection, target: Connection, tell: Callable[[str, int], None]) -> dict[str, int]:
    """Copy table by table. Each connection is in one transaction, so the copy shows a single moment."""
    hold_one_moment(source)
    for table in COPIED:
        if target.execute(select(table).limit(1)).first() is not None:
            raise NotEmptyError(f"There are {table.name} in that database already. Restore into a fresh one.")
    counts = {}
    for table in COPIED:
        counts[table.name] = _copy_table(source, target, table)
        tell(table.name, counts[table.name])
    return counts


def _copy_table(source: Connection, target: Connection, table: Table) -> int:
    # Uploads may be megabytes each, while other rows are small.
    size = FEW if table is uploads else AT_ONCE
    rows = source.execute(select(table).execution_options(yield_per=size)).mappings()
    count = 0
    for part in rows.partitions(size):
        target.execute(insert(table), [dict(row) for row in part])
        count += len(part)
    return count


def name_part_file(place: Path, live: Path | None) -> Path:
    """Name the file that a backup is written to until it is complete. `live` is the file of the copied database."""
    if place.exists():
        raise NotEmptyError(f"{place} is there already. A backup never overwrites anything: name another file.")
    if live is not None and place.absolute() in {Path(f"{live.absolute()}{end}") for end in BELONGING}:
        raise NotEmptyError(f"{place} belongs to the database that is copied: name another file.")
    # A concurrent backup with the same name writes to a part file of its own.
    return place.with_name(f"{place.name}.{secrets.token_hex(4)}.part")


def publish_backup(part: Path, place: Path) -> None:
    """Give a complete backup its final name. Raises `NotEmptyError` if another backup has taken that name."""
    try:
        place.hardlink_to(part)
    except FileExistsError:
        raise NotEmptyError(f"{place} is there by now: another backup has that name.") from None
    except OSError:
        # Some file systems do not support hard links.
        part.replace(place)
