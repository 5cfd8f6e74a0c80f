"""The rules of the chapter “Longboats”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import DRIFT
from engine.games.windward.events import GiveOrder, LiftBoat, Row
from engine.games.windward.folds.acting import launched
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.reckoning import is_ship, owner, raised, sure_planet
from engine.games.windward.reckoning.boats import place_of
from engine.games.windward.reckoning.telling_battles import told
from engine.games.windward.rules.claims.boat import OfBoats
from engine.games.windward.rules.positions.declared import boat_in_port, own_boats_together
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_CREW,
    FULL_LONGBOATS,
    FULL_MOVE_LONGBOATS,
    FULL_ORDERS,
    FULL_PICK_UP,
    FULL_PLAYER_SETUP,
    FULL_SHIPS,
    FULL_TERRAIN,
    SHORT_COMPONENTS,
    SHORT_INITIATE_BATTLE,
    SHORT_LONGBOATS,
    SHORT_MOVING,
    SHORT_SHIPS,
    SHORT_SKY_ORDERS,
    SHORT_TERRAIN,
    SHORT_TURN,
)
from engine.games.windward.state import ASIDE, BOATS, GREY, MORE_BOATS, RED, Table
from engine.kernel.events import Start
from engine.kernel.facts import NOTHING
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Longboats")


def called(event: Row | LiftBoat) -> str:
    """Name the longboat of an event."""
    return f"{event.by}'s longboat {event.boat}"


chapter.upheld(
    "WW-LB-01",
    says="Longboat speed goes from 0 to 8; of what is gained above 8 nothing is kept.",
    cite=(FULL_ORDERS, FULL_PLAYER_SETUP),
    by=raised,
    claims=(OfBoats.ABOVE_THE_TOP,),
)


@chapter.rule(
    "WW-LB-02",
    on=Row,
    says="Each longboat speed that is spent moves one longboat of the player's one space; it may be split between the "
    "two in any way.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING),
    rulings=("WW-AMB-023", "WW-AMB-052", "WW-AMB-062", "WW-AMB-063"),
    claims=(OfBoats.ROWED,),
)
def speed_for_each_space(table: Table, event: Row) -> Breach | None:
    left = table.players[event.by].rowing
    if left > 0:
        return None
    says = f"{called(event)} moves to {event.to}, and {event.by} has no longboat speed left."
    return Breach(says, {"left": left}, "The order +X Longboat Speed first.")


chapter.upheld(
    "WW-LB-03",
    says="Longboat speed that was not spent is kept from one turn to the next.",
    cite=FULL_MOVE_LONGBOATS,
    by=begin_turn,
    claims=(OfBoats.NOT_KEPT,),
)


@chapter.rule(
    "WW-LB-04",
    on=Row,
    out_of_turn=True,
    says="Longboats move in their player's own turn, at any moment of it and wherever the ship is, also in port; in no "
    "other turn do they move.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_TURN),
)
def in_the_own_turn(table: Table, event: Row) -> Breach | None:
    turn = str(table.active)
    says = f"{called(event)} moves in the turn of {turn}."
    return Breach(says, {"seat": event.by, "turn": turn}, f"In the turn of {event.by}.")


@chapter.rule(
    "WW-LB-05",
    on=(Start, Row),
    says="The two longboats of a player never come to one space, be it that one moves there or is dropped.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING, SHORT_SKY_ORDERS),
)
def never_both_on_one_space(table: Table, event: Start | Row) -> Breach | None:
    if isinstance(event, Start):
        return own_boats_together(table)
    others = [boat for boat in BOATS if boat != event.boat]
    if event.to == PORT or not any(place_of(table.players[event.by], boat) == event.to for boat in others):
        return None
    return Breach(f"{called(event)} comes to {event.to}, where the other one of {event.by} is.", {"space": event.to})


@chapter.rule(
    "WW-LB-06",
    on=(Start, Row),
    says="No longboat ever comes into the Trading Post.",
    cite=FULL_MOVE_LONGBOATS,
)
def not_into_port(table: Table, event: Start | Row) -> Breach | None:
    if isinstance(event, Start):
        return boat_in_port(table)
    return Breach(f"{called(event)} comes into port.", {"to": PORT}, "A space at sky.") if event.to == PORT else None


@chapter.rule(
    "WW-LB-07",
    on=Row,
    says="Each move of a longboat leads to a neighbouring space that is no drift; neither from zephyr to zephyr "
    "does it go nor around the planet.",
    cite=(FULL_TERRAIN, SHORT_TERRAIN),
    reads=("tiles", "planet"),
)
def to_a_dry_neighbour(table: Table, event: Row) -> Breach | None:
    laid, here, to = sure_planet(table), place_of(table.players[event.by], event.boat), event.to
    if here not in laid.places or to not in laid.places:
        return None
    dry = [space for space in laid.near[here].values() if laid.shows[space] != DRIFT]
    if to in dry:
        return None
    how = "which is drift" if laid.shows[to] == DRIFT else "and the two do not touch"
    says = f"{called(event)} moves from {here} to {to}, {how}."
    return Breach(says, {"from": here, "to": to}, f"One of {', '.join(dry)}." if dry else "")


@chapter.rule(
    "WW-LB-08",
    on=Row,
    says="A longboat that comes to another player's longboat or to a living Grey must fight at once, and does not pass "
    "on.",
    cite=(FULL_MOVE_LONGBOATS, FULL_BATTLE, SHORT_INITIATE_BATTLE),
    narrows=("WW-BAT-25",),
)
def fights_first(table: Table, event: Row) -> Breach | None:
    battle = table.battle
    if battle is None or is_ship(battle.attacker) or owner(battle.attacker) != event.by or battle.rolled:
        return None
    says = f"{called(event)} moves to {event.to}, and nobody has rolled. {told(table, battle)}"
    return Breach(says, {"space": battle.space}, "The battle first.")


@chapter.rule(
    "WW-LB-09",
    on=(Row, LiftBoat, GiveOrder),
    says="The second longboat is used only once a Harpooner or a Coxswain was hired, who brings it aboard, and a slot "
    "for it.",
    cite=(FULL_CREW, FULL_PLAYER_SETUP),
    narrows=("WW-ORD-07", "WW-INV-05", "WW-PICK-06"),
    rulings=("WW-AMB-063",),
    claims=(OfBoats.NOT_BROUGHT,),
)
def crew_for_the_second(table: Table, event: Row | LiftBoat | GiveOrder) -> Breach | None:
    player, boat = table.players[event.by], _boat(event)
    if boat != BOATS[1] or player.boats[boat] != ASIDE:
        return None
    says = f"{event.by} uses longboat {boat}, and has hired neither a Harpooner nor a Coxswain."
    return Breach(says, {"boat": boat}, "A Harpooner or a Coxswain hired first.")


def _boat(event: Row | LiftBoat | GiveOrder) -> str:
    """Return the longboat that an event names; "" for none."""
    if isinstance(event, GiveOrder):
        return event.what if event.order == "launch" else ""
    return event.boat


@chapter.rule(
    "WW-LB-10",
    on=(Row, LiftBoat, GiveOrder),
    says="Each colour has two longboats, and never more.",
    cite=(FULL_PLAYER_SETUP, SHORT_COMPONENTS),
    narrows=("WW-ORD-07", "WW-PICK-06"),
    rulings=("WW-AMB-061",),
)
def two_of_a_colour(_: Table, event: Row | LiftBoat | GiveOrder) -> Breach | None:
    boat = _boat(event)
    if boat not in MORE_BOATS:
        return None
    return Breach(f"{event.by} uses a longboat {boat}.", {"boat": boat}, f"{' or '.join(BOATS)}.")


chapter.upheld(
    "WW-LB-11",
    says="A longboat that was dropped stays at sky until its own ship picks it up, or it loses a battle.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    by=launched,
    rulings=("WW-AMB-051",),
    claims=(OfBoats.GONE,),
)


@chapter.rule(
    "WW-LB-12",
    on=Row,
    given="tow",
    says="Only ships pick things up: a longboat tows a defeated Grey, and carries neither gas nor teeth, tokens or a "
    "defeated Red.",
    cite=(FULL_SHIPS, FULL_LONGBOATS, FULL_PICK_UP, SHORT_SHIPS, SHORT_LONGBOATS),
    claims=(OfBoats.CARRIED,),
)
def nothing_but_a_tow(_: Table, event: Row) -> Breach | None:
    # The chapter on towing covers Reds.
    if event.tow in {NOTHING, GREY, RED}:
        return None
    return Breach(f"{called(event)} takes {event.tow} along.", {"item": event.tow}, "A defeated Grey, or nothing.")
