"""The rules of the chapter “Wind”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.content.planet import opposite_way
from engine.games.windward.events import Run, Sail
from engine.games.windward.reckoning import sure_planet
from engine.games.windward.reckoning.sailing import JUMP, ROUND_THE_PLANET, downwind, passages, sure_wind
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
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Wind")

chapter.not_modelled(
    "WW-WIND-01",
    says="Longboats and all Cresters ignore wind.",
    cite=(FULL_WIND, FULL_MOVE_LONGBOATS, FULL_AT_SKY, SHORT_WIND),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-WIND-02",
    on=Run,
    says="The flag points at the territory whose number was rolled; the wind blows the way the flag points. One of "
    "six hex directions.",
    cite=(FULL_GLOBAL_SETUP, FULL_WIND, SHORT_SETUP, SHORT_WIND),
    reads=("tiles", "planet"),
)
def before_the_wind(table: Table, event: Run) -> Breach | None:
    start = table.players[event.by].at
    if event.to in (straight := downwind(table, start) if start != PORT else []):
        return None
    says = f"The ship of {event.by} runs from {start} to {event.to}, and that does not lie straight downwind."
    return Breach(says, {"from": start, "to": event.to}, f"{', '.join(straight)}." if straight else "")


chapter.not_modelled(
    "WW-WIND-03",
    says="A ship may step any number of spaces straight downwind without spending speed, as often as it likes in "
    "its turn.",
    cite=(FULL_WIND, FULL_MOVE_SHIP, SHORT_WIND),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-WIND-04",
    says="Because downwind steps need no speed they remain available after all speed is spent.",
    cite=(FULL_MOVE_SHIP, FULL_EPIC_TURN, SHORT_WIND),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-WIND-05",
    on=Sail,
    says="A ship may not step in the direction exactly opposite to the wind, whatever it pays. The two slanting "
    "directions stay legal, so ships tack.",
    cite=(FULL_WIND, FULL_MOVE_SHIP, SHORT_WIND),
    reads=("tiles", "planet"),
)
def not_into_the_wind(table: Table, event: Sail) -> Breach | None:
    start = table.players[event.by].at
    if PORT in {start, event.to} or event.way in {JUMP, ROUND_THE_PLANET}:
        return None
    way = sure_planet(table).direction(start, event.to)
    if not way or way != opposite_way(sure_wind(table)) or passages(table, start, event.to):
        return None
    says = f"The ship of {event.by} sails from {start} to {event.to}, straight into the wind."
    return Breach(says, {"from": start, "to": event.to, "wind": table.wind})


chapter.not_modelled(
    "WW-WIND-06",
    says="Leaving or entering port and going around the planet are never blocked by wind, and cost their 1 speed "
    "regardless of wind.",
    cite=(FULL_TRADING_POST, FULL_AROUND, FULL_MOVE_SHIP, SHORT_TRADING_POST, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-WIND-07",
    says="A run before the wind passes through every space in line; each is entered and all entry rules (drift, "
    "battles, map edge) apply to each in turn.",
    cite=(FULL_WIND, FULL_TERRAIN, FULL_MOVE_SHIP, SHORT_WIND, SHORT_TERRAIN, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
