"""Rolling winds: when the last boat leaves the rearmost track card."""

from __future__ import annotations

from engine.games.tailwinds.events import RollWind
from engine.games.tailwinds.folds.sailing import cards_left, owe_wind
from engine.games.tailwinds.reckoning import card_at
from engine.games.tailwinds.rulings import PLACING
from engine.games.tailwinds.sources import OVERVIEW, faq
from engine.games.tailwinds.state import AFLOAT, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined

chapter = Chapter("Rolling winds", hangs_on=ANY_BOAT)
CITE = (OVERVIEW, faq("Rolling Winds"))

chapter.upheld(
    "TW-WIND-01",
    reads=("track",),
    says="When the last boat leaves the rearmost card in play, the wind die is rolled.",
    cite=CITE,
    owed_by=owe_wind,
    rulings=PLACING,
)


@chapter.rule(
    "TW-WIND-02",
    reads=("track",),
    on=RollWind,
    says="Emptying a card raises no wind while a card behind it is in play.",
    cite=faq("Rolling Winds"),
    narrows=("TW-WIND-03", "TW-VALUE-07"),
    rulings=PLACING,
)
def only_the_rearmost(table: Table, _: RollWind) -> Breach | None:
    if table.gusts or not _left_a_card(table):
        return None
    rear = table.track[table.rear][0]
    says = f"A boat left a track card empty, and {rear} is in play behind that card."
    return Breach(says, {"rear": rear}, f"The wind waits until {rear} is empty.")


def _left_a_card(table: Table) -> bool:
    """Return whether the boat moved last emptied a card further ahead."""
    turn = table.turn
    if turn is None or not turn.blocks:
        return False
    boat = table.boats[turn.blocks[-1]]
    was = card_at(table, turn.began[boat.number])
    if was <= table.rear or card_at(table, boat.space) <= was:
        return False
    return not any(card_at(table, b.space) == was for b in table.boats if b.state is AFLOAT)


@chapter.rule(
    "TW-WIND-03",
    reads=("track",),
    on=RollWind,
    says="Nothing left behind, no wind.",
    cite=CITE,
    narrows=("TW-VALUE-07",),
    rulings=PLACING,
)
def no_wind_for_nothing(table: Table, _: RollWind) -> Breach | None:
    if table.gusts:
        # Under one reading, gusts that are not owed yet wait for the end of the turn.
        waits = table.turn is not None and not table.owed
        return Breach("The wind die is rolled before the turn is over.", {}, "When the turn ends.") if waits else None
    if not table.ends:
        raise Undetermined
    rear = table.track[table.rear][0]
    says = f"The wind die is rolled, and no boat has just left {rear}, the rearmost card in play, empty."
    return Breach(says, {"rear": rear}, "No roll.")


chapter.upheld(
    "TW-WIND-06",
    reads=("track",),
    says="Once the wind has risen, the card left empty is out of play, and the next is the rearmost.",
    cite=faq("Rolling Winds"),
    rulings=("TW-AMB-48",),
    by=cards_left,
    claims=("rear",),
)
chapter.upheld(
    "TW-WIND-08",
    reads=("track",),
    says="The wind rises too when an effect carries the last boat off the card.",
    cite=CITE,
    owed_by=owe_wind,
    rulings=PLACING,
)
