"""Thins legal games and looks for accused players: `python -m tests.measure.thinning 20000 tailwinds`."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from engine.games import GAMES
from fixtures.kits import kit
from tests.measure.thinning.laws import Thinning, asked
from tests.measure.thinning.thinned_games import SHARING

# The number of examples printed for each kind of failure.
EXAMPLES = 3


def main(arguments: list[str] | None = None) -> int:
    """Print figures and failures; return 1 if a player was accused against a law."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, help="how many logs of each game")
    parser.add_argument("games", nargs="*", default=[name for name in GAMES if kit(name).tellings], help="which games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first log")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="in how many processes")
    chosen = parser.parse_args(arguments)
    with ProcessPoolExecutor(chosen.jobs) as pool:
        failed = [_over(pool, game, range(chosen.first, chosen.first + chosen.number)) for game in chosen.games]
    return int(any(failed))


def _over(pool: ProcessPoolExecutor, game: str, numbers: range) -> int:
    """Check all logs of a game, print the progress, and print the failures by change and finding."""
    shares = [numbers[start : start + SHARING] for start in range(0, len(numbers), SHARING)]
    failures: dict[str, list[str]] = {}
    readings: Counter[tuple[str, str]] = Counter()
    for done, outcomes in enumerate(pool.map(_share, [game] * len(shares), shares), 1):
        for number, outcome in outcomes:
            readings[outcome.reading] += 1
            for found in outcome.wrong[:1]:
                kind = f"{outcome.what.split(':')[0]}: {found.rule} {found.status}"
                failures.setdefault(kind, []).append(f"log {number}, {outcome.what}\n    {found.seq}: {found.breach}")
        sys.stderr.write(f"\r{game}: {done} of {len(shares)} shares, {sum(map(len, failures.values()))} failed ")
    rarest = min((count for reading, count in readings.items() if reading[0]), default=0)
    wrong = sum(map(len, failures.values()))
    sys.stdout.write(f"\n{game}: {len(numbers):,} logs, {wrong:,} failed; rarest reading {rarest:,} times\n")
    for kind, examples in sorted(failures.items(), key=lambda one: -len(one[1])):
        lines = "".join(f"  {example}\n" for example in examples[:EXAMPLES])
        sys.stdout.write(f"{len(examples):6,} × {kind}\n{lines}")
    sys.stdout.flush()
    return wrong


def _share(game: str, numbers: range) -> list[tuple[int, Thinning]]:
    return [(number, asked(game, number)) for number in numbers]


if __name__ == "__main__":
    sys.exit(main())
