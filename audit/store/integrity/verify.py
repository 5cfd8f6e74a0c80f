"""Recomputes every hash from the stored data, and reports everything that is not as recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Integer, select, type_coerce

from audit.store.integrity.chain_walk import StoredEvent, Walk
from audit.store.record.hash_chain import hash_upload, make_seal
from audit.store.records import Damage, GameHead, UploadHead
from audit.store.session import Cell
from audit.store.tables import clubs, events, games, heads, tokens, uploads

AT_ONCE = 64
_GAME = (games.c.id, games.c.club, games.c.header, games.c.rulebook, games.c.created_at, games.c.created_by)
_UPLOAD = (
    *(uploads.c.club, uploads.c.sha256, uploads.c.sort, uploads.c.name),
    *(uploads.c.kept_at, uploads.c.kept_by),
)
_EVENT = (
    *(events.c.seq, events.c.kind, events.c.body, events.c.recorded_at, events.c.recorded_by),
    *(events.c.rulebook, events.c.hash),
)
# A flipped byte may damage a page. This is checked first, because reading the rows may simply fail.
DATABASE = "the database file"


def find_damage(connection: Connection, kept: Sequence[GameHead | UploadHead]) -> Iterator[Damage]:
    """Recompute every hash at a single moment, so that concurrent appends do not look like damage."""
    yield from _check_database(connection)
    with _accept_any_text(connection):
        yield from _check_uploads(connection)
        yield from _check_upload_heads(connection, [one for one in kept if isinstance(one, UploadHead)])
        yield from _check_games(connection, [one for one in kept if isinstance(one, GameHead)])
        yield from _find_strays(connection)


def _check_database(connection: Connection) -> Iterator[Damage]:
    if connection.dialect.name == "sqlite":
        for (said,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if said != "ok":
                yield Damage(DATABASE, None, f"SQLite finds it damaged: {said}.")


@contextmanager
def _accept_any_text(connection: Connection) -> Iterator[None]:
    """Let the driver read damaged text. Text that is no longer UTF-8 must be reported, not raise an error."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        yield
        return
    driver.text_factory = lambda raw: raw.decode(errors="replace")
    try:
        yield
    finally:
        driver.text_factory = str


def _check_uploads(connection: Connection) -> Iterator[Damage]:
    wanted = select(*_UPLOAD, uploads.c.size, uploads.c.seal, uploads.c.raw).order_by(uploads.c.club, uploads.c.sha256)
    for *said, size, stored, raw in connection.execute(wanted.execution_options(yield_per=AT_ONCE)):
        club, digest, *_ = said
        place = f"upload {digest.hex() if isinstance(digest, bytes) else digest} of {club}"
        if not isinstance(raw, bytes) or hashlib.sha256(raw).digest() != digest:
            yield Damage(place, None, "Its bytes are not the ones that were uploaded.")
        elif len(raw) != size:
            yield Damage(place, None, "Its size was changed.")
        elif _hash_upload_or_none(*said) != stored:
            yield Damage(place, None, "Its description was changed (club, sort, name, date or uploader).")


def _check_upload_heads(connection: Connection, kept: Sequence[UploadHead]) -> Iterator[Damage]:
    """Check that each upload in the operator's list exists with the same description."""
    if not kept:
        return
    rows = connection.execute(select(uploads.c.club, uploads.c.sha256, uploads.c.seal))
    there = {(club, digest): sealed for club, digest, sealed in rows}
    for one in kept:
        sealed = there.get((one.club, bytes.fromhex(one.sha256)))
        place = f"upload {one.sha256} of {one.club}"
        if sealed is None:
            yield Damage(place, None, "It is gone, and the list of heads names it.")
        elif sealed != bytes.fromhex(one.seal):
            yield Damage(place, None, "It differs from the list of heads.")


def _hash_upload_or_none(club: Cell, digest: Cell, sort: Cell, name: Cell, at: Cell, by: Cell) -> bytes | None:
    try:
        return hash_upload(club, digest, sort, name, (at, by))
    except (AttributeError, TypeError):
        return None


def _check_games(connection: Connection, kept: Sequence[GameHead]) -> Iterator[Damage]:
    seen: dict[str, list[GameHead]] = {}
    for head in kept:
        seen.setdefault(head.game, []).append(head)
    # Ids come first, then one game at a time. The events of one game fit into memory, those of all games may not.
    for game in list(connection.execute(select(games.c.id).order_by(games.c.id)).scalars()):
        yield from _check_game(connection, game, seen.pop(game, []))
    for game in seen:
        yield Damage(f"game {game}", None, "The game is gone, and the list of heads names it.")


def _check_game(connection: Connection, game: str, kept: list[GameHead]) -> Iterator[Damage]:
    row = connection.execute(select(*_GAME, games.c.seal).where(games.c.id == game)).one_or_none()
    if row is None:
        yield Damage(f"game {game}", None, "It is listed, but cannot be found by its id.")
        return
    *_, stored = row
    computed = _make_seal_or_none(*row[:6])
    if computed != stored:
        yield Damage(f"game {game}", None, "What the game began with was changed (its header, rulebook, club or date).")
    closed = type_coerce(heads.c.closed, Integer)
    wanted = select(heads.c.seq, heads.c.hash, closed, heads.c.rulebook).where(heads.c.game == game)
    stands = connection.execute(wanted).first()
    rows = connection.execute(select(*_EVENT).where(events.c.game == game).order_by(events.c.seq)).all()
    placed = [StoredEvent.read_row(*row) for row in rows if isinstance(row.seq, int)]
    if len(placed) < len(rows):
        yield Damage(f"game {game}", None, "An event has a place that is not a number.")
    walk = Walk(game, stored if isinstance(stored, bytes) else computed or b"", placed)
    if stands is not None and not (isinstance(stands.seq, int) and isinstance(stands.hash, bytes)):
        # This head is damaged. On SQLite a column may hold any type.
        stands = None
    yield from walk.find_damage(None if stands is None else (stands.seq, stands.hash, stands.closed))
    yield from walk.check_heads(kept)
    if stands is None:
        return
    under = row.rulebook if stands.rulebook is None else stands.rulebook
    if under != walk.find_rulebook(row.rulebook):
        yield Damage(f"game {game}", stands.seq, "The rulebook that the game's head names is not its last event's.")


def _make_seal_or_none(game: Cell, club: Cell, header: Cell, rulebook: Cell, at: Cell, by: Cell) -> bytes | None:
    try:
        return make_seal(game, club, header, rulebook, (at, by))
    except (AttributeError, TypeError):
        return None


def _find_strays(connection: Connection) -> Iterator[Damage]:
    for table in (events, heads):
        wanted = select(table.c.game, table.c.seq).where(table.c.game.not_in(select(games.c.id)))
        for game, seq in connection.execute(wanted.order_by(table.c.game, table.c.seq)):
            yield Damage(f"game {game}", seq, "There is no such game, yet this is said to be one of its events.")
    for table in (games, tokens, uploads):
        theirs = select(table.c.club).where(table.c.club.not_in(select(clubs.c.id))).distinct()
        for club in connection.execute(theirs.order_by(table.c.club)).scalars():
            yield Damage(f"club {club}", None, f"There is no such club, yet {table.name} are said to be its.")
