"""Counts work exactly: calls per event, events replayed in judging, modules imported at start (`make counts`).

The logs are drawn once and stay in `counted_logs`, so a figure changes only where the code does other work.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import importlib
import json
import os
import pkgutil
import platform
import random
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import compress, count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from audit.findings.replay_outcome import ReplayedLog, replay_log
from audit.intake.preparation import prepare_log
from audit.pipeline import report_on_replay
from engine.games import FOLDERS, GAMES
from engine.kernel.replay.replay import Replay

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FILE, LOGS = HERE / "counts.toml", HERE / "counted_logs"
# More than this fails, in per cent.
ALLOWED = 2.0
# For each game: how many logs have this many wrong lines, and their number of events.
DRAWN = {0: (4, 240), 1: (6, 48), 10: (4, 32)}
# The events replayed in judging a log with wrong lines: with fewer a log says little, with more it would dominate.
REPLAYED = range(2, 150)
# Audited first and not counted, to fill the caches that belong to no single log.
WARM_UP = "warm-up.log"
IMPORTS = "imports"
EXPLANATIONS = {
    "read-python": "Python calls per event to read clean logs",
    "read-c": "C calls per event to read clean logs",
    "replay-python": "Python calls per event to replay clean logs and check every rule",
    "replay-c": "C calls per event to replay clean logs and check every rule",
    "judge-0-python": "Python calls per event to report on clean logs",
    "judge-0-c": "C calls per event to report on clean logs",
    "judge-0-replayed": "events that judging clean logs replays, per event of the log",
    "judge-1-python": "Python calls per event to judge logs with 1 wrong line",
    "judge-1-c": "C calls per event to judge logs with 1 wrong line",
    "judge-1-replayed": "events that judging logs with 1 wrong line replays, per event of the log",
    "judge-10-python": "Python calls per event to judge logs with 10 wrong lines",
    "judge-10-c": "C calls per event to judge logs with 10 wrong lines",
    "judge-10-replayed": "events that judging logs with 10 wrong lines replays, per event of the log",
    "version-ours": "modules of ours that `deadreckon --version` imports",
    "version-others": "packages of others that `deadreckon --version` imports",
    "audit-ours": "modules of ours that `deadreckon audit` of a clean log imports, without those of the game",
    "audit-others": "packages of others that `deadreckon audit` of a clean log imports",
    "json-ours": "modules of ours that `deadreckon audit --format json` imports, without those of the game",
    "json-others": "packages of others that `deadreckon audit --format json` imports",
}
# Imported before anything is counted: a lazy import costs more calls if its bytecode is not cached.
IMPORTED_FIRST = ("audit.causes", "audit.findings", "audit.intake", "audit.judging", "audit.model", "engine.kernel")
# A third-party package counts once, so that its next release does not change the figure.
START = """
import sys
before = set(sys.modules)
from cli.main import main
try:
    main()
finally:
    names = {name for name in set(sys.modules) - before if name.partition(".")[0] not in sys.stdlib_module_names}
    ours = {name for name in names if name.partition(".")[0] in {"engine", "audit", "api", "cli", "fixtures"}}
    others = {name.partition(".")[0] for name in names - ours}
    print(sum(not name.startswith("engine.games.") for name in ours), len(others), file=sys.stderr)
