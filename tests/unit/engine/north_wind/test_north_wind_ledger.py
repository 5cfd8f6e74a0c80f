"""An independent ledger computes gold, goods, letters and tokens from the written lines, and agrees with the table."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import pytest

from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.kernel.replay.replay import Replay
from fixtures.goldens import Golden, goldens
from fixtures.simulate import simulate

PACK = tomllib.loads(files("engine.games.north_wind.content").joinpath("reconstructed-1.toml").read_text("utf-8"))
GOODS = ("salt", "grain", "wine", "lumber", "fish")
HARBORS = ("north_cape", "fort_haven", "olsand")
COINS, PIECES = 90, 8
SEEDS = int(os.environ.get("DEADRECKON_LEDGER_SEEDS", "1"))
# The ledger knows only the default readings, and neither corrections nor slips.
LEGAL = [g for g in goldens("north-wind") if g.adjudicated.verdict == "clean" and b"\nrulings: " not in g.log]
KEPT = [g for g in LEGAL if b"\nrecord: " not in g.log]


@dataclass
class Ship:
    """The belongings of one player."""

    gold: int = 5
    letters: int = 1
    captains: int = 0
    cannons: int = 1
    sail: int = 4
    hold: Counter[str] = field(default_factory=Counter)
    crew: list[str] = field(default_factory=list)


class Ledger:
    """The belongings of all players, line by line, for a game in which everything is legal."""

    def __init__(self, seats: list[str]) -> None:
        self.seats = seats
        self.ships = {seat: Ship() for seat in seats}
        self.enough = PACK["tokens"][str(len(seats))]
        self.columns: dict[str, list[str]] = {harbor: [] for harbor in HARBORS}
        self.most = dict.fromkeys(HARBORS, "none")
        self.supplied: list[str] = []
        self.crewed: list[str] = []
        self._begin("")

    def _begin(self, seat: str) -> None:
        self.turn, self.tile, self.won = seat, "", ""
        self.actions = self.strength = 0
        self.income_taken = self.received = False

    def declare(self, line: str) -> None:
        """Read the values of a position."""
        for part in line.removeprefix("position: ").split(", "):
            name, _, value = part.partition("=")
            words = [] if value == "none" else value.split()
            seat, _, what = name.partition(".")
            if seat in self.ships:
                self._declare_ship(self.ships[seat], what, words)
            elif seat == "column":
                self.columns[what] = words
            elif seat == "most":
                self.most[what] = value
            elif seat == "bonus":
                (self.supplied if what == "supply" else self.crewed).extend(words)
            elif name in {"turn", "actions", "row"}:
                self._declare_voyage(name, words)

    def _declare_ship(self, ship: Ship, what: str, words: list[str]) -> None:
        if what == "hold":
            ship.hold = Counter(words)
        elif what == "crew":
            ship.crew = words
        else:
            setattr(ship, {"brig": "captains"}.get(what, what), int(words[0]))

    def _declare_voyage(self, name: str, words: list[str]) -> None:
        if name == "turn":
            self._begin(words[0])
        elif name == "actions":
            self.actions = int(words[0])
        else:
            self.tile = words[-1] if words else ""

    # One line of the log

    def read(self, line: str) -> None:
        """Book one line; lines that move nothing (a cut, a claim, a restated reward) are skipped."""
        who, _, act = line.partition(": ")
        verb, *words = act.split()
        plain = [word for word in (word.removeprefix("role=") for word in words) if "=" not in word]
        enter = getattr(self, f"_{verb}", None)
        if enter is not None and who != "claim":
            enter(who, plain)

    def _act(self, seat: str) -> None:
        self.actions += seat == self.turn

    def _first(self, _: str, words: list[str]) -> None:
        self._begin(words[0])

    def _income(self, seat: str, _: list[str]) -> None:
        self.ships[seat].gold += 2 if "treasurer" in self.ships[seat].crew else 1
        self.income_taken = True

    def _sail(self, seat: str, _: list[str]) -> None:
        if not self.ships[seat].gold and not self.income_taken:
            self._income(seat, [])

    def _tile(self, _: str, words: list[str]) -> None:
        (self.tile,) = words

    def _buy(self, seat: str, goods: list[str]) -> None:
        self.ships[seat].hold.update(goods)
        self.ships[seat].gold -= len(goods) * PACK["tiles"][self.tile]["price"]
        self._act(seat)

    def _sell(self, seat: str, goods: list[str]) -> None:
        ship = self.ships[seat]
        ship.hold.subtract(goods)
        ship.gold += len(goods) * PACK["tiles"][self.tile]["price"] + ("bookkeeper" in ship.crew)
        self._act(seat)

    def _exchange(self, seat: str, goods: list[str]) -> None:
        ship = self.ships[seat]
        ship.hold.subtract(goods[:1])
        ship.hold.update(goods[1:])
        ship.gold += "bookkeeper" in ship.crew
        self._act(seat)

    def _equip(self, seat: str, words: list[str]) -> None:
        ship, what = self.ships[seat], words[0]
        ship.gold -= PACK["tiles"][self.tile]["prices"][what]
        if what == "crew":
            ship.crew.append(words[1])
            if len(ship.crew) == 4:
                self.crewed.append(seat)
        else:
            ship.cannons += what == "cannon"
            ship.sail += what == "sail"
        self._act(seat)

    def _overboard(self, seat: str, goods: list[str]) -> None:
        self.ships[seat].hold.subtract(goods)

    def _letter(self, seat: str, _: list[str]) -> None:
        self.ships[seat].letters -= 1

    def _wreck(self, seat: str, _: list[str]) -> None:
        self.ships[seat].gold += PACK["tiles"]["wreck"]["gold"]
        self._act(seat)

    # Fog

    def _event(self, _: str, words: list[str]) -> None:
        self.strength = 0 if words == ["coin"] else int(words[0].removeprefix("skull"))
        self.won = "gold" if words == ["coin"] else ""
        self.ships[self.turn].gold += words == ["coin"]

    def _pay(self, seat: str, _: list[str]) -> None:
        self.ships[seat].gold -= 1

    def _shots(self, _: str, faces: list[str]) -> None:
        ship = self.ships[self.turn]
        double = 2 if "cannoneer" in ship.crew else 0
        if faces.count("silver") + double * faces.count("blue_double") < self.strength:
            return
        self.won = "captains" if ship.captains < 2 else "gold"
        setattr(ship, self.won, getattr(ship, self.won) + 1)

    def _leave(self, seat: str, _: list[str]) -> None:
        setattr(self.ships[seat], self.won, getattr(self.ships[seat], self.won) - 1)

    # Tasks

    def _task(self, seat: str, words: list[str]) -> None:
        ship, (harbor, *paid) = self.ships[seat], words
        printed = PACK["tasks"][harbor][str(len(self.columns[harbor]) + 1)]
        asked = Counter({one: number for one, number in printed.items() if isinstance(number, int)})
        assert not paid or Counter(paid) == asked, "a task is paid with what its field asks for"
        ship.gold -= asked.pop("gold", 0)
        ship.captains -= asked.pop("captain", 0)
        ship.hold.subtract(asked)
        self._act(seat)
        self._token(seat, harbor)

    def _token(self, seat: str, harbor: str) -> None:
        """Place the token; bonus tokens follow as long as the game is not won."""
        column = self.columns[harbor]
        column.append(seat)
        (first, number), *others = Counter(column).most_common()
        leader = first if not others or others[0][1] < number else "none"
        if self.most[harbor] != leader:
            self.most[harbor] = "none"
        if leader == seat and self.placed(seat) < self.enough:
            self.most[harbor] = seat
        if all(seat in self.columns[one] for one in HARBORS) and self.placed(seat) < self.enough:
            self.supplied += [seat] if seat not in self.supplied else []

    def placed(self, seat: str) -> int:
        """Count a player's tokens on the board."""
        lying = [*self.most.values(), *self.supplied, *self.crewed]
        return sum(column.count(seat) for column in self.columns.values()) + lying.count(seat)

    def _receive(self, seat: str, _: list[str]) -> None:
        self.ships[seat].letters += 1
        self.received = True

    def _shuffle(self, _: str, __: list[str]) -> None:
        if self.actions < 2 and self.ships[self.turn].letters < 2 and not self.received:
            self._receive(self.turn, [])
        self._begin(self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)])

    # The totals

    def totals(self) -> Iterator[tuple[str, object]]:
        """Name every fact that the ledger computes, with its value."""
        for seat, ship in self.ships.items():
            yield from ((f"{seat}.{goods}", ship.hold[goods]) for goods in GOODS)
            yield from ((f"{seat}.{what}", getattr(ship, what)) for what in ("gold", "letters", "cannons", "sail"))
            yield f"{seat}.brig", ship.captains
            yield f"{seat}.crew.aboard", len(ship.crew)
            yield f"{seat}.placed", self.placed(seat)
            yield f"{seat}.tokens", self.enough - self.placed(seat)
        yield from ((f"most.{harbor}", owner) for harbor, owner in self.most.items())
        yield from self._supply()

    def _supply(self) -> Iterator[tuple[str, object]]:
        ships = self.ships.values()
        yield "bank", COINS - sum(ship.gold for ship in ships)
        yield "letters", PIECES - sum(ship.letters for ship in ships)
        yield "captains", PIECES - sum(ship.captains for ship in ships)
        yield from ((f"supply.{goods}", PIECES - sum(ship.hold[goods] for ship in ships)) for goods in GOODS)


