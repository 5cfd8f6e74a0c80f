"""The store as a whole: opened on a URL, closed again, asked whether it is ready."""

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
    """Tell nobody."""


class Store(DecisionRecords, Tokens, Derived):
    """Everything that is kept. Any method may raise Unavailable, and any that writes DiskFull."""

    def __init__(self, url: URL, clock: Callable[[], datetime], pool: int, patience: float, secret: str) -> None:
        self._folder: str | None = None
        if url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}:
            # Threads cannot share a database in memory as they share a file; so it is a file that goes at close.
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
        """Open `sqlite:///path`, `postgresql://...` or `sqlite://` (a temporary one, gone at close); never migrates.

        Nothing is connected yet: a database that does not answer is found out by the first method. `patience` is how
        many seconds to wait for a lock or a free connection before Unavailable. `secret` is what tokens, and what is
        derived, are signed with; where none is given, what lies in the file beside an SQLite database, if there is one.
        """
        read = parse_database_url(url)
        return cls(read, clock, pool, patience, read_secret(name_key_file(read)) if secret is None else secret)

    def close(self) -> None:
        """Let go of all connections."""
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
        """Where the store is, without a password."""
        return self._url.render_as_string(hide_password=True)

    def upgrade(self) -> str:
        """Lay the schema, or bring it to the newest revision, which is given. Only ever on demand."""
        return schema.upgrade(self._url, self._patience, self._sign_late)

    def check_readiness(self) -> Readiness:
        """Say whether the database answers with the schema that this version wants. Never raises."""
        wanted = schema.find_newest_revision()
        try:
            with self._begin_read() as connection:
                revision = schema.read_revision(connection)
        except StoreError as wrong:
            return Readiness(ready=False, database=self.url, revision=None, wanted=wanted, hint=str(wrong))
        return Readiness(revision == wanted, self.url, revision, wanted, schema.explain_remedy(revision))

    def check_service(self) -> Readiness:
        """Say whether it can be served: it is ready, and signed with our key; and if its disk is full. Never raises."""
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
        """Recompute every hash of every upload, game and event; `kept` are heads that were kept elsewhere."""
        found: list[Damage] = []
        try:
            with self._begin_read() as connection:
                hold_one_moment(connection)
                # One by one: what was found stays found where the file cannot be read any further.
                found.extend(schema.list_schema_damage(connection))
                for one in chain(find_damage(connection, list(kept)), find_wrong_macs(connection, self._key)):
                    found.append(one)  # noqa: PERF402 - as above
        except Damaged as wrong:
            found.append(Damage("the database file", None, str(wrong)))
        return found

    def write_head_lines(self) -> list[str]:
        """Write each head as `deadreckon db heads` does, a line each: worth keeping somewhere else, for `verify`."""
        games = [f"{head.game} {head.seq} {head.hash}" for head in self.list_heads()]
        return games + [f"upload {kept.club} {kept.sha256} {kept.seal}" for kept in self.list_upload_heads()]

    def backup(self, place: Path, tell: Callable[[str, int], None] = _ignore_progress) -> list[Damage]:
        """Copy everything into a new SQLite file, whichever database this is, and verify the copy; `[]` is a good one.

        What was damaged before is copied as it is, so that it can be looked into.
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
        """Copy a backup into this database, which has its schema and nothing else yet."""
        source = Store.open(f"sqlite:///{place}")
        if not source.check_readiness().ready:
            raise Unavailable(f"{place} is not of this version: `deadreckon db upgrade --database {source.url}`.")
        with source, source._begin_read() as there, self._begin_write() as target:  # noqa: SLF001 - a store like this one
            return copy_tables(there, target, tell)

    def list_differences(self) -> list[str]:
        """Say where the tables are not as this version knows them."""
        with self._begin_read() as connection:
            return schema.list_schema_differences(connection)

    def list_trigger_faults(self) -> list[str]:
        """Say which triggers that should refuse changes are missing or changed, and what is there that is not ours."""
        with self._begin_read() as connection:
            return list_trigger_faults(connection)
