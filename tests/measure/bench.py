"""Costs as ratios, measured side by side in one run: `make bench` prints the table."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from api.web.game.replay_document import lay_out_replay
from audit import audit
from audit.browse.viewer import open_log_viewer
from audit.report import render_json
from engine.games import GAMES
from engine.kernel.game import Game
from engine.kernel.replay.legal import list_legal_moves
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay, fold_entries
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import parse_log, write
from fixtures.kits import kit
from fixtures.simulate import play
from tests.measure import bench_crowd, bench_service, bench_store
from tests.measure.bench_store import timed

ROUNDS = 7
# Other work on the machine makes a start slower and never faster, so the fastest of these counts.
STARTS = 40
EVENTS = 300
LOGS = 12
MANY = 2_000
# Of this many pictures, one is drawn alone.
EACH = 20
MEGABYTE = 1 << 20


class Corpus:
    """Random legal games of about 300 events, as bytes and as events."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.raws = [_long_enough(game, seed) for seed in range(LOGS)]
        self.bodies = [raw.split(b"\n", 1)[1] for raw in self.raws]
        self.logs = [parse_log(raw, lambda _: game.vocabulary) for raw in self.raws]
        self.program = Program(stack_layers(game))
        self.content = game.content(self.logs[0].header, {})
        self.opened = open_log_viewer(self.raws[0], GAMES)
        self.entries = [list(enumerate(log.events, 1)) for log in self.logs]

    def tables(self) -> list[Any]:
        """Set a fresh table for each log."""
        return [self.game.lay(log.header, self.content, self.program.rulebook.terms) for log in self.logs]

    def decode(self) -> None:
        """The yardstick: decode the same bytes into the same event classes, and nothing else."""
        decoder = self.game.vocabulary.decoder
        for body in self.bodies:
            decoder.decode_lines(body)

    def audit(self) -> None:
        """Audit from bytes to a verdict."""
        for raw in self.raws:
            audit(raw, GAMES)

    def replay(self) -> None:
        """Check every event, and apply it."""
        for table, entries in zip(self.tables(), self.entries, strict=True):
            Replay(self.program, table).run(entries)

    def fold(self) -> None:
        """Apply every event, and check nothing."""
        for table, entries in zip(self.tables(), self.entries, strict=True):
            fold_entries(self.program, table, entries)

    def legal(self) -> None:
        """List the legal moves before every event of one game."""
        run = Replay(self.program, self.tables()[0])
        for entry in self.entries[0]:
            list_legal_moves(self.program, run.table)
            run.run([entry])

    def audit_one(self) -> None:
        """Audit this one game."""
        audit(self.raws[0], GAMES)

    def draw(self) -> None:
        """Lay this game out for its page: a picture of every step."""
        lay_out_replay(self.opened)

    def draw_alone(self) -> None:
        """Draw some of these pictures, each without using the others."""
        for table in islice(self.opened.play_tables(), 0, None, EACH):
            self.game.draw_table(table)


def _long_enough(game: Game, seed: int) -> bytes:
    """Find a game close to 300 events, or raise `LookupError`."""
    logs = (play(game, players(game), number) for number in range(seed * 100, seed * 100 + 100))
    for log in logs:
        if len(log.events) >= EVENTS * 2 // 3:
            return write(log, "jsonl", game.vocabulary).encode()
    raise LookupError(f"Games of {game.title} are too short to be measured.")


def players(game: Game) -> int:
    """Return four players, or as many as can play."""
    return min(4, kit(game.name).company(())[-1])


def ratio(work: Callable[[], None], yardstick: Callable[[], None]) -> float:
    """Measure how many times longer the work takes, round by round; the median round counts."""
    work()
    yardstick()
    return median(timed(work) / timed(yardstick) for _ in range(ROUNDS))


