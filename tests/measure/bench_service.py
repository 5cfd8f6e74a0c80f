"""What HTTP adds to an audit: one worker that really listens, asked over one connection."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from audit import audit
from engine.games import GAMES
from engine.kernel.log import Log
from engine.kernel.spellings import write
from fixtures.simulate import play
from tests.measure.bench_store import timed

ROUNDS = 15
# A game of more than a thousand events, whose early and late turns are alike.
LONG, EVENTS = "north-wind", 1_000
AUDITED = "tailwinds"
NEAR, FAR = range(20, 60), range(960, 1_000)
LIMITLESS = "1000000/minute"


class BenchClient:
    """A client with one connection that stays open."""

    def __init__(self, port: int, token: str, master: int = 0) -> None:
        self.port, self.token, self.master = port, token, master
        self._line = HTTPConnection("127.0.0.1", port)
        self._own = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._count = 0

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[dict[str, str], bytes]:
        """Send a request and read the answer; anything but success ends the bench."""
        self._count += 1
        document = {name.replace("_", "-"): value for name, value in headers.items()}
        self._line.request(
            method,
            f"/api/v1{path}" if path else "/",
            body,
            {**self._own, "Idempotency-Key": f"b{self._count}", **document},
        )
        answer = self._line.getresponse()
        raw = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {raw[:500]!r}")
        return dict(answer.getheaders()), raw


@contextmanager
def serving(workers: int = 1, *more: str) -> Iterator[BenchClient]:
    """Start `deadreckon serve` on a database of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with TemporaryDirectory() as folder:
        command = [
            str(Path(sys.executable).with_name("deadreckon")),
            "serve",
            "--port",
            str(port),
            "--workers",
            str(workers),
        ]
        command += [
            "--database",
            f"sqlite:///{folder}/bench.db",
            "--rate-token",
            LIMITLESS,
            "--rate-address",
            LIMITLESS,
            *more,
        ]
        said = Path(folder, "said")
        with said.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out) as server:  # noqa: S603 - our own program
            try:
                yield BenchClient(port, _token(said), server.pid)
            finally:
                server.terminate()


def _token(said: Path) -> str:
    """Wait until the server prints its address, and read the first admin token from its output."""
    for _ in range(300):
        text = said.read_text()
        if "Deadreckon is at" in text:
            time.sleep(1)
            return str(re.findall(r"dr_\w+", text)[0])
        time.sleep(0.1)
    raise RuntimeError("The server did not start.")


def audited(client: BenchClient) -> float:
    """Measure how many times longer an audit takes over HTTP than in this process."""
    logs = (play(GAMES[AUDITED], 4, number) for number in range(100))
    log = next(log for log in logs if 250 <= len(log.events) <= 350)
    raw = write(log, "jsonl", GAMES[AUDITED].vocabulary).encode()
    ask = partial(client.ask, "POST", "/audits", raw, Content_Type="application/x-ndjson")
    for _ in range(ROUNDS):
        ask()
        audit(raw, GAMES)
    return median(timed(ask) / timed(partial(audit, raw, GAMES)) for _ in range(ROUNDS))


@cache
def long_log() -> Log:
    """Return a game of more than a thousand events, with events left to append."""
    games = (play(GAMES[LONG], 4, number) for number in range(100))
    return next(log for log in games if len(log.events) >= EVENTS + 10 * ROUNDS)


class BenchGame:
    """A live game of this many events."""

    def __init__(self, client: BenchClient, events: int) -> None:
        log = long_log()
        self.client, self.events = client, json.loads(msgspec.json.encode(log.events))
        header = write(log, "text", GAMES[LONG].vocabulary)
        document, raw = client.ask("POST", "/live-games", json.dumps({"text": header.partition("---\n")[0]}).encode())
        self.path, self.state, self.at = json.loads(raw)["url"].removeprefix("/api/v1"), document["ETag"], 0
        while self.at < events:
            self.append(min(200, events - self.at))

    def append(self, number: int = 1) -> None:
        """Record the next events of the game."""
        body = json.dumps({"events": self.events[self.at : self.at + number]}).encode()
        document, _ = self.client.ask("POST", f"{self.path}/events", body, If_Match=self.state)
        self.state, self.at = document["ETag"], self.at + number

    def step(self, seq: int) -> bytes:
        """Request one step."""
        return self.client.ask("GET", f"{self.path}/steps/{seq}")[1]


def appended(client: BenchClient, long: BenchGame) -> float:
    """Measure how many times longer an append takes at a thousand events than at ten, in new games for each."""
    pairs = []
    for _ in range(ROUNDS):
        short = BenchGame(client, 10)
        short.append()
        long.append()
        pairs.append((sum(timed(long.append) for _ in range(4)), sum(timed(short.append) for _ in range(4))))
    return median(late for late, _ in pairs) / median(early for _, early in pairs)


def stepped(long: BenchGame) -> float:
    """Measure how many times longer a step takes near the end than near the start: the median of forty each."""
    for seq in (*NEAR, *FAR):
        long.step(seq)
    late = [timed(partial(long.step, seq)) for seq in FAR]
    early = [timed(partial(long.step, seq)) for seq in NEAR]
    return median(late) / median(early)


def table() -> list[tuple[str, str, str]]:
    """Measure: return what is measured, the target, and the result."""
    # Generated before the server starts, because it closes idle connections.
    long_log()
    with serving() as client:
        post = audited(client)
        long = BenchGame(client, EVENTS)
        return [
            (
                "`POST /audits` of a 300-event log over HTTP, against the audit in process",
                "at most 3 ×",
                f"{post:.2f} ×",
            ),
            (
                "appending a live event at 1,000 events, against at 10",
                "at most 1.5 ×",
                f"{appended(client, long):.2f} ×",
            ),
            ("a replay step late in a 1,000-event game, against early", "at most 3 ×", f"{stepped(long):.2f} ×"),
        ]


if __name__ == "__main__":
    for line in table():
        print(f"| {' | '.join(line)} |", flush=True)  # noqa: T201 - a bench prints
