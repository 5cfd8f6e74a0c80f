"""Short calls of the store for its tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from audit.store import (
    Digests,
    FindingRow,
    FirstAnswer,
    GameRow,
    Key,
    Receipt,
    Store,
)

CLUB, OTHER = "harbour-open", "lighthouse"
BY = "recorder-token"
HEADER = b'{"game":"pebbles","format":1}'
RULEBOOK, LATER = Digests("what-judges", "what-is-printed"), Digests("what-judges-since", "what-is-printed-since")
NOBODYS = "0" * 64


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 18, 20, 15, 0, 123456, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time."""
        return self.time


def begun(store: Store, club: str = CLUB, key: Key | None = None) -> GameRow:
    """Begin a game, and return it."""
    kept = store.create_game(club, HEADER, RULEBOOK, by=BY, answer=lambda row: row.id.encode(), key=key)
    return store.read_game(club, kept.game)


def moves(*texts: str) -> list[tuple[str, bytes]]:
    """Return moves as a client might write them."""
    return [("move", f'{{"says": "{text}"}}'.encode()) for text in texts]


def answer(receipt: Receipt) -> bytes:
    """Return everything that a receipt says as an answer."""
    return repr(receipt).encode()


def appended(store: Store, game: GameRow | FirstAnswer, *texts: str, **more: Any) -> FirstAnswer:
    """Append moves after a given state: a game that was read, or an earlier answer."""
    name = game.id if isinstance(game, GameRow) else game.game
    asked = {"expected": (game.seq, game.head), "bodies": moves(*texts), "rulebook": RULEBOOK, "by": BY, **more}
    return store.append(asked.pop("club", CLUB), name, **{"answer": answer, **asked})


def key(name: str = "first", fingerprint: str = "as asked", principal: str = BY) -> Key:
    """Make an idempotency key."""
    return Key(principal, name, fingerprint)


def visible(store: Store) -> object:
    """Read everything that a client could see of the record."""
    games = store.list_games(CLUB)
    uploads = store.list_uploads(CLUB)
    return (
        games,
        [store.list_events(CLUB, game.id) for game in games],
        uploads,
        [store.read_upload(CLUB, u.sha256) for u in uploads],
    )


def audited(store, club=CLUB, asked=b"{}", findings=()):
    upload = store.add_upload(club, b"a log", by=BY).sha256
    return store.put_audit(
        club,
        upload,
        rulebook=RULEBOOK,
        engine="engine-1",
        asked=asked,
        verdict="broken",
        report=b'{"schema":"deadreckon.report/1"}',
        findings=findings,
    )


FOUND = [
    FindingRow(1, 4, "TW-MOVE-04", "illegal", "blue", None, b'{"n":1}'),
    FindingRow(2, 9, "TW-MOVE-04", "illegal", "green", 4, b'{"n":2}'),
    FindingRow(3, None, "TW-END-01", "unverifiable", None, None, b'{"n":3}'),
]
