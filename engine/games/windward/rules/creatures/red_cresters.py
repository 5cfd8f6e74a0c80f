"""The rules of the chapter “Red Cresters”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import MoveRed
from engine.games.windward.folds.resting import red_moved
from engine.games.windward.rules.claims.crester import OfCresters
from engine.games.windward.rules.creatures.red_ways import Wrong, in_question, told
from engine.games.windward.sources import (
    FULL_AT_SKY,
    FULL_NATURALIST,
    FULL_SMALL_WORLD,
    FULL_SOLO,
    FULL_TERRAIN,
    SHORT_ALTERNATE_MAP,
    SHORT_NATURALIST,
    SHORT_TERRAIN,
    SHORT_TURN_END,
    SHORT_WIND,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Red Cresters", reads=("tiles", "planet"))
# The rules share one analysis, and each reports one of its results.


@chapter.rule(
    "WW-RED-01",
    on=MoveRed,
    where={MoveRed: in_question},
    says="Only a Red in the territory of the resting ship moves, and only for a ship that rests at sky.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
)
def of_the_territory(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.NOT_HERE)


@chapter.rule(
    "WW-RED-02",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red does not move for a player whom it has fought in this turn.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    rulings=("WW-AMB-136",),
    reads=(),
)
def not_after_a_battle(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.FOUGHT)


@chapter.rule(
    "WW-RED-03",
    on=MoveRed,
    where={MoveRed: in_question},
    says="It moves 3 spaces toward the ship (2 on the small planet), stopping early only on arrival or when it can "
    "get no nearer.",
    cite=(FULL_AT_SKY, FULL_SMALL_WORLD, SHORT_TURN_END, SHORT_ALTERNATE_MAP),
    rulings=("WW-AMB-095", "WW-AMB-096"),
)
def towards_the_ship(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.NOT_NEARER, Wrong.NOT_SHORTEST)


@chapter.rule(
    "WW-RED-04",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red does not leave the territory in which it is.",
    cite=(FULL_AT_SKY, FULL_SOLO),
    rulings=("WW-AMB-106",),
)
def within_its_territory(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.OUT_OF_BOUNDS)


@chapter.rule(
    "WW-RED-05",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red neither enters nor passes spaces with other players' ships.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
)
def round_other_ships(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.OVER_SHIP)


@chapter.rule(
    "WW-RED-06",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red to which no way to the ship is open comes as near as it can, and stops where no step leads nearer.",
    cite=FULL_AT_SKY,
)
def as_near_as_it_can(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.BLOCKED)


@chapter.rule(
    "WW-RED-07",
    on=MoveRed,
    where={MoveRed: in_question},
    says="Reds come neither onto drift nor across it, and travel neither from zephyr to zephyr nor around the planet; "
    "the wind is nothing to them.",
    cite=(FULL_TERRAIN, FULL_AT_SKY, SHORT_WIND, SHORT_TERRAIN),
)
def round_drift(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.DRIFT)


chapter.upheld(
    "WW-RED-08",
    says="A Red that comes to the ship's space attacks it.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    by=red_moved,
    claims=(OfCresters.NOT_ATTACKED,),
    reads=(),
)


@chapter.rule(
    "WW-RED-09",
    on=MoveRed,
    where={MoveRed: in_question},
    says="Of several Reds in a territory each moves in its turn, the nearest first, and a battle is settled before the "
    "next one moves.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    rulings=("WW-AMB-096", "WW-AMB-098"),
)
def the_nearest_first(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.TOO_SOON)


@chapter.rule(
    "WW-RED-10",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red does not come onto another Red's space, nor across it; in solo two may share one.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST, FULL_SOLO),
)
def round_other_reds(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.OVER_RED)


@chapter.rule(
    "WW-RED-11",
    on=MoveRed,
    where={MoveRed: in_question},
    says="Reds move only in the rest, each once, as replacements being placed, when released by research, or back "
    "after a battle they began.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    reads=(),
    rulings=("WW-AMB-078", "WW-AMB-079", "WW-AMB-094"),
)
def red_is_due(table: Table, event: MoveRed) -> Breach | None:
    return told(table, event, Wrong.NOT_NOW)
