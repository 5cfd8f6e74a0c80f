"""Port arrival: ten steps in their order, from the tile to reputation."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Board, DeclineTreasure, PlayTreasure, Sail
from engine.games.winds_of_plunder.folds.marking import gains_reputation
from engine.games.winds_of_plunder.folds.plundering import (
    bar_moved_on,
    extra_point,
    port_refilled,
    sailed,
    tile_scored,
    tile_taken,
)
from engine.games.winds_of_plunder.reckoning.formulas import turn_of
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.set_up.record import OF_HOLDERS
from engine.games.winds_of_plunder.sources import ADVANTAGES, ARRIVAL, REPUTATION, SETUP
from engine.games.winds_of_plunder.state import Gain, Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Port arrival")


@chapter.rule(
    "WP-PORT-01",
    on=(DeclineTreasure, PlayTreasure),
    says="The steps of an arrival come in their order: tile, items, score, bar, boarding, treasure, reputation.",
    cite=ARRIVAL,
    narrows=("WP-CARD-08", "WP-SAIL-12"),
)
def in_order(table: Table, event: DeclineTreasure | PlayTreasure) -> Breach | None:
    turn = turn_of(table, event.by)
    if turn is None or not turn.sailed:
        return None
    left = isinstance(event, DeclineTreasure)
    if turn.arriving and not (left and (turn.boarded or turn.treasure_played)):
        return None
    does = "leaves the Treasure card of the tile" if left else "plays a Treasure card"
    when = "after boarding or playing a Treasure card" if turn.arriving else "after the arrival was over"
    instead = "That comes before boarding." if left else "That comes before reputation."
    return Breach(f"{event.by} {does} {when}.", {"seat": event.by}, instead)


@chapter.rule(
    "WP-PORT-02",
    on=Sail,
    given="tile",
    says="The tile taken is the one that lies at the port.",
    cite=ARRIVAL,
)
def tile_of_the_port(table: Table, event: Sail) -> Breach | None:
    there = table.tiles.get(event.to, "")
    if event.tile == there:
        return None
    says = f"{event.by} takes {event.tile} in {event.to}, where {there or 'no tile'} lies."
    return Breach(says, {"tile": event.tile, "port": event.to}, f"{there or 'No tile'} is taken.")


@chapter.rule(
    "WP-PORT-03",
    reads=("tiles", "tally"),
    on=DeclineTreasure,
    says="All that the tile shows is taken, and nothing else: Crew, Provision, Weapon, Treasure card.",
    cite=ARRIVAL,
    rulings=("WP-AMB-01", "WP-AMB-27", "WP-AMB-34"),
    claims=(Wrong.TAKEN,),
)
def as_the_tile_shows(table: Table, event: DeclineTreasure) -> Breach | None:
    turn = turn_of(table, event.by)
    if turn is None or not turn.arriving:
        return None
    if not turn.drawn_now:
        return Breach(f"{event.by} leaves a Treasure card, and none was to be taken.", {"seat": event.by})
    if table.terms.treasure_icon == "optional":
        return None
    says = f"{event.by} leaves the Treasure card that the tile shows."
    return Breach(says, {"seat": event.by}, "The card is taken.")


chapter.upheld(
    "WP-PORT-04",
    says="The number on the tile is scored.",
    cite=ARRIVAL,
    reads=("tiles",),
    by=tile_scored,
    claims=(Gain.TILE,),
)
chapter.upheld(
    "WP-PORT-05",
    says="Whoever holds Most Provisions scores one VP more for the tile.",
    cite=ADVANTAGES,
    rulings=("WP-AMB-21", *OF_HOLDERS),
    reads=("tiles",),
    by=extra_point,
    claims=(Gain.PROVISIONS,),
)
chapter.upheld(
    "WP-PORT-06",
    says="Items are taken before the tile is scored, so that its Provision can win the marker in time.",
    cite=ARRIVAL,
    rulings=("WP-AMB-21",),
    reads=("tiles",),
    by=tile_taken,
    claims=(Wrong.PROVISION_IN_TIME,),
)
chapter.upheld(
    "WP-PORT-07",
    says="The used tile goes to the left end of the bar, all move on, and the rightmost goes to the port.",
    cite=ARRIVAL,
    by=bar_moved_on,
    claims=(Wrong.BAR_MOVED_ON,),
)
chapter.upheld(
    "WP-PORT-08",
    says="The bar has six tiles, and every port has one.",
    cite=(ARRIVAL, SETUP),
    by=port_refilled,
    claims=(Wrong.NOT_SIX,),
)
chapter.upheld(
    "WP-PORT-09",
    says="The tile just used does not come back to the port.",
    cite=ARRIVAL,
    by=port_refilled,
    claims=(Wrong.SAME_TILE,),
)
chapter.upheld(
    "WP-PORT-10",
    says="The port that the ship left keeps its tile.",
    cite=ARRIVAL,
    by=sailed,
    claims=(Wrong.PORT_LEFT,),
)


@chapter.rule(
    "WP-PORT-11",
    on=Board,
    says="Boarding comes after the bar has moved on, and before treasure and reputation.",
    cite=ARRIVAL,
    narrows=("WP-PORT-01",),
)
def boarding_in_its_place(table: Table, event: Board) -> Breach | None:
    turn = turn_of(table, event.by)
    if turn is None or not turn.sailed or (turn.arriving and not turn.treasure_played):
        return None
    after = "playing a Treasure card" if turn.arriving else "the arrival was over"
    says = f"{event.by} boards {event.target} after {after}."
    return Breach(says, {"target": event.target}, "Boarding comes before treasure and reputation.")


chapter.upheld(
    "WP-PORT-12",
    says="Reputation is looked at after boarding, with the Weapons as they are then.",
    cite=(ARRIVAL, REPUTATION),
    rulings=("WP-AMB-32",),
    reads=("tiles",),
    by=gains_reputation,
    claims=(Wrong.AFTER_BOARDING,),
)
