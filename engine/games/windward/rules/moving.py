"""The rules of the chapter “Moving the ship”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import Sail
from engine.games.windward.reckoning import mine, speed_left, sure_planet
from engine.games.windward.reckoning.sailing import JUMP, ROUND_THE_PLANET, passage, passages
from engine.games.windward.sources import (
    FULL_AROUND,
    FULL_BATTLE,
    FULL_CONCLUSION,
    FULL_EPIC_TURN,
    FULL_GLOBAL_SETUP,
    FULL_GREAT_WHITE,
    FULL_MOVE_SHIP,
    FULL_ORDERS,
    FULL_TRADING_POST,
    FULL_ZEPHYR,
    SHORT_AFTER_BATTLE,
    SHORT_HOW_BATTLES_WORK,
    SHORT_INITIATE_BATTLE,
    SHORT_MOVING,
    SHORT_ORDERS,
    SHORT_SETUP,
    SHORT_SKY_ORDERS,
    SHORT_TERRAIN,
    SHORT_TRADING_POST,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import known

chapter = Chapter("Moving the ship")

chapter.not_modelled(
    "WW-MOVE-01",
    says="Each turn a ship may use at most 4 speed before bonuses.",
    cite=(FULL_MOVE_SHIP, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-MOVE-02",
    on=Sail,
    says="1 speed moves the ship to one neighbouring space of the planet.",
    cite=(FULL_MOVE_SHIP, SHORT_MOVING),
    reads=("tiles", "planet"),
)
def to_a_neighbour(table: Table, event: Sail) -> Breach | None:
    start = table.players[event.by].at
    if PORT in {start, event.to} or event.way in {JUMP, ROUND_THE_PLANET}:
        return None
    laid = sure_planet(table)
    if laid.direction(start, event.to) or passages(table, start, event.to):
        return None
    says = f"The ship of {event.by} sails from {start} to {event.to}, and the two do not touch."
    return Breach(says, {"from": start, "to": event.to}, f"One of {', '.join(laid.near.get(start, {}).values())}.")


chapter.not_modelled(
    "WW-MOVE-03",
    says="Spaces are hexes with up to six neighbours; six of them touch the Trading Post. Tiles join into one "
    "field, so neighbours may lie on different tiles. There is no stepping off the rim or onto the centre as a "
    "normal space.",
    cite=(FULL_TRADING_POST, FULL_GLOBAL_SETUP, SHORT_TRADING_POST, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-MOVE-04",
    on=Sail,
    says="From port a ship may spend 1 speed to go to any one of the six spaces around the Trading Post.",
    cite=(FULL_TRADING_POST, FULL_MOVE_SHIP, SHORT_TRADING_POST),
    reads=("tiles", "planet"),
)
def out_of_port(table: Table, event: Sail) -> Breach | None:
    if table.players[event.by].at != PORT or event.to in (shore := sure_planet(table).shore):
        return None
    says = f"The ship of {event.by} is in port, and comes to {event.to}."
    return Breach(says, {"to": event.to}, f"One of {', '.join(shore)}.")


@chapter.rule(
    "WW-MOVE-05",
    on=Sail,
    says="From any of the six spaces around the Trading Post a ship may spend 1 speed to go to port.",
    cite=(FULL_TRADING_POST, FULL_MOVE_SHIP, SHORT_TRADING_POST),
    reads=("tiles", "planet"),
)
def into_port(table: Table, event: Sail) -> Breach | None:
    start = table.players[event.by].at
    if event.to != PORT or start == PORT or start in (shore := sure_planet(table).shore):
        return None
    says = f"The ship of {event.by} enters port from {start}."
    return Breach(says, {"from": start}, f"From one of {', '.join(shore)}.")


chapter.not_modelled(
    "WW-MOVE-06",
    says="A ship standing on a zephyr space may spend 1 speed to go to any other zephyr space. The full edition "
    "speaks of being on a zephyr; the classic edition of having moved onto one.",
    cite=(FULL_ZEPHYR, FULL_MOVE_SHIP, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-MOVE-07",
    says="A ship on a rim corner bearing the around-the-planet icon may spend 1 speed to go to the opposite corner.",
    cite=(FULL_AROUND, FULL_MOVE_SHIP, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-MOVE-08",
    says="Each move begins at the ship's current location and only the active player's own ship moves.",
    cite=(FULL_MOVE_SHIP, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-MOVE-09",
    says="If a ship at any time in its turn enters a space holding an alive Red, the White Crester or another ship, "
    "a battle starts at once; passing through is impossible.",
    cite=(FULL_MOVE_SHIP, FULL_BATTLE, FULL_GREAT_WHITE, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-MOVE-10",
    on=Sail,
    says="Sum of speed charged in the turn never exceeds base 4 plus what orders and cards granted so far.",
    cite=(FULL_MOVE_SHIP, FULL_ORDERS, SHORT_SKY_ORDERS),
    reads=("tiles", "planet"),
)
def within_its_speed(table: Table, event: Sail) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None or not known(event.to):
        return None
    cost = passage(table, table.players[event.by].at, event.to, event.way, event.speed).speed
    left = speed_left(turn)
    if cost <= left:
        return None
    says = f"{event.by} sails to {event.to} for {cost} speed, and has {left} left of {turn.granted}."
    return Breach(says, {"speed": cost, "left": left})


chapter.not_modelled(
    "WW-MOVE-11",
    says="Moving back after a battle does not return speed or longboat speed.",
    cite=(FULL_CONCLUSION, SHORT_HOW_BATTLES_WORK, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-MOVE-12",
    says="Speed need not be used in one go; other actions may come between steps.",
    cite=(FULL_EPIC_TURN, SHORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-MOVE-13",
    says="Since entry forces a battle and a drawn battle may not be started again that turn, the attacker may not "
    "re-enter that enemy's space this turn.",
    cite=(FULL_BATTLE, FULL_MOVE_SHIP, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-MOVE-14",
    says="Playing Fuel lets the ship make one more space of movement beyond its speed, including leaving port. Seen "
    "only in the the full edition example; the card text itself is not reproduced. The classic edition never "
    "names it and only says that cards may affect movement.",
    cite=(FULL_EPIC_TURN, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
