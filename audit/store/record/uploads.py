"""Stores uploads unchanged for each club, and finds them by the SHA-256 of their bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sqlalchemy import Connection, func, insert, select, tuple_

from audit.store.clock import to_datetime
from audit.store.errors import Absent, Taken, TooMany
from audit.store.record.hash_chain import hash_upload
from audit.store.records import UploadHead, UploadRow
from audit.store.session import (
    Cell,
    StoreSession,
    bound_count,
    check_row,
    check_text,
    list_cell_types,
    parse_hash,
    parse_id,
)
from audit.store.tables import uploads as table

_DESCRIBED = (table.c.sha256, table.c.size, table.c.kept_at, table.c.kept_by, table.c.sort, table.c.name)
_KINDS, _RAW = list_cell_types(_DESCRIBED), list_cell_types([table.c.raw])


class Uploads(StoreSession):
    """Stores files and returns them byte for byte."""

    def add_upload(
        self, club: str, raw: bytes, *, by: str, sort: str = "log", name: str = "", most: int | None = None
    ) -> UploadRow:
        """Store bytes unchanged. `new` is false if the club has them already. Raises `Absent`: no such club.

        `sort` is the kind of upload, such as log or pack, and `name` is e.g. a pack's id. For bytes stored before, both
        stay. Raises `TooMany` if `most` uploads of this name and kind exist already, even under concurrent requests.
        """
        parse_id(club)
        digest = hashlib.sha256(raw).digest()
        named = {
            "sort": check_text(sort, "sort"),
            "name": check_text(name, "name"),
            "kept_by": check_text(by, "token's id"),
        }
        at = self._read_clock()
        sealed = hash_upload(club, digest, sort, name, (at, by))
        row = {"club": club, "sha256": digest, "size": len(raw), "kept_at": at, "seal": sealed, "raw": raw, **named}
        try:
            with self._begin_write() as connection:
                if (there := _find_upload(connection, club, digest)) is not None:
                    return there
                if most is not None and _count_under_name(connection, club, name, sort) >= most:
                    raise TooMany(f"{most} of this name are stored, which is the most.")
                connection.execute(insert(table), row)
        except Taken:
            return self.describe_upload(club, digest.hex())
        return UploadRow(digest.hex(), len(raw), to_datetime(at), by, sort, name, new=True)

    def read_upload(self, club: str, sha256: str) -> bytes:
        """Return the bytes of an upload. Raises `Absent`."""
        wanted = select(table.c.raw).where(table.c.club == parse_id(club), table.c.sha256 == parse_hash(sha256))
        with self._begin_read() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise Absent("There is no such upload.")
        (raw,) = check_row(row, _RAW, "uploads")
        return bytes(raw)

    def describe_upload(self, club: str, sha256: str) -> UploadRow:
        """Describe one upload. Raises `Absent`."""
        with self._begin_read() as connection:
            there = _find_upload(connection, parse_id(club), parse_hash(sha256))
        if there is None:
            raise Absent("There is no such upload.")
        return there

    def list_uploads(
        self, club: str, *, sort: str | None = None, name: str | None = None, after: str | None = None, limit: int = 100
    ) -> list[UploadRow]:
        """List uploads, oldest first. `after` is the SHA-256 of the last one seen."""
        wanted = select(*_DESCRIBED).where(table.c.club == parse_id(club))
        if sort is not None:
            wanted = wanted.where(table.c.sort == check_text(sort, "sort"))
        if name is not None:
            wanted = wanted.where(table.c.name == check_text(name, "name"))
        if after is not None:
            seen = parse_hash(after)
            when = select(table.c.kept_at).where(table.c.club == club, table.c.sha256 == seen).scalar_subquery()
            wanted = wanted.where(tuple_(table.c.kept_at, table.c.sha256) > tuple_(when, seen))
        with self._begin_read() as connection:
            rows = connection.execute(wanted.order_by(table.c.kept_at, table.c.sha256).limit(bound_count(limit))).all()
        return [_make_upload_row(row) for row in rows]

    def list_upload_heads(self) -> list[UploadHead]:
        """List every upload with its seal. Operators store the list outside for `verify`."""
        wanted = select(table.c.club, table.c.sha256, table.c.seal).order_by(table.c.club, table.c.sha256)
        with self._begin_read() as connection:
            return [UploadHead(club, digest.hex(), seal.hex()) for club, digest, seal in connection.execute(wanted)]


def _count_under_name(connection: Connection, club: str, name: str, sort: str) -> int:
    """Count the uploads of a name and kind. A lock makes concurrent writers of the same name wait."""
    if connection.dialect.name == "postgresql":
        turn = int.from_bytes(hashlib.sha256(f"{club} {name}".encode()).digest()[:8], signed=True)
        connection.execute(select(func.pg_advisory_xact_lock(turn)))
    counted = select(func.count()).select_from(table).where(table.c.club == club, table.c.name == name)
    family = table.c.sort.startswith(sort.partition("/")[0])
    return int(connection.execute(counted.where(family)).scalar_one())


def _find_upload(connection: Connection, club: str, digest: bytes) -> UploadRow | None:
    wanted = select(*_DESCRIBED).where(table.c.club == club, table.c.sha256 == digest)
    row = connection.execute(wanted).one_or_none()
    return None if row is None else _make_upload_row(row)


def _make_upload_row(row: Sequence[Cell]) -> UploadRow:
    digest, size, kept_at, kept_by, sort, name = check_row(row, _KINDS, "uploads")
    return UploadRow(digest.hex(), size, to_datetime(kept_at), kept_by, sort, name)
