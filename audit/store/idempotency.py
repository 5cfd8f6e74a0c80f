"""Stores first answers in the transaction of the write, so that a retry gets the same bytes."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from audit.store.errors import KeyBusy, KeyReused, NotAsKept
from audit.store.keys.rotation import Signed
from audit.store.keys.signatures import OF_ANSWER, SigningKey, is_right_mac
from audit.store.records import FirstAnswer, GameHead, Key
from audit.store.session import Cell, ask_driver, check_text
from audit.store.tables import keys

# These go straight to the driver, like events. On PostgreSQL, one statement also has `moved` the game's head.
KEEP = (
    "INSERT INTO keys (principal, key, fingerprint, answer, game, seq, head, kept_at, mac) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
KEEP_MOVED = (
    "INSERT INTO keys (principal, key, fingerprint, answer, game, seq, head, kept_at, mac) "
    "SELECT ?, ?, ?, ?::bytea, ?, ?, ?::bytea, ?, ?::bytea FROM moved"
)
KEPT = (keys.c.fingerprint, keys.c.answer, keys.c.game, keys.c.seq, keys.c.head, keys.c.kept_at, keys.c.mac)
CHANGED = (
    "The stored answer to this key was changed after it was stored. Look at what is "
    "recorded; if it lacks what you sent, send that with a new key."
)


class Answers(Signed):
    """Distinguishes retries from new requests."""

    def find_answer(self, key: Key) -> FirstAnswer | None:
        """Find the first answer to this key, if there is one. Raises `KeyReused`.

        Callers check this before they compute a new answer, because the game may have new events by the time of a
        retry.
        """
        with self._begin_read() as connection:
            return self._find_answer(connection, key)

    def _find_answer(self, connection: Connection, key: Key | None) -> FirstAnswer | None:
        if key is None:
            return None
        wanted = select(*KEPT).where(
            keys.c.principal == check_text(key.principal, "token's id"), keys.c.key == check_text(key.key, "key")
        )
        row = connection.execute(wanted).one_or_none()
        return None if row is None else repeat_answer(key, row, self._find_signing_key(connection, anew=True))

    def _save_answer(
        self, connection: Connection, key: Key | None, head: GameHead, answer: bytes, signing: SigningKey | None
    ) -> FirstAnswer:
        if key is not None:
            ask_driver(connection, KEEP, self._make_answer_row(key, head, answer, signing))
        return make_first_answer(head, answer)

    def _make_answer_row(self, key: Key, head: GameHead, answer: bytes, signing: SigningKey | None) -> tuple[Cell, ...]:
        """Build the row of `keys` for a first answer."""
        stands = (head.game, head.seq, bytes.fromhex(head.hash))
        row = (key.principal, key.key, key.fingerprint, answer, *stands, self._read_clock())
        return (*row, signing and signing.sign_answer(dict(zip(OF_ANSWER, row, strict=True))))

    def _read_rival_answer(self, key: Key | None) -> FirstAnswer:
        """Return the answer of another request with this key that was first. The database waited for its end."""
        first = None if key is None else self.find_answer(key)
        if first is None:
            raise KeyBusy("The first request with this key has not ended yet. Ask again in a moment.")
        return first


def make_first_answer(head: GameHead, answer: bytes) -> FirstAnswer:
    """Return the answer to a request that was not answered before."""
    return FirstAnswer(answer, replayed=False, game=head.game, seq=head.seq, head=head.hash)


def repeat_answer(key: Key, row: Sequence[Cell], signing: SigningKey | None) -> FirstAnswer:
    """Repeat the first answer if the request is the same. Raises `KeyReused`, and `NotAsKept` for a tampered answer."""
    *said, mac = row
    if signing is not None:
        kept = dict(zip(OF_ANSWER, (key.principal, key.key, *said), strict=True))
        if not is_right_mac(mac, signing.sign_answer(kept)):
            raise NotAsKept(CHANGED)
    fingerprint, answer, game, seq, head, _ = said
    if fingerprint != key.fingerprint:
        raise KeyReused("This idempotency key was used for another request. Choose a new one for each new request.")
    return FirstAnswer(answer, replayed=True, game=game, seq=seq, head=head.hex())
