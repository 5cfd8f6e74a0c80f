"""The rules of the chapter “Wind”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import Run, Sail
from engine.games.windward.folds.sailing import rowed
from engine.games.windward.reckoning.meeting import met_by_ship
from engine.games.windward.reckoning.sailing import (
    IN_OR_OUT,
    ROUND_THE_PLANET,
    STEP,
    downwind,
    goes_upwind,
    in_question,
    run_spaces,
    sailing,
)
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.sources import (
    FULL_AROUND,
    FULL_AT_SKY,
    FULL_EPIC_TURN,
    FULL_GLOBAL_SETUP,
    FULL_MOVE_LONGBOATS,
    FULL_MOVE_SHIP,
    FULL_TERRAIN,
    FULL_TRADING_POST,
    FULL_WIND,
    SHORT_INITIATE_BATTLE,
    SHORT_SETUP,
    SHORT_TERRAIN,
    SHORT_TRADING_POST,
    SHORT_WIND,
)
from engine.games.windward.state import RED, Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Wind", reads=("tiles", "planet"))

chapter.upheld(
    "WW-WIND-01",
    says="The wind moves ships only: to longboats and Cresters it is nothing, so that a longboat pays for each space, "
    "wherever the wind blows.",
    cite=(FULL_WIND, FULL_MOVE_LONGBOATS, FULL_AT_SKY, SHORT_WIND),
    by=rowed,
    claims=(OfSky.ROWED_FREE,),
)


@chapter.rule(
    "WW-WIND-02",
    on=Run,
    says="The wind blows the way the flag points, to the territory whose number was rolled: one of six directions, "
    "and only in it does a ship run.",
    cite=(FULL_GLOBAL_SETUP, FULL_WIND, SHORT_SETUP, SHORT_WIND),
    rulings=("WW-AMB-011", "WW-AMB-021", "WW-AMB-078", "WW-AMB-079"),
)
def before_the_wind(table: Table, event: Run) -> Breach | None:
    start = table.players[event.by].at
    if event.to in (straight := downwind(table, start) if start != PORT else []):
        return None
    says = f"{event.by}'s ship runs from {start} to {event.to}, and that does not lie straight downwind."
    return Breach(says, {"from": start, "to": event.to}, f"{', '.join(straight)}." if straight else "")


@chapter.rule(
    "WW-WIND-03",
    on=Sail,
    where={Sail: in_question},
    says="Straight before the wind a ship sails any number of spaces for no speed, as often as it likes; across it no "
    "space is free.",
    cite=(FULL_WIND, FULL_MOVE_SHIP, SHORT_WIND),
    rulings=("WW-AMB-011", "WW-AMB-014"),
    claims=(OfSky.CHARGED_DOWNWIND,),
)
def free_before_the_wind(table: Table, event: Sail) -> Breach | None:
    sail = sailing(table, event)
    if not sail.costs_otherwise(STEP) or sail.meant is None or (sail.meant.speed and sail.speed):
        return None
    says = f"{event.by} pays {sail.speed} speed from {sail.start} to {sail.to}."
    lies = "That lies straight downwind, and is free." if not sail.meant.speed else "That does not lie downwind: 1."
    return Breach(says, {"speed": sail.speed, "from": sail.start, "to": sail.to}, lies)


chapter.permission(
    "WW-WIND-04",
    says="A ship that has no speed left may still sail before the wind.",
    cite=(FULL_MOVE_SHIP, FULL_EPIC_TURN, SHORT_WIND),
)


@chapter.rule(
    "WW-WIND-05",
    on=Sail,
    where={Sail: in_question},
    says="No ship goes straight into the wind, whatever it pays; slantwise against it is open, so ships tack.",
    cite=(FULL_WIND, FULL_MOVE_SHIP, SHORT_WIND),
    rulings=("WW-AMB-011", "WW-AMB-012", "WW-AMB-017"),
)
def not_into_the_wind(table: Table, event: Sail) -> Breach | None:
    sail = sailing(table, event)
    if PORT in {sail.start, sail.to} or sail.way not in {"", STEP} or sail.meant is not None:
        return None
    if not goes_upwind(table, sail.start, sail.to):
        return None
    says = f"{event.by}'s ship sails from {sail.start} to {sail.to}, straight into the wind."
    return Breach(says, {"from": sail.start, "to": sail.to, "wind": table.wind})


@chapter.rule(
    "WW-WIND-06",
    on=Sail,
    where={Sail: in_question},
    says="The wind neither bars nor frees the way in or out of port, nor that around the planet: it costs its 1 speed.",
    cite=(FULL_TRADING_POST, FULL_AROUND, FULL_MOVE_SHIP, SHORT_TRADING_POST, SHORT_TERRAIN),
    rulings=("WW-AMB-014", "WW-AMB-015"),
    claims=(OfSky.PASSED_FREE,),
)
def the_wind_changes_nothing(table: Table, event: Sail) -> Breach | None:
    sail = sailing(table, event)
    if not sail.costs_otherwise(IN_OR_OUT, ROUND_THE_PLANET) or sail.meant is None:
        return None
    if sail.speed and sail.meant.speed:
        return None
    says = f"{event.by} pays {sail.speed} speed from {sail.start} to {sail.to}."
    return Breach(says, {"speed": sail.speed, "from": sail.start, "to": sail.to}, f"It costs {sail.meant.speed}.")


@chapter.rule(
    "WW-WIND-07",
    on=Run,
    says="A run before the wind goes from space to space, and each is come to: an enemy on one of them ends it there.",
    cite=(FULL_WIND, FULL_TERRAIN, FULL_MOVE_SHIP, SHORT_WIND, SHORT_TERRAIN, SHORT_INITIATE_BATTLE),
    rulings=("WW-AMB-011",),
)
def not_past_an_enemy(table: Table, event: Run) -> Breach | None:
    start = table.players[event.by].at
    for space in run_spaces(table, start, event.to)[:-1] if start != PORT else ():
        if enemy := met_by_ship(table, event.by, space):
            says = f"{event.by}'s ship runs past {_called(enemy)} on {space}, and comes to {event.to}."
            return Breach(says, {"space": space, "to": event.to}, f"{event.by}: run {space}, and a battle.")
    return None


def _called(enemy: str) -> str:
    return "a Red Crester" if enemy == RED else f"{enemy}'s ship"
