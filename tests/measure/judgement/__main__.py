"""Compare reports on broken logs of each game with the truth: `python -m tests.measure.judgement 2000 tailwinds`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from engine.games import GAMES
from tests.measure.judgement.legal_games import SHARING
from tests.measure.judgement.tally import Repairs, Roots, repairs, roots

Count = TypeVar("Count", Roots, Repairs)
# One slip, whose repair is searched for, in this many broken logs.
REPAIRS = 10


def main(arguments: list[str] | None = None) -> int:
    """Print the figures of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, help="how many logs of each game")
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first log")
    parser.add_argument("--repairs", type=int, help="how many slips of each game (one for ten logs)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="in how many processes")
    parser.add_argument("--show", type=int, default=0, help="how many examples of what is wrong are told")
    asked = parser.parse_args(arguments)
    slips = asked.number // REPAIRS if asked.repairs is None else asked.repairs
    every = Repairs("all games")
    with ProcessPoolExecutor(asked.jobs) as pool:
        for game in asked.games:
            _tell(_over(pool, roots, game, asked.first, asked.number).lines(asked.show))
            mended = _over(pool, repairs, game, asked.first, slips)
            _tell(mended.lines(asked.show))
            every.add(mended)
    _tell(every.lines(0))
    return 0


def _tell(lines: Iterator[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def _over(pool: ProcessPoolExecutor, ask: Callable[[str, range], Count], game: str, first: int, number: int) -> Count:
    """Count over this many logs of a game."""
    total = ask(game, range(0))
    shares = list(_shares(first, first + number))
    for done, share in enumerate(pool.map(ask, [game] * len(shares), shares), 1):
        total.add(share)
        sys.stderr.write(f"\r{game}: {done} of {len(shares)} shares ")
    sys.stderr.write("\r")
    return total


def _shares(first: int, end: int) -> Iterator[range]:
    """Split the numbers where another game begins."""
    while first < end:
        then = min(end, (first // SHARING + 1) * SHARING)
        yield range(first, then)
        first = then


if __name__ == "__main__":
    sys.exit(main())
