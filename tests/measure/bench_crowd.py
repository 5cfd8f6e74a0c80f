"""The service under load: many requests, many events, costly uploads, and one club that sends far too much."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import cycle
from multiprocessing import Process
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from audit.live import begin_game, decode_events, fold_game
from audit.store import Role, Store
from engine.games import GAMES
from engine.kernel.spellings import write
from fixtures.simulate import play
from tests.measure.bench_service import BenchClient, serving
from tests.measure.bench_store import timed
from tests.measure.heavy import heavy
from tests.support.servers.torture.running_service import children, free_port, wait_for
from tests.support.stores.store_calls import RULEBOOK

AUDITED, EVENTS = "tailwinds", 120
LOGS = 50
# A flood of requests other than logs.
LISTS = b""
ROUNDS, ASKED = 7, 300
# Uses the service's own worker class and settings, without the service itself.
HELLO = """
import sys
from pathlib import Path
from flask import Flask
from api.server.gunicorn_app import Server
from api.settings import Settings
app = Flask(__name__)
@app.post("/")
def hello():
    return "Hello, World!"
class Hello(Server):
    def load(self):
        return app
Hello(Settings(port=int(sys.argv[1]), workers=2), Path(sys.argv[2])).run()
"""
NANOSECONDS = 1e9
MANY, REQUESTS = 1_000_000, 20_000
EARLY = 2_000
FEW = 10_000
A_GAME = 500


def log_of(events: int) -> bytes:
    """Play a legal game of about this many events."""
    return logs_of(events, 1)[0]


def logs_of(events: int, count: int) -> list[bytes]:
    """Play this many games, all different."""
    games = (play(GAMES[AUDITED], 2, number) for number in range(400))
    logs = sorted(games, key=lambda one: abs(len(one.events) - events))[:count]
    return [write(log, "jsonl", GAMES[AUDITED].vocabulary).encode() for log in logs]


def spent(master: int) -> float:
    """Return the processor seconds that a service has used, with all its processes."""
    family, found = {master}, {master}
    while found:
        found = {one for parent in found for one in children(parent)} - family
        family |= found
    total = 0
    for task in (task for pid in family for task in Path(f"/proc/{pid}/task").glob("*")):
        with suppress(OSError):
            total += int((task / "schedstat").read_text().split()[0])
    return total / NANOSECONDS


@contextmanager
def hello() -> Iterator[BenchClient]:
    """Run the smallest possible Flask application under the same gunicorn with two workers."""
    with TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-c", HELLO, str(port), str(Path(folder, "figures"))]
        with subprocess.Popen(command) as server:  # noqa: S603 - this program
            try:
                wait_for(lambda: len(children(server.pid)) == 2, "gunicorn")
                time.sleep(2)
                yield BenchClient(port, "", server.pid)
            finally:
                server.terminate()


def against_hello() -> float:
    """Measure the processor time of an empty answer as a share of that of an audit over HTTP, log by log."""
    raws = cycle(logs_of(EVENTS, LOGS))
    with serving(2) as ours, hello() as bare:

        def audit() -> None:
            ours.ask("POST", "/audits", next(raws), Content_Type="application/x-ndjson")

        def answer() -> None:
            bare.ask("POST", "", next(raws))

        for _ in range(50):
            audit()
            answer()
        shares = []
        for _ in range(ROUNDS):
            pair = [_cost(client.master, ask, ASKED) for client, ask in ((ours, audit), (bare, answer))]
            shares.append(pair[1] / pair[0])
    return median(shares)


def _cost(master: int, ask: Callable[[], object], count: int) -> float:
    before = spent(master)
    for _ in range(count):
        ask()
    return spent(master) - before


def p99(times: list[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(times, n=100)[98]


def alive_under_load() -> float:
    """Measure how long `/livez` takes, in milliseconds (p99), while eight costly logs are audited again and again."""
    with serving(2) as client, _loading(client, 8, costly()):
        time.sleep(2)
        return 1_000 * p99([timed(partial(_alive, client.port)) for _ in range(1_000)])


def _alive(port: int) -> None:
    import socket  # noqa: PLC0415 - only here

    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert b" 200 " in line.recv(1_000)


@contextmanager
def _loading(client: BenchClient, askers: int, raw: bytes) -> Iterator[None]:
    """Send the same audit or list request again and again, whatever the answers, from a separate process."""
    loud = Process(target=_ask_on, args=(client.port, client.token, askers, raw), daemon=True)
    loud.start()
    try:
        yield
    finally:
        loud.kill()
        loud.join()


def _ask_on(port: int, token: str, askers: int, raw: bytes) -> None:
    # A real flood comes from another machine.
    os.nice(19)
    asked = ("GET", "/logs?limit=5") if raw == LISTS else ("POST", "/audits", raw)

    def ask() -> None:
        while True:
            with suppress(RuntimeError, OSError):
                BenchClient(port, token).ask(*asked, Content_Type="text/plain")

    with ThreadPoolExecutor(askers) as pool:
        for _ in range(askers):
            pool.submit(ask)


def costly() -> bytes:
    """Return a log that is broken throughout, which no worker judges itself."""
    return heavy("north-wind", "one move", 21_000).encode()


def cheap() -> bytes:
    """Return a long legal log that costs about as much as a worker judges itself."""
    return write(play(GAMES["windward"], 4, 0), "text", GAMES["windward"].vocabulary).encode()


def others_under_load(flood: bytes) -> tuple[float, float]:
    """Measure how many times longer another club waits (median and p99 of an audit) during a flood, in alternation."""
    # No audit is stored, so repeating a request makes no difference.
    raws = cycle(logs_of(EVENTS, 400))
    with serving(2) as loud:
        quiet = BenchClient(loud.port, _other_club(loud))

        def ask() -> None:
            quiet.ask("POST", "/audits", next(raws), Content_Type="application/x-ndjson")

        def asked() -> list[float]:
            times = []
            # A thousand requests on each side: of four hundred, four slow ones would determine the p99.
            for _ in range(250):
                times.append(timed(ask))
                time.sleep(0.04)
            return times

        ask()
        alone, beside = [], []
        for _ in range(4):
            time.sleep(2)
            alone += asked()
            with _loading(loud, 20, flood):
                time.sleep(2)
                beside += asked()
        return median(beside) / median(alone), p99(beside) / p99(alone)


def _other_club(client: BenchClient) -> str:
    """Create a second club, and return one of its tokens."""
    (database,) = (part for part in Path(f"/proc/{client.master}/cmdline").read_text().split("\0") if "sqlite" in part)
    with Store.open(database) as store:
        store.found_club("quiet")
        return store.issue_token("quiet", Role.VIEWER)[1]


def memory_over() -> float:
    """Measure how much a worker has grown from request 2,000 to 20,000, as a share of its size."""
    raw = log_of(EVENTS)
    with serving() as client:
        (worker,) = (pid for pid in children(client.master) if children(pid))
        sizes = []
        for number in range(REQUESTS):
            if number % 4:
                client.ask("GET", ("/logs?limit=5", "/games", "/token")[number % 3])
            else:
                client.ask("POST", "/audits", raw + b'{"do":"note","text":"%d"}\n' % number, Content_Type="text/plain")
            if number + 1 in {EARLY, REQUESTS}:
                sizes.append(_resident(worker))
        return sizes[1] / sizes[0] - 1


def _resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def many_events() -> tuple[float, float]:
    """Measure how many times longer (p99) opening a game and appending to it take among a million events."""
    header, *lines = log_of(EVENTS).splitlines()
    live = begin_game(header, GAMES)
    bodies = [("event", line) for line in (lines * (A_GAME // len(lines) + 1))[:A_GAME]]
    with TemporaryDirectory() as folder:
        stores = [Store.open(f"sqlite:///{folder}/{name}.db") for name in ("few", "many")]
        ends = [_filled(store, bodies, count) for store, count in zip(stores, (FEW, MANY), strict=True)]

        def opened(at: int) -> None:
            fold_game(
                live, decode_events(live, [row.body for row in stores[at].list_events("bench", ends[at][0])][:EVENTS])
            )

        def appended(at: int) -> None:
            game, *stands = ends[at]
            asked: dict[str, Any] = {"expected": tuple(stands), "bodies": bodies[:1], "rulebook": RULEBOOK}
            kept = stores[at].append("bench", game, by="token", answer=lambda receipt: receipt.head.encode(), **asked)
            ends[at] = (game, kept.seq, kept.head)

        ratios = []
        for work in (opened, appended):
            times: tuple[list[float], list[float]] = ([], [])
            for number in range(600):
                times[number % 2].append(timed(partial(work, number % 2)))
            ratios.append(p99(times[1]) / p99(times[0]))
        for store in stores:
            store.close()
    return ratios[0], ratios[1]


def _filled(store: Store, bodies: list[tuple[str, bytes]], count: int) -> tuple[str, int, str]:
    """Record this many events in games of five hundred; return the last game and its state."""
    store.upgrade()
    store.found_club("bench")
    stands = ("", 0, "")
    for _ in range(count // len(bodies)):
        game = store.create_game("bench", b"{}", RULEBOOK, by="token", answer=lambda row: row.id.encode())
        asked: dict[str, Any] = {"expected": (0, game.head), "bodies": bodies, "rulebook": RULEBOOK}
        kept = store.append("bench", game.game, by="token", answer=lambda receipt: receipt.head.encode(), **asked)
        stands = (game.game, kept.seq, kept.head)
    return stands


def table() -> Iterator[tuple[str, str, str]]:
    """Measure: return what is measured, the target, and the result."""
    yield (
        "an empty Flask under the same gunicorn, as a share of `POST /audits` of 120-event logs (processor time)",
        "at least 8 %",
        f"{against_hello():.1%}",
    )
    yield "`/livez` (p99) while eight costly logs are audited", "at most 50 ms", f"{alive_under_load():.0f} ms"
    floods = {"costly audits": costly(), "long legal logs": cheap(), "short logs": log_of(EVENTS), "lists": LISTS}
    for sort, flood in floods.items():
        middle, slowest = others_under_load(flood)
        yield (
            f"another club's audit while one floods the service with {sort}, against alone (median)",
            "",
            f"{middle:.2f} ×",
        )
        yield "the same (p99)", "less than 2 ×", f"{slowest:.2f} ×"
    yield "growth of a worker from request 2,000 to 20,000", "at most 5 %", f"{memory_over():.1%}"
    opened, appended = many_events()
    yield "opening a game among 1,000,000 events, against 10,000 (p99)", "at most 1.5 ×", f"{opened:.2f} ×"
    yield "appending to it (p99)", "at most 1.5 ×", f"{appended:.2f} ×"


if __name__ == "__main__":
    for line in table():
        print(f"| {' | '.join(line)} |", flush=True)  # noqa: T201 - a bench prints
