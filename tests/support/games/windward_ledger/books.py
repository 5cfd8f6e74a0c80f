"""The books themselves: what a position declares, moves between places, and the totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.support.games.windward_ledger.pieces import GOAL, PACK, TEETH, UNTOLD, Captain, Fight, Planet


class Books:
    """The places and belongings of all players."""

    def __init__(self, boards: dict[str, str], *, classic: bool, lines: list[str]) -> None:
        self.seats, self.classic = list(boards), classic
        self.captains = {seat: Captain(board) for seat, board in boards.items()}
        self.ahead = [line for line in lines if not line.startswith("claim: ")]
        self.planet: Planet | None = None
        self.reds: list[str] = []
        self.greys: list[str] = []
        self.items: dict[str, Counter[str]] = {}
        self.wind = self.round = 0
        self.first = self.turn = self.trigger = self.winner = ""
        self.tops, self.sizes, self.discarded = [UNTOLD] * 3, [0, 0, 0], 0
        # The current battle, and the last one until a player acts again.
        self.fight: Fight | None = None
        self.over: Fight | None = None
        self.loot: tuple[str, str] | None = None
        self.resting = self.lost = self.respawn = False
        self.granted, self.spent, self.takes = 4, 0, 0

    @property
    def now(self) -> Captain:
        """Whose turn it is."""
        return self.captains[self.turn]

    # What a position declares

    def declare(self, line: str) -> None:
        """Read the values of a position."""
        for part in line.removeprefix("position: ").split(", "):
            name, _, value = part.partition("=")
            words = [] if value == "none" else value.split()
            seat, _, what = name.partition(".")
            if seat in self.captains:
                self._declare_captain(self.captains[seat], what, value, words)
            elif name == "planet":
                self.planet = Planet(words, "large")
            elif name in {"wind", "round"}:
                setattr(self, name, int(value))
            elif name in {"turn", "first", "trigger"}:
                setattr(self, name, "" if value == "none" else value)
            elif name in {"reds", "greys", "tops"}:
                setattr(self, name, words)
            elif name == "items":
                for one in words:
                    space, _, item = one.partition(".")
                    self._put(space, item, 1)

    def _declare_captain(self, captain: Captain, what: str, value: str, words: list[str]) -> None:
        kind, _, rest = what.partition(".")
        if kind == "boat":
            captain.boats[rest] = value
        elif kind in {"hand", "crew"}:
            setattr(captain, kind, words)
            captain.dealt = True
        elif kind in {"place", "crester"}:
            setattr(captain, kind, value)
        elif kind in {"teeth", "tokens"}:
            captain.cargo[f"{rest}-tooth" if rest else "token"] = int(value)
        else:
            setattr(captain, kind, int(value))

    # What moves

    def _lying(self, space: str) -> Counter[str]:
        return self.items.get(space, Counter())

    def _put(self, space: str, item: str, number: int) -> None:
        here = self.items.setdefault(space, Counter())
        here[item] += number

    def _redeem(self, captain: Captain) -> None:
        self._gain(captain, sum(worth * captain.cargo.pop(tooth, 0) for tooth, worth in TEETH.items()))
        captain.kept_teeth = False

    def _gain(self, captain: Captain, notoriety: int) -> None:
        captain.notoriety += notoriety
        if captain.notoriety >= GOAL and not self.trigger:
            self.trigger = next(seat for seat, one in self.captains.items() if one is captain)

    def _discard(self, captain: Captain, card: str) -> None:
        captain.hand.remove(card if card in captain.hand else UNTOLD)
        if card in captain.seen:
            captain.seen.remove(card)
        self.discarded += 1

    def _token(self, captain: Captain) -> None:
        captain.cargo["token"] += self._stock("token") > 0

    # The totals

    def total(self, side: int) -> int | None:
        """Sum all hits of one side: dice, cards and tokens, and a Marine's against a Red."""
        fight = self.fight or self.over
        assert fight is not None
        rolled, piece = fight.hits[side], fight.sides[side]
        if rolled is None:
            return None
        ship = piece in self.captains and fight.sides[1 - side] == "red"
        return rolled + fight.added[side] + (2 if ship and "marine" in self.captains[piece].crew else 0)

    def _stock(self, what: str) -> int:
        lying = sum(here[what] for here in self.items.values())
        captains = self.captains.values()
        if what in {"red", "grey"}:
            alive = self.reds if what == "red" else self.greys
            aboard = [captain.crester for captain in captains].count(what)
            return int(PACK["components"][what]) - len(alive) - aboard - lying
        if what == "gas":
            return int(PACK["components"]["gas"]) - lying - sum(one.gas + one.cannons for one in captains)
        box = PACK["components"]["tokens" if what == "token" else "teeth"]
        return int(box) - lying - sum(one.cargo[what] for one in captains)

    def totals(self) -> Iterator[tuple[str, Any]]:
        """Name every fact that the ledger computes, with its value; lists in any order."""
        for seat, captain in self.captains.items():
            yield from self._of(seat, captain)
        yield from (("reds", sorted(self.reds)), ("greys", sorted(self.greys)))
        yield (
            "items",
            sorted(
                f"{space}.{item}"
                for space, here in self.items.items()
                for item, many in here.items()
                for _ in range(many)
            ),
        )
        yield from (("turn", self.turn or "none"), ("first", self.first or "none"), ("wind", self.wind or "none"))
        yield from (("trigger", self.trigger or "none"), ("winner", self.winner or "none"), ("round", self.round))
        yield from (("speed", self.granted - self.spent if self.turn else "none"), ("tops", self.tops))
        for what, fact in (("red", "red"), ("grey", "grey"), ("red-tooth", "teeth.red"), ("grey-tooth", "teeth.grey")):
            yield f"stock.{fact}", self._stock(what)
        yield from (("stock.tokens", self._stock("token")), ("stock.gas", self._stock("gas")))
        yield from self._of_battle()

    def _of(self, seat: str, captain: Captain) -> Iterator[tuple[str, Any]]:
        for what in ("place", "morale", "notoriety", "gas", "cannons", "rowing", "crester"):
            yield f"{seat}.{what}", getattr(captain, what)
        yield f"{seat}.teeth.red", captain.cargo["red-tooth"]
        yield f"{seat}.teeth.grey", captain.cargo["grey-tooth"]
        yield f"{seat}.tokens", captain.cargo["token"]
        yield f"{seat}.crew", sorted(captain.crew)
        if captain.dealt:
            yield from ((f"{seat}.hand", sorted(captain.hand)), (f"{seat}.cards", len(captain.hand)))
        yield from ((f"{seat}.boat.{boat}", place) for boat, place in captain.boats.items())
        yield from ((f"{seat}.slots.{what}", captain.room(what)) for what in ("gas", "cannons", "cards"))

    def _of_battle(self) -> Iterator[tuple[str, Any]]:
        yield "battle", self.fight.space if self.fight is not None else "none"
        for side, name in enumerate(("attack", "defend")):
            fight = self.fight or self.over
            yield f"strength.{name}", fight.strength[side] if fight is not None else "none"
            hits = self.total(side) if fight is not None else None
            yield f"hits.{name}", "none" if hits is None else hits
