"""The chain of hashes over a log: its head changes with any event, and with their order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from engine.kernel.events import Event

START = bytes(32)
_ENCODER = msgspec.json.Encoder()


def extend_chain(link: bytes, entries: Iterable[tuple[int, Event]]) -> bytes:
    """Hash each event, with its seq, onto all that came before it."""
    encode = _ENCODER.encode
    for seq, event in entries:
        link = hashlib.sha256(b"%b%d %b" % (link, seq, encode(event))).digest()
    return link


def compute_chain_head(events: Iterable[Event]) -> str:
    """Give the last link of the chain over the events of a whole log."""
    return extend_chain(START, enumerate(events, 1)).hex()
