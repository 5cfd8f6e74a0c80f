"""Pebbles for the tests: the game with its own packs, a layer that changes nothing, and a clean log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from engine.kernel.layers import Layer, Rank
from engine.kernel.log import Header, LogError
from fixtures.pebbles.engine import game
from fixtures.pebbles.engine.events import Spill, Take
from fixtures.pebbles.engine.folds import taken
from fixtures.pebbles.engine.rules import one_to_three
from fixtures.pebbles.engine.sources import BOOK
from fixtures.pebbles.engine.state import Table
from fixtures.pebbles.engine.table import declare, lay
from fixtures.pebbles.engine.terms import Terms

__all__ = [
    "BOOK",
    "CLEAN",
    "GAME",
    "GAMES",
    "Spill",
    "Table",
    "Take",
    "Terms",
    "declare",
    "lay",
    "log",
    "one_to_three",
    "taken",
]


@dataclass(frozen=True)
class Content:
    """The components of the game."""

    id: str = "pebbles-bare"
    is_reconstructed: bool = False


def _content(header: Header, packs: Mapping[str, str]) -> Content:
    if header.pack and header.pack not in packs:
        raise LogError(f"There is no pack {header.pack!r}.", "Name one that is known.")
    return Content(header.pack or "pebbles-bare", bool(header.pack))


SMALL_HANDS = Layer("small-hands", Rank.VARIANT, "As printed.", excludes=("big-hands",))
GAME = replace(game.GAME, content=_content, layers=(*game.GAME.layers, SMALL_HANDS))
GAMES = {"pebbles": GAME}


def log(*lines: str, header: str = "") -> bytes:
    """Write a log of three players."""
    head = f"game: pebbles\nplayers: ada=Ada, ben=Ben, cleo=Cleo\n{header}---\n"
    return (head + "".join(f"{line}\n" for line in lines)).encode()


# A clean game: twenty pebbles, and a spill of one at thirteen.
CLEAN = (
    "ada: take 3",
    "ben: take 3",
    "cleo: take 1",
    "fate: spill 1",
    "ada: take 3",
    "ben: take 3",
    "cleo: take 3",
    "ada: take 2",
    "ben: take 3",
    "claim: winner ben",
)
