"""The registry of all games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from engine.kernel.game import Game

# A game's name, and the folder of its package.
FOLDERS = {
    "tailwinds": "tailwinds",
    "winds-of-plunder": "winds_of_plunder",
    "north-wind": "north_wind",
    "windward": "windward",
}


class Games(Mapping[str, Game]):
    """Games by name. The package of a game is imported on its first use."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        """Register games, each with its package."""
        self.packages = packages

    def __getitem__(self, name: str) -> Game:
        game: Game = import_module(f"{self.packages[name]}.game").GAME
        return game

    def __contains__(self, name: object) -> bool:
        return name in self.packages

    def __iter__(self) -> Iterator[str]:
        return iter(self.packages)

    def __len__(self) -> int:
        return len(self.packages)


GAMES = Games({name: f"engine.games.{folder}" for name, folder in FOLDERS.items()})
