"""A tournament stored by a service under test, and a client that records its events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from tests.support.logs.harbour_open import EVENTS, FILE, LOGS
from tests.support.servers.api_client import Asker

TOURNAMENT = FILE.read_text("utf-8")
TABLES = {path: f"R{path.name[1]}T{path.name[3]}" for path in sorted(LOGS.iterdir()) if path.suffix != ".case"}
# The tables for which two logs were submitted: their events say which log is meant.
TWICE = {"R2T2", "R3T1"}
DECIDED = [json.loads(line) for line in EVENTS.read_text("utf-8").splitlines()]


def small(*tables: str) -> str:
    """Return the file of the Harbour Open with only some of its tables."""
    head, *blocks = TOURNAMENT.split("[[tables]]")
    kept = [one for one in blocks if any(f"round = {name[1]}\ntable = {name[3]}\n" in one for name in tables)]
    return "[[tables]]".join([head, *kept])


class KeptOpen:
    """A stored tournament, and a client that records its events."""

    def __init__(self, asker: Asker, file: str = TOURNAMENT) -> None:
        self.asker = asker
        made = asker.written("/tournaments", {"file": file})
        assert made.status_code == 201, made.get_data(as_text=True)
        self.path = f"/tournaments/{made.get_json()['id']}"
        self.match = made.headers["ETag"]

    def adds(self, *events: dict[str, Any], asker: Asker | None = None, **more: Any) -> TestResponse:
        """Append events to the existing ones, and continue from there."""
        answer = (asker or self.asker).written(f"{self.path}/events", {"events": list(events)}, self.match, **more)
        self.match = answer.headers.get("ETag", self.match) if answer.status_code == 201 else self.match
        return answer

    def hand_in_all(self, order: list[Path]) -> None:
        """Submit the logs of the Harbour Open, each for its table, and then record all decisions."""
        for path in (path for path in order if TABLES[path] not in TWICE):
            sha256 = self.asker.kept(path.read_bytes())
            added = self.adds({"do": "hand-in", "table": TABLES[path], "log": sha256, "who": "Ada"})
            assert added.status_code == 201, added.get_data(as_text=True)
        for path in (path for path in order if TABLES[path] in TWICE):
            self.asker.kept(path.read_bytes())
        assert self.adds(*DECIDED).status_code == 201

    def standings(self, **query: Any) -> Any:
        """Count it."""
        return json.loads(self.asker.get(f"{self.path}/standings", query_string=query).get_data())
