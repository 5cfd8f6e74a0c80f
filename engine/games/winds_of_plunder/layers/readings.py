"""Readings that turn a permission into a rule."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Arrived, Board, PlayTreasure
from engine.games.winds_of_plunder.reckoning.formulas import boardable, turn_of
from engine.games.winds_of_plunder.sources import ADVANTAGES, ARRIVAL
from engine.games.winds_of_plunder.state import Table
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN

boarding = Chapter("Boarding", reads=("tiles",))


@boarding.rule(
    "WP-BOARD-11",
    on=(PlayTreasure, Arrived),
    says="Whoever can board somebody on arrival does so.",
    cite=(ADVANTAGES, ARRIVAL),
    rulings=("WP-AMB-18",),
)
def boards_if_possible(table: Table, event: PlayTreasure | Arrived) -> Breach | None:
    """Reported once: at the Treasure card, after which it is too late, or else at the end of the arrival."""
    turn = turn_of(table, event.by)
    if turn is None or not turn.arriving or turn.boarded or turn.treasure_played:
        return None
    weaker = boardable(table, event.by)
    if not weaker:
        return None
    says = f"{event.by} goes on without boarding anybody in {table.players[event.by].port}."
    line = Board(event.by, weaker[0] if len(weaker) == 1 else UNKNOWN, UNKNOWN)
    return Breach(says, {"seat": event.by}, f"{' or '.join(weaker)} is boarded first.", line)


COMPULSORY_BOARDING = Layer(
    "compulsory-boarding",
    Rank.RULING,
    "A player who can board somebody on arrival must.",
    replaces=(boarding,),
)
