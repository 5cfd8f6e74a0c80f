"""The rules of the chapter “Elevation”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import STEPS, Row, Run, Sail
from engine.games.windward.reckoning.meeting import lies_there, of_another_layer
from engine.games.windward.reckoning.untold import BATTLE
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.rules.positions.declared import together
from engine.games.windward.sources import (
    FULL_CARGO_HOLD,
    FULL_CONCLUSION,
    FULL_ELEVATION,
    FULL_GREAT_WHITE,
    FULL_MOVE_LONGBOATS,
    FULL_MOVE_SHIP,
    SHORT_AFTER_BATTLE,
    SHORT_DEFEATED_SHIP,
    SHORT_ELEVATION,
    SHORT_HOW_BATTLES_WORK,
    SHORT_INITIATE_BATTLE,
    SHORT_SHIPS,
)
from engine.games.windward.state import Table
from engine.kernel.events import Event, Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Elevation")

chapter.upheld(
    "WW-ELEV-01",
    says="Ships, Reds and the White Crester are on the higher layer, longboats and Greys on the lower; the classic "
    "edition shows it by examples, without the White.",
    cite=(FULL_ELEVATION, FULL_GREAT_WHITE, SHORT_ELEVATION),
    by=of_another_layer,
    claims=(OfSky.ANOTHER_LAYER,),
)


@chapter.rule(
    "WW-ELEV-02",
    on=STEPS,
    says="Pieces on different layers may share a space: they are nothing to each other, and do not fight.",
    cite=(FULL_ELEVATION, SHORT_ELEVATION),
    narrows=("WW-BAT-10",),
    hangs_on=(BATTLE,),
)
def layers_do_not_fight(table: Table, _: Event) -> Breach | None:
    last, space = table.last, _come_to(table)
    if not space or not (there := of_another_layer(table, space, by_boat=isinstance(last, Row))):
        return None
    what = "A longboat" if isinstance(last, Row) else "A ship"
    return Breach(f"{what} has come to {space}, and {there} there is on another layer.", {"space": space})


def _come_to(table: Table) -> str:
    """Return the space that a ship or longboat has just entered without a battle; "" for none."""
    last = table.last
    if table.battle is not None or not isinstance(last, Sail | Run | Row) or not is_known(last.to):
        return ""
    return last.to


@chapter.rule(
    "WW-ELEV-03",
    on=Start,
    says="Enemies of one layer do not stay on one space: whoever comes fights, and then one of them goes back, is "
    "gone, or is cargo.",
    cite=(FULL_MOVE_SHIP, FULL_CONCLUSION, SHORT_INITIATE_BATTLE, SHORT_HOW_BATTLES_WORK, SHORT_AFTER_BATTLE),
    rulings=("WW-AMB-022", "WW-AMB-039", "WW-AMB-078", "WW-AMB-119", "WW-AMB-141"),
    claims=(OfSky.LEFT_TOGETHER,),
)
def enemies_part(table: Table, _: Start) -> Breach | None:
    return together(table)


@chapter.rule(
    "WW-ELEV-04",
    on=STEPS,
    says="Nobody fights with what lies on a space: defeated Cresters, teeth, gas and tokens. A defeated Grey keeps a "
    "longboat that tows another away.",
    cite=(FULL_CARGO_HOLD, FULL_MOVE_LONGBOATS, SHORT_SHIPS, SHORT_DEFEATED_SHIP),
    narrows=("WW-BAT-10",),
    rulings=("WW-AMB-028",),
    claims=(OfSky.THINGS_FOUGHT,),
    hangs_on=(BATTLE,),
)
def things_do_not_fight(table: Table, _: Event) -> Breach | None:
    last, space = table.last, _come_to(table)
    if not space or of_another_layer(table, space, by_boat=isinstance(last, Row)):
        return None
    there = lies_there(table, space)
    return Breach(f"On {space} lies {there}, and nobody to fight with.", {"space": space}) if there else None
