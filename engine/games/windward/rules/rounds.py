"""The rules of the chapter “Rounds”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import RollWind
from engine.games.windward.folds.turns import wind_rolled
from engine.games.windward.sources import (
    FULL_ACHIEVEMENTS,
    FULL_BATTLE,
    FULL_COOP,
    FULL_ROUND_END,
    FULL_SHIP_LOST,
    FULL_SOLO,
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
from engine.kernel.unknown import Undetermined, known

chapter = Chapter("Rounds")

chapter.not_modelled(
    "WW-RND-01",
    says="A round is one turn per player in clockwise order beginning with the starting player; it ends when play "
    "comes back to that player.",
    cite=(FULL_ROUND_END, SHORT_TURN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-RND-02",
    on=RollWind,
    given="seat",
    says="Before the starting player's turn of each new round, that player rolls the wind die and turns the flag to "
    "the territory rolled. The full edition tells it under the end of the round, rolled as the new round "
    "begins, the classic edition in its setup chapter; the moment is the same.",
    cite=(FULL_ROUND_END, FULL_WIND, SHORT_SETUP, SHORT_WIND),
)
def starter_rolls(table: Table, event: RollWind) -> Breach | None:
    """That the wind is not rolled at all is named by what is owed."""
    if table.phase == "set-up" or not known(table.first) or not table.first or event.seat == table.first:
        return None
    says = f"{event.seat} rolls for the wind."
    return Breach(says, {"seat": event.seat, "first": table.first}, f"{table.first} rolls.")


chapter.upheld(
    "WW-RND-03",
    says="A roll equal to the current direction is rerolled until the direction differs. The classic edition states "
    "it for any wind roll whatever its cause.",
    cite=(FULL_ROUND_END, SHORT_WIND),
    owed_by=wind_rolled,
)


@chapter.rule(
    "WW-RND-04",
    on=RollWind,
    says="The direction does not change inside a round except through the Aerogenerator card (named in the full "
    "edition) or, in solo, the per-turn roll.",
    cite=(FULL_WIND, SHORT_WIND, FULL_SOLO),
)
def wind_is_due(table: Table, _: RollWind) -> Breach | None:
    first = table.phase == "set-up" and not table.wind_set
    if first or (table.owed and table.owed[-1].what is RollWind):
        return None
    if not known(table.first):
        raise Undetermined
    return Breach("No wind is to be rolled now.", {"wind": str(table.wind)}, "Before the first player's turn.")


chapter.upheld(
    "WW-RND-05",
    says="Moves, orders, pickups, purchases and free card plays belong to the active player. Others act only as a "
    "party in a battle, as Crester roller, as loot chooser, when an achievement is met, or when trading cards "
    "in co-op.",
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
    phases=("turn",),
)
chapter.not_modelled(
    "WW-RND-06",
    says="In competitive modes a player whose ship is lost keeps taking turns, restarting from port.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
