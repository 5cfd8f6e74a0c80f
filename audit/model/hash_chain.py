"""Computes the hash chain over a log. Its head changes with any event and with their order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from engine.kernel.events import Event

START = bytes(32)
_ENCODER = msgspec.json.Encoder()


def extend_chain(link: bytes, entries: Iterable[tuple[int, Event]]) -> bytes:
    """Hash each event, with its seq, onto the chain of the events before it."""
    encode = _ENCODER.encode
    for seq, event in entries:
        link = hashlib.sha256(b"%b%d %b" % (link, seq, encode(event))).digest()
    return link


def compute_chain_head(events: Iterable[Event]) -> str:
    """Return the head of the chain over all events of a log."""
    return extend_chain(START, enumerate(events, 1)).hex()
