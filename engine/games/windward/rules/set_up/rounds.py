"""The rules of the chapter “Rounds”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import RollWind
from engine.games.windward.folds.losing import ship_lost
from engine.games.windward.folds.turns import begin_turn, wind_rolled
from engine.games.windward.reckoning.rounds import wind_roller
from engine.games.windward.reckoning.untold import ROLL
from engine.games.windward.rules.claims.turn import OfTurns
from engine.games.windward.sources import (
    FULL_ACHIEVEMENTS,
    FULL_BATTLE,
    FULL_COOP,
    FULL_ROUND_END,
    FULL_SHIP_LOST,
    FULL_TURN,
    FULL_WIND,
    SHORT_CARD,
    SHORT_DEFEATED_SHIP,
    SHORT_HOW_BATTLES_WORK,
    SHORT_SETUP,
    SHORT_TURN,
    SHORT_WIND,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Rounds")

chapter.upheld(
    "WW-RND-01",
    says="In a round each player has one turn, clockwise from the first; with that player the next round begins.",
    cite=(FULL_ROUND_END, SHORT_TURN),
    by=begin_turn,
    claims=("round",),
)


@chapter.rule(
    "WW-RND-02",
    on=RollWind,
    given="seat",
    says="As each new round begins the first player rolls the wind die, and turns the flag to the territory rolled.",
    cite=(FULL_ROUND_END, FULL_WIND, SHORT_SETUP, SHORT_WIND),
    rulings=("WW-AMB-009", "WW-AMB-010"),
)
def starter_rolls(table: Table, event: RollWind) -> Breach | None:
    """If the wind is not rolled at all, what is owed reports it."""
    roller = wind_roller(table)
    if table.phase == "set-up" or not is_known(roller) or not roller or event.seat == roller:
        return None
    says = f"{event.seat} rolls for the wind."
    return Breach(says, {"seat": event.seat, "roller": roller}, f"{roller} rolls.")


chapter.upheld(
    "WW-RND-03",
    says="Where the die of a new round shows the direction that the wind has, it is rolled again until it differs.",
    cite=FULL_ROUND_END,
    rulings=("WW-AMB-008",),
    owed_by=wind_rolled,
)


@chapter.rule(
    "WW-RND-04",
    on=RollWind,
    says="Within a round the wind stays as it is, unless a card turns it.",
    cite=(FULL_WIND, SHORT_WIND),
    rulings=("WW-AMB-009", "WW-AMB-010"),
    hangs_on=(ROLL,),
)
def wind_is_due(table: Table, _: RollWind) -> Breach | None:
    first = table.phase == "set-up" and not table.wind_set
    # A first player who has brought the end may roll before it is clear that there is no further turn.
    spare = table.phase == "over" and table.trigger == table.first
    if first or spare or table.turning or (table.owed and table.owed[-1].what is RollWind):
        return None
    if not is_known(table.first):
        raise Undetermined
    return Breach("No wind is to be rolled now.", {"wind": str(table.wind)}, "Before the first player's turn.")


chapter.upheld(
    "WW-RND-05",
    says="Only the player whose turn it is moves, gives orders, buys, picks up and plays cards; others have their part "
    "in battles, roll for Cresters, and choose loot.",
    cite=(
        FULL_TURN,
        FULL_BATTLE,
        FULL_SHIP_LOST,
        FULL_COOP,
        FULL_ACHIEVEMENTS,
        SHORT_TURN,
        SHORT_CARD,
        SHORT_HOW_BATTLES_WORK,
    ),
    rulings=("WW-AMB-069", "WW-AMB-087", "WW-AMB-131"),
    phases=("turn",),
)
chapter.upheld(
    "WW-RND-06",
    says="A player whose ship is lost stays in the game, and begins again from port.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=ship_lost,
    claims=(OfTurns.LOST_SHIP_SKIPPED,),
)
