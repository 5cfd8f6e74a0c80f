"""Clubs take turns: however much one sends, another gets a thread, and one request of each is computed at a time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from multiprocessing import get_context
from typing import Any, cast

import pytest
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped] # it has no types

from api.problems import Problem
from api.scheduling import fair_queue
from api.scheduling.active_clubs import ABOUT, NOBODY, ActiveClubs
from api.scheduling.fair_queue import CLUB, SHORT, ClubQueues, crowds_others, name_clubs, waiting_elsewhere
from api.server.worker import Worker
from api.settings import Settings
from api.workers.pool import AuditPool
from audit.store import Role
from tests.support.servers.api_client import CLUB as OURS
from tests.support.servers.fixtures import Served

SECRETS = {"loud": "Bearer one", "quiet": "Bearer two", "third": "Bearer three"}


def answered(queues: ClubQueues, secret: str, club: str, header: str = "HTTP_AUTHORIZATION") -> None:
    """Make the service answer a request of a club."""

    def service(environ: Any, _start: object) -> list[bytes]:
        environ[CLUB] = club
        return [b""]

    assert queues.learning(service)({header: secret}, cast("Any", None)) == [b""]


def club_of(name: str) -> str:
    return name.partition(" ")[0]


class Threads:
    """Gives requests threads, and ends each on demand; a request is named by its club and a number."""

    def __init__(self, count: int = 4) -> None:
        self.woken = 0
        self.begun: list[str] = []
        self.serving: dict[str, AbstractContextManager[None]] = {}
        self.queues = ClubQueues(count, self._begin, self._wake, ActiveClubs())
        for club, secret in SECRETS.items():
            answered(self.queues, secret, club)

    def _wake(self) -> None:
        self.woken += 1

    def _begin(self, name: str, club: str) -> None:
        assert club == (club_of(name) if club_of(name) in SECRETS else "")
        self.begun.append(name)
        self.serving[name] = self.queues.served(club)
        self.serving[name].__enter__()

    def ask(self, *names: str) -> None:
        """Send each of these requests."""
        for name in names:
            secret = SECRETS.get(club_of(name), name)
            self.queues.wait(name, f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: {secret}\r\n\r\n".encode())

    def end(self, name: str) -> None:
        """Free the thread of one of them."""
        self.serving.pop(name).__exit__(None, None, None)
        self.queues.go_on()


@pytest.mark.parametrize(("count", "most"), [(1, 1), (2, 2), (3, 2), (4, 3), (16, 15)])
def test_a_club_alone_has_all_threads_but_one_where_there_are_many(count: int, most: int) -> None:
    threads = Threads(count)
    threads.ask(*(f"loud {number}" for number in range(20)))
    assert threads.begun == [f"loud {number}" for number in range(most)]
    threads.end("loud 0")
    assert threads.begun[most:] == [f"loud {most}"]


def test_where_another_asks_too_one_thing_of_each_is_worked_out_at_a_time_in_turn() -> None:
    threads = Threads()
    threads.ask("loud 0", "loud 1", "loud 2", "loud 3", "loud 4", "quiet 0", "quiet 1")
    assert threads.begun == ["loud 0", "loud 1", "loud 2", "quiet 0"]
    for done in ("loud 0", "loud 1"):
        threads.end(done)
        assert threads.begun[4:] == []
    threads.end("loud 2")
    threads.end("quiet 0")
    assert threads.begun[4:] == ["loud 3", "quiet 1"]
    threads.ask("third 0")
    assert threads.begun[6:] == ["third 0"]
    threads.end("loud 3")
    threads.end("quiet 1")
    assert threads.begun[7:] == ["loud 4"]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let time pass only where a test says so."""
    clock = [time.monotonic()]
    monkeypatch.setattr("api.scheduling.fair_queue.time.monotonic", lambda: clock[0])

    def go_by(seconds: float) -> None:
        clock[0] += seconds

    return go_by


def test_who_has_more_waiting_lets_what_is_short_be_worked_out_first(wait: Callable[[float], None]) -> None:
    threads = Threads()
    threads.ask("loud 0", "quiet 0", "loud 1", "loud 2")
    threads.end("loud 0")
    assert (threads.begun[2:], threads.queues.look_again()) == ([], SHORT)
    wait(SHORT / 2)
    threads.end("quiet 0")
    assert (threads.begun[2:], threads.queues.look_again()) == (["loud 1"], math.inf)
    threads.ask("quiet 1")
    threads.end("loud 1")
    assert threads.begun[3:] == ["quiet 1", "loud 2"], "one thing alone waits for nobody"


