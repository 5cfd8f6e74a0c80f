"""Combines the parts of the store: opens it by URL, closes it, and checks that it is ready."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy.engine import URL

from audit.store import schema
from audit.store.backend.connections import make_engine, parse_database_url
from audit.store.backend.sqlite_file import DatabaseFile
from audit.store.backup import copy_tables, name_part_file, publish_backup
from audit.store.clock import read_clock
from audit.store.derived import Derived
from audit.store.errors import Damaged, StoreError, Unavailable
from audit.store.integrity.triggers import list_trigger_faults
from audit.store.integrity.verify import find_damage
from audit.store.keys.key_file import find_database_file, name_key_file, read_secret
from audit.store.keys.rotation import Signed, find_wrong_macs
from audit.store.keys.signatures import SigningKey
from audit.store.keys.tokens import Tokens
from audit.store.record.decisions import DecisionRecords
from audit.store.records import Damage, GameHead, Readiness, UploadHead
from audit.store.session import hold_one_moment

POOL, PATIENCE = 5, 5.0


def _ignore_progress(_table: str, _count: int) -> None:
    """Ignore the progress of a copy."""


class Store(DecisionRecords, Tokens, Derived):
    """Everything that is stored. Any method may raise `Unavailable`, and any writing method `DiskFull`."""

    def __init__(self, url: URL, clock: Callable[[], datetime], pool: int, patience: float, secret: str) -> None:
        self._folder: str | None = None
        if url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}:
            # Threads cannot share an in-memory database as they share a file, so a temporary file replaces it.
            self._folder = tempfile.mkdtemp(prefix="deadreckon-")
            url = url.set(database=str(Path(self._folder, "store.db")))
        self._url, self._pool, self._patience = url, pool, patience
        key = SigningKey(secret) if secret else None
        Signed.__init__(self, make_engine(url, pool=pool, patience=patience), clock, DatabaseFile(url), key)

    @classmethod
    def open(
        cls,
        url: str,
        *,
        clock: Callable[[], datetime] = read_clock,
        pool: int = POOL,
        patience: float = PATIENCE,
        secret: str | None = None,
    ) -> Store:
        """Open `sqlite:///path`, `postgresql://...` or `sqlite://` (temporary, deleted on close). Never migrate.

        No connection is made yet, so the first method finds out if the database does not answer. `patience` is the
        number of seconds to wait for a lock or a free connection before `Unavailable`. `secret` is the key that signs
        tokens and derived data. By default it is read from the key file next to an SQLite database, if there is one.
        """
        read = parse_database_url(url)
        return cls(read, clock, pool, patience, read_secret(name_key_file(read)) if secret is None else secret)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        """The URL of the store, without a password."""
        return self._url.render_as_string(hide_password=True)

    def upgrade(self) -> str:
        """Create the schema or upgrade it to the newest revision, and return that revision. It runs only on demand."""
        return schema.upgrade(self._url, self._patience, self._sign_late)

    def check_readiness(self) -> Readiness:
        """Return whether the database answers with this version's schema. Never raises."""
        wanted = schema.find_newest_revision()
        try:
            with self._begin_read() as connection:
                revision = schema.read_revision(connection)
        except StoreError as wrong:
            return Readiness(ready=False, database=self.url, revision=None, wanted=wanted, hint=str(wrong))
        return Readiness(revision == wanted, self.url, revision, wanted, schema.explain_remedy(revision))

    def check_service(self) -> Readiness:
        """Return whether the store can serve: it is ready and signed with our key.

        Report a full disk too. Never raises.
        """
        readiness = self.check_readiness()
        if not readiness.ready:
            return readiness
        try:
            with self._begin_read() as connection:
                self._find_signing_key(connection, anew=True)
        except StoreError as wrong:
            return replace(readiness, ready=False, hint=str(wrong))
        return replace(readiness, hint=self._no_room)

    def verify(self, kept: Iterable[GameHead | UploadHead] = ()) -> list[Damage]:
        """Recompute every hash of every upload, game and event. `kept` holds heads that the operator stored outside."""
        found: list[Damage] = []
        try:
            with self._begin_read() as connection:
                hold_one_moment(connection)
                # Damage is added one by one, so that it is not lost if the file becomes unreadable.
                found.extend(schema.list_schema_damage(connection))
                for one in chain(find_damage(connection, list(kept)), find_wrong_macs(connection, self._key)):
                    found.append(one)  # noqa: PERF402 - as above
        except Damaged as wrong:
            found.append(Damage("the database file", None, str(wrong)))
        return found

    def write_head_lines(self) -> list[str]:
        """Write one line for each head, as `deadreckon db heads` does. Operators store them outside for `verify`."""
        games = [f"{head.game} {head.seq} {head.hash}" for head in self.list_heads()]
        return games + [f"upload {kept.club} {kept.sha256} {kept.seal}" for kept in self.list_upload_heads()]

    def backup(self, place: Path, tell: Callable[[str, int], None] = _ignore_progress) -> list[Damage]:
        """Copy everything into a new SQLite file, and verify the copy. `[]` means that it is good.

        Damaged data is copied unchanged, so that it can be examined.
        """
        part = name_part_file(place, find_database_file(self._url))
        try:
            with Store.open(f"sqlite:///{part}", clock=self._clock) as target:
                target.upgrade()
                with self._begin_read() as source, target._begin_write() as copied:  # noqa: SLF001 - a store like this one
                    copy_tables(source, copied, tell)
                target._key = self._key  # noqa: SLF001 - as above
                found = target.verify()
            publish_backup(part, place)
        finally:
            part.unlink(missing_ok=True)
        return found

    def restore(self, place: Path, tell: Callable[[str, int], None] = _ignore_progress) -> dict[str, int]:
        """Copy a backup into this database, which must have the schema and no data."""
        source = Store.open(f"sqlite:///{place}")
        if not source.check_readiness().ready:
            raise Unavailable(f"{place} is not of this version: `deadreckon db upgrade --database {source.url}`.")
        with source, source._begin_read() as there, self._begin_write() as target:  # noqa: SLF001 - a store like this one
            return copy_tables(there, target, tell)

    def list_differences(self) -> list[str]:
        """List the differences between the tables and this version's schema."""
        with self._begin_read() as connection:
            return schema.list_schema_differences(connection)

    def list_trigger_faults(self) -> list[str]:
        """List the protecting triggers that are missing or changed, and objects that do not belong to the store."""
        with self._begin_read() as connection:
            return list_trigger_faults(connection)
