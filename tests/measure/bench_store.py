"""The cost of appending through the store, as a share of a bare driver's speed with the same rows and settings."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import orjson

from audit.store import FirstAnswer, Key, Receipt, Store
from tests.support.stores import postgres
from tests.support.stores.store_calls import RULEBOOK

ROUNDS = 15
BATCH = 100
BATCHES = 30
COLUMNS = "game, seq, kind, body, recorded_at, recorded_by, hash, rulebook"
TABLE = (
    "CREATE TABLE bare (game TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, body {blob} NOT NULL, "
    "recorded_at BIGINT NOT NULL, recorded_by TEXT NOT NULL, hash {blob} NOT NULL, rulebook TEXT, "
    "PRIMARY KEY (game, seq)) {end}"
)
INSERT = f"INSERT INTO bare ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
COPY = f"COPY bare ({COLUMNS}) FROM STDIN (FORMAT BINARY)"
TYPES = ("text", "int4", "text", "bytea", "int8", "text", "bytea", "text")
Row = tuple[Any, ...]


class Shares(NamedTuple):
    """A speed as a share of another: by wall clock, and by processor time."""

    waited: float
    worked: float


def bodies() -> list[tuple[str, bytes]]:
    """Return a batch of events such as a table records."""
    return [
        ("move", orjson.dumps({"event": "move", "seat": "green", "boat": "aft", "points": number, "note": "as said"}))
        for number in range(BATCH)
    ]


def appended(store: Store, stands: FirstAnswer, batch: list[tuple[str, bytes]]) -> FirstAnswer:
    """Append a batch through the store: with canonical form, hash chain, key and answer."""
    key = Key("token", f"{stands.game}-{stands.seq}", "as asked")
    asked: dict[str, Any] = {"bodies": batch, "rulebook": RULEBOOK, "answer": _head, "by": "token", "key": key}
    return store.append("bench", stands.game, expected=(stands.seq, stands.head), **asked)


def rows(store: Store, stood: FirstAnswer, other: str) -> list[Row]:
    """Return the rows written since, as rows of another game."""
    return [
        (other, row.seq, row.kind, row.body, 1_800_000_000_000_000, row.recorded_by, bytes.fromhex(row.hash), None)
        for row in store.list_events("bench", stood.game, after=stood.seq)
    ]


def _head(receipt: Receipt) -> bytes:
    return receipt.head.encode()


def timed(work: Callable[[], object]) -> float:
    """Time one run of something."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def on_sqlite() -> Shares:
    """Measure the store's speed as a share of `sqlite3` executemany's, both in WAL with synchronous=FULL."""
    with TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/store.db") as store:
        bare = sqlite3.connect(Path(folder, "bare.db"), isolation_level=None)
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
            bare.execute(f"PRAGMA {setting}").close()
        bare.execute(TABLE.format(blob="BLOB", end="WITHOUT ROWID"))

        def write(rows: list[Row]) -> None:
            bare.execute("BEGIN IMMEDIATE")
            bare.executemany(INSERT.replace("%s", "?"), rows)
            bare.execute("COMMIT")

        share = _share(store, {"executemany": write}, time.process_time)
        bare.close()
        return share


def on_postgresql() -> Shares:
    """Measure the store's speed as a share of the faster of psycopg's COPY and executemany, synchronous_commit on."""
    import psycopg  # noqa: PLC0415 - only this yardstick needs the driver

    with ExitStack() as stack:
        url = stack.enter_context(postgres.database())
        store = stack.enter_context(Store.open(url))
        bare = stack.enter_context(psycopg.connect(url, autocommit=True))
        bare.execute(TABLE.format(blob="BYTEA", end=""))

        def copy(rows: list[Row]) -> None:
            with bare.transaction(), bare.cursor() as cursor, cursor.copy(COPY) as lines:
                lines.set_types(TYPES)
                for row in rows:
                    lines.write_row(row)

        def many(rows: list[Row]) -> None:
            with bare.transaction(), bare.cursor() as cursor:
                cursor.executemany(INSERT, rows)

        def clock() -> float:
            # Includes the server's processes if it runs on this machine; a waiting process uses nothing.
            server = (Path(f"/proc/{pid}/schedstat") for pid in pids())
            return time.process_time() + sum(int(one.read_text().split()[0]) for one in server if one.exists()) / 1e9

        @cache
        def pids() -> list[int]:
            asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            return [pid for (pid,) in bare.execute(asked)]

        return _share(store, {"COPY": copy, "executemany": many}, clock)


def _share(store: Store, bare: dict[str, Callable[[list[Row]], None]], processor: Callable[[], float]) -> Shares:
    """Alternate the store with each bare way, batch by batch; the fastest bare way is the yardstick of each clock."""
    store.upgrade()
    store.found_club("bench")
    batch = bodies()
    clocks = (time.perf_counter, processor)
    shares: dict[str, list[list[float]]] = {name: [] for name in bare}
    for _ in range(ROUNDS):
        stands = store.create_game("bench", b"{}", RULEBOOK, by="token", answer=lambda row: row.id.encode())
        ours, theirs = [0.0, 0.0], {name: [0.0, 0.0] for name in bare}
        for _ in range(BATCHES):
            stood = stands
            with _counted(clocks, ours):
                stands = appended(store, stood, batch)
            for name, write in bare.items():
                written = rows(store, stood, f"{name}-{stood.game}")
                with _counted(clocks, theirs[name]):
                    write(written)
        for name, took in theirs.items():
            shares[name].append([other / own for other, own in zip(took, ours, strict=True)])
    waited, worked = (min(median(one[at] for one in found) for found in shares.values()) for at in range(len(clocks)))
    return Shares(waited, worked)


@contextmanager
def _counted(clocks: Sequence[Callable[[], float]], took: list[float]) -> Iterator[None]:
    """Add the time of a run to the time so far, by each clock."""
    begun = [clock() for clock in clocks]
    yield
    for at, clock in enumerate(clocks):
        took[at] += clock() - begun[at]


def table() -> list[tuple[str, str, str]]:
    """Measure: return what is measured, the target, and the result."""
    ways = {
        "appending through the store, 100 at a time, against bare `sqlite3`": on_sqlite(),
        "the same on PostgreSQL, against bare COPY or executemany": on_postgresql(),
    }
    clocks = {"time": "at least 55 %", "a processor's time alone": ""}
    return [
        (f"{way}: {clock}", reach, f"{share:.0%}")
        for way, shares in ways.items()
        for (clock, reach), share in zip(clocks.items(), shares, strict=True)
    ]


if __name__ == "__main__":
    for line in table():
        print(f"| {' | '.join(line)} |", flush=True)  # noqa: T201 - a bench prints
