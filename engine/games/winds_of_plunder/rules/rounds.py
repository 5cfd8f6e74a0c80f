"""Rounds: nine of them, a vote and then a turn for everybody, clockwise."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import TURN
from engine.games.winds_of_plunder.folds.turns import all_rounds_played, begin_round, turn_over
from engine.games.winds_of_plunder.rules.wrong import Wrong
from engine.games.winds_of_plunder.sources import BOARD, DURATION, PHASES, PLUNDERING, VOTING
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Rounds")

chapter.upheld(
    "WP-ROUND-01",
    says="The game lasts nine rounds, no more and no fewer.",
    cite=DURATION,
    by=all_rounds_played,
    phases=("over",),
    claims=(Wrong.NOT_OVER_YET,),
)
chapter.upheld(
    "WP-ROUND-02",
    says="In each round the players vote first, and plunder then.",
    cite=PHASES,
    phases=("set-up", "compass", "bid", "plunder"),
)
chapter.upheld(
    "WP-ROUND-03",
    says="Each player takes one turn at plundering in each round.",
    cite=(PHASES, PLUNDERING),
    by=turn_over,
    phases=("plunder",),
    claims=("acted",),
)


@chapter.rule(
    "WP-ROUND-04",
    on=TURN,
    out_of_turn=True,
    says="After whoever is named first, turns go clockwise.",
    cite=(PHASES, VOTING),
    claims=("turn",),
)
def clockwise(table: Table, event: Move) -> Breach | None:
    if table.turn is not None or event.by in table.acted:
        return None
    facts: dict[str, int | str] = {"seat": event.by, "due": table.active}
    return Breach(f"{event.by} begins a turn, and {table.active} is next.", facts, f"{table.active} plunders.")


@chapter.rule(
    "WP-ROUND-05",
    on=TURN,
    out_of_turn=True,
    says="Who has turned the compass over has no further turn in the round.",
    cite=PLUNDERING,
    narrows=("WP-TURN-05",),
)
def compass_turned_over(table: Table, event: Move) -> Breach | None:
    if event.by not in table.acted:
        return None
    facts: dict[str, int | str] = {"seat": event.by, "due": table.active}
    return Breach(f"{event.by} has had a turn this round.", facts, f"{table.active} plunders.")


chapter.upheld(
    "WP-ROUND-06",
    says="The round marker moves one circle on with each round.",
    cite=(DURATION, BOARD),
    by=begin_round,
    claims=("round",),
)