def ledger_of(head: str) -> Ledger:
    lines = head.splitlines()
    (players,) = (line.removeprefix("players: ") for line in lines if line.startswith("players: "))
    ledger = Ledger([player.partition("=")[0] for player in players.split(", ")])
    for line in lines:
        if line.startswith("position: "):
            ledger.declare(line)
    return ledger


def agree(log: str) -> Ledger:
    """Run the ledger along with the table, and compare them after every line."""
    head, _, body = log.partition("\n---\n")
    ledger, prepared, game = ledger_of(head), prepare_log(log.encode(), GAMES), GAMES["north-wind"]
    run = Replay(prepared.program, prepared.build_table())
    lines = [line for line in body.splitlines() if line and not line.startswith("#")]
    begin, *entries = prepared.entries
    run.run([begin])
    for line, entry in zip(lines, entries, strict=True):
        ledger.read(line)
        run.run([entry])
        totals, facts = dict(ledger.totals()), game.facts(run.table)
        assert {name: facts[name] for name in totals} == totals, f"after event {entry[0]}: {line}"
        assert all(0 <= left <= PIECES for name, left in in_the_box(totals)), line
        assert all(number >= 0 for number in totals.values() if isinstance(number, int)), line
    return ledger


def in_the_box(totals: dict[str, Any]) -> Iterator[tuple[str, int]]:
    return ((name, left) for name, left in totals.items() if name.startswith(("supply", "captains", "letters")))


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ledger_agrees_after_every_event_of_a_random_game(players: int, seed: int) -> None:
    ledger = agree(simulate("north-wind", players, seed))
    assert max(map(ledger.placed, ledger.seats)) == ledger.enough


@pytest.mark.parametrize("golden", KEPT, ids=lambda golden: golden.name)
def test_the_ledger_agrees_after_every_event_of_a_golden(golden: Golden) -> None:
    ledger = agree(golden.log.decode())
    reckoned = dict(ledger.totals())
    said = {name: value for name, value in golden.adjudicated.facts.items() if name in reckoned}
    assert said
    assert {name: reckoned[name] for name in said} == said


def test_the_ledger_notices_a_coin_too_many() -> None:
    demo = next(golden for golden in KEPT if golden.name == "example-trading-voyage")
    ledger = agree(demo.log.decode())
    ledger.read("green: income")
    said = {name: value for name, value in demo.adjudicated.facts.items() if name.endswith("gold")}
    assert {name: dict(ledger.totals())[name] for name in said} != said
