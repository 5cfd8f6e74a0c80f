"""Live events streamed by a separate process: a viewer misses no event, and sees no more than the API shows."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from audit.store import Role, Store
from tests.support.games.hidden_choices import game_played
from tests.support.servers.api_client import CLUB, Asker
from tests.support.servers.fixtures import Served, served
from tests.support.servers.stream_followers import PATIENCE, StreamFollower, streams

# The number of viewers, and of cuts for each; `make torture` has twenty times as many.
FOLLOWERS = 1_000 if os.environ.get("N", "1") != "1" else 50
CUTS, TAKES, TOKENS = 20, 24, 10
NOTES = ['record: note "of 0"', 'record: note "of 1"']
HEADER = "game: tailwinds\nplayers: green=Ada/sailor, orange=Ben/crew\n"


@pytest.fixture(scope="module")
def there(laid_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, int]]:
    """Serve and stream one database."""
    place = tmp_path_factory.mktemp("streamed") / "store.db"
    shutil.copy(laid_sqlite, place)
    with Store.open(f"sqlite:///{place}") as store:
        here = served(store)
        with streams(f"sqlite:///{place}") as port:
            yield here, port


def path_of(live: str, query: str = "") -> str:
    return f"/api/v1/stream/live-games/{live}{query}"


def begun(admin: Asker) -> str:
    live: str = admin.written("/live-games", {"text": HEADER}).get_json()["id"]
    return live


def record(admin: Asker, live: str, *events: dict[str, Any], to: str = "events") -> None:
    state = admin.get(f"/live-games/{live}").headers["ETag"]
    body = {} if to == "closing" else {"events": list(events)}
    answer = admin.written(f"/live-games/{live}/{to}", body, state)
    assert answer.status_code == 201, answer.get_data(as_text=True)


def note(text: str) -> dict[str, Any]:
    return {"do": "note", "text": text}


def together(followers: list[StreamFollower], meanwhile: Callable[[], None]) -> None:
    """Let all of them follow while something happens."""

    async def all_of_them() -> None:
        recording = asyncio.to_thread(meanwhile)
        await asyncio.gather(recording, *(one.follow() for one in followers))

    asyncio.run(all_of_them())


def cut_off(here: Served, port: int, count: int) -> None:
    """Let this many clients follow a game, and cut them off again and again."""
    admin = here.asker()
    live = begun(admin)
    tokens = [here.asker(Role.VIEWER).token or "" for _ in range(TOKENS)]
    followers = [StreamFollower(port, path_of(live), tokens[at % TOKENS], CUTS) for at in range(count)]

    def play() -> None:
        for number in range(TAKES):
            record(admin, live, note(f"of {number}"))
        record(admin, live, to="closing")

    together(followers, play)
    assert [one.seen for one in followers] == [[*range(1, TAKES + 2)]] * count
    assert {one.last for one in followers} == {"closed"}
    assert all(one.texts[:2] == NOTES for one in followers)


def test_whoever_is_cut_off_again_and_again_misses_no_step(there: tuple[Served, int]) -> None:
    cut_off(*there, FOLLOWERS)


def test_on_the_other_database_nobody_misses_a_step_either(postgresql_url: str) -> None:
    with Store.open(postgresql_url) as store, streams(postgresql_url) as port:
        cut_off(served(store), port, 5)


def test_a_seat_follows_what_it_may_see_and_an_arbiter_all_of_it(there: tuple[Served, int]) -> None:
    here, port = there
    admin = here.asker()
    _, log = game_played("tailwinds", 1)
    events = json.loads(msgspec.json.encode(log.events[:20]))
    header = json.loads(msgspec.json.encode(log.header))
    live = admin.written("/live-games", {"header": header}).get_json()["id"]
    seats = {seat: here.asker(Role.VIEWER, game=live, seat=seat).token or "" for seat in ("green", "orange", "")}
    judge = here.asker(Role.JUDGE).token or ""
    followers = [StreamFollower(port, path_of(live), token) for token in (*seats.values(), judge)]
    looked = StreamFollower(port, path_of(live, "?seat=orange"), judge)

    def play() -> None:
        for part in (events[:10], events[10:]):
            record(admin, live, *part)
        record(admin, live, to="closing")

    together([*followers, looked], play)
    for one, token in zip([*followers, looked], [*seats.values(), judge, judge], strict=True):
        query = "?seat=orange" if one is looked else ""
        listed = Asker(here.app, token).told(f"/live-games/{live}/events{query}")["items"]
        assert one.texts[:-1] == [item["text"] for item in listed]
    assert len({tuple(one.texts) for one in followers}) > 1, "a hidden choice is told to some and not to others"


@pytest.mark.parametrize("how", ["nobody", "stranger", "other club", "other game", "nowhere", "seat", "place"])
def test_who_may_not_look_may_not_follow(there: tuple[Served, int], how: str) -> None:
    here, port = there
    admin = here.asker()
    live, other = begun(admin), begun(admin)
    token = {
        "nobody": "",
        "stranger": "x",
        "other club": here.asker(club="lighthouse").token,
        "other game": here.asker(game=other).token,
        "seat": here.asker(game=live, seat="green").token,
    }.get(how, admin.token)
    path = {"nowhere": path_of("nowhere"), "seat": path_of(live, "?seat=orange"), "place": path_of(live, "?after=x")}
    one = StreamFollower(port, path.get(how, path_of(live)), token or "")
    asyncio.run(one.follow())
    statuses = {"nobody": 401, "stranger": 401, "seat": 422, "place": 422}
    assert f" {statuses.get(how, 404)} " in one.head.partition("\r\n")[0]
    assert '"code":' in one.last


def test_a_token_that_is_revoked_is_told_nothing_more(there: tuple[Served, int]) -> None:
    here, port = there
    admin, viewer = here.asker(), here.asker(Role.VIEWER)
    live = begun(admin)
    record(admin, live, note("before"))
    one = StreamFollower(port, path_of(live), viewer.token or "")

    def revoke() -> None:
        here.store.revoke_token(CLUB, viewer.told("/token")["id"])
        record(admin, live, note("after"))

    async def follow() -> None:
        following = asyncio.ensure_future(one.follow())
        await one.heard.wait()
        await asyncio.to_thread(revoke)
        await following

    asyncio.run(follow())
    assert (one.last, one.texts[:-1]) == ("refused", ["record: note before"])


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET /api/v1/stream/live-games/x HTTP/1.1\r\nLast-Event-ID: x\r\n\r\n", 400),
        (b"GET /api/v1/stream/live-games/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET /api/v1/stream/live-games/x HTTP/1.1\r\nHost: a\r\nA: " + b"x" * 20_000 + b"\r\n\r\n", 431),
        (b"POST /api/v1/stream/live-games/x HTTP/1.1\r\nHost: a\r\n\r\n", 405),
        (b"GET /api/v1/tokens HTTP/1.1\r\nHost: a\r\n\r\n", 404),
        (b"GET /api/v1/stream/live-games/%00 HTTP/1.1\r\nHost: a\r\n\r\n", 404),
        (b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    ],
)
def test_whatever_else_is_asked_there_is_answered_as_a_problem(
    there: tuple[Served, int], raw: bytes, status: int
) -> None:
    with socket.create_connection(("127.0.0.1", there[1]), PATIENCE) as connection:
        connection.sendall(raw)
        assert connection.recv(100).startswith(f"HTTP/1.1 {status} ".encode())


def ask(port: int, live: str, token: str, *lines: str, method: str = "GET", query: str = "") -> tuple[str, str]:
    """Send something to the streaming process, and read until it ends, or until the head of a stream."""
    head = [f"{method} {path_of(live, query)} HTTP/1.1", "Host: a", f"Authorization: Bearer {token}", *lines, "", ""]
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall("\r\n".join(head).encode())
        answer = ""
        while "text/event-stream" not in answer and (more := connection.recv(1 << 16)):
            answer += more.decode()
        head_of_it, _, body = answer.partition("\r\n\r\n")
        return head_of_it, body


def test_a_place_that_is_none_and_what_is_asked_twice_are_named(there: tuple[Served, int]) -> None:
    here, port = there
    admin = here.asker()
    live, token = begun(admin), admin.token or ""
    head, body = ask(port, live, token, "Last-Event-ID: -1")
    assert " 400 " in head.partition("\r\n")[0]
    assert [one["header"] for one in json.loads(body)["errors"]] == ["Last-Event-ID"]
    for query, name in (("?after=1&after=2", "after"), ("?seat=green&seat=orange", "seat")):
        head, body = ask(port, live, token, query=query)
        assert " 422 " in head.partition("\r\n")[0]
        assert {one["parameter"] for one in json.loads(body)["errors"]} == {name}


def test_head_tells_what_a_stream_would_begin_with(there: tuple[Served, int]) -> None:
    here, port = there
    admin = here.asker()
    live = begun(admin)
    head, _ = ask(port, live, admin.token or "", method="HEAD")
    assert (" 200 " in head.partition("\r\n")[0], "text/event-stream" in head) == (True, True)
    head, body = ask(port, "nowhere", admin.token or "", method="HEAD")
    assert (" 404 " in head.partition("\r\n")[0], body) == (True, "")


def test_a_page_of_a_named_site_reads_what_is_streamed_and_every_refusal(sqlite_url: str) -> None:
    site = "https://club.example"
    with Store.open(sqlite_url) as store:
        admin = served(store).asker()
        live, token = begun(admin), admin.token or ""
        record(admin, live, note("one"))
        with streams(sqlite_url, cors_origins=site, stream_viewers=1) as port:
            first = StreamFollower(port, path_of(live), token)

            async def follow() -> list[str]:
                following = asyncio.ensure_future(first.follow())
                await first.heard.wait()
                lines = (("Last-Event-ID: x",), ())
                heads = [
                    (await asyncio.to_thread(ask, port, live, token, f"Origin: {site}", *more))[0] for more in lines
                ]
                following.cancel()
                return heads

            heads = asyncio.run(follow())
    assert [head.split(" ", 2)[1] for head in heads] == ["400", "503"]
    assert [f"Access-Control-Allow-Origin: {site}" in head for head in [first.head, *heads]] == [False, True, True]


def test_more_than_are_borne_are_asked_to_come_again(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        here = served(store)
        admin = here.asker()
        live = begun(admin)
        record(admin, live, note("one"))
        with streams(sqlite_url, stream_viewers=1) as port:
            first, second = (StreamFollower(port, path_of(live), here.asker().token or "") for _ in range(2))

            async def both() -> None:
                following = asyncio.ensure_future(first.follow())
                await first.heard.wait()
                await second.follow()
                following.cancel()

            asyncio.run(both())
    assert " 503 " in second.head.partition("\r\n")[0]
    assert "Retry-After: 5" in second.head


def test_where_nothing_is_streamed_the_service_says_so(here: Served) -> None:
    admin = here.asker()
    answer = admin.get(f"/stream/live-games/{begun(admin)}")
    assert (answer.status_code, answer.get_json()["code"]) == (421, "no-stream")
