"""Plays random legal games, of each number of seats and stack of layers, and audits them: `make played`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from audit import audit
from engine.games import GAMES
from fixtures.kits import Stack, kit, stacks
from fixtures.simulate import simulate


class Lot(NamedTuple):
    """Some games of one kind: of which game, under which layers, with how many players."""

    game: str
    layers: Stack
    players: int
    number: int

    def told(self) -> str:
        """Name this kind."""
        return f"{self.game}, {' '.join(self.layers) or 'no layers'}, {self.players} players"


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each kind of game; return 1 if a report accuses a player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=40, help="how many games of each kind")
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="in how many processes")
    chosen = parser.parse_args(arguments)
    kinds = [one for name in chosen.games for one in _kinds(name, chosen.number)]
    failed = 0
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for kind, found in zip(kinds, pool.map(_accused, kinds), strict=True):
            failed += len(found)
            lines = "".join(f"  {one}\n" for one in found)
            sys.stdout.write(f"{kind.told()}: {kind.number} games, {len(found)} accused\n{lines}")
            sys.stdout.flush()
    sys.stdout.write(f"{sum(kind.number for kind in kinds)} games, {failed} accused\n")
    return int(failed > 0)


def _kinds(game: str, number: int) -> Iterator[Lot]:
    for layers in stacks(game):
        for players in kit(game).company(layers):
            yield Lot(game, layers, players, number)


def _accused(kind: Lot) -> list[str]:
    """Report each game that is not clean."""
    found = []
    for seed in range(kind.number):
        report = audit(simulate(kind.game, kind.players, seed, kind.layers).encode(), GAMES)
        if report.verdict != "clean":
            first = next(iter(report.roots), None)
            said = f", event {first.seq}: {first.rule} {first.breach}" if first is not None else ""
            found.append(f"game {seed}: {report.verdict}{said}")
    return found


if __name__ == "__main__":
    sys.exit(main())
