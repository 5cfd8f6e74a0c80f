"""The rules of the chapter “Moving the ship”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import ZEPHYR
from engine.games.windward.events import Row, Run, Sail
from engine.games.windward.reckoning import mine, speed_left, sure_planet
from engine.games.windward.reckoning.sailing import (
    IN_OR_OUT,
    JUMP,
    ROUND_THE_PLANET,
    STEP,
    Sailing,
    direction_of,
    goes_upwind,
    in_question,
    sailing,
)
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.sources import (
    FULL_AROUND,
    FULL_GLOBAL_SETUP,
    FULL_MOVE_SHIP,
    FULL_TRADING_POST,
    FULL_ZEPHYR,
    SHORT_MOVING,
    SHORT_SETUP,
    SHORT_TERRAIN,
    SHORT_TRADING_POST,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter, Facts

chapter = Chapter("Moving the ship", reads=("tiles", "planet"))
# The ways that a log may state, in the words of messages.
CALLED = {STEP: "a step", JUMP: "a zephyr", ROUND_THE_PLANET: "the way around the planet", IN_OR_OUT: "port"}

chapter.upheld(
    "WW-MOVE-01",
    says="A ship has 4 speed in a turn, before anything adds to it.",
    cite=(FULL_MOVE_SHIP, SHORT_MOVING),
    by=speed_left,
    reads=(),
    claims=(OfSky.MORE_THAN_FOUR,),
)


@chapter.rule(
    "WW-MOVE-02",
    on=Sail,
    where={Sail: in_question},
    says="For 1 speed the ship goes to a neighbouring space of the planet.",
    cite=(FULL_MOVE_SHIP, SHORT_MOVING),
    rulings=("WW-AMB-021", "WW-AMB-078", "WW-AMB-079"),
)
def to_a_neighbour(table: Table, event: Sail) -> Breach | None:
    sail = sailing(table, event)
    if PORT in {sail.start, sail.to} or sail.way not in {"", STEP}:
        return None
    if sail.meant is not None:
        return _mischarged(event, sail, STEP)
    if direction_of(table, sail.start, sail.to):
        return None
    says = f"{event.by}'s ship sails from {sail.start} to {sail.to}, and the two do not touch."
    near = ", ".join(sure_planet(table).near.get(sail.start, {}).values())
    if sail.start == sail.to:
        return _there_already(event, f"on {sail.to}", near)
    return Breach(says, {"from": sail.start, "to": sail.to}, f"One of {near}.")


def _there_already(event: Sail, where: str, near: str) -> Breach:
    """Report a line for a ship that has already gone back, or was lost, automatically."""
    says = f"{event.by}'s ship is {where} already."
    instead = f"Nothing, where a battle has brought it there: no line is needed for that. Else one of {near}."
    return Breach(says, {"from": event.to, "to": event.to}, instead)


def _mischarged(event: Sail, sail: Sailing, *ways: str) -> Breach | None:
    """Report a way that costs 1 but is said to have cost more."""
    if not sail.costs_otherwise(*ways) or sail.meant is None or not sail.speed or not sail.meant.speed:
        return None
    says = f"{event.by} pays {sail.speed} speed from {sail.start} to {sail.to}."
    return Breach(says, {"speed": sail.speed, "from": sail.start, "to": sail.to}, f"It costs {sail.meant.speed}.")


@chapter.rule(
    "WW-MOVE-03",
    on=(Sail, Run, Row),
    where={Sail: in_question},
    says="The planet is one field of spaces round the Trading Post, across all tiles. None lies beyond its rim, and "
    "the post in its middle is no space to step on.",
    cite=(FULL_TRADING_POST, FULL_GLOBAL_SETUP, SHORT_TRADING_POST, SHORT_SETUP),
    narrows=("WW-MOVE-02", "WW-MOVE-04", "WW-MOVE-06", "WW-MOVE-07", "WW-WIND-02"),
    rulings=("WW-AMB-021", "WW-AMB-078", "WW-AMB-079"),
)
def on_the_planet(table: Table, event: Sail | Run | Row) -> Breach | None:
    if event.to != PORT and event.to not in sure_planet(table).places:
        return Breach(f"The planet as it was laid has no space {event.to}.", {"to": event.to})
    sail = sailing(table, event) if isinstance(event, Sail) and event.way in {STEP, IN_OR_OUT} else None
    if sail is None or (PORT in {sail.start, sail.to}) == (sail.way == IN_OR_OUT):
        return None
    says = f"From {sail.start} to {sail.to} is said to be {CALLED[sail.way]}."
    return Breach(says, {"from": sail.start, "to": sail.to, "way": sail.way})


@chapter.rule(
    "WW-MOVE-04",
    on=Sail,
    where={Sail: in_question},
    says="Out of port the ship goes for 1 speed to one of the six spaces that touch the Trading Post.",
    cite=(FULL_TRADING_POST, FULL_MOVE_SHIP, SHORT_TRADING_POST),
)
def out_of_port(table: Table, event: Sail) -> Breach | None:
    sail = sailing(table, event)
    if sail.start != PORT or sail.way not in {"", IN_OR_OUT}:
        return None
    if sail.to in (shore := sure_planet(table).shore):
        return _mischarged(event, sail, IN_OR_OUT)
    if sail.to == PORT:
        return _there_already(event, "in port", ", ".join(shore))
    says = f"{event.by}'s ship is in port, and comes to {event.to}."
    return Breach(says, {"to": event.to}, f"One of {', '.join(shore)}.")


@chapter.rule(
    "WW-MOVE-05",
    on=Sail,
    where={Sail: in_question},
    says="Into port the ship goes for 1 speed, from one of the six spaces that touch the Trading Post.",
    cite=(FULL_TRADING_POST, FULL_MOVE_SHIP, SHORT_TRADING_POST),
)
def into_port(table: Table, event: Sail) -> Breach | None:
    sail = sailing(table, event)
    if sail.to != PORT or sail.start == PORT or sail.way not in {"", IN_OR_OUT}:
        return None
    if sail.start in (shore := sure_planet(table).shore):
        return _mischarged(event, sail, IN_OR_OUT)
    says = f"{event.by}'s ship enters port from {sail.start}."
    return Breach(says, {"from": sail.start}, f"From one of {', '.join(shore)}.")


@chapter.rule(
    "WW-MOVE-06",
    on=Sail,
    where={Sail: in_question},
    says="A ship that is on a zephyr goes for 1 speed to any other zephyr.",
    cite=(FULL_ZEPHYR, FULL_MOVE_SHIP),
    narrows=("WW-MOVE-02",),
    rulings=("WW-AMB-015", "WW-AMB-016"),
)
def from_zephyr_to_zephyr(table: Table, event: Sail) -> Breach | None:
    sail = sailing(table, event)
    if sail.meant is not None and sail.meant.way == JUMP:
        return _mischarged(event, sail, JUMP) or _lain_there(table, event, sail)
    laid = sure_planet(table)
    stormy = sail.start != sail.to and {laid.shows.get(sail.start), laid.shows.get(sail.to)} == {ZEPHYR}
    if sail.way != JUMP and not (stormy and sail.meant is None and not sail.way):
        return None
    facts: Facts = {"from": sail.start, "to": sail.to}
    if stormy:
        if goes_upwind(table, sail.start, sail.to) and not sail.way:
            return None
        return Breach(f"The zephyr on {sail.to} lies straight upwind of {sail.start}.", facts)
    return Breach(f"From {sail.start} to {sail.to} no zephyr leads.", facts, f"{', '.join(laid.showing(ZEPHYR))}.")


def _lain_there(table: Table, event: Sail, sail: Sailing) -> Breach | None:
    """Under a reading, a zephyr carries only a ship that has come onto it in this turn."""
    turn = mine(table, event.by)
    if table.terms.zephyr_timing == "any-time-on-zephyr" or turn is None:
        return None
    if event.by in turn.previous and not turn.sent_back:
        return None
    return Breach(f"{event.by} has not come onto the zephyr on {sail.start} in this turn.", {"space": sail.start})


@chapter.rule(
    "WW-MOVE-07",
    on=Sail,
    where={Sail: in_question},
    says="From a corner that shows the sign for it, a ship goes for 1 speed around the planet to the opposite corner.",
    cite=(FULL_AROUND, FULL_MOVE_SHIP, SHORT_TERRAIN),
)
def around_the_planet(table: Table, event: Sail) -> Breach | None:
    sail = sailing(table, event)
    if sail.meant is not None and sail.meant.way == ROUND_THE_PLANET:
        return _mischarged(event, sail, ROUND_THE_PLANET)
    if sail.way != ROUND_THE_PLANET:
        return None
    there = sure_planet(table).opposite.get(sail.start, "")
    says = f"From {sail.start} to {sail.to} no way leads around the planet."
    return Breach(says, {"from": sail.start, "to": sail.to}, f"{there}." if there else "")
