"""Live games with hidden choices, and everything that a seat can request about them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import msgspec
from werkzeug.test import TestResponse

from audit.store import Role
from engine.kernel.events import Event
from tests.support.servers.api_client import Asker
from tests.support.servers.fixtures import Served
from tests.support.servers.stocked_club import Operation, Things, operations

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


# What differs between games: hashes, names, and a cursor, which contains the address of its list.
NAMES = re.compile(r"[0-9a-f]{64}|[\w-]{60,}\.[\w-]{27}")


LOOKS = [one for one in operations().values() if one.about == "live" and one.method == "GET"]


def recorded(admin: Asker, header: bytes, events: Sequence[Event]) -> tuple[str, str]:
    """Record a live game; return its name and its state."""
    answer = admin.written("/live-games", {"header": json.loads(header)})
    assert answer.status_code == 201, answer.get_data(as_text=True)
    name, state = answer.get_json()["id"], answer.headers["ETag"]
    if events:
        document = {"events": json.loads(msgspec.json.encode(events))}
        answer = admin.written(f"/live-games/{name}/events", document, state)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        state = answer.headers["ETag"]
    return name, state


def everything(there: Served, name: str, seat: str, seq: int) -> list[tuple[str, int, str, str]]:
    """Request everything that a seat can request of a game, and then record and correct something."""
    bound = there.asker(Role.JUDGE, game=name, seat=seat)
    document = [
        _told(address, bound.get(address), name) for operation in LOOKS for address in _addresses(operation, name, seq)
    ]
    for path, event in (
        ("events", {"do": "note", "text": "x"}),
        ("corrections", {"do": "retract", "at": seq}),
        ("events", {"do": "claim", "fact": "winner", "value": "none"}),
        ("closing", None),
    ):
        body = {} if event is None else {"events": [event]}
        answer = bound.written(f"/live-games/{name}/{path}", body, bound.get(f"/live-games/{name}").headers["ETag"])
        document.append(_told(path, answer, name))
        document.append(_told(path, bound.written(f"/live-games/{name}/{path}", body, f'"1-{"0" * 64}"'), name))
    return document + [
        _told(path, bound.get(path), name) for path in (f"/live-games/{name}", f"/live-games/{name}/steps/{seq}")
    ]


def _addresses(operation: Operation, name: str, seq: int) -> Iterator[str]:
    """Send a request with every parameter for place and book."""
    address = Things(live=name).address(operation).replace("/steps/1", f"/steps/{seq}")
    asked = {parameter["name"] for parameter in operation.document.get("parameters", ())}
    for book in ("played", "adjudicated") if "book" in asked else ("",):
        for at in (None, seq - 1, seq) if "seq" in asked and "/steps/" not in address else (None,):
            query = {
                "book": book,
                "after": str(seq - 1) if "after" in asked and seq else "",
                **({} if at is None else {"seq": str(at)}),
            }
            yield f"{address}?{'&'.join(f'{key}={value}' for key, value in query.items() if value)}"


def _told(path: str, answer: TestResponse, name: str) -> tuple[str, int, str, str]:
    """Normalize an answer, so that the name of the game does not matter."""
    kept = [f"{key}: {value}" for key, value in answer.headers if key not in {"X-Request-Id", "Content-Length"}]
    texts = (path, "\n".join(kept), answer.get_data(as_text=True))
    where, headers, body = (NAMES.sub("NAME", text.replace(name, "GAME")) for text in texts)
    return where, answer.status_code, headers, re.sub(r'"request_id":"\w+"', "", body)