def test_nobody_makes_room_for_what_takes_long(wait: Callable[[float], None]) -> None:
    threads = Threads()
    threads.ask("quiet 0", "loud 0", "loud 1", "loud 2")
    threads.end("loud 0")
    wait(SHORT + 0.01)
    threads.queues.go_on()
    assert threads.begun[2:] == ["loud 1"]
    threads.ask("loud 3")
    threads.end("loud 1")
    assert (threads.begun[3:], threads.queues.look_again()) == (["loud 2"], math.inf)


def test_nobody_makes_room_for_long_though_others_ask_without_end(wait: Callable[[float], None]) -> None:
    threads = Threads(8)
    threads.ask("loud 0", "quiet 0", "loud 1", "loud 2", "loud 3")
    threads.end("loud 0")
    for number in range(5):
        others = ("third", "quiet") if number % 2 else ("quiet", "third")
        threads.ask(f"{others[1]} {number + 1}")
        threads.end(threads.begun[-2])
        assert "loud 1" not in threads.begun
        wait(SHORT / 5)
    threads.queues.go_on()
    assert threads.begun[-1] == "loud 1"
    assert threads.queues.look_again() == math.inf


def test_a_worker_looks_again_soon_where_somebody_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(ThreadWorker, "wait_for_and_dispatch_events", lambda _self, timeout: waited.append(timeout))
    threads = Threads()
    worker = Worker.__new__(Worker)
    worker.queues = threads.queues
    worker.wait_for_and_dispatch_events(1.0)
    threads.ask("quiet 0", "loud 0", "loud 1", "loud 2")
    threads.end("loud 0")
    now = time.monotonic()
    monkeypatch.setattr("api.scheduling.fair_queue.time.monotonic", lambda: now + SHORT)
    worker.wait_for_and_dispatch_events(1.0)
    assert waited == [1.0, SHORT]
    assert threads.begun[2:] == ["loud 1"]


def test_where_threads_are_few_whose_turn_it_was_comes_last() -> None:
    threads = Threads(1)
    threads.ask("loud 0", "loud 1", "loud 2", "quiet 0", "third 0", "quiet 1")
    for number in range(5):
        threads.end(threads.begun[number])
    assert threads.begun == ["loud 0", "loud 1", "quiet 0", "third 0", "loud 2", "quiet 1"]


def test_nobody_makes_room_for_who_was_about_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = Threads()
    threads.ask("quiet 0")
    threads.end("quiet 0")
    threads.ask("loud 0", "loud 1")
    assert threads.begun[1:] == ["loud 0"]
    now = time.monotonic()
    monkeypatch.setattr("api.scheduling.active_clubs.time.monotonic", lambda: now + ABOUT + 1)
    threads.queues.go_on()
    assert threads.begun[1:] == ["loud 0", "loud 1"]


def test_who_asks_for_several_things_at_once_crowds_others_while_they_are_about_and_not_before() -> None:
    threads = Threads()
    threads.ask("loud 0", "loud 1")
    assert not threads.queues.is_crowding_out("loud")
    threads.ask("quiet 0")
    assert (threads.queues.is_crowding_out("loud"), threads.queues.is_crowding_out("quiet")) == (True, False)
    answered(threads.queues, SECRETS["quiet"], "quiet")
    threads.ask("quiet 1")
    assert not threads.queues.is_crowding_out("quiet"), "the one before was answered"
    threads.ask("quiet 2")
    assert threads.queues.is_crowding_out("quiet"), "one waits"
    for name in ("quiet 0", "quiet 1", "quiet 2"):
        threads.end(name)
    threads.end("loud 0")
    assert not threads.queues.is_crowding_out("loud"), "one thing alone"
    threads.ask("loud 2")
    assert threads.queues.is_crowding_out("loud"), "the others asked a moment ago"
    assert not crowds_others(), "no thread of a service"
    few = Threads(2)
    few.ask("quiet 0", "loud 0", "loud 1")
    assert not few.queues.is_crowding_out("loud"), "what is done elsewhere would hold the thread that others wait for"


def test_whoever_asks_another_worker_is_about_as_well() -> None:
    who, fork = ActiveClubs(), get_context("fork")
    for club in ("quiet", "third", "loud", "loud", NOBODY):
        worker = fork.Process(target=who.note, args=(club,))
        worker.start()
        worker.join()
    assert [who.has_others(club) for club in ("loud", "third", "quiet", NOBODY)] == [True, True, True, True]
    alone = ActiveClubs()
    alone.note("loud")
    assert (alone.has_others("loud"), alone.has_others("quiet")) == (False, True)


def test_what_waits_for_another_process_holds_up_nobody_of_its_club() -> None:
    threads = Threads()
    threads.ask("quiet 0", "loud 0", "loud 1")
    assert threads.begun == ["quiet 0", "loud 0"]
    woken = threads.woken
    with waiting_elsewhere():
        assert threads.woken == woken + 1
        threads.queues.go_on()
        assert threads.begun[2:] == ["loud 1"]
    threads.ask("loud 2")
    threads.end("loud 1")
    assert threads.begun[3:] == []
    threads.end("loud 0")
    assert threads.begun[3:] == ["loud 2"]


