"""The planet as the pack defines it, a player's belongings, and a battle in progress."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files

PACK = tomllib.loads(files("engine.games.windward.content").joinpath("reconstructed-1.toml").read_text("utf-8"))
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
TEETH = {"red-tooth": 4, "grey-tooth": 3}
GOAL, TRACK, ROWING = 15, 4, 8
ACTS = {"sail", "run", "row", "order", "take", "buy", "card", "pick", "lift", "drop", "rest"}
UNTOLD = "??"


class Planet:
    """Six tiles round the post: the place of each space, and its content."""

    def __init__(self, tiles: list[str], side: str) -> None:
        self.at: dict[str, tuple[int, int]] = {}
        self.home: dict[str, int] = {}
        self.shows: dict[str, str] = {}
        for slot, tile in enumerate(tiles):
            (q, r), (s, t) = STEPS[slot], STEPS[(slot + 1) % 6]
            printed = {spot: what for what, spots in PACK["tiles"][tile][side].items() for spot in spots}
            for ring in range(1, PACK["planet"][side]["radius"] + 1):
                for place in range(1, ring + 1):
                    out, over = ring - place + 1, place - 1
                    name = f"{tile}{ring}{place}"
                    self.at[name] = (q * out + s * over, r * out + t * over)
                    self.home[name], self.shows[name] = slot + 1, printed.get(f"{ring}{place}", "")

    def way(self, start: str, to: str) -> int:
        """Return the direction of a neighbour; 0 for none."""
        (a, b), (c, d) = self.at[start], self.at[to]
        return STEPS.index((c - a, d - b)) + 1 if (c - a, d - b) in STEPS else 0

    def straight(self, start: str, to: str, way: int) -> list[str]:
        """List the spaces from one to another in one direction."""
        named = {place: name for name, place in self.at.items()}
        here, found = self.at[start], list[str]()
        while here != self.at[to]:
            here = (here[0] + STEPS[way - 1][0], here[1] + STEPS[way - 1][1])
            found.append(named[here])
        return found

    def before(self, start: str, to: str, closed: set[str]) -> list[str]:
        """List the spaces next to last on the shortest ways round drift and closed spaces, within one territory."""
        dry = [name for name, home in self.home.items() if home == self.home[to] and self.shows[name] != "drift"]
        edges = [{start}]
        while to not in edges[-1]:
            far = set[str]().union(*edges)
            edges.append(
                {n for n in dry if n not in far and n not in closed and any(self.way(o, n) for o in edges[-1])}
            )
        return sorted(space for space in edges[-2] if self.way(space, to))

    def ground(self, territory: int) -> list[str]:
        """List the feeding grounds of a territory."""
        return [name for name, what in self.shows.items() if what == "feeding_ground" and self.home[name] == territory]


@dataclass
class Captain:
    """The belongings of one player."""

    board: str
    place: str = "port"
    morale: int = 1
    notoriety: int = 0
    gas: int = 0
    cannons: int = 0
    rowing: int = 0
    crester: str = "none"
    cargo: Counter[str] = field(default_factory=Counter)
    hand: list[str] = field(default_factory=list)
    # Of these, the cards that all players have seen.
    seen: list[str] = field(default_factory=list)
    dealt: bool = False
    crew: list[str] = field(default_factory=list)
    boats: dict[str, str] = field(default_factory=lambda: {"1": "aboard", "2": "aside"})
    kept_teeth: bool = False

    def room(self, what: str) -> int:
        """Return how much gas, or how many cannons or cards, there is room for."""
        if what == "cards":
            return 5 + ("purser" in self.crew)
        helpers = {"gas": ("purser", "gas_worker"), "cannons": ("marine", "sergeant")}[what]
        return int(PACK["boards"][self.board][what]) + 2 * sum(self.crew.count(one) for one in helpers)


@dataclass
class Fight:
    """A battle: a ship is named by its seat, a longboat as `green.1`, a Crester by its kind."""

    attacker: str
    defender: str
    space: str
    back: str
    strength: list[int]
    hits: list[int | None] = field(default_factory=lambda: [None, None])
    added: list[int] = field(default_factory=lambda: [0, 0])
    said: list[bool] = field(default_factory=lambda: [False, False])
    towing: bool = False

    @property
    def sides(self) -> tuple[str, str]:
        """Return the attacker and the defender."""
        return self.attacker, self.defender


def owner_of(piece: str) -> str:
    """Return the owner of a ship or longboat; "" for a Crester."""
    return "" if piece in {"red", "grey"} else piece.partition(".")[0]
