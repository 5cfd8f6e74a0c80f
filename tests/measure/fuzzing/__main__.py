"""Draws random logs of each game and asks everything about each: `python -m tests.measure.fuzzing 10000`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from engine.games import GAMES
from tests.measure.fuzzing.drawn_logs import SHARING, drawn
from tests.measure.fuzzing.tally import Tally, tally


def main(arguments: list[str] | None = None) -> int:
    """Print figures and failures; return 1 if anything failed."""
    asked = _parser().parse_args(arguments)
    if asked.show is not None:
        sys.stdout.write(drawn(asked.games[0], asked.show).raw.decode())
        return 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        tallies = [_over(pool, game, asked.first, asked.number) for game in asked.games]
    return int(any(tally.failures for tally in tallies))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, help="how many logs of each game")
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first log")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="in how many processes")
    parser.add_argument("--show", type=int, help="print the log of this number, and ask nothing")
    return parser


def _over(pool: ProcessPoolExecutor, game: str, first: int, number: int) -> Tally:
    """Count over all logs of a game, and print the progress."""
    total, shares = Tally(game), list(_shares(first, first + number))
    for done, share in enumerate(pool.map(tally, [game] * len(shares), shares), 1):
        total.add(share)
        sys.stderr.write(f"\r{game}: {done} of {len(shares)} shares, {len(total.failures)} kinds of failure ")
    sys.stdout.writelines(f"{line}\n" for line in total.lines())
    sys.stdout.flush()
    return total


def _shares(first: int, last: int) -> Iterator[range]:
    """Split the numbers where another random game begins."""
    while first < last:
        end = min(last, (first // SHARING + 1) * SHARING)
        yield range(first, end)
        first = end


if __name__ == "__main__":
    sys.exit(main())
