"""What each hash covers: an event's whole row, its game with its rulebook, and the hash before, so all before."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

# First in every hash: what kind of thing is hashed, so that one can never be taken for the other.
GAME, EVENT, UPLOAD = b"deadreckon.game/1\n", b"deadreckon.event/1\n", b"deadreckon.upload/1\n"
# An event from which on a game is played under another rulebook.
TURN = b"deadreckon.event/2\n"
_LENGTH = struct.Struct(">Q").pack
_PLACED = struct.Struct(">32sQqHH").pack


class Link(NamedTuple):
    """What an event's own hash covers, beside its game, its place and the hash before."""

    kind: str
    body: bytes
    recorded_at: int
    recorded_by: str
    rulebook: str | None = None


def seal(game: str, club: str, header: bytes, rulebook: str, created: tuple[int, str]) -> bytes:
    """Hash what a game begins with; it stands for the hash before the first event, and in the hash of each."""
    at, by = created
    return _whole(GAME, game.encode(), club.encode(), header, rulebook.encode(), str(at).encode(), by.encode())


def filed(club: str, digest: bytes, sort: str, name: str, kept: tuple[int, str]) -> bytes:
    """Hash what is said of an upload: whose it is, what, since when and by whom; `digest` stands for its bytes."""
    at, by = kept
    return _whole(UPLOAD, club.encode(), digest, sort.encode(), name.encode(), str(at).encode(), by.encode())


def _whole(kind: bytes, *parts: bytes) -> bytes:
    return sha256(kind + b"".join(_LENGTH(len(part)) + part for part in parts)).digest()


def linked(sealed: bytes, before: bytes, seq: int, link: Link) -> bytes:
    """Hash one event onto the hash before it."""
    return chained(sealed, before, seq - 1, [link])[0]


def chained(sealed: bytes, before: bytes, after: int, links: Iterable[Link]) -> list[bytes]:
    """Hash events in a row onto the hash before the first of them, which is that of the event numbered `after`."""
    begun = EVENT + sealed
    hashes = []
    for seq, (kind, body, at, by, rulebook) in enumerate(links, after + 1):
        raw_kind, raw_by = kind.encode(), by.encode()
        placed = _PLACED(before, seq, at, len(raw_kind), len(raw_by))
        first = begun if rulebook is None else _turned(sealed, rulebook.encode())
        before = sha256(first + placed + raw_kind + raw_by + body).digest()
        hashes.append(before)
    return hashes


def _turned(sealed: bytes, rulebook: bytes) -> bytes:
    return TURN + sealed + _LENGTH(len(rulebook)) + rulebook
