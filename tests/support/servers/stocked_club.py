"""A club with one of everything in it, and a good request for each operation of the API document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import quote

from api.openapi import examples
from audit.store import Role
from engine.kernel.log import Header
from tests.support.games import pebbles
from tests.support.servers.api_client import CLUB, Asker, Told, spec
from tests.support.servers.fixtures import Served, known_games

HEADER = "game: pebbles\nplayers: ada=Ada, ben=Ben, cleo=Cleo\n"
LINES = ("ada: take 3", "ben: take 5", "ben: take 1", "claim: heap 11")
LOG = pebbles.log(*LINES)
NOTHING = "0" * 64
NO_STATE = f'"0-{NOTHING}"'
JSON, TEXT, TOML, BYTES = "application/json", "text/plain", "application/toml", "application/octet-stream"
SHIPPED = "tailwinds-reconstructed-1"
# Values in addresses that do not belong to a club.
CATALOGUE = {
    "game": "tailwinds",
    "pack": SHIPPED,
    "rule": "TW-MOVE-05",
    "question": "TW-AMB-05",
    "seq": "1",
    "number": "1",
    "spelling": "text",
}


class Operation(NamedTuple):
    """One operation of the API document."""

    name: str
    method: str
    path: str
    document: Told

    @property
    def about(self) -> str:
        """Return which thing of a club its address names, if any."""
        for name in ("audit", "live", "token", "tournament"):
            if f"{{{name}}}" in self.path:
                return name
        return "" if "{sha256}" not in self.path else "pack" if "/packs/" in self.path else "log"

    @property
    def takes_body(self) -> bool:
        """Return whether it takes a body."""
        return "requestBody" in self.document


def operations() -> dict[str, Operation]:
    """List every operation of the API document."""
    return {
        seen["operationId"]: Operation(seen["operationId"], method.upper(), path, seen)
        for path, methods in spec()["paths"].items()
        for method, seen in methods.items()
        if method != "parameters"
    }


@dataclass(frozen=True)
class Things:
    """The things of a club: the names by which addresses find them, and the state of its live game."""

    log: str = NOTHING
    pack: str = NOTHING
    audit: str = "0" * 32
    live: str = "0" * 32
    token: str = "0" * 16
    attachment: str = NOTHING
    tournament: str = "tournament." + "0" * 26
    state: str = NO_STATE

    def address(self, operation: Operation) -> str:
        """Fill in the address of an operation."""
        own = {"log": self.log, "pack": self.pack}.get(operation.about, "")
        filled = {**CATALOGUE, "sha256": own, "audit": self.audit, "live": self.live, "token": self.token}
        filled |= {"attachment": self.attachment, "tournament": self.tournament, "form": "sheet"}
        return operation.path.format_map({name: quote(value, safe="") for name, value in filled.items()})


def furnish(served: Served, club: str = CLUB) -> Things:
    """Put one of everything into a club, different from those of another club."""
    admin = served.asker(club=club)
    log = admin.kept(pebbles.log(*LINES, header=f"event: {club}\n"))
    pack = admin.sent("/packs", pack_text() + f"# of {club}\n".encode(), TOML).get_json()["sha256"]
    audit = admin.post(f"/logs/{log}/audits", json={}).get_json()["id"]
    photo = admin.sent(f"/logs/{log}/attachments", PHOTO + club.encode(), BYTES).get_json()["sha256"]
    dismissed(admin, f"/logs/{log}/case")
    return afresh(served, Things(log, pack, audit, attachment=photo), club)


def dismissed(admin: Asker, case: str) -> None:
    """Open a case, and dismiss its claim."""
    opened = {"do": "open", "who": "Ada", "says": "That was mine."}
    stands = admin.written(f"{case}/events", opened, admin.get(case).headers["ETag"]).headers["ETag"]
    ruled = {"do": "rule", "who": "Rosa", "why": "It was not.", "dismissed": True}
    assert admin.written(f"{case}/events", ruled, stands).status_code == 201


def afresh(served: Served, things: Things, club: str = CLUB) -> Things:
    """Replace what can be used up: a live game with one event in it, and a token."""
    admin = served.asker(club=club)
    begun = admin.written("/live-games", {"text": HEADER})
    document = begun.get_json()
    first = admin.written(f"{document['url']}/events", {"events": [take("ada", 1)]}, begun.headers["ETag"])
    dismissed(admin, f"{document['url']}/case")
    token, _ = served.store.issue_token(club, Role.VIEWER)
    tournament = admin.written("/tournaments", examples.JSON_BODIES["create_tournament"]).get_json()["id"]
    made = {"live": document["id"], "token": token.id, "tournament": tournament}
    return replace(things, **made, state=first.headers["ETag"])


def pack_text() -> bytes:
    """Return a content pack that can be used."""
    game = known_games()["tailwinds"]
    text: str = game.content(Header(game=game.name, pack=SHIPPED), {}).pack.text
    return text.replace(f'id = "{SHIPPED}"', 'id = "our-box"').encode()


def take(by: str, count: int) -> dict[str, Any]:
    """Take pebbles."""
    return {"do": "take", "by": by, "count": count}


PHOTO = examples.PHOTO.encode()
BODIES: Mapping[str, tuple[str, bytes]] = {
    "upload_attachment": (BYTES, PHOTO),
    "run_audit": (TEXT, LOG),
    "upload_log": (TEXT, LOG),
    "check_pack": (TOML, pack_text()),
    "upload_pack": (TOML, pack_text()),
    "audit_log": (JSON, b"{}"),
    "count_standings": (JSON, json.dumps(examples.JSON_BODIES["count_standings"]).encode()),
    "create_tournament": (JSON, json.dumps(examples.JSON_BODIES["create_tournament"]).encode()),
    "append_tournament_events": (JSON, json.dumps(examples.JSON_BODIES["append_tournament_events"]).encode()),
    "create_live_game": (JSON, json.dumps({"text": HEADER}).encode()),
    "append_events": (JSON, json.dumps({"events": [take("ben", 2)]}).encode()),
    "correct_events": (JSON, json.dumps({"events": [{"do": "retract", "at": 1}]}).encode()),
    "correct_log": (
        JSON,
        json.dumps({"events": [{"do": "ruling", "at": 2, "why": "agreed"}]}).encode(),
    ),
    "add_to_case": (JSON, json.dumps({"do": "answer", "who": "Ben", "says": "It was."}).encode()),
    "add_to_live_case": (JSON, json.dumps({"do": "answer", "who": "Ben", "says": "It was."}).encode()),
    "close_live_game": (JSON, json.dumps({"claims": [{"fact": "heap", "value": 19}]}).encode()),
    "issue_token": (JSON, json.dumps({"role": "viewer", "label": "wall"}).encode()),
}


def good(operation: Operation, things: Things, asker: Asker) -> dict[str, Any]:
    """Make a good request, as `Asker.ask` takes it, with a new key."""
    asker.keys += 1
    headers = {}
    asked = {parameter["name"] for parameter in operation.document.get("parameters", ()) if parameter["in"] == "header"}
    if "Idempotency-Key" in asked:
        headers["Idempotency-Key"] = f"key-{asker.keys}"
    if "If-Match" in asked:
        headers["If-Match"] = things.state
    request: dict[str, Any] = {"method": operation.method, "path": things.address(operation), "headers": headers}
    if operation.takes_body:
        request["content_type"], request["data"] = BODIES[operation.name]
    return request
