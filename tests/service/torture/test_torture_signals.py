"""Every signal that the service handles, to its master and its workers, during many writes: no write is lost."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import pytest
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped] # gunicorn has no types
from gunicorn.workers.base import Worker  # type: ignore[import-untyped] # as above

from api.server.runtime_dir import PREFIX, make_own_folder
from audit.store import Store
from tests.support.servers.torture.crowd import Witness, upload, whole, write
from tests.support.servers.torture.fixtures import N
from tests.support.servers.torture.restarts import check, ended, folders
from tests.support.servers.torture.retrying_client import API, Caller, CallMade, Heard, uploading
from tests.support.servers.torture.running_service import SERVE, WORKERS, Running, children, free_port, wait_for
from tests.support.stores.fixtures import DATABASES
from tests.support.stores.store_calls import CLUB

ENDS = {signal.SIGTERM, signal.SIGINT, signal.SIGQUIT}
# After TTIN, which adds one worker, TTOU removes one.
TO_MASTER = sorted({*Arbiter.SIGNALS, signal.SIGCHLD} - ENDS - {signal.SIGUSR2})
TO_WORKER = sorted({*Worker.SIGNALS, *TO_MASTER, signal.SIGKILL})
SPARED = {signal.SIGUSR1, signal.SIGWINCH, signal.SIGCHLD, signal.SIGTTIN, signal.SIGTTOU}


# The kind of database hardly matters for signals.
@pytest.fixture(params=DATABASES if N > 1 else DATABASES[:1])
def url(request: pytest.FixtureRequest) -> str:
    """Name a fresh database, in a long run of each kind in turn."""
    named: str = request.getfixturevalue(f"{request.param}_url")
    return named


class StrictCaller(Caller):
    """A client that accepts a cut connection as the effect of a signal, and not as a failure."""

    def once(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Heard:
        """Send once. Raises CutOffError."""
        heard = super().once(method, path, body, headers)
        assert heard.status < 500, heard
        return heard


@dataclass
class Crowd:
    """Clients that keep a service busy."""

    caller: Caller
    games: list[str]
    witnesses: list[Witness] = field(default_factory=lambda: [Witness() for _ in range(4)])
    looks: int = 0
    tasks: list[Future[None]] = field(default_factory=list)
    over: Event = field(default_factory=Event)

    def begin(self, pool: ThreadPoolExecutor) -> None:
        """Let three clients append, two of them to one game, one upload, and one read."""
        for number, game in enumerate((self.games[0], *self.games)):
            seen = (self.caller, game, f"writer{number}", self.witnesses[number], self._enough)
            self.tasks.append(pool.submit(write, *seen))
        self.tasks.append(pool.submit(upload, self.caller, "loader", self.witnesses[3], self._enough))
        self.tasks.append(pool.submit(self._look))

    def goes_on(self) -> None:
        """Wait until each of them has been answered once more."""
        before = self._counts()
        wait_for(lambda: self._stopped() or all(map(int.__lt__, before, self._counts())), "everyone to be answered")

    def _counts(self) -> list[int]:
        return [self.looks, *(witness.count for witness in self.witnesses)]

    def _stopped(self) -> bool:
        for task in self.tasks:
            if task.done():
                task.result()
        return False

    def _enough(self, _done: int) -> bool:
        return self.over.is_set()

    def _look(self) -> None:
        while not self.over.is_set():
            for path in ("/readyz", "/livez", "/metrics", f"{API}/logs", self.games[0]):
                heard, _ = self.caller.insisted(CallMade("GET", path))
                assert heard.status == 200, heard
            self.looks += 1


@contextmanager
def crowded(running: Running) -> Iterator[Crowd]:
    """Keep a service busy; at the end, check that everything it acknowledged is stored."""
    crowd = Crowd(StrictCaller(running.address, running.token), [running.caller.game() for _ in range(2)])
    with ThreadPoolExecutor(5) as pool:
        crowd.begin(pool)
        try:
            crowd.goes_on()
            yield crowd
            crowd.goes_on()
        finally:
            crowd.over.set()
    for task in crowd.tasks:
        task.result()
    check_all(running, crowd)


def check_all(running: Running, crowd: Crowd) -> None:
    """Check that everything acknowledged is stored, once, and nothing else."""
    for game in crowd.games:
        texts = whole(running.caller, game, crowd.witnesses)
        mine = [asked for witness in crowd.witnesses for asked, _ in witness.acknowledged if game in asked.path]
        assert len(texts) == sum(asked.body.count(b'"note"') for asked in mine)
    with Store.open(running.url) as store:
        heads = [head for witness in crowd.witnesses for head in witness.heads]
        assert store.verify(heads) == []
        assert all(store.read_upload(CLUB, sha256) == raw for sha256, raw in crowd.witnesses[3].uploads.items())


def counted(caller: Caller, method: str, route: str) -> int:
    """Return the number of requests in the metrics."""
    written = caller.once("GET", "/metrics").body.decode()
    labels = re.escape(f'method="{method}",route="{API}{route}"')
    return sum(int(float(one)) for one in re.findall(rf"requests_total\{{{labels},[^}}]*\}} (\S+)", written))


def go(running: Running, number: int, whom: int) -> set[int]:
    """Send a signal; return the workers that it ends."""
    workers = running.workers
    os.kill(whom, number)
    if whom == running.master:
        return workers if number == signal.SIGHUP else set()
    return set() if number in SPARED else {whom}


def test_no_signal_fails_a_request_or_loses_what_was_acknowledged(running, tally):
    dice = random.Random(7)
    with crowded(running) as crowd:
        wanted = WORKERS
        for number in TO_MASTER * N:
            gone = go(running, number, running.master)
            wanted += {signal.SIGTTIN: 1, signal.SIGTTOU: -1}.get(number, 0)
            settled(running, wanted, gone, f"{number!r} to the master")
            crowd.goes_on()
        for number in TO_WORKER * N:
            gone = go(running, number, dice.choice(sorted(running.workers)))
            settled(running, wanted, gone, f"{number!r} to a worker")
            crowd.goes_on()
        tally("signals under load", N * len(TO_MASTER + TO_WORKER))
    assert counted(running.caller, "POST", "/logs") >= len(crowd.witnesses[3].uploads)


def settled(running: Running, wanted: int, gone: set[int], what: str) -> None:
    """Wait until there are this many workers, and none of those that had to end."""
    wait_for(lambda: len(running.workers - gone) == wanted == len(running.workers), what)


@pytest.mark.parametrize("number", sorted(ENDS))
def test_a_service_that_is_told_to_end_keeps_what_it_acknowledged_and_leaves_nothing_behind(running, number, tally):
    dice = random.Random(number)
    for at in range(N):
        games = [running.caller.game() for _ in range(2)]

        def end() -> None:
            os.kill(running.master, number)
            assert running.ended() == 0

        witnesses = ended(running, games, f"end{at}", dice, end)
        assert folders(running.folder) == set()
        running.start()
        check(running.caller, games, witnesses)
    tally("ends of the whole service by signal", N)


def test_a_new_service_takes_over_from_a_running_one_and_nobody_notices(running, tally):
    with crowded(running) as crowd:
        for _ in range(N):
            cursor = wait_for(lambda: running.caller.once("GET", f"{API}/logs?limit=1").told["next"], "a second page")
            running.take_over()
            assert running.caller.once("GET", f"{API}/logs?limit=1&cursor={cursor}").status == 200
            assert len(folders(running.folder)) == 1
            crowd.goes_on()
    tally("services that took over from a running one", N)


def test_a_folder_that_vanishes_under_a_service_costs_the_figures_and_no_request(running):
    with crowded(running) as crowd:
        (folder,) = folders(running.folder)
        shutil.rmtree(folder)
        crowd.goes_on()
        os.kill(running.master, signal.SIGHUP)
        crowd.goes_on()
    before = counted(running.caller, "POST", "/logs")
    for number in range(3):
        assert running.caller.sent(uploading(f"{number}".encode())).status == 201
    assert counted(running.caller, "POST", "/logs") == before + 3 > 3


def test_figures_of_workers_that_are_gone_are_kept_in_one_place(running):
    for number in range(4):
        assert running.caller.sent(uploading(f"{number}".encode())).status == 201
        workers = running.workers
        os.kill(running.master, signal.SIGHUP)
        settled(running, WORKERS, workers, "new workers")
    assert counted(running.caller, "POST", "/logs") == 4
    (folder,) = folders(running.folder)
    # Gauges no longer include workers that have ended.
    assert len(list(folder.glob("**/*.db"))) <= 2 * (WORKERS + 1) + WORKERS


def test_a_temporary_database_outlives_its_workers_and_goes_with_the_service(tmp_path):
    port = free_port()
    command = [sys.executable, *SERVE, "serve", "--database", "sqlite://", "--workers", "2", "--port", str(port)]
    seen: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)}, **seen) as process:  # noqa: S603 - this program
        assert process.stdout is not None
        caller = StrictCaller(f"http://127.0.0.1:{port}", process.stdout.readline().decode().strip())
        heard, _ = caller.insisted(uploading(b"kept"))
        workers = children(process.pid)
        process.send_signal(signal.SIGHUP)
        wait_for(lambda: len(children(process.pid) - workers) == WORKERS == len(children(process.pid)), "new workers")
        assert caller.sent(CallMade("GET", f"{heard.told['url']}/original")).body == b"kept"
        process.terminate()
    assert folders(tmp_path) == set()


def test_of_what_is_left_in_the_temporary_folder_only_ours_goes_and_only_where_no_process_lives(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, file, link, elsewhere = (
        tmp_path / name for name in (f"{PREFIX}left", f"{PREFIX}x", f"{PREFIX}y", "elsewhere")
    )
    left.mkdir()
    elsewhere.mkdir()
    (elsewhere / "figures").touch()
    file.touch()
    link.symlink_to(elsewhere)
    with monkeypatch.context() as somebody_else:
        somebody_else.setattr(os, "getuid", lambda: -1)
        with make_own_folder():
            assert left.exists()
    with make_own_folder() as living, make_own_folder() as mine:
        assert set(tmp_path.iterdir()) == {living, mine, file, link, elsewhere}
    assert set(tmp_path.iterdir()) == {file, link, elsewhere}
    assert (elsewhere / "figures").exists()
