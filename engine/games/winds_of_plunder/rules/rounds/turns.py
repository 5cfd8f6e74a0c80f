"""Turns: their order, and how many points they have."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import TURN, AddCubes, DrawCard, PlayCard
from engine.games.winds_of_plunder.folds.turns import turn_over
from engine.games.winds_of_plunder.reckoning.formulas import cost_of, overspent, points_for
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.sources import PHASES, PLUNDERING
from engine.games.winds_of_plunder.state import Table
from engine.kernel.basics.plural import count_noun
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Turns")


@chapter.rule(
    "WP-TURN-01",
    on=(DrawCard, PlayCard, AddCubes),
    says="A turn has three action points and one sailing.",
    cite=PLUNDERING,
    rulings=("WP-AMB-09",),
    claims=(Wrong.POINTS_LEFT,),
)
def within_the_points(table: Table, event: Move) -> Breach | None:
    over, cost = overspent(table, event), cost_of(event)
    if over <= 0:
        return None
    left = max(0, cost - over)
    says = f"{event.by} takes an action of {count_noun(cost, 'point')} with {left or 'none'} left."
    return Breach(
        says, {"points": cost, "left": left}, f"{count_noun(left, 'point')} at most." if left else "No more actions."
    )


chapter.permission(
    "WP-TURN-02",
    says="Points may be spent before the ship sails, after it, or some before and some after.",
    cite=PLUNDERING,
)


chapter.upheld(
    "WP-TURN-03",
    says="Nobody has to spend points, and points not spent are lost.",
    cite=PLUNDERING,
    by=points_for,
    claims=(Wrong.CARRIED_OVER,),
)


@chapter.rule(
    "WP-TURN-04",
    on=TURN,
    out_of_turn=True,
    says="Only the player whose turn it is acts.",
    cite=(PHASES, PLUNDERING),
)
def one_at_a_time(table: Table, event: Move) -> Breach | None:
    """A player who comes late shows that others came early. Before that, the turn seems to be missing."""
    if event.by in table.passed_over:
        early = [seat for seat in table.order if seat in table.acted][-1]
        when = f"{event.by} plunders when it is {event.by}'s turn."
        return Breach(f"{event.by} takes a turn late.", {"seat": event.by, "early": early}, when)
    if table.turn is None or event.by in table.acted:
        return None
    facts: dict[str, int | str] = {"seat": event.by, "turn": table.active}
    return Breach(
        f"{event.by} acts in the midst of {table.active}'s turn.", facts, f"{table.active} ends the turn first."
    )


chapter.upheld(
    "WP-TURN-05",
    says="When a turn is over, its player turns the compass over.",
    cite=PLUNDERING,
    by=turn_over,
    claims=(Wrong.TURN_IN_PROGRESS,),
)
