"""Twins over HTTP, streams and webhooks: hidden choices change no byte of what a seat or an onlooker receives."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from audit.store import Role, Store
from engine.games import GAMES
from engine.kernel.spellings import parse_log
from tests.support.logs.hostile_logs import ASHORE, SET
from tests.support.requests.hidden_games import NAMES, everything, recorded
from tests.support.requests.pages import HERE, OWN, entered
from tests.support.servers.api_client import Asker
from tests.support.servers.fixtures import SETTINGS, Served, served
from tests.support.servers.stream_followers import StreamFollower, streams

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TREASURES = """game: winds-of-plunder
pack: wop-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
---
fate: port green jamaica
fate: port orange belize
fate: port blue trinidad
orange: draw
fate: drawn {}
orange: play misfire_2 target=green
orange: play misfire_2 target=green
green: play misfire_1 target=blue
orange: treasure jamaica
orange: treasure jamaica
claim: orange.actions 1
record: amend 6 "orange: play misfire_3 target=green"
record: insert 4 "orange: treasure belize"
record: retract 7
"""
SHIPS = """game: windward
pack: windward-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
---
fate: planet a b c d e f
fate: first green
fate: deal green fuel harpoon
fate: deal orange {} bait coffee
fate: deal blue coffee coffee fuel fuel
fate: stacks fuel bait coffee sizes=22,22,21
fate: wind 1
fate: grey 2
fate: grey 4
orange: card harpoon
orange: card harpoon
green: rest pay=deadweight
orange: rest pay=harpoon
claim: orange.cards 1
record: amend 10 "orange: card deadweight"
record: retract 11
"""
BOATS = SET + (
    "green: commit sailor-3\nblack: commit {}\ngreen: throw\nblack: answer yes\ngreen: copy pirate-5\n"
    "fate: reveal pirate-5 sailor-3\nblack: commit pirate-5\nblack: move aft 2\nblack: move aft 9\n"
    'claim: black.cards 1\nrecord: amend 5 "black: move fore 1"\nrecord: retract 6\n'
)
STACKS = ASHORE + (
    "green: sail olsand\ngreen: look under {}\norange: look under fish-1\nfate: tile grain-1\nfate: tile grain-1\n"
    "green: pass\ngreen: pass\nclaim: contents.olsand grain-1\nrecord: retract 4\n"
)
# A game by its content, the content that may replace it, and a seat that it is hidden from.
GAMES_PLAYED = {
    "tailwinds": (BOATS, ("pirate-parlay", "pirate-5", "pirate-copy"), "green"),
    "winds-of-plunder": (TREASURES, ("misfire_2", "misfire_3", "heave_1"), "green"),
    "north-wind": (STACKS, ("grain-1", "wreck", "eq-1"), "orange"),
    "windward": (SHIPS, ("harpoon", "deadweight", "fuel"), "green"),
}
over_games = pytest.mark.parametrize("game", GAMES_PLAYED)
over_readers = pytest.mark.parametrize("seated", [True, False], ids=["a seat", "an onlooker"])


@pytest.fixture(scope="module")
def there(laid_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, int]]:
    """Serve and stream one database, with a clock that always shows noon."""
    place = tmp_path_factory.mktemp("twins") / "store.db"
    shutil.copy(laid_sqlite, place)
    with Store.open(f"sqlite:///{place}", clock=lambda: NOON) as store, streams(f"sqlite:///{place}") as port:
        yield served(store), port


def logs(game: str) -> Iterator[Any]:
    """Read the twins of a game."""
    text, hidden, _ = GAMES_PLAYED[game]
    for value in hidden:
        yield parse_log(text.format(value).encode(), lambda name: GAMES[name].vocabulary)


def reader(game: str, *, seated: bool) -> str:
    return GAMES_PLAYED[game][2] if seated else ""


def games_of(here: Served, game: str) -> list[str]:
    """Record the twins, and return their names."""
    admin = here.asker()
    return [begun(admin, log, len(log.events)) for log in logs(game)]


def begun(admin: Asker, log: Any, count: int) -> str:
    """Record this many events of a game."""
    name, _ = recorded(admin, msgspec.json.encode(log.header), [])
    for event in json.loads(msgspec.json.encode(log.events[:count])):
        recorded_on(admin, name, event)
    return name


def recorded_on(admin: Asker, name: str, event: Any) -> None:
    """Have the arbiter record an event."""
    state = admin.get(f"/live-games/{name}").headers["ETag"]
    assert admin.written(path_of(name, event), {"events": [event]}, state).status_code == 201


def path_of(name: str, event: Any) -> str:
    return f"/live-games/{name}/{'corrections' if event['do'] in {'amend', 'retract', 'insert'} else 'events'}"


def plain(text: str, name: str) -> str:
    """Normalize what was sent, so that names of games, requests and states do not matter."""
    text = NAMES.sub("NAME", text.replace(name, "GAME"))
    return re.sub(r'nonce-[\w+/=-]+|nonce="[^"]+"|[0-9a-f]{32}', "ONCE", text)


@over_readers
@over_games
def test_no_operation_tells_twins_with_illegal_plays_apart(
    there: tuple[Served, int], game: str, *, seated: bool
) -> None:
    seat = reader(game, seated=seated)
    first, *others = (everything(there[0], name, seat, 6) for name in games_of(there[0], game))
    assert len(first) > 30
    for other in others:
        for mine, theirs in zip(first, other, strict=True):
            assert mine == theirs


@over_readers
@over_games
def test_each_event_is_answered_alike_be_it_legal_or_not(there: tuple[Served, int], game: str, *, seated: bool) -> None:
    """A judge at a seat sends the events after the hidden choice one by one, each of them twice."""
    here, seat = there[0], reader(game, seated=seated)
    heard, admin = [], here.asker()
    for log in logs(game):
        name = begun(admin, log, 5)
        bound = here.asker(Role.JUDGE, game=name, seat=seat)
        said: list[tuple[int, str]] = []
        for event in json.loads(msgspec.json.encode(log.events[5:])):
            state = bound.get(f"/live-games/{name}").headers["ETag"]
            for _ in range(2):
                answer = bound.written(path_of(name, event), {"events": [event]}, state, f"key-{len(said) // 2}")
                said.append(sent(answer, name))
            if event.get("by", seat) != seat:
                recorded_on(admin, name, event)
        heard.append(said)
    assert heard[0] == heard[1] == heard[2]
    assert {status for status, _ in heard[0]} >= {201}


def sent(answer: Any, name: str) -> tuple[int, str]:
    """Everything that was sent, with its headers and its length."""
    headers = "\n".join(f"{key}: {value}" for key, value in answer.headers if key != "X-Request-Id")
    body = re.sub(r'"request_id":"\w+"', "", answer.get_data(as_text=True))
    return answer.status_code, plain(f"{headers}\n\n{body}", name)


@over_readers
@over_games
def test_no_page_tells_twins_apart(there: tuple[Served, int], game: str, *, seated: bool) -> None:
    here, seat, heard = there[0], reader(game, seated=seated), []
    for name in games_of(here, game):
        phone = entered(here, Role.RECORDER, game=name, seat=seat)
        looks = [sent(phone.get(f"/live/{name}{path}", base_url=HERE), name) for path in PAGES]
        stands = phone.get(f"/live/{name}.json", base_url=HERE).get_json()["state"]
        for number, path in enumerate(SENT):
            form = {"key": f"{number:032x}", "match": stands, "typed": "green: pass", "seat": seat, "text": "x"}
            answer = phone.post(f"/live/{name}{path}", data=form, base_url=HERE, headers=OWN)
            looks.append(sent(answer, name))
        heard.append([*looks, *(sent(phone.get(f"/live/{name}{path}", base_url=HERE), name) for path in PAGES)])
    assert heard[0][0][0] == 200
    assert heard[0] == heard[1] == heard[2]


PAGES = ("", ".json", "/seats", "/desk", "/case", "/case/report", "/nowhere")
SENT = ("/lines", "/undo", "/comment", "/confirm", "/late", "/desk", "/close", "/keep", "/seats")


@dataclass
class EveryByte(StreamFollower):
    """A client that stores every byte of a stream."""

    blocks: list[str] = field(default_factory=list)

    def _take(self, block: str) -> None:
        self.blocks += [block] if not block.startswith(":") else []
        super()._take(block)


@over_readers
@over_games
def test_no_stream_tells_twins_apart(there: tuple[Served, int], game: str, *, seated: bool) -> None:
    here, port = there
    seat, heard, admin = reader(game, seated=seated), [], here.asker()
    for name in games_of(here, game):
        answer = admin.written(f"/live-games/{name}/closing", {}, admin.get(f"/live-games/{name}").headers["ETag"])
        assert answer.status_code == 201
        token = here.asker(Role.VIEWER, game=name, seat=seat).token or ""
        one = EveryByte(port, f"/api/v1/stream/live-games/{name}", token)
        asyncio.run(one.follow())
        head = "\n".join(line for line in one.head.splitlines() if not line.lower().startswith(("x-request", "date")))
        heard.append([plain(text, name) for text in (head, *one.blocks)])
        assert one.last == "closed"
    assert len(heard[0]) > 10
    assert heard[0] == heard[1] == heard[2]


@over_games
def test_nothing_is_told_elsewhere_before_a_game_is_closed_and_then_no_card(sqlite_url: str, game: str) -> None:
    settings = replace(SETTINGS, webhooks="https://club.example/hook", webhook_networks="127.0.0.0/8")
    with Store.open(sqlite_url, secret=SETTINGS.secret, clock=lambda: NOON) as store:
        store.sign_everything_anew(SETTINGS.secret)
        here = served(store, settings)
        names = games_of(here, game)
        for name in names:
            everything(here, name, reader(game, seated=True), 6)
        assert store.count_notices() == 0
        admin = here.asker()
        for name in names:
            state = admin.get(f"/live-games/{name}").headers["ETag"]
            assert admin.written(f"/live-games/{name}/closing", {}, state).status_code == 201
        assert store.count_notices() == len(names)