def test_an_answer_that_is_worked_out_holds_up_nobody_though_nobody_takes_it(wait: Callable[[float], None]) -> None:
    threads = Threads()
    threads.ask("quiet 0", "loud 0", "loud 1", "loud 2", "loud 3")
    for number in (1, 2):
        answered(threads.queues, SECRETS["loud"], "loud")
        wait(SHORT + 0.01)
        threads.queues.go_on()
        assert threads.begun[-1] == f"loud {number}"
    # One thread is still left for the others.
    answered(threads.queues, SECRETS["loud"], "loud")
    threads.queues.go_on()
    assert threads.begun[-1] == "loud 2"
    threads.end("quiet 0")
    assert threads.begun[-1] == "loud 2"
    threads.end("loud 0")
    assert threads.begun[-1] == "loud 3"


def test_nothing_is_counted_twice_or_for_ever() -> None:
    threads = Threads()
    threads.ask("loud 0")
    answered(threads.queues, SECRETS["loud"], "loud")
    with waiting_elsewhere():
        pass
    threads.end("loud 0")
    assert (threads.queues._begun, threads.queues._working, threads.queues._waiting) == ({}, {}, {})
    assert threads.queues._unanswered == {}
    with waiting_elsewhere():
        assert threads.queues._working == {}


def test_strangers_have_one_queue_and_nobody_makes_room_for_them() -> None:
    threads = Threads()
    threads.ask("made up 0", "made up 1", "made up 2", "loud 0")
    assert threads.begun == ["made up 0", "made up 1", "made up 2", "loud 0"]
    threads.ask("made up 3", "loud 1")
    for number in range(3):
        threads.end(f"made up {number}")
    assert threads.begun[4:] == ["made up 3"]
    threads.end("made up 3")
    assert threads.begun[5:] == ["loud 1"]


def test_nobody_waits_for_what_is_worked_out_for_strangers(wait: Callable[[float], None]) -> None:
    threads = Threads()
    threads.ask("loud 0", "made up 0", "loud 1", "loud 2")
    wait(SHORT / 5)
    threads.end("loud 0")
    assert (threads.begun, threads.queues.look_again()) == (["loud 0", "made up 0", "loud 1"], math.inf)
    threads.ask("made up 1", "made up 2")
    threads.end("made up 0")
    assert threads.begun[3:] == ["loud 2"], "but strangers wait for what is worked out for a club"


def test_a_session_in_a_browser_asks_for_its_club_and_a_body_for_nobody() -> None:
    threads = Threads()
    answered(threads.queues, "deadreckon=abc", "loud", "HTTP_COOKIE")
    known = threads.queues._known
    both = "Cookie: another=session\r\nAuthorization: Bearer one\r\nCookie: yet=another"
    for head in ("Cookie: deadreckon=abc", "cookie:deadreckon=abc ", "Authorization: Bearer one", both):
        raw = f"GET / HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n".encode()
        assert known[fair_queue._secret(raw)] == "loud"
    assert fair_queue._secret(b"POST / HTTP/1.1\r\nHost: x\r\n\r\nx\r\nAuthorization: Bearer one\r\n") == ""


def test_secrets_are_known_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_KNOWN", 5)
    threads = Threads()
    for number in range(20):
        answered(threads.queues, f"Bearer {number}", "loud")
        assert len(threads.queues._known) <= 5


def test_the_service_says_for_which_club_it_answers(here: Served) -> None:
    name_clubs(here.app)
    heard: list[object] = []
    service = here.app.wsgi_app

    def hearing(environ: Any, start: Any) -> Any:
        answer = service(environ, start)
        heard.append(environ.get(CLUB))
        return answer

    here.app.wsgi_app = hearing  # type: ignore[assignment,method-assign] # as Flask does it
    asker = here.asker(Role.VIEWER)
    asker.get("/logs")
    asker.get("/logs/none")
    here.app.test_client().get("/api/v1/logs")
    here.app.test_client().get("/api/v1/logs", headers={"Authorization": "Bearer made-up"})
    assert heard == [OURS, OURS, None, None]


def test_whoever_asks_the_pool_only_waits_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, threads, works = AuditPool(Settings(audit_processes=0)), Threads(), list[int]()

    class Process:
        def ask(self, *_: object) -> None:
            works.append(threads.queues._working["loud"])

    pool._idle.put(cast("Any", Process()))
    threads.ask("loud 0")
    pool.ask("loud", cast("Any", None), ())
    assert works == [0]
    assert threads.queues._working["loud"] == 1
    monkeypatch.setattr(pool, "_a_club", 0)
    with suppress(Problem):
        pool.ask("loud", cast("Any", None), ())
    assert threads.queues._working["loud"] == 1
