"""Appending: all events of a batch or none, one winner for each place, chained, answered in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from sqlalchemy import Connection

from audit.store.base import Cell, as_id, asked, driver, holdable
from audit.store.canonical import canonical
from audit.store.event_chain import Link, chained
from audit.store.first_answers import replayed
from audit.store.games import Games
from audit.store.outbox import Outbox
from audit.store.records import CLOSE, Digests, FirstAnswer, GameHead, Key, Notice, Receipt
from audit.store.refusals import Absent, Closed, Misformed, Stale, Taken
from audit.store.signing import SigningKey
from audit.store.times import moment

# The hot statements go straight to the driver, inside SQLAlchemy's transaction: to build them anew each time would cost
# as much as the rows of a small batch.
_STANDS = (
    "SELECT g.seal, h.seq, h.hash, h.closed, COALESCE(h.rulebook, g.rulebook), "
    "(SELECT mark FROM signing_keys LIMIT 1), "
    "k.fingerprint, k.answer, k.game, k.seq, k.head, k.kept_at, k.mac FROM games g "
    "JOIN heads h ON h.game = g.id LEFT JOIN keys k ON k.principal = ? AND k.key = ? WHERE g.id = ? AND g.club = ?"
)
_MOVE_ON = "UPDATE heads SET seq = ?, hash = ?, closed = ?, rulebook = ? WHERE game = ? AND seq = ? AND hash = ?"
# What the rows of a batch share is handed to SQLite once, and many rows in one statement.
AT_ONCE = 50
_INSERT = "INSERT INTO events (game, recorded_at, recorded_by, seq, kind, body, hash, rulebook) VALUES "
_COPY = "COPY events (game, recorded_at, recorded_by, seq, kind, body, hash, rulebook) FROM STDIN (FORMAT BINARY)"
# Far beyond any name of ours, far below what the chain can hold.
LONGEST_NAME = 200
_TYPES = ("text", "int8", "text", "int4", "text", "bytea", "bytea", "text")


class GameEnd(NamedTuple):
    """Where a game stands at the moment of writing."""

    seal: bytes
    seq: int
    hash: bytes
    closed: bool
    rulebook: str


class Appending(Games, Outbox):
    """Append to games."""

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
        """Append (kind, JSON body) events all or none after `expected` (seq, head); kind CLOSE closes the game.

        Where the game went on under another `rulebook` than before, the first of these events notes it, for good.
        Raises Stale, Absent, Closed, KeyReused, KeyBusy, Misformed. `answer` is asked inside the transaction, so it had
        better be quick; an exception out of it undoes the append. `telling` says what is to be told elsewhere.
        """
        at = self._now()
        _check([kind for kind, _ in bodies], holdable(by, "token's id"))
        texts = canonical([body for _, body in bodies])
        links = [Link(kind, text, at, by) for (kind, _), text in zip(bodies, texts, strict=True)]
        try:
            with self._writing() as connection:
                stands, first, signing = self._standing(connection, as_id(club), as_id(game), key)
                if first is not None:
                    return first
                noted = _noting(_agreed(stands, expected), holdable(str(rulebook), "rulebook's digests"), links)
                receipt = _append(connection, game, stands._replace(rulebook=str(rulebook)), noted)
                said = answer(receipt)
                self._put_down(connection, telling(receipt))
                return self._keep_answer(connection, key, GameHead(game, receipt.seq, receipt.head), said, signing)
        except Taken:
            return self._lost(club, game, key)

    def _standing(
        self, connection: Connection, club: str, game: str, key: Key | None
    ) -> tuple[GameEnd, FirstAnswer | None, SigningKey | None]:
        """Look up where the game stands, whether this was answered before, and what signs answers, in one go."""
        named = (None, None) if key is None else (holdable(key.principal, "token's id"), holdable(key.key, "key"))
        row = asked(connection, _STANDS, (*named, game, club)).fetchone()
        if row is None:
            raise Absent("There is no such game.")
        seal, seq, head, closed, rulebook, mark, *before = row
        signing = None if key is None else self._agreeing(mark)
        first = None if key is None or before[0] is None else replayed(key, before, signing)
        return GameEnd(seal, seq, head, bool(closed), rulebook), first, signing

    def _lost(self, club: str, game: str, key: Key | None) -> FirstAnswer:
        """Someone else was first: ourselves a moment ago, and this is a retry, or another writer."""
        first = None if key is None else self.answered(key)
        if first is not None:
            return first
        stands = self._game(club, game)
        raise Stale(stands.seq, stands.head)


def _check(kinds: list[str], by: str) -> None:
    if not kinds:
        raise Misformed("There is no event to append.")
    for kind in {*kinds, by}:
        if len(holdable(kind, "kind of an event")) > LONGEST_NAME:
            raise Misformed(f"The kind of an event has {LONGEST_NAME} letters at most.")
    if CLOSE in kinds[:-1]:
        raise Misformed("Nothing follows the event that closes a game.", kinds.index(CLOSE))


def _agreed(stands: GameEnd, expected: tuple[int, str]) -> GameEnd:
    if stands.closed:
        raise Closed("The game is closed. What is recorded stands; nothing can be added.")
    if (stands.seq, stands.hash.hex()) != expected:
        raise Stale(stands.seq, stands.hash.hex())
    return stands


def _noting(stands: GameEnd, rulebook: str, links: list[Link]) -> list[Link]:
    return links if rulebook == stands.rulebook else [links[0]._replace(rulebook=rulebook), *links[1:]]


def _append(connection: Connection, game: str, stands: GameEnd, links: list[Link]) -> Receipt:
    hashes = chained(stands.seal, stands.hash, stands.seq, links)
    first, last = stands.seq + 1, stands.seq + len(links)
    own = [
        (seq, kind, body, digest, rulebook)
        for seq, (kind, body, _, _, rulebook), digest in zip(range(first, last + 1), links, hashes, strict=True)
    ]
    _write(connection, (game, links[0].recorded_at, links[0].recorded_by), own)
    onward = (last, hashes[-1], links[-1].kind == CLOSE, stands.rulebook, game, stands.seq, stands.hash)
    if asked(connection, _MOVE_ON, onward).rowcount != 1:
        # Only where the row of heads was changed by hand: the places in `events` were free.
        raise Taken("Someone else was first.")
    return Receipt(
        game, first, last, hashes[-1].hex(), tuple(digest.hex() for digest in hashes), moment(links[0].recorded_at)
    )


def _write(connection: Connection, shared: tuple[Cell, ...], rows: list[tuple[Cell, ...]]) -> None:
    """Write rows the way each database takes them fastest; UNIQUE (game, seq) decides who was first."""
    bare = driver(connection)
    if connection.dialect.name == "postgresql":
        with bare.cursor() as cursor, cursor.copy(_COPY) as copy:
            copy.set_types(_TYPES)
            for row in rows:
                copy.write_row(shared + row)
        return
    for at in range(0, len(rows), AT_ONCE):
        some = rows[at : at + AT_ONCE]
        bare.execute(_inserting(len(some)), [*shared, *chain.from_iterable(some)])


@cache
def _inserting(count: int) -> str:
    """Write the statement that inserts so many rows."""
    return _INSERT + ", ".join(f"(?1, ?2, ?3{', ?' * 5})" for _ in range(count))
