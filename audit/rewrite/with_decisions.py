"""Appends recorded decisions to a log, so that one text holds both of its books."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from audit.intake.upload import convert_upload_to_text
from audit.rewrite.convert import read_log_leniently
from engine.kernel.spellings import write_line
from engine.kernel.spellings.csv_form import write_rows

if TYPE_CHECKING:
    from audit.store import Store
    from engine.kernel.events import Event
    from engine.kernel.game import Game
    from engine.kernel.log import Log
    from engine.kernel.vocabulary import Vocabulary


def append_corrections(raw: bytes, log: Log, vocabulary: Vocabulary, events: Iterable[Event]) -> bytes:
    """Write corrections behind a log, in its own spelling: every line of the log stays as it is, readable or not."""
    text = convert_upload_to_text(raw)
    if log.spelling == "jsonl":
        lines = list(map(msgspec.json.encode, events))
    elif log.spelling == "csv":
        lines = [row.encode() for row in write_rows(text.decode(), events, vocabulary)]
    else:
        lines = [write_line(event, vocabulary).encode() for event in events]
    return b"\n".join([text.rstrip(b"\r\n"), *lines]) + b"\n"


def decode_corrections(bodies: Sequence[bytes], games: Mapping[str, Game]) -> list[Event]:
    """Decode stored corrections. They are the same in every game."""
    decoder = next(iter(games.values())).vocabulary.decoder
    return [decoder.decode(body) for body in bodies]


def load_adjudicated_log(
    store: Store, club: str, sha256: str, games: Mapping[str, Game], most: int | None = None
) -> bytes:
    """Load an uploaded log with its recorded decisions appended: the first `most`, or all."""
    raw = store.read_upload(club, sha256)
    bodies = [] if most == 0 else [row.body for row in store.list_decisions(club, sha256, limit=most)]
    if not bodies:
        return raw
    log = read_log_leniently(raw, games)
    return append_corrections(raw, log, games[log.header.game].vocabulary, decode_corrections(bodies, games))
