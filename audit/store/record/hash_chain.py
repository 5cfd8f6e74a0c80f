"""Computes the hash chain. Each hash covers an event's row, its game with its rulebook, and the hash before."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

# The first bytes of every hash input name the kind of data, so that one kind cannot pass as another.
GAME, EVENT, UPLOAD = b"deadreckon.game/1\n", b"deadreckon.event/1\n", b"deadreckon.upload/1\n"
# The kind of an event from which on a game is played under another rulebook.
TURN = b"deadreckon.event/2\n"
_LENGTH = _PLACE = struct.Struct(">Q").pack
_SHARED = struct.Struct(">qHH").pack


class Link(NamedTuple):
    """What an event's own hash covers, in addition to its game, its place and the hash before."""

    kind: str
    body: bytes
    recorded_at: int
    recorded_by: str
    rulebook: str | None = None


class Batch(NamedTuple):
    """Events that one writer records at once. `rulebook` is set if the first event changes it."""

    kinds: Sequence[str]
    bodies: Sequence[bytes]
    recorded_at: int
    recorded_by: str
    rulebook: str | None = None


def make_seal(game: str, club: str, header: bytes, rulebook: str, created: tuple[int, str]) -> bytes:
    """Hash the beginning of a game. The seal precedes the first event and is part of each event's hash."""
    at, by = created
    return _hash_parts(GAME, game.encode(), club.encode(), header, rulebook.encode(), str(at).encode(), by.encode())


def hash_upload(club: str, digest: bytes, sort: str, name: str, kept: tuple[int, str]) -> bytes:
    """Hash the description of an upload: club, kind, name, time and author. `digest` represents its bytes."""
    at, by = kept
    return _hash_parts(UPLOAD, club.encode(), digest, sort.encode(), name.encode(), str(at).encode(), by.encode())


def _hash_parts(kind: bytes, *parts: bytes) -> bytes:
    return sha256(kind + b"".join(_LENGTH(len(part)) + part for part in parts)).digest()


def hash_event(sealed: bytes, before: bytes, seq: int, link: Link) -> bytes:
    """Hash one event onto the hash before it."""
    kind, body, at, by, rulebook = link
    return hash_batch(sealed, before, seq - 1, Batch([kind], [body], at, by, rulebook))[0]


def hash_batch(sealed: bytes, before: bytes, after: int, batch: Batch) -> list[bytes]:
    """Hash consecutive events onto `before`, the hash of the event numbered `after`."""
    kinds, bodies, at, by, rulebook = batch
    raw_by, begun, put = by.encode(), EVENT + sealed, b"".join
    first = begun if rulebook is None else _encode_turn(sealed, rulebook.encode())
    shared = {kind: _encode_origin(at, kind.encode(), raw_by) for kind in set(kinds)}
    hashes = []
    # These lines take most of an append's time. What events of a kind share is encoded once, and the rest joined.
    for seq, (kind, body) in enumerate(zip(kinds, bodies, strict=True), after + 1):
        before = sha256(put((first, before, _PLACE(seq), shared[kind], body))).digest()
        hashes.append(before)
        first = begun
    return hashes


def _encode_origin(at: int, kind: bytes, by: bytes) -> bytes:
    return _SHARED(at, len(kind), len(by)) + kind + by


def _encode_turn(sealed: bytes, rulebook: bytes) -> bytes:
    return TURN + sealed + _LENGTH(len(rulebook)) + rulebook
