"""The rules of the chapter “Picking up”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import ACTIONS, LiftBoat, PickUp, Rest, Run, Sail
from engine.games.windward.folds.hold import has_room
from engine.games.windward.reckoning import boats_on, gas_slots, lowered, lying, red_on
from engine.games.windward.reckoning.boats import place_of
from engine.games.windward.reckoning.picking import boat_slots, boats_aboard, may_pick
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.rules.positions.declared import two_cresters_aboard
from engine.games.windward.sources import (
    FULL_CONCLUSION,
    FULL_MOVE_LONGBOATS,
    FULL_MOVE_SHIP,
    FULL_ORDERS,
    FULL_PICK_UP,
    FULL_POCKETS,
    FULL_SHIP_LOST,
    FULL_SHIPS,
    SHORT_DEFEATED_SHIP,
    SHORT_SHIPS,
    SHORT_SKY_ORDERS,
)
from engine.games.windward.state import GAS, GREY, RED, Player, Table
from engine.games.windward.terms import Terms
from engine.kernel.events import Event, Move, Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Picking up", reads=("tiles", "planet"))


def stops_to_pick(terms: Terms) -> bool:
    """Return whether a ship that picks something up on its way has to stay."""
    return terms.passing_pickup == "stop-only"


@chapter.rule(
    "WW-PICK-01",
    on=(PickUp, LiftBoat, Sail, Run),
    under=dict.fromkeys((Sail, Run), stops_to_pick),
    says="In its own turn a ship takes what lies on its space, and its longboats there, at no cost; classic names no "
    "turn.",
    cite=(FULL_PICK_UP, FULL_SHIPS, SHORT_SHIPS),
    reads=(),
    rulings=("WW-AMB-045", "WW-AMB-131"),
)
def in_the_own_turn(table: Table, event: PickUp | LiftBoat | Sail | Run) -> Breach | None:
    turn = table.turn
    if turn is None or not is_known(turn.seat) or table.rested == event.by:
        return None
    if isinstance(event, Sail | Run):
        says = f"{event.by} has picked something up on the way, and sails on."
        return Breach(says) if turn.seat == event.by and turn.picked else None
    if turn.seat == event.by or may_pick(table, event):
        return None
    says = f"{event.by} picks something up in the turn of {turn.seat}."
    return Breach(says, {"seat": event.by, "turn": turn.seat})


@chapter.rule(
    "WW-PICK-02",
    on=PickUp,
    says="Defeated Cresters may be picked up, gas, teeth and tokens, and no living Crester; of a Grey in tow a rule of "
    "its own tells.",
    cite=(FULL_SHIPS, FULL_PICK_UP, SHORT_SHIPS),
    reads=(),
    narrows=("WW-PICK-06",),
    rulings=("WW-AMB-082",),
)
def defeated_and_free(table: Table, event: PickUp) -> Breach | None:
    at = table.players[event.by].at
    if event.item not in {RED, GREY} or at == PORT:
        return None
    alive = table.reds if event.item == RED else table.greys
    if at in alive and not lying(table, at, event.item):
        return Breach(f"The {event.item.capitalize()} Crester on {at} is alive.", {"space": at})
    return None


@chapter.rule(
    "WW-PICK-03",
    on=LiftBoat,
    says="A ship lifts longboats of its own colour only, each into a free longboat slot.",
    cite=(FULL_PICK_UP, FULL_ORDERS, SHORT_SKY_ORDERS),
    reads=(),
    narrows=("WW-PICK-06",),
)
def own_boats(table: Table, event: LiftBoat) -> Breach | None:
    player = table.players[event.by]
    if place_of(player, event.boat) != player.at:
        others = [boat for boat in boats_on(table, player.at) if boat.partition(".")[0] != event.by]
        if not others or player.at == PORT:
            return None
        whose = others[0].partition(".")[0]
        return Breach(f"The longboat on {player.at} is {whose}'s.", {"space": player.at, "seat": whose})
    aboard, slots = len(boats_aboard(player)), boat_slots(player)
    if aboard < slots:
        return None
    return Breach(f"{event.by} has no free slot for longboat {event.boat}.", {"aboard": aboard, "slots": slots})


@chapter.rule(
    "WW-PICK-04",
    on=(Start, PickUp),
    says="There is room for one defeated Crester in a hold.",
    cite=(FULL_CONCLUSION, FULL_SHIP_LOST, SHORT_DEFEATED_SHIP, SHORT_SKY_ORDERS),
    reads=(),
    rulings=("WW-AMB-047",),
)
def one_crester_aboard(table: Table, event: Start | PickUp) -> Breach | None:
    if isinstance(event, Start):
        return two_cresters_aboard(table)
    player = table.players[event.by]
    if event.item not in {RED, GREY} or not lying(table, player.at, event.item) or has_room(table, player):
        return None
    if table.terms.hold == "board-slots":
        raise Undetermined
    return Breach(f"{event.by} has a Crester aboard already.", {"crester": player.crester})


@chapter.rule(
    "WW-PICK-05",
    on=PickUp,
    says="Gas is taken only into free gas slots.",
    cite=FULL_POCKETS,
    reads=("boards",),
    rulings=("WW-AMB-046",),
    claims=(OfSky.GAS_TAKEN,),
)
def room_for_the_gas(table: Table, event: PickUp) -> Breach | None:
    player = table.players[event.by]
    there = lying(table, player.at, GAS) if player.at != PORT else 0
    if event.item != GAS or not there or event.number > there or table.terms.pocket_slots == "processing-only":
        return None
    room = lowered(gas_slots(table, player), player.gas)
    facts = {"there": there, "room": room}
    if not room or event.number > room:
        return Breach(f"{event.by} has {room} free gas slots.", facts)
    if table.terms.gas_beyond_slots != "all-or-nothing" or (event.number or min(there, room)) == there:
        return None
    return Breach(f"{event.by} takes some of the {there} gas on {player.at}.", facts, "All of it, or none.")


@chapter.rule(
    "WW-PICK-06",
    on=(PickUp, LiftBoat),
    says="Only what is on that space now can be taken, and it is there no longer.",
    cite=(FULL_PICK_UP, SHORT_SHIPS),
)
def it_lies_there(table: Table, event: PickUp | LiftBoat) -> Breach | None:
    player = table.players[event.by]
    if isinstance(event, LiftBoat):
        place = place_of(player, event.boat)
        if place == player.at:
            return None
        says = f"{event.by}'s longboat {event.boat} is not where {event.by}'s ship is."
        return Breach(says, {"boat": event.boat, "place": place})
    there = lying(table, player.at, event.item) if player.at != PORT else 0
    if there >= max(1, event.number):
        return None
    return Breach(f"{there} {event.item} lie on {player.at}.", {"item": event.item, "there": there})


@chapter.rule(
    "WW-PICK-07",
    on=(PickUp, LiftBoat),
    says="Nothing is taken from under a living Red, nor from any enemy's space before the battle is settled.",
    cite=(FULL_MOVE_SHIP, SHORT_DEFEATED_SHIP),
    reads=(),
    narrows=("WW-PICK-02", "WW-PICK-06"),
    rulings=("WW-AMB-048",),
)
def battle_first(table: Table, event: PickUp | LiftBoat) -> Breach | None:
    turn, at, battle = table.turn, table.players[event.by].at, table.battle
    if turn is None or turn.seat != event.by or table.rested == event.by or at == PORT:
        return None
    if battle is None and not red_on(table, at):
        return None
    begun = battle is not None and (bool(battle.rolled) or battle.attacker != event.by)
    if table.terms.pickup_in_battle == "pickup-first" and not begun:
        return None
    there = "a battle is on" if battle is not None else "a Red Crester is alive there"
    return Breach(f"{event.by} picks something up on {at}, and {there}.", {"space": at})


def together(terms: Terms) -> bool:
    """Return whether a longboat and the Grey that it tows are taken both or not at all."""
    return terms.tow_lift == "together"


@chapter.rule(
    "WW-PICK-08",
    on=(*ACTIONS, Rest),
    under=dict.fromkeys((*ACTIONS, Rest), together),
    says="A longboat and the Grey that it tows are taken one by one: the boat lifted, the Grey stays, untowed.",
    cite=(FULL_PICK_UP, FULL_MOVE_LONGBOATS, SHORT_SHIPS),
    reads=(),
    rulings=("WW-AMB-132",),
    claims=(OfSky.LIFTED_TOGETHER,),
)
def both_or_neither(table: Table, event: Move) -> Breach | None:
    player = table.players[event.by]
    if player.at == PORT:
        return None
    left = _left(table, player, table.last)
    if left and not (isinstance(event, LiftBoat) if left == "longboat" else _takes_grey(event)):
        return Breach(f"{event.by} leaves the {left} on {player.at}.", {"space": player.at}, "Both, or neither.")
    if isinstance(event, LiftBoat) and not has_room(table, player) and lying(table, player.at, GREY):
        return Breach(f"{event.by} has no room for the Grey on {player.at}.", {"space": player.at})
    full = _takes_grey(event) and _own_boat_there(player) and len(boats_aboard(player)) >= boat_slots(player)
    return Breach(f"{event.by} has no room for the longboat on {player.at}.", {"space": player.at}) if full else None


def _takes_grey(event: Event | None) -> bool:
    return isinstance(event, PickUp) and event.item == GREY


def _own_boat_there(player: Player) -> bool:
    return any(is_known(place) and place == player.at for place in player.boats.values())


def _left(table: Table, player: Player, last: Event | None) -> str:
    """Return which of the two a ship has left where it just took the other; "" for neither."""
    if getattr(last, "by", "") != player.seat:
        return ""
    if isinstance(last, LiftBoat):
        return "Grey" if lying(table, player.at, GREY) else ""
    return "longboat" if _takes_grey(last) and _own_boat_there(player) else ""
