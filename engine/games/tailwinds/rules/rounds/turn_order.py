"""The order of turns: last place first, and each player once."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    IN_TURN,
    Done,
    MoveBoat,
    YieldTurn,
)
from engine.games.tailwinds.reckoning import can_spend
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.rulings import PLACING
from engine.games.tailwinds.sources import MOVEMENT, PLAYING
from engine.games.tailwinds.state import Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN

chapter = Chapter("Turn order", hangs_on=ANY_BOAT)


@chapter.rule(
    "TW-ORDER-01",
    on=IN_TURN,
    out_of_turn=True,
    says="The owner of the boat in last place moves first in a round.",
    cite=MOVEMENT,
    rulings=PLACING,
    claims=(Wrong.FIRST_TURN,),
)
def last_place_first(table: Table, event: Move) -> Breach | None:
    if table.turn is not None or table.acted:
        return None
    return _before(table, event, "whose boat is in last place")


@chapter.rule(
    "TW-ORDER-02",
    on=IN_TURN,
    out_of_turn=True,
    says="After each turn follows, of those still to act, the owner of the boat nearest to last place.",
    cite=MOVEMENT,
    rulings=("TW-AMB-05", *PLACING),
    claims=("turn",),
)
def next_nearest_last(table: Table, event: Move) -> Breach | None:
    if table.turn is not None or not table.acted or event.by in table.acted:
        return None
    return _before(table, event, "whose boat is the next from last place")


def _before(table: Table, event: Move, why: str) -> Breach:
    facts: dict[str, int | str] = {"seat": event.by, "due": table.active}
    missing = MoveBoat(table.active, UNKNOWN, UNKNOWN)
    return Breach(f"{event.by} moves before {table.active}, {why}.", facts, f"{table.active} moves.", missing)


@chapter.rule(
    "TW-ORDER-03",
    on=IN_TURN,
    out_of_turn=True,
    says="Who has had a turn this round is passed over, even with the next boat in line.",
    cite=(PLAYING, MOVEMENT),
    narrows=("TW-ROUND-02",),
)
def one_turn_each(table: Table, event: Move) -> Breach | None:
    if (
        event.by not in table.acted
        or isinstance(event, Done)
        or (table.turn is not None and can_spend(table, table.turn))
    ):
        return None
    return Breach(
        f"{event.by} has had a turn this round.", {"seat": event.by, "due": table.active}, f"{table.active} moves."
    )


@chapter.rule(
    "TW-ORDER-04",
    on=YieldTurn,
    says="Nobody gives a turn away or changes the order by agreement.",
    cite=MOVEMENT,
    narrows=("TW-ORDER-01", "TW-ORDER-02", "TW-ORDER-03", "TW-ROUND-01", "TW-ROUND-04"),
    hangs_on=(),
)
def no_yielding(table: Table, event: YieldTurn) -> Breach | None:
    facts: dict[str, int | str] = {"seat": event.by, "to": str(event.to)}
    return Breach(f"{event.by} lets {event.to} go first.", facts, f"{table.active} moves." if table.active else "")