"""
Figures = dict[str, float]


def find_other_interpreter() -> str:
    """Explain why nothing is counted here: the file names another interpreter. Empty if it names this one."""
    wanted = tomllib.loads(FILE.read_text("utf-8"))["interpreter"]
    return "" if name_interpreter() == wanted else f"counted with {wanted} only; this is {name_interpreter()}"


def name_interpreter() -> str:
    """Name the implementation and the version of this Python, without the patch level."""
    return f"{platform.python_implementation()} {'.'.join(platform.python_version_tuple()[:2])}"


def read_figures() -> dict[str, Figures]:
    """Read the figures of the file, by game."""
    figures = tomllib.loads(FILE.read_text("utf-8"))
    return {part: rows for part, rows in figures.items() if part != "interpreter"}


def count_part(part: str) -> Figures:
    """Count one game, or the imports of a start, in a process of its own with a fixed hash seed."""
    if part == IMPORTS:
        return count_imports()
    command = [sys.executable, "-m", "tests.measure.counts", "--count", part]
    counted = subprocess.run(command, check=True, cwd=ROOT, env=_fix_environment(), stdout=subprocess.PIPE)  # noqa: S603
    figures: Figures = json.loads(counted.stdout)
    return figures


def count_imports() -> Figures:
    """Count the modules that the shortest commands import."""
    log = str(next(_list_logs("tailwinds", 0)))
    commands = {"version": ["--version"], "audit": ["audit", log], "json": ["audit", "--format", "json", log]}
    figures: Figures = {}
    # The user's cache from an earlier run may save an import.
    with tempfile.TemporaryDirectory() as cache:
        environment = {**_fix_environment(), "XDG_CACHE_HOME": cache}
        for name, arguments in commands.items():
            command = [sys.executable, "-c", START, *arguments]
            ran = subprocess.run(command, check=True, cwd=ROOT, env=environment, capture_output=True, text=True)  # noqa: S603
            ours, others = ran.stderr.split()[-2:]
            figures |= {f"{name}-ours": int(ours), f"{name}-others": int(others)}
    return figures


def _fix_environment() -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("DEADRECKON_")}
    return {**own, "PYTHONHASHSEED": "0", "NO_COLOR": "1"}


def count_game(game: str) -> Figures:
    """Count the work on the logs of one game, in this process."""
    gc.disable()
    for top in (*IMPORTED_FIRST, f"engine.games.{FOLDERS[game]}"):
        for module in pkgutil.walk_packages(importlib.import_module(top).__path__, f"{top}."):
            importlib.import_module(module.name)
    raw = (LOGS / game / WARM_UP).read_bytes()
    report_on_replay(raw, _replay_raw(raw))
    figures: Figures = {}
    for wrong in DRAWN:
        reading, replaying, judging = (cProfile.Profile(subcalls=False) for _ in range(3))
        events, replayed = 0, count(1)
        for path in _list_logs(game, wrong):
            raw = path.read_bytes()
            with reading:
                prepared = prepare_log(raw, GAMES)
            with replaying:
                log = replay_log(prepared)
            with _count_replayed(replayed), judging:
                report_on_replay(raw, log)
            if bool(log.outcome.judgements) != bool(wrong):
                sys.exit(
                    f"{path} is no longer judged as when it was drawn: remove {path.parent}, and WRITE=1 draws anew."
                )
            events += len(prepared.entries)
        if not wrong:
            figures |= _per_event("read", reading, events) | _per_event("replay", replaying, events)
        figures |= _per_event(f"judge-{wrong}", judging, events)
        figures[f"judge-{wrong}-replayed"] = round((next(replayed) - 1) / events, 3)
    return figures


def _replay_raw(raw: bytes) -> ReplayedLog:
    return replay_log(prepare_log(raw, GAMES))


def _per_event(stage: str, profile: cProfile.Profile, events: int) -> Figures:
    calls = {"python": 0, "c": 0}
    for entry in profile.getstats():
        calls["c" if isinstance(entry.code, str) else "python"] += entry.callcount
    return {f"{stage}-{kind}": round(number / events, 3) for kind, number in calls.items()}


def _count_replayed(counter: Iterator[int]) -> AbstractContextManager[object]:
    """Advance a counter by each replayed event; this adds one call a replay, and none an event."""
    run = Replay.run
    return patch.object(Replay, "run", lambda self, entries: run(self, compress(entries, counter)))


def _list_logs(game: str, wrong: int) -> Iterator[Path]:
    yield from sorted((LOGS / game).glob(f"{wrong}-wrong-*.log"))


def list_raised_rows(part: str, old: Mapping[str, float], new: Mapping[str, float]) -> list[str]:
    """List the rows that rose too far, each with its old and its new figure."""
    raised = []
    for row, figure in new.items():
        before = old.get(row, 0.0)
        # There are few modules, so each further one is too many.
        if figure > before * (1 + (0 if part == IMPORTS else ALLOWED) / 100):
            change = f"{100 * (figure / before - 1):+.1f} %" if before else "from nothing"
            raised.append(f"{part} {row}: {before:,} -> {figure:,} ({change}): {EXPLANATIONS[row]}")
    return raised


def draw_logs(game: str) -> None:
    """Draw the logs of a game once: parts of random legal games, with slips and spoilers in them."""
    logs = {WARM_UP: next(_draw_logs(game, 2, DRAWN[1][1]), None)}
    for wrong, (number, events) in DRAWN.items():
        drawn = _draw_logs(game, wrong, events)
        logs |= {f"{wrong}-wrong-{which}.log": next(drawn, None) for which in range(number)}
    if None in logs.values():
        print(f"The games of {game} are too short to be counted.", file=sys.stderr)  # noqa: T201
        return
    (LOGS / game).mkdir(parents=True)
    for name, raw in logs.items():
        (LOGS / game / name).write_bytes(raw or b"")


def _draw_logs(game: str, wrong: int, events: int) -> Iterator[bytes]:
    """Break the first events of several legal games, one after the other, at this many places, each noticed."""
    from tests.measure.judgement.legal_games import Break, UnbrokenGame, legal_game  # noqa: PLC0415 - for drawing only

    def write(made: Iterable[Break]) -> bytes:
        lines = list(legal.events)
        for one in sorted(made, key=lambda one: -one.start):
            lines[one.start : one.start + one.taken] = one.tail
        return legal.written(lines)

    for number in range(100):
        whole, dice = legal_game(game, number), random.Random(f"{game} counted {wrong} {number}")
        legal = UnbrokenGame(whole.header, whole.rulebook, whole.events[:events], whole.tables[:events])
        if len(legal.events) < min(events, 60):
            continue
        made: list[Break] = []
        for _ in range(40 * wrong):
            one = _break_once(legal, dice)
            if len(made) < wrong and one is not None and _is_apart(one, made) and _is_broken(write([one])):
                made.append(one)
        if len(made) == wrong and _is_typical(raw := write(made), wrong):
            yield raw


def _break_once(legal: Any, dice: random.Random) -> Any:
    from fixtures.slips import KINDS  # noqa: PLC0415 - for drawing only
    from tests.measure.judgement.legal_games import slipped, spoiled  # noqa: PLC0415 - as above

    return spoiled(legal, dice) if dice.random() < 1 / 2 else slipped(legal, dice.choice(list(KINDS)), dice)


def _is_apart(one: Any, others: Iterable[Any]) -> bool:
    return all(abs(one.start - other.start) > max(one.taken, other.taken, 1) for other in others)


def _is_typical(raw: bytes, wrong: int) -> bool:
    """Return whether judging the log replays as much as it should; a clean log must be clean."""
    log, replayed = _replay_raw(raw), count(1)
    with _count_replayed(replayed):
        report_on_replay(raw, log)
    each = (next(replayed) - 1) // len(log.prepared.entries)
    return each in REPLAYED and _is_broken(raw) if wrong else not log.outcome.judgements


def _is_broken(raw: bytes) -> bool:
    return any(judgement.breach is not None for judgement in _replay_raw(raw).outcome.judgements)


def write_figures(figures: Mapping[str, Mapping[str, float]]) -> None:
    """Write the file, with one line of explanation for each row."""
    lines = [
        "# Counts of work, compared by tests/laws/project/test_counts.py; `make counts WRITE=1` writes them.",
        "# The commit that raises a figure says why.",
        f'interpreter = "{name_interpreter()}"',
    ]
    for part, rows in figures.items():
        lines += ["", f"[{part}]", *(f"{row} = {figure}  # {EXPLANATIONS[row]}" for row, figure in rows.items())]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> int:
    """Print the figures of all games with their changes, and write them if requested."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", metavar="GAME", help="print the figures of one game as JSON, and end")
    parser.add_argument("--write", action="store_true", help="write the file; draw the logs of games that have none")
    asked = parser.parse_args()
    if asked.count:
        json.dump(count_game(asked.count), sys.stdout)
        return 0
    if reason := find_other_interpreter():
        sys.exit(f"{FILE.relative_to(ROOT)}: {reason}.")
    for game in GAMES if asked.write else ():
        if not (LOGS / game).is_dir():
            draw_logs(game)
    old = read_figures()
    new = {part: count_part(part) for part in (*(game for game in GAMES if (LOGS / game).is_dir()), IMPORTS)}
    for part, rows in new.items():
        for row, figure in rows.items():
            print(f"{part:<18}{row:<20}{old.get(part, {}).get(row, 0):>14,} {figure:>14,}  {EXPLANATIONS[row]}")  # noqa: T201
    if asked.write:
        write_figures(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
