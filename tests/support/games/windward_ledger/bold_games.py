"""Random games of Windward between bold captains, from positions in which all meet soon, so that rare things happen."""

from __future__ import annotations

import random
from typing import Any

from engine.games import GAMES
from engine.games.windward.events import DropCargo, FlyFlag, Pass, PlayCard, TakeCard
from engine.games.windward.reckoning import crester_stock
from engine.games.windward.state import CARGO, GREY, Table
from engine.kernel.events import Event
from engine.kernel.log import Header, HeaderPlayer
from engine.kernel.spellings import write
from fixtures.simulate import Session
from tests.support.games.windward_ledger.pieces import PACK, Planet

GAME = GAMES["windward"]
SEATS = ("green", "orange", "blue", "yellow", "purple")
PAIRS = (("purser", "gas_worker"), ("marine", "sergeant"), ("harpooner", "coxswain"))
# The weights that bold captains give to kinds of moves; any other has 1.
TASTES = {
    "fate": 40,
    "Buy": 20,
    "PickUp": 15,
    "TakeCard": 60,
    "Sail": 4,
    "Run": 2,
    "GiveOrder": 6,
    "SpendCannons": 2,
    "FlyFlag": 10,
    "LiftBoat": 1.5,
    "Row": 20,
    "DropCargo": 0.3,
    "PlayCard": 1.5,
    "Rest": 2,
}


class Bold(Session):
    """A game in which longboats row, False Flags are played, and cargo is thrown overboard."""

    table: Table

    def _one_of(self, moves: list[Event], fate: list[Event]) -> Event:
        kinds: dict[str, list[Event]] = {"fate": fate} if fate else {}
        for move in [*filter(self._fair, moves), *self._drops(moves)]:
            kinds.setdefault(type(move).__name__, []).append(move)
        names = sorted(kinds)
        return self.dice.choice(kinds[self.dice.choices(names, [TASTES.get(name, 1) for name in names])[0]])

    def _fair(self, move: Event) -> bool:
        """No player plays Bait for a Grey that is not there; all draw from the first stack, so that it runs out."""
        bait = isinstance(move, PlayCard) and move.card == "bait" and crester_stock(self.table, GREY) <= 0
        return not bait and not (isinstance(move, TakeCard) and move.stack != 1)

    def _drops(self, moves: list[Event]) -> list[Event]:
        """List what a ship at sky could drop; drops are not among the offered moves."""
        turn = self.table.turn
        battle = any(isinstance(move, (Pass, FlyFlag)) for move in moves)
        if turn is None or battle or self.table.phase != "turn" or self.table.owed or self.header.layers:
            return []
        player = self.table.players[turn.seat]
        if player.at == "port":
            return []
        held = [item for item in CARGO if player.cargo[item]] + ([player.crester] if player.crester else [])
        return [DropCargo(turn.seat, item) for item in held]


def bold_game(players: int, seed: int, layers: tuple[str, ...], *, events: int = 150) -> str:
    """Play from a position, and write the log."""
    dice = random.Random(1_000 * seed + players)
    seats = SEATS[:players]
    header = Header(
        game="windward",
        layers=layers,
        pack="windward-reconstructed-1",
        players=tuple(HeaderPlayer(seat, seat.title()) for seat in seats),
        position=position(dice, seats),
    )
    return _played(Bold.under(GAME, header, seed), events)


def long_bold_game(players: int, seed: int, layers: tuple[str, ...], *, events: int = 700) -> str:
    """Play from the beginning until a stack has run out."""
    return _played(Bold(GAME, players, seed, layers=layers), events)


def _played(session: Session, events: int) -> str:
    """Play this many events, and on until no rest or battle is in progress."""
    while (len(session.events) < events or session.table.phase in {"rest", "battle"}) and (event := session.next()):
        session.happen(event)
    return write(session.log, "text", GAME.vocabulary)


def position(dice: random.Random, seats: tuple[str, ...]) -> dict[str, Any]:
    """Place ships and longboats round a feeding ground, with many things on the spaces."""
    tiles = dice.sample("abcdef", 6)
    planet = Planet(tiles, "large")
    free = [space for space, what in planet.shows.items() if what != "drift"]
    grounds = [space for space in free if planet.shows[space] == "feeding_ground"]
    greys = dice.sample(grounds, len(seats) - 1)
    said: dict[str, Any] = {"planet": " ".join(tiles), "side": "large", "wind": dice.randint(1, 6), "round": 3}
    said |= {"turn": seats[0], "first": seats[0], "trigger": "none", "greys": " ".join(greys)}
    reds = [dice.choice([space for space in free if planet.home[space] == territory]) for territory in range(1, 7)]
    taken, near = {*reds, *grounds}, _near(planet, free, greys[0], 3)
    items = [f"{dice.choice(near)}.{dice.choice(('gas', 'token', 'red-tooth', 'grey-tooth'))}" for _ in range(6)]
    for seat in seats:
        open_spaces = [space for space in near if space not in taken]
        place = dice.choice([*open_spaces, "port"])
        boats = dice.sample([s for s in _near(planet, free, dice.choice(greys), 2) if s not in {*taken, place}], 2)
        taken |= {place, *boats}
        said |= _captain(dice, seat, place, boats)
        items += [f"{boats[0]}.grey"] if dice.random() < 0.4 and seat in seats[:3] else []
    holds = sum(said[f"{seat}.crester"] == "red" for seat in seats)
    said["reds"] = " ".join(reds[: 8 - holds])
    return {**said, "items": " ".join(items)}


def _near(planet: Planet, spaces: list[str], middle: str, steps: int) -> list[str]:
    a, b = planet.at[middle]
    far = {space: (q - a, r - b) for space, (q, r) in planet.at.items()}
    return [one for one in spaces if one != middle and max(map(abs, (*far[one], sum(far[one])))) <= steps]


def _captain(dice: random.Random, seat: str, place: str, boats: list[str]) -> dict[str, Any]:
    crew = [dice.choice(pair) for pair in PAIRS if dice.random() < 0.6]
    both = bool({"harpooner", "coxswain"} & set(crew))
    hand = [dice.choice(sorted(PACK["cards"])) for _ in range(dice.randint(0, 5))]
    out = place != "port"
    said = {
        "place": place,
        "morale": dice.randint(1, 4),
        "notoriety": dice.randint(0, 14),
        "gas": dice.randint(0, 4),
        "cannons": dice.randint(0, 3),
        "rowing": dice.randint(4, 8),
        "crester": dice.choice(["none", "red", "none"]) if out else "none",
        "teeth.red": dice.randint(0, 1) if out else 0,
        "teeth.grey": dice.randint(0, 1) if out else 0,
        "tokens": dice.randint(0, 2),
        "hand": " ".join(hand) or "none",
        "crew": " ".join(crew) or "none",
        "boat.1": boats[0],
        "boat.2": boats[1] if both else "aside",
    }
    return {f"{seat}.{what}": value for what, value in said.items()}
