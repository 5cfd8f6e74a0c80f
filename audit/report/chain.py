"""The chain of hashes over a log: its head changes with any event, and with their order."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from engine.kernel.events import Event

START = bytes(32)


def head_of(events: Sequence[Event]) -> str:
    """Hash each event, with its seq, onto all that came before it."""
    encode = msgspec.json.Encoder().encode
    link = START
    for seq, event in enumerate(events, 1):
        link = hashlib.sha256(b"%b%d %b" % (link, seq, encode(event))).digest()
    return link.hex()
