"""The registry of games: the one list that everything else runs over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from engine.kernel.game import Game

# A game's name, and the folder it lives in.
FOLDERS = {"tailwinds": "tailwinds", "winds-of-plunder": "winds_of_plunder", "north-wind": "north_wind"}


class Games(Mapping[str, Game]):
    """All games by name; a game's rooms are imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        if name not in FOLDERS:
            raise KeyError(name)
        game: Game = import_module(f"engine.games.{FOLDERS[name]}.game").GAME
        return game

    def __contains__(self, name: object) -> bool:
        return name in FOLDERS

    def __iter__(self) -> Iterator[str]:
        return iter(FOLDERS)

    def __len__(self) -> int:
        return len(FOLDERS)


GAMES = Games()
