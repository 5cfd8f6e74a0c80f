"""The rules of the chapter “Terrain”, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from engine.games.windward.content import PORT, Globe
from engine.games.windward.content.pieces import POCKET, ZEPHYR
from engine.games.windward.events import GiveOrder, MoveRed, PickUp, Rest, Row, Run, Sail
from engine.games.windward.reckoning import lying, mine, sure_planet
from engine.games.windward.reckoning.sailing import is_drift, path_of
from engine.games.windward.rules.sky_claims import OfSky
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
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import known

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
    says = f"The ship of {event.by} comes onto drift at {drift}, and no Deadweight was played."
    return Breach(says, {"space": drift})


@chapter.rule(
    "WW-TERR-02",
    on=(Row, MoveRed),
    says="No longboat and no Crester comes onto drift, or across it.",
    cite=(FULL_DRIFT, SHORT_TERRAIN, SHORT_CARD),
    narrows=("WW-RED-03",),
)
def not_for_boats_and_cresters(table: Table, event: Row | MoveRed) -> Breach | None:
    if _deadweight(table, event) or _out_of_season(table, event):
        return None
    drift = next((space for space in _way(table, event)[1:] if known(space) and is_drift(table, space)), "")
    return Breach(f"{_piece(event)} comes onto drift at {drift}.", {"space": drift}) if drift else None


def _way(table: Table, event: Row | MoveRed) -> list[str]:
    """The spaces of a longboat or a Red from the first to the last, as far as they are stated."""
    if isinstance(event, MoveRed):
        onward = [space for space in event.path if space not in {event.start, event.to}]
        return [event.start, *onward, event.to]
    return [table.players[event.by].boats[event.boat], event.to]


def _piece(event: Row | MoveRed) -> str:
    return f"Longboat {event.boat} of {event.by}" if isinstance(event, Row) else f"The Red on {event.start}"


def _deadweight(table: Table, event: Row | MoveRed) -> bool:
    """Say whether a longboat moves while its player's Deadweight is in force: of that the card itself speaks."""
    turn = mine(table, event.by)
    return isinstance(event, Row) and turn is not None and bool(turn.deadweight)


def _out_of_season(table: Table, event: Row | MoveRed) -> bool:
    """Say whether a Red moves that is not to move at all."""
    return isinstance(event, MoveRed) and (not table.owed or table.owed[-1].what is not MoveRed)


chapter.permission(
    "WW-TERR-03",
    says="In a turn in which it has played Deadweight a ship passes through drift.",
    cite=FULL_DRIFT,
    rulings=("WW-AMB-018",),
)


@chapter.rule(
    "WW-TERR-04",
    on=Rest,
    says="No turn ends with the ship on drift: Deadweight only lets it pass.",
    cite=(FULL_DRIFT, SHORT_CARD),
    rulings=("WW-AMB-019", "WW-AMB-020"),
)
def no_rest_on_drift(table: Table, event: Rest) -> Breach | None:
    turn = mine(table, event.by)
    covered = table.terms.drift_stop == "stop-allowed" and turn is not None and bool(turn.deadweight)
    return None if covered else drifting(table, event)


def drifting(table: Table, event: Rest) -> Breach | None:
    """Tell that a ship rests on drift, unless by a reading a battle that sent it back there excuses it."""
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
)
def no_boat_on_drift(table: Table, event: GiveOrder | Row) -> Breach | None:
    if isinstance(event, Row):
        drift = event.to if _deadweight(table, event) and is_drift(table, event.to) else ""
        return Breach(f"{_piece(event)} comes onto drift at {drift}.", {"space": drift}) if drift else None
    at = table.players[event.by].at
    if event.order != "launch" or not is_drift(table, at):
        return None
    return Breach(f"{event.by} drops a longboat on drift, at {at}.", {"space": at})


@chapter.rule(
    "WW-TERR-06",
    on=(Row, MoveRed),
    says="From one zephyr to another only ships travel; longboats and Cresters may stand on one.",
    cite=(FULL_ZEPHYR, SHORT_TERRAIN),
    narrows=("WW-RED-03",),
)
def zephyrs_are_for_ships(table: Table, event: Row | MoveRed) -> Breach | None:
    def jumps(laid: Globe, here: str, there: str) -> bool:
        stormy = laid.shows.get(here) == laid.shows.get(there) == ZEPHYR
        return stormy and laid.distance(here, there) > _reach(table, event)

    return _travels(table, event, jumps, "goes from zephyr to zephyr")


@chapter.rule(
    "WW-TERR-08",
    on=(Row, MoveRed),
    says="Around the planet only ships travel, and neither longboats nor Cresters.",
    cite=(FULL_AROUND, SHORT_TERRAIN),
    narrows=("WW-RED-03",),
)
def around_is_for_ships(table: Table, event: Row | MoveRed) -> Breach | None:
    return _travels(table, event, lambda laid, here, there: laid.opposite.get(here) == there, "goes around the planet")


def _reach(table: Table, event: Row | MoveRed) -> int:
    """How far apart two spaces may be between which a piece has simply moved."""
    whole = isinstance(event, MoveRed) and not event.path
    return table.content.planets[table.side].red_move if whole else 1


def _travels(table: Table, event: Row | MoveRed, leaps: Callable[[Globe, str, str], bool], how: str) -> Breach | None:
    """Tell of a longboat or a Crester that travels as only ships do."""
    laid, way = sure_planet(table), _way(table, event)
    if _out_of_season(table, event):
        return None
    for here, there in pairwise(way):
        if here in laid.places and there in laid.places and leaps(laid, here, there):
            return Breach(f"{_piece(event)} {how}, from {here} to {there}.", {"from": here, "to": there})
    return None


@chapter.rule(
    "WW-TERR-07",
    on=PickUp,
    says="A gas pocket has two gas tokens at first, and what was taken from it does not come back.",
    cite=FULL_POCKETS,
    narrows=("WW-PICK-06",),
    claims=(OfSky.POCKETS,),
)
def pockets_stay_empty(table: Table, event: PickUp) -> Breach | None:
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
