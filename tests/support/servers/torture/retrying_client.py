"""A client of the running service that repeats an unanswered request unchanged: same bytes, same key."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from api.problems import CONTENT_TYPE

API = "/api/v1"
# Longer than the service waits for its database, so that the service gives up first.
UNHEARD = 60.0
PATIENCE = 180.0
JSON, TEXT, LINES = "application/json", "text/plain", "application/x-ndjson"


class CutOffError(Exception):
    """No complete answer arrived."""


@dataclass(frozen=True)
class Heard:
    """A complete answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> Any:
        """Read it as JSON."""
        return json.loads(self.body)

    @property
    def state(self) -> str:
        """Return the state of the game that it names."""
        return self.headers["etag"]

    @property
    def code(self) -> str:
        """Return the code of a problem, after checking that it is one."""
        assert self.headers["content-type"] == CONTENT_TYPE, self
        seen = self.told
        assert seen["status"] == self.status, self
        code: str = seen["code"]
        return code


@dataclass(frozen=True)
class CallMade:
    """A request that can be repeated unchanged."""

    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


class Caller:
    """A client with a token; each request has a connection of its own."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address, token

    def once(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Heard:
        """Send once. Raises CutOffError."""
        connection = HTTPConnection(str(urlsplit(self.address).netloc), timeout=UNHEARD)
        document = {"Authorization": f"Bearer {self.token}", "Connection": "close", **(headers or {})}
        try:
            connection.request(method, path, body or None, document)
            answer = connection.getresponse()
            heard = Heard(answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read())
        except (OSError, HTTPException) as wrong:
            raise CutOffError(str(wrong)) from None
        finally:
            connection.close()
        # Truncated headers look like the end of the headers.
        if "content-length" not in heard.headers and heard.headers.get("transfer-encoding") != "chunked":
            raise CutOffError("the headers are not whole")
        assert heard.status != 500, heard
        return heard

    def sent(self, asked: CallMade) -> Heard:
        """Send a request once. Raises CutOffError."""
        return self.once(asked.method, asked.path, asked.body, asked.headers)

    def insisted(self, asked: CallMade) -> tuple[Heard, int]:
        """Send a request until it is answered, however long that takes; return the number of attempts."""
        deadline, count = time.monotonic() + PATIENCE, 0
        while time.monotonic() < deadline:
            count += 1
            try:
                heard = self.sent(asked)
            except CutOffError:
                continue
            if heard.status != 503 and not (heard.status == 409 and heard.code == "key-busy"):
                return heard, count
            assert int(heard.headers["retry-after"]) > 0
            time.sleep(0.01)
        raise AssertionError(f"never answered: {asked}")

    def game(self) -> str:
        """Begin a game; return its address."""
        heard = self.sent(beginning(f"begin-{time.monotonic_ns()}"))
        assert heard.status == 201, heard
        url: str = heard.told["url"]
        return url

    def state(self, game: str) -> str:
        """Request the state of a game. Raises CutOffError."""
        heard = self.once("GET", game)
        assert heard.status == 200, heard
        return heard.state

    def events(self, game: str) -> list[dict[str, Any]]:
        """Fetch every event of a game."""
        heard = self.once("GET", f"{game}/events", headers={"Accept": LINES})
        assert heard.status == 200, heard
        *lines, end = map(json.loads, heard.body.splitlines())
        assert end == {"end": True, "count": len(lines)}
        return lines


def beginning(key: str) -> CallMade:
    """Begin a game."""
    header = {"text": "game: tailwinds\nplayers: ada=Ada, ben=Ben, cleo=Cleo\n"}
    return recording(f"{API}/live-games", header, key)


def noting(game: str, state: str, key: str, *texts: str) -> CallMade:
    """Append notes after a state."""
    events = [{"do": "note", "text": text} for text in texts]
    return recording(f"{game}/events", {"events": events}, key, state)


def recording(path: str, fields: Any, key: str, state: str = "") -> CallMade:
    """Send something that is recorded permanently."""
    headers = {"Content-Type": JSON, "Idempotency-Key": key, **({"If-Match": state} if state else {})}
    return CallMade("POST", path, json.dumps(fields).encode(), headers)


def uploading(raw: bytes) -> CallMade:
    """Upload a log."""
    return CallMade("POST", f"{API}/logs", raw, {"Content-Type": TEXT})


def said(event: dict[str, Any]) -> str:
    """Return the text of a note."""
    text: str = event["event"]["text"]
    return text
