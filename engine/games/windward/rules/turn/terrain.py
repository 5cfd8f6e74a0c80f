"""The rules of the chapter “Terrain”, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.windward.content import PORT, Globe
from engine.games.windward.content.pieces import POCKET, ZEPHYR
from engine.games.windward.events import GiveOrder, PickUp, Rest, Row, Run, Sail
from engine.games.windward.reckoning import lying, mine, sure_planet
from engine.games.windward.reckoning.boats import place_of
from engine.games.windward.reckoning.sailing import is_drift, path_of
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.rules.positions.declared import refilled, rests_on_drift, stands_on_drift
from engine.games.windward.sources import (
    FULL_AROUND,
    FULL_DRIFT,
    FULL_POCKETS,
    FULL_TERRAIN,
    FULL_ZEPHYR,
    SHORT_CARD,
    SHORT_TERRAIN,
)
from engine.games.windward.state import GAS, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Terrain", reads=("tiles", "planet"))


@chapter.rule(
    "WW-TERR-01",
    on=(Sail, Run),
    says="A ship does not come onto drift, nor across it, unless a Deadweight lets it.",
    cite=(FULL_DRIFT, SHORT_TERRAIN),
)
def not_onto_drift(table: Table, event: Sail | Run) -> Breach | None:
    turn = mine(table, event.by)
    drift = next((space for space in path_of(table, event) if is_drift(table, space)), "")
    if not drift or (turn is not None and turn.deadweight):
        return None
    says = f"{event.by}'s ship comes onto drift at {drift}, and no Deadweight was played."
    return Breach(says, {"space": drift})


@chapter.rule(
    "WW-TERR-02",
    on=(Start, Row),
    says="No longboat and no Crester comes onto drift, or across it; Reds that move have a rule of their own.",
    cite=(FULL_DRIFT, SHORT_TERRAIN, SHORT_CARD),
    narrows=("WW-LB-07",),
)
def not_for_boats_and_cresters(table: Table, event: Start | Row) -> Breach | None:
    if isinstance(event, Start):
        return stands_on_drift(table)
    if _deadweight(table, event) or not is_drift(table, event.to):
        return None
    return Breach(f"{_boat(event)} comes onto drift at {event.to}.", {"space": event.to})


def _boat(event: Row) -> str:
    return f"{event.by}'s longboat {event.boat}"


def _deadweight(table: Table, event: Row) -> bool:
    """Return whether a longboat moves during its player's Deadweight, which the card itself covers."""
    turn = mine(table, event.by)
    return turn is not None and bool(turn.deadweight)


chapter.permission(
    "WW-TERR-03",
    says="In a turn in which it has played Deadweight a ship passes through drift.",
    cite=FULL_DRIFT,
    rulings=("WW-AMB-018",),
)


@chapter.rule(
    "WW-TERR-04",
    on=(Start, Rest),
    says="No turn ends with the ship on drift: Deadweight only lets it pass.",
    cite=(FULL_DRIFT, SHORT_CARD),
    rulings=("WW-AMB-019", "WW-AMB-020"),
)
def no_rest_on_drift(table: Table, event: Start | Rest) -> Breach | None:
    turn = None if isinstance(event, Start) else mine(table, event.by)
    covered = table.terms.drift_stop == "stop-allowed" and turn is not None and bool(turn.deadweight)
    return None if covered else drifting(table, event)


def drifting(table: Table, event: Start | Rest) -> Breach | None:
    """Report a ship that rests on drift, unless a reading excuses one that a battle sent back there."""
    if isinstance(event, Start):
        return rests_on_drift(table)
    turn, at = mine(table, event.by), table.players[event.by].at
    excused = table.terms.retreat_onto_drift == "turn-end-exempt" and turn is not None and turn.sent_back
    if excused or not is_drift(table, at):
        return None
    return Breach(f"{event.by} ends the turn on drift, at {at}.", {"space": at})


@chapter.rule(
    "WW-TERR-05",
    on=(GiveOrder, Row),
    says="Deadweight is for the ship: on drift no longboat is dropped, and none comes onto it.",
    cite=(FULL_DRIFT, SHORT_CARD),
    narrows=("WW-LB-07",),
)
def no_boat_on_drift(table: Table, event: GiveOrder | Row) -> Breach | None:
    if isinstance(event, Row):
        drift = event.to if _deadweight(table, event) and is_drift(table, event.to) else ""
        return Breach(f"{_boat(event)} comes onto drift at {drift}.", {"space": drift}) if drift else None
    at = table.players[event.by].at
    if event.order != "launch" or not is_drift(table, at):
        return None
    return Breach(f"{event.by} drops a longboat on drift, at {at}.", {"space": at})


@chapter.rule(
    "WW-TERR-06",
    on=Row,
    says="From one zephyr to another only ships travel; longboats and Cresters may stand on one.",
    cite=(FULL_ZEPHYR, SHORT_TERRAIN),
    narrows=("WW-LB-07",),
)
def zephyrs_are_for_ships(table: Table, event: Row) -> Breach | None:
    def jumps(laid: Globe, here: str, there: str) -> bool:
        return laid.shows.get(here) == laid.shows.get(there) == ZEPHYR and laid.distance(here, there) > 1

    return _travels(table, event, jumps, "goes from zephyr to zephyr")


@chapter.rule(
    "WW-TERR-08",
    on=Row,
    says="Around the planet only ships travel, and neither longboats nor Cresters.",
    cite=(FULL_AROUND, SHORT_TERRAIN),
    narrows=("WW-LB-07",),
)
def around_is_for_ships(table: Table, event: Row) -> Breach | None:
    return _travels(table, event, lambda laid, here, there: laid.opposite.get(here) == there, "goes around the planet")


def _travels(table: Table, event: Row, leaps: Callable[[Globe, str, str], bool], how: str) -> Breach | None:
    """Report a longboat that travels as only ships do."""
    laid, here, there = sure_planet(table), place_of(table.players[event.by], event.boat), event.to
    if here not in laid.places or there not in laid.places or not leaps(laid, here, there):
        return None
    return Breach(f"{_boat(event)} {how}, from {here} to {there}.", {"from": here, "to": there})


@chapter.rule(
    "WW-TERR-07",
    on=(Start, PickUp),
    says="A gas pocket has two gas tokens at first, and what was taken from it does not come back.",
    cite=FULL_POCKETS,
    narrows=("WW-PICK-06",),
    claims=(OfSky.POCKETS,),
)
def pockets_stay_empty(table: Table, event: Start | PickUp) -> Breach | None:
    if isinstance(event, Start):
        return refilled(table)
    at = table.players[event.by].at
    if event.item != GAS or at == PORT or sure_planet(table).shows.get(at) != POCKET or lying(table, at, GAS) > 0:
        return None
    return Breach(f"The gas pocket on {at} is empty.", {"space": at})


chapter.permission(
    "WW-TERR-09",
    says="Where no drift is a ship may come and stay: zephyrs, pockets, feeding grounds, red starts and corners cost "
    "nothing more.",
    cite=(FULL_TERRAIN, SHORT_TERRAIN),
)
