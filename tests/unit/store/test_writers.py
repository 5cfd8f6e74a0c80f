"""Many writers on one game: one winner for each place, no gap, no fork, and every retry gets the first answer."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from audit.store import GameHead, GameRow, Key, Receipt, Stale, Store, Unavailable
from tests.support.paths import ROOT
from tests.support.stores.postgres_proxy import Proxy
from tests.support.stores.racing_writers import race
from tests.support.stores.store_calls import BY, CLUB, appended, begun, key

N = int(os.environ.get("N", "1"))
WRITERS = 16


def whole(store: Store, game: str) -> list[str]:
    """Return the content of every event, after checking that there is no gap, no fork and no damage."""
    events = store.list_events(CLUB, game)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert store.read_game(CLUB, game).head == events[-1].hash
    assert store.verify() == []
    return [event.body.decode()[len('{"says":"') : -2] for event in events]


def together(store: Store, game: str, per_writer: int) -> None:
    """Write from many threads, each acknowledged event exactly once."""
    with ThreadPoolExecutor(WRITERS) as pool:
        names = [f"thread{number}" for number in range(WRITERS)]
        done = list(pool.map(lambda name: race(store, CLUB, game, name, per_writer), names))
    texts = whole(store, game)
    assert len(texts) == len(set(texts)) == sum(number % 3 + 1 for number in range(per_writer)) * WRITERS
    kept = [GameHead(game, one.seq, one.head) for mine in done for one in mine]
    assert len({head.seq for head in kept}) == WRITERS * per_writer
    assert store.verify(kept) == []


def test_sixteen_threads_write_one_game_without_gap_or_fork(opened):
    store = opened(patience=60.0)
    store.found_club(CLUB)
    together(store, begun(store).id, 4 * N)


def test_sixteen_processes_write_one_game_without_gap_or_fork(store, url):
    game = begun(store).id
    per_writer = 3 * N
    command = [
        sys.executable,
        "-m",
        "tests.support.stores.racing_writers",
        url,
        CLUB,
        game,
        "process",
        str(per_writer),
        str(WRITERS),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False)  # noqa: S603 - this program
    assert done.returncode == 0, done.stderr.decode()
    kept = [GameHead(game, int(seq), head) for seq, head in map(str.split, done.stdout.decode().splitlines())]
    assert len({head.seq for head in kept}) == WRITERS * per_writer
    assert store.verify(kept) == []
    texts = whole(store, game)
    assert len(texts) == len(set(texts)) == sum(number % 3 + 1 for number in range(per_writer)) * WRITERS


def test_who_is_overtaken_between_looking_and_writing_is_told(postgresql_url):
    """On SQLite no writer can be stale: it takes the only lock before it reads."""
    with Store.open(postgresql_url) as store:
        store.found_club(CLUB)
        game, first = begun(store), []

        def overtaken(_: Receipt) -> bytes:
            appended(store, game, "quicker")
            return b"too late"

        with pytest.raises(Stale) as stale:
            appended(store, game, "slower", answer=overtaken)
        assert (stale.value.seq, whole(store, game.id)) == (1, ["quicker"])
        stands = store.read_game(CLUB, game.id)

        def retried(_: Receipt) -> bytes:
            first.append(appended(store, stands, "once", key=key()))
            return b"too late"

        again = appended(store, stands, "once", key=key(), answer=retried)
        assert (again.replayed, again.answer) == (True, first[0].answer)
        assert whole(store, game.id) == ["quicker", "once"]


def test_of_many_who_append_at_one_place_exactly_one_wins(store):
    for _ in range(5 * N):
        game = begun(store)
        barrier = Barrier(4)

        def attempt(name: str, game=game, barrier=barrier) -> str:
            barrier.wait()
            try:
                appended(store, game, name, name)
            except Stale as stale:
                return f"stale at {stale.seq}"
            return "won"

        with ThreadPoolExecutor(4) as pool:
            outcomes = sorted(pool.map(attempt, "abcd"))
        assert outcomes == ["stale at 2", "stale at 2", "stale at 2", "won"]
        assert len(set(whole(store, game.id))) == 1


def test_the_same_request_sent_many_times_at_once_is_done_once(store):
    for number in range(5 * N):
        game = begun(store)
        barrier = Barrier(4)

        def attempt(_: int, game=game, barrier=barrier, number=number) -> bytes:
            barrier.wait()
            return appended(store, game, "once", "only", key=key(f"many-{number}")).answer

        with ThreadPoolExecutor(4) as pool:
            assert len(set(pool.map(attempt, range(4)))) == 1
        assert whole(store, game.id) == ["once", "only"]


def test_the_same_game_begun_many_times_at_once_is_begun_once(store):
    for number in range(5 * N):
        barrier = Barrier(4)

        def attempt(_: int, barrier=barrier, number=number) -> str:
            barrier.wait()
            return begun(store, key=key(f"begin-{number}")).id

        with ThreadPoolExecutor(4) as pool:
            assert len(set(pool.map(attempt, range(4)))) == 1
    assert len(store.list_games(CLUB)) == 5 * N


def test_the_same_upload_sent_many_times_at_once_is_kept_once(store):
    for number in range(5 * N):
        barrier = Barrier(4)

        def attempt(_: int, barrier=barrier, number=number) -> Any:
            barrier.wait()
            return store.add_upload(CLUB, b"log %d" % number, by=BY)

        with ThreadPoolExecutor(4) as pool:
            assert sorted(kept.new for kept in pool.map(attempt, range(4))) == [False, False, False, True]


def test_writers_of_different_games_do_not_hinder_each_other(store):
    games = [begun(store) for _ in range(8)]

    def fill(game: GameRow) -> int:
        stands = game
        for number in range(5 * N):
            stands = store.read_game(CLUB, appended(store, stands, str(number)).game)
        return stands.seq

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(fill, games)) == [5 * N] * 8
    assert store.verify() == []


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_line_cut_around_the_commit_never_doubles_or_loses_an_event(postgresql_url, cut):
    with Proxy(postgresql_url) as proxy, Store.open(proxy.url) as store, Store.open(postgresql_url) as direct:
        direct.found_club(CLUB)
        stands = begun(direct)
        cuts = 0
        for number in range(10 * N):
            asked = Key(BY, f"{cut}-{number}", "as asked")
            proxy.cut = cut if number % 2 else None
            answers = set()
            for _ in range(3):
                try:
                    answers.add(appended(store, stands, f"{number}", key=asked).answer)
                except Unavailable:
                    cuts += 1
            assert len(answers) == 1
            stands = direct.read_game(CLUB, stands.id)
        assert cuts == 5 * N
        assert whole(direct, stands.id) == [str(number) for number in range(10 * N)]
