"""What is decided about an upload, recorded beside it: chained and kept as the events of a game are."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from sqlalchemy import insert, select

from audit.store.appending import Appending
from audit.store.base import BESIDE, as_hash, as_id, holdable
from audit.store.games import begun
from audit.store.records import Digests, EventRow, FirstAnswer, GameHead, Key, Receipt
from audit.store.refusals import Absent, Stale, Taken
from audit.store.tables import games, heads
from audit.store.uploads import Uploads

HEADER = b'{"beside":"%s"}'


class Beside(Uploads, Appending):
    """Append to what stands beside uploads. Where nothing does yet, the state is the upload itself, at 0."""

    def beside(self, club: str, upload: str) -> GameHead:
        """Say how far the record beside an upload has come; its first head is the SHA-256 of the upload."""
        as_hash(upload)
        name = _named(club, upload)
        wanted = select(heads.c.seq, heads.c.hash).join(games, games.c.id == heads.c.game)
        with self._reading() as connection:
            row = connection.execute(wanted.where(games.c.club == as_id(club), games.c.id == name)).one_or_none()
        return GameHead(name, 0, upload) if row is None or not row.seq else GameHead(name, row.seq, row.hash.hex())

    def events_beside(self, club: str, upload: str, *, limit: int | None = None) -> list[EventRow]:
        """Give what is recorded beside an upload, in order."""
        try:
            return self.events(club, _named(club, upload), limit=limit)
        except Absent:
            return []

    def append_beside(  # noqa: PLR0913 - as of `append`
        self,
        club: str,
        upload: str,
        *,
        expected: tuple[int, str],
        bodies: Sequence[tuple[str, bytes]],
        rulebook: Digests,
        by: str,
        answer: Callable[[Receipt], bytes],
        key: Key | None = None,
    ) -> FirstAnswer:
        """Append as `append` does, to what is recorded beside an upload. Raises what that raises."""
        name = _named(club, upload)
        if expected == (0, upload):
            expected = (0, self._begin_beside(club, upload, rulebook, by))
        try:
            return self.append(
                club, name, expected=expected, bodies=bodies, rulebook=rulebook, by=by, answer=answer, key=key
            )
        except Stale:
            stands = self.beside(club, upload)
            raise Stale(stands.seq, stands.hash) from None

    def _begin_beside(self, club: str, upload: str, rulebook: Digests, by: str) -> str:
        """Begin the record, if nobody has; until something is in it, nobody sees that it was begun."""
        name, header = _named(club, upload), HEADER % self.filed(club, upload).sha256.encode()
        row = begun(club, header, str(rulebook), (self._now(), holdable(by, "token's id")), name)
        wanted = select(games.c.seal).where(games.c.id == name)
        try:
            with self._writing() as connection:
                seal: bytes | None = connection.execute(wanted).scalar()
                if seal is None:
                    seal = row["seal"]
                    connection.execute(insert(games), row)
                    connection.execute(insert(heads), {"game": name, "seq": 0, "hash": seal, "closed": False})
        except Taken:
            with self._reading() as connection:
                seal = connection.execute(wanted).scalar_one()
        return bytes(seal).hex()


def _named(club: str, upload: str) -> str:
    """Name the record beside an upload: always the same, and another for each club."""
    return BESIDE + hashlib.sha256(f"{as_id(club)} {upload}".encode()).hexdigest()[:32]
