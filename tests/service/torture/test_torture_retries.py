"""Connections cut at every point: a client that repeats a request with the same key gets one permanent answer."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from audit.store import Key, Store
from tests.support.servers.stocked_club import HEADER, take
from tests.support.servers.torture.commit_proxy import OneOfMany
from tests.support.servers.torture.connection_proxy import WAYS, WHOLE, severed
from tests.support.servers.torture.crowd import Witness, whole, write
from tests.support.servers.torture.fixtures import N
from tests.support.servers.torture.retrying_client import (
    API,
    Caller,
    CallMade,
    Heard,
    beginning,
    noting,
    recording,
    uploading,
)
from tests.support.servers.torture.running_service import Running


@contextmanager
def cut_once_each(running: Running) -> Iterator[tuple[Caller, list[str]]]:
    """Return a client behind a proxy that cuts it off in each of the listed ways, and then no more."""
    ways: list[str] = []
    with severed(running.address, lambda: ways.pop(0) if ways else WHOLE) as door:
        yield Caller(door.url, running.token), ways


def story(caller: Caller) -> Iterator[CallMade]:
    """Record a game from start to end, each event after its current state."""
    yield beginning("first")
    game = caller.once("GET", f"{API}/live-games").told["items"][0]["url"]
    yield noting(game, caller.state(game), "second", "a", "b", "c")
    correction = {"do": "retract", "at": 2}
    yield recording(f"{game}/corrections", {"events": [correction]}, "third", caller.state(game))
    claim = {"fact": "round", "value": 0}
    yield recording(f"{game}/closing", {"claims": [claim]}, "fourth", caller.state(game))


def the_same(one: Heard, other: Heard) -> bool:
    """Return whether two answers are the same, byte for byte."""
    names = ("etag", "location", "content-type")
    return (one.status, one.body, *map(one.headers.get, names)) == (
        other.status,
        other.body,
        *map(other.headers.get, names),
    )


def test_whatever_gets_lost_a_retry_gets_the_first_answer_and_nothing_is_recorded_twice(running, url, tally):
    caller = running.caller
    with cut_once_each(running) as (unlucky, ways):
        for asked in story(caller):
            ways[:] = WAYS
            heard, count = unlucky.insisted(asked)
            assert heard.status == 201, heard
            assert (count, ways) == (len(WAYS) + 1, [])
            assert heard.headers["idempotent-replayed"] == "true"
            again = caller.sent(asked)
            assert the_same(again, heard)
            assert again.headers["idempotent-replayed"] == "true"
    (game,) = caller.once("GET", f"{API}/live-games").told["items"]
    assert [event["seq"] for event in caller.events(game["url"])] == [1, 2, 3, 4, 5, 6]
    assert game["closed"]
    with Store.open(url) as store:
        assert store.verify() == []
    tally("requests cut before, within and after", 4 * len(WAYS))


def test_a_cut_upload_is_kept_once(running, tally):
    caller = running.caller
    with cut_once_each(running) as (unlucky, ways):
        for number in range(N):
            ways[:] = WAYS
            heard, _ = unlucky.insisted(uploading(b"no log, but kept: %04d" % number))
            assert heard.status == 200
    kept = caller.once("GET", f"{API}/logs?limit=200").told["items"]
    assert [upload["size"] for upload in kept] == [len("no log, but kept: 0000")] * min(N, 200)
    tally("requests cut before, within and after", N * len(WAYS))


ENDING_EARLY = {
    "shorter than announced": ("Content-Length: 20", b"game: tail"),
    "no last chunk": ("Transfer-Encoding: chunked", b"3\r\nabc\r\n"),
    "half a chunk": ("Transfer-Encoding: chunked", b"9\r\nabc"),
    "no chunk at all": ("Transfer-Encoding: chunked", b"zz\r\nabc"),
    "more than the chunk": ("Transfer-Encoding: chunked", b"3\r\nabcde\r\n0\r\n\r\n"),
}


def test_an_upload_that_is_not_whole_is_refused_and_nothing_of_it_is_kept(serving, sqlite_url):
    running = serving(sqlite_url)
    for how, (header, body) in ENDING_EARLY.items():
        head = (f"POST {API}/logs HTTP/1.1", "Host: localhost", f"Authorization: Bearer {running.token}", header)
        with socket.create_connection(("127.0.0.1", running.port), timeout=60) as line, line.makefile("rb") as seen:
            line.sendall("\r\n".join((*head, "Content-Type: text/plain", "", "")).encode() + body)
            line.shutdown(socket.SHUT_WR)
            answer = seen.read()
        assert answer.startswith(b"HTTP/1.1 400"), how
        assert answer.count(b"HTTP/1.1") == 1, f"{how}: what followed was taken for another request"
    assert running.caller.once("GET", f"{API}/logs").told["items"] == []
    assert running.faults() == []


def test_a_retry_that_overtakes_its_first_request_gets_that_ones_answer(anywhere, monkeypatch):
    """The first request ends after the retry has looked for an answer, and before it reads the state of the game."""
    recorder = anywhere.asker()
    begun = recorder.written("/live-games", {"text": HEADER})
    game, look = begun.get_json()["url"], anywhere.store.find_answer
    for path, result in ((f"{game}/events", {"events": [take("ada", 1)]}), (f"{game}/closing", {"claims": []})):
        state = recorder.get(game).headers["ETag"]
        key, first = path.rpartition("/")[2], list[bytes]()

        def looking(mark: Key, path=path, result=result, state=state, key=key, first=first) -> None:
            seen = look(mark)
            monkeypatch.setattr(anywhere.store, "find_answer", look)
            first.append(recorder.written(path, result, state, key=key).get_data())
            assert seen is None

        monkeypatch.setattr(anywhere.store, "find_answer", looking)
        retry = recorder.written(path, result, state, key=key)
        assert retry.status_code == 201, retry.get_data(as_text=True)
        assert [retry.get_data()] == first
        assert retry.headers["Idempotent-Replayed"] == "true"
        stale = recorder.written(path, result, state, key="another")
        assert stale.status_code in {409, 412}


def test_many_clients_on_a_bad_line_record_everything_exactly_once(running, url, tally):
    """Two clients write one game and two write their own; every other connection is cut somewhere."""
    caller, each = running.caller, 4 * N
    dice = random.Random(4)
    cuts: list[str] = []

    def choose() -> str:
        way = dice.choice((*WAYS, *[WHOLE] * len(WAYS)))
        cuts.extend([way] if way != WHOLE else [])
        return way

    games = [caller.game() for _ in range(3)]
    places = [games[0], games[0], games[1], games[2]]
    witnesses = [Witness() for _ in places]
    with severed(running.address, choose) as door, ThreadPoolExecutor(len(places)) as pool:
        unlucky = Unlucky(door.url, running.token)
        tasks = [
            pool.submit(write, unlucky, game, f"client{number}", witness, lambda done: done == each)
            for number, (game, witness) in enumerate(zip(places, witnesses, strict=True))
        ]
        for task in tasks:
            task.result()
    texts = sum(len(whole(caller, game, witnesses)) for game in games)
    assert texts == len(places) * sum(number % 3 + 1 for number in range(each))
    for asked, heard in (one for witness in witnesses for one in witness.acknowledged):
        assert the_same(caller.sent(asked), heard)
    with Store.open(url) as store:
        assert store.verify([head for witness in witnesses for head in witness.heads]) == []
    tally("requests cut before, within and after", len(cuts))


class Unlucky(Caller):
    """A client that asks for the state of a game until it is answered."""

    def state(self, game: str) -> str:
        """Request the state of the game."""
        heard, _ = self.insisted(CallMade("GET", game))
        return heard.state


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_line_to_the_database_cut_at_any_commit_of_a_request_loses_and_doubles_nothing(
    serving, postgresql_url, cut, tally
):
    with OneOfMany(postgresql_url) as proxy:
        running = serving(proxy.url)
        caller = running.caller
        game = caller.game()
        done: list[str] = []
        for _ in range(N):
            after, uncut = 0, False
            while not uncut:
                text = f"note {len(done)}"
                asked = noting(game, caller.state(game), f"key-{len(done)}", text)
                proxy.arm(cut, after)
                heard, count = caller.insisted(asked)
                uncut, proxy.cut = proxy.cut is not None, None
                assert heard.status == 201, heard
                assert count == 1 or not uncut
                assert the_same(caller.sent(asked), heard)
                done.append(text)
                after += 1
            assert after > 3
        tally("COMMITs of the service cut at the database", len(done) - N)
        assert whole(caller, game, []) == done
        running.kill()
        assert running.faults() == []
    with Store.open(postgresql_url) as store:
        assert store.verify() == []
