"""The registry of games: the one list that everything else runs over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from engine.kernel.game import Game

# A game's name, and the folder it lives in.
FOLDERS = {
    "tailwinds": "tailwinds",
    "winds-of-plunder": "winds_of_plunder",
    "north-wind": "north_wind",
    "windward": "windward",
}


class Games(Mapping[str, Game]):
    """Games by name; a game's rooms are imported when it is first asked for."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        """List games, each with the package that holds its rooms."""
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
