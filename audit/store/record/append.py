"""Appends a batch of events to a game: all or none, one writer per place, answered in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from audit.store.clock import to_datetime
from audit.store.errors import Absent, Closed, Misformed, Stale, Taken
from audit.store.idempotency import KEEP, KEEP_MOVED, make_first_answer, repeat_answer
from audit.store.keys.signatures import SigningKey
from audit.store.outbox import Outbox
from audit.store.record.canonical_json import canonicalize_texts
from audit.store.record.event_rows import PUT, Rows, make_postgresql_values, make_sqlite_statements
from audit.store.record.games import Games
from audit.store.record.hash_chain import Batch, hash_batch
from audit.store.records import CLOSE, Digests, FirstAnswer, GameHead, Key, Notice, Receipt
from audit.store.session import MOST, Cell, ask_driver, check_row, check_text, get_driver, parse_id

# These frequent statements go straight to the driver, inside SQLAlchemy's transaction. Building them each time would
# take as long as the rows of a small batch.
_STANDS = (
    "SELECT g.seal, h.seq, h.hash, h.closed, COALESCE(h.rulebook, g.rulebook), "
    "(SELECT mark FROM signing_keys LIMIT 1), "
    "k.fingerprint, k.answer, k.game, k.seq, k.head, k.kept_at, k.mac FROM games g "
    "JOIN heads h ON h.game = g.id LEFT JOIN keys k ON k.principal = ? AND k.key = ? WHERE g.id = ? AND g.club = ?"
)
_MOVE_ON = "UPDATE heads SET seq = ?, hash = ?, closed = ?, rulebook = ? WHERE game = ? AND seq = ? AND hash = ?"
# PostgreSQL gets everything in one statement, since each separate one costs as much as dozens of rows.
_ALL = f"WITH moved AS ({_MOVE_ON} RETURNING game), put AS ({PUT}) "
_WITH_KEY, _WITHOUT_KEY = f"{_ALL}{KEEP_MOVED}", f"{_ALL}TABLE moved"
# Far above the length of any of our names, and far below the limit of the chain.
LONGEST_NAME = 200
_KINDS = ((bytes,), (int,), (bytes,), (int,), (str,))


class GameEnd(NamedTuple):
    """The latest state of a game at the moment of writing."""

    seal: bytes
    seq: int
    hash: bytes
    closed: bool
    rulebook: str


class Appending(Games, Outbox):
    """Appends events to games."""

    def append(  # noqa: PLR0913 - what is appended, after what, by whom, and how it is answered
        self,
        club: str,
        game: str,
        *,
        expected: tuple[int, str],
        bodies: Sequence[tuple[str, bytes]],
        rulebook: Digests,
        by: str,
        answer: Callable[[Receipt], bytes],
        key: Key | None = None,
        telling: Callable[[Receipt], Sequence[Notice]] = lambda _: (),
    ) -> FirstAnswer:
        """Append (kind, JSON body) events, all or none, after `expected` (seq, head). The kind CLOSE closes the game.

        If `rulebook` differs from the game's last one, the first of these events records it permanently. Raises
        `Stale`, `Absent`, `Closed`, `KeyReused`, `KeyBusy`, `Misformed`. `answer` is called inside the transaction and
        must be fast. An exception from it undoes the append. `telling` returns the notices to send.
        """
        at = self._read_clock()
        kinds = [kind for kind, _ in bodies]
        _check_kinds(kinds, check_text(by, "token's id"))
        texts = canonicalize_texts([body for _, body in bodies])
        try:
            with self.check_file_once(), self._begin_write() as connection:
                stands, first, signing = self._read_game_end(connection, parse_id(club), parse_id(game), key)
                if first is not None:
                    return first
                under = _check_continuity(stands, expected, len(texts), check_text(str(rulebook), "rulebook's digests"))
                batch = Batch(kinds, texts, at, by, under)
                rows = Rows(game, stands.seq, batch, hash_batch(stands.seal, stands.hash, stands.seq, batch))
                receipt = _make_receipt(rows)
                said, head = answer(receipt), GameHead(game, receipt.seq, receipt.head)
                self._put_notices(connection, telling(receipt))
                _write_rows(
                    connection, stands, rows, None if key is None else self._make_answer_row(key, head, said, signing)
                )
                return make_first_answer(head, said)
        except Taken:
            return self._answer_lost_race(club, game, key)

    def _read_game_end(
        self, connection: Connection, club: str, game: str, key: Key | None
    ) -> tuple[GameEnd, FirstAnswer | None, SigningKey | None]:
        """Read in one query the end of the game, an earlier answer to this key, and the key that signs answers."""
        named = (None, None) if key is None else (check_text(key.principal, "token's id"), check_text(key.key, "key"))
        row = ask_driver(connection, _STANDS, (*named, game, club)).fetchone()
        if row is None:
            raise Absent("There is no such game.")
        stands = GameEnd(*check_row(row[: len(_KINDS)], _KINDS, "games` or `heads"))
        mark, *before = row[len(_KINDS) :]
        signing = None if key is None else self._check_mark(mark)
        first = None if key is None or before[0] is None else repeat_answer(key, before, signing)
        return stands, first, signing

    def _answer_lost_race(self, club: str, game: str, key: Key | None) -> FirstAnswer:
        """Answer after another writer was first. A retry gets the first answer, and any other request `Stale`."""
        first = None if key is None else self.find_answer(key)
        if first is not None:
            return first
        stands = self._read_game(club, game)
        raise Stale(stands.seq, stands.head)


def _check_kinds(kinds: list[str], by: str) -> None:
    if not kinds:
        raise Misformed("There is no event to append.")
    for kind in {*kinds, by}:
        if len(check_text(kind, "kind of an event")) > LONGEST_NAME:
            raise Misformed(f"The kind of an event has {LONGEST_NAME} letters at most.")
    if CLOSE in kinds[:-1]:
        raise Misformed("Nothing follows the event that closes a game.", kinds.index(CLOSE))


def _check_continuity(stands: GameEnd, expected: tuple[int, str], count: int, rulebook: str) -> str | None:
    """Refuse events that do not continue the game. Return the rulebook to record, if it is another one."""
    if stands.closed:
        raise Closed("The game is closed. What is recorded stands; nothing can be added.")
    if (stands.seq, stands.hash.hex()) != expected:
        raise Stale(stands.seq, stands.hash.hex())
    if stands.seq + count > MOST:
        raise Misformed(f"A game has {MOST:,} events at most.")
    return None if rulebook == stands.rulebook else rulebook


def _make_receipt(rows: Rows) -> Receipt:
    hashes = tuple(map(bytes.hex, rows.hashes))
    first, last = rows.after + 1, rows.after + len(hashes)
    return Receipt(rows.game, first, last, hashes[-1], hashes, to_datetime(rows.batch.recorded_at))


def _write_rows(connection: Connection, stands: GameEnd, rows: Rows, kept: tuple[Cell, ...] | None) -> None:
    """Write the events, move the head, and store the answer. Raises `Taken` if another writer was first."""
    batch, last = rows.batch, (rows.after + len(rows.hashes), rows.hashes[-1])
    under = batch.rulebook or stands.rulebook
    onward = (*last, batch.kinds[-1] == CLOSE, under, rows.game, stands.seq, stands.hash)
    if connection.dialect.name == "postgresql":
        values = (*onward, *make_postgresql_values(rows), *(kept or ()))
        moved = ask_driver(connection, _WITH_KEY if kept else _WITHOUT_KEY, values).rowcount
    else:
        bare = get_driver(connection)
        for statement, cells in make_sqlite_statements(rows):
            bare.execute(statement, cells)
        moved = ask_driver(connection, _MOVE_ON, onward).rowcount
        if kept:
            ask_driver(connection, KEEP, kept)
    if moved != 1:
        raise Taken("Someone else was first.")