def memory(corpus: Corpus) -> float:
    """Measure the megabytes held per audited log, with its report and its JSON."""
    audit(corpus.raws[0], GAMES)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    held = [(report, render_json(report)) for report in (audit(raw, GAMES) for raw in corpus.raws)]
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / len(held) / MEGABYTE


def start_up(raw: bytes) -> float:
    """Audit one log from the shell, against importing what the command line needs anyway: in processor time."""
    program = Path(sys.executable).with_name("deadreckon")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "one.jsonl")
        log.write_bytes(raw)
        ours = [str(program), "audit", str(log)]
        bare = [sys.executable, "-c", "import click, msgspec"]
        _run(ours)
        times = [(_cpu(ours), _cpu(bare)) for _ in range(STARTS)]
        return min(own for own, _ in times) / min(other for _, other in times)


def two_jobs(raws: list[bytes]) -> float:
    """Measure how many times faster two processes audit many logs than one."""
    program = Path(sys.executable).with_name("deadreckon")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(MANY):
            Path(folder, f"{number:05}.jsonl").write_bytes(raws[number % len(raws)])
        one = [str(program), "audit", folder, "--jobs", "1"]
        two = [str(program), "audit", folder, "--jobs", "2"]
        return median(timed(lambda: _run(one)) / timed(lambda: _run(two)) for _ in range(3))


def _cpu(command: list[str]) -> float:
    """Measure the processor time of a command, however busy the machine is."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _run(command: list[str]) -> None:
    # Compiled modules are cached, as in any installation.
    quiet = {**os.environ, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=quiet)  # noqa: S603


def rows(game: Game) -> list[tuple[str, str, str]]:
    """Measure one game: return what is measured, the target, and the result."""
    corpus = Corpus(game)
    return [
        (
            "full audit of JSONL logs, against a bare decode",
            "",
            f"{ratio(corpus.audit, corpus.decode):.1f} ×",
        ),
        ("full audit, against replay without checks", "at most 2.3 ×", f"{ratio(corpus.audit, corpus.fold):.2f} ×"),
        ("replay with checks, against without", "", f"{ratio(corpus.replay, corpus.fold):.2f} ×"),
        (
            "legal moves at every step, against the audit",
            "at most 15 ×",
            f"{ratio(corpus.legal, corpus.audit_one):.1f} ×",
        ),
        (
            "a whole replay laid out for its page, against as many pictures drawn alone",
            "at most 0.5 ×",
            f"{ratio(corpus.draw, corpus.draw_alone) / EACH:.2f} ×",
        ),
        (f"`audit --jobs 2` on {MANY:,} logs, against `--jobs 1`", "at least 1.7 ×", f"{two_jobs(corpus.raws):.2f} ×"),
        ("memory per audited log, with its report", "at most 1 MB", f"{memory(corpus):.2f} MB"),
        (
            "`deadreckon audit` of one log, against importing click and msgspec",
            "at most 2.4 ×",
            f"{start_up(corpus.raws[0]):.2f} ×",
        ),
    ]


def main(wanted: Sequence[str]) -> None:
    """Print the table for every game and for the service, or for the named games."""
    for name, game in ((name, GAMES[name]) for name in wanted or GAMES):
        print(f"\n{game.title}: {LOGS} random legal games of {players(game)} players, median of {ROUNDS} rounds\n")  # noqa: T201
        try:
            _long_enough(game, 0)
        except LookupError as short:
            print(short)  # noqa: T201
            continue
        print("| what | reach | reached |\n|---|---|---|")  # noqa: T201
        for row in rows(game):
            print(f"| {' | '.join(row)} |", flush=True)  # noqa: T201
        print(f"\n({name}; yardstick and work alternate within one run)")  # noqa: T201
    if wanted:
        return
    print("\nThe service: its store, and workers asked over HTTP\n\n| what | reach | reached |\n|---|---|---|")  # noqa: T201
    for table in (bench_store.table, bench_service.table, bench_crowd.table):
        for row in table():
            print(f"| {' | '.join(row)} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
