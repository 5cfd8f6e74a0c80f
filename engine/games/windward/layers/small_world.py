"""The small planet as a variant: the other side of the tiles, on which Reds move less far."""

from __future__ import annotations

from engine.games.windward.content.pieces import LARGE, SMALL
from engine.games.windward.events import BuildPlanet, MoveRed, MoveWhite
from engine.games.windward.reckoning.chasing import chase_of, goals
from engine.games.windward.reckoning.great_white import white_chase
from engine.games.windward.rules.creatures.red_ways import Wrong, in_question, misled, turn_of
from engine.games.windward.rules.creatures.white_ways import astray
from engine.games.windward.rules.set_up.set_up import right_side_up
from engine.games.windward.sources import (
    FULL_AT_SKY,
    FULL_GREAT_WHITE,
    FULL_SMALL_WORLD,
    SHORT_ALTERNATE_MAP,
    SHORT_SETUP,
    SHORT_WHITE,
)
from engine.games.windward.state import Table
from engine.kernel.events import Start
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter

chapter, set_up = Chapter("The small planet", reads=("tiles", "planet")), Chapter("Set-up")

set_up.permission(
    "WW-SET-03",
    says="With the small planet as a variant it does not matter how many play: the small side is up.",
    cite=(FULL_SMALL_WORLD, SHORT_ALTERNATE_MAP),
)
chapter.rule(
    "WW-SMALL-01",
    on=(Start, BuildPlanet),
    says="The small planet, on the backs of the tiles, is laid.",
    cite=(FULL_SMALL_WORLD, SHORT_ALTERNATE_MAP, SHORT_SETUP),
    claims=("side",),
    reads=(),
)(right_side_up)


@chapter.rule(
    "WW-SMALL-02",
    on=MoveRed,
    where={MoveRed: in_question},
    says="On the small planet Reds move 2 spaces, and not 3.",
    cite=(FULL_SMALL_WORLD, FULL_AT_SKY, SHORT_ALTERNATE_MAP),
    narrows=("WW-RED-03",),
    rulings=("WW-AMB-096",),
)
def as_on_the_large_planet(table: Table, event: MoveRed) -> Breach | None:
    found, turn, planets = misled(table, event), turn_of(table, event), table.content.planets
    if found is None or found[0] is not Wrong.NOT_NEARER or turn is None or table.side != SMALL:
        return None
    chase = chase_of(table, turn.seat, event.start)
    if event.to not in goals(table, chase._replace(speed=planets[LARGE].red_move)):
        return None
    says = f"The Red on {event.start} comes to {event.to}, as far as it would on the large planet."
    return Breach(says, {"from": event.start, "to": event.to}, found[1].instead)


@chapter.rule(
    "WW-SMALL-03",
    on=MoveWhite,
    says="The Great White Crester moves 5 spaces on either planet.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    narrows=("WW-WHITE-06",),
    rulings=("WW-AMB-096",),
)
def as_far_as_ever(table: Table, event: MoveWhite) -> Breach | None:
    """Check whether the White moves one space less, as Reds do."""
    found, planets = astray(table, event), table.content.planets
    if found is None or found[0] is not Wrong.NOT_NEARER or table.side != SMALL:
        return None
    chase, less = white_chase(table, event.by), planets[LARGE].red_move - planets[SMALL].red_move
    if event.to not in goals(table, chase._replace(speed=chase.speed - less)):
        return None
    return Breach(f"The White comes to {event.to}, as if it were slower here.", {"to": event.to}, found[1].instead)


SMALL_WORLD = Layer(
    "small-world",
    Rank.VARIANT,
    "The small planet, on the backs of the tiles, is used.",
    chapters=(chapter,),
    replaces=(set_up,),
    terms={"small_side": "laid"},
)
