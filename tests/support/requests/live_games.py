"""Live games as a client of the service records them."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel.spellings import parse_log
from tests.support.servers.api_client import Asker
from tests.support.servers.fixtures import known_games

HEADER = "game: pebbles\nplayers: ada=Ada, ben=Ben, cleo=Cleo\n"


def take(by: str, count: int) -> dict[str, Any]:
    return {"do": "take", "by": by, "count": count}


def begun(asker: Asker, text: str = HEADER) -> tuple[str, str]:
    """Create a live game; return its address and its state."""
    answer = asker.written("/live-games", {"text": text})
    assert answer.status_code == 201, answer.get_data(as_text=True)
    return answer.get_json()["url"], answer.headers["ETag"]


def events_of(log: bytes) -> list[dict[str, Any]]:
    """Spell the events of a log as a client sends them."""
    read = parse_log(log, lambda name: known_games()[name].vocabulary)
    document: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(read.events))
    return document
