"""The pages of one log, as a reader requests them."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any

from tests.support.requests.pages import HERE, OWN, entered
from tests.support.servers.fixtures import Served


class Reader:
    """A client that has uploaded a log, and opens its pages."""

    def __init__(self, here: Served, raw: bytes) -> None:
        self.client = entered(here)
        form = {"log": (io.BytesIO(raw), "game.log")}
        self.address = self.client.post("/logs", data=form, base_url=HERE, headers=OWN).headers["Location"]

    def look(self, query: str = "", part: str = "view") -> Any:
        """Fetch a page of the log."""
        return self.client.get(f"{self.address.removesuffix('view')}{part}?{query}", base_url=HERE)

    def text(self, query: str = "", part: str = "view") -> str:
        """Return the text of a page, without its markup."""
        answer = self.look(query, part)
        assert answer.status_code == 200, answer.text
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


TWIN = """game: tailwinds
pack: tailwinds-reconstructed-1
players: green=Ada/sailor, orange=Ben/crew
---
fate: track T1 T2 T3 T4 T5 T6
fate: market anchor rum telescope
fate: roll start 5 seat=green
fate: roll start 2 seat=orange
green: place 3
orange: place 2
green: place 1
orange: place 2
green: commit {card}
claim: green.card {card}
record: note "tea"
orange: commit crew-3
"""
