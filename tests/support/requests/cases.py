"""Cases about logs, as a client of the service records them."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from tests.support.games.pebbles import log
from tests.support.servers.api_client import Asker

# Ben takes five although three is the most, and the heap of twenty is claimed to be eleven at the end.
BROKEN = log("ada: take 3", "ben: take 5", "cleo: take 1", "claim: heap 11")


OPEN = {"do": "open", "who": "Ada", "says": "Five is too many.", "about": [2]}


RULE = {"do": "rule", "who": "Rosa", "why": "All three agree.", "lines": ['amend 2 "ben: take 3"']}


def said(asker: Asker, case: str, *events: dict[str, Any], **more: Any) -> TestResponse:
    """Record events in a case, one after the other."""
    *before, last = events
    for event in before:
        assert said(asker, case, event).status_code == 201
    match = more.get("match") or asker.get(case).headers["ETag"]
    return asker.written(f"{case}/events", last, match, more.get("key"))
