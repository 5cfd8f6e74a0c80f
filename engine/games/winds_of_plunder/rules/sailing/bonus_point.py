"""The Largest Crew's point: what it pays for, and when."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import PAID, BonusPoint, PlayCard
from engine.games.winds_of_plunder.reckoning.formulas import bonus_apart, cost_of, holds, own_turn
from engine.games.winds_of_plunder.reckoning.map import windlocked
from engine.games.winds_of_plunder.rules.set_up.record import OF_HOLDERS
from engine.games.winds_of_plunder.sources import ADVANTAGES, MARKERS
from engine.games.winds_of_plunder.state import Table, Turn
from engine.games.winds_of_plunder.undecidable import SHOWN_CREW
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("The bonus point", reads=("tiles",))


@chapter.rule(
    "WP-AP-10",
    on=(BonusPoint, *PAID),
    says="At the end of the turn, the holder of Largest Crew has one more point, for an action of 1 point.",
    cite=ADVANTAGES,
    narrows=("WP-GUST-01", "WP-GUST-06"),
    rulings=("WP-AMB-09", "WP-AMB-10", "WP-AMB-36", "WP-AMB-38", *OF_HOLDERS),
    hangs_on=(SHOWN_CREW,),
)
def one_action_at_the_end(table: Table, event: Move) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None:
        return None
    if isinstance(event, BonusPoint):
        return _too_early(table, turn)
    return _ill_spent(table, turn, event) if bonus_apart(table, turn) else None


def _too_early(table: Table, turn: Turn) -> Breach | None:
    """Check that the bonus point begins once, with the marker, when the rest of the turn is over."""
    seat, crew = turn.seat, table.markers["crew"]
    if not holds(table, "crew", seat) and turn.markers_then.get("crew") != seat:
        has = f"{crew} has it" if crew else "nobody has it"
        says = f"{seat} takes the bonus point without the Largest Crew marker."
        return Breach(says, {"seat": seat, "marker": crew}, f"No bonus point: {has}.")
    if turn.bonus:
        return Breach(f"{seat} takes the bonus point twice.", {"seat": seat}, "One point.")
    if not turn.sailed and not windlocked(table, seat):
        return Breach(f"{seat} takes the bonus point before sailing.", {"seat": seat}, "The ship sails first.")
    return None


def _ill_spent(table: Table, turn: Turn, event: Move) -> Breach | None:
    """Check that the bonus point pays for one action of 1 point, with nothing after it."""
    cost, seat = cost_of(event), turn.seat
    if turn.bonus_used:
        return Breach(f"{seat} takes another action after the bonus point.", {"points": cost}, "The turn is over.")
    if cost != 1:
        return Breach(f"{seat} takes an action of {cost} points with the bonus point.", {"points": cost}, "1 point.")
    if isinstance(event, PlayCard) and table.terms.bonus_sailing == "no":
        effect = table.content.action(event.card).effect
        if effect == "second_sail":
            return Breach(f"{seat} sails again with the bonus point.", {"card": event.card}, "Any other card.")
    return None


@chapter.rule(
    "WP-AP-11",
    on=BonusPoint,
    says="Who has the bonus point is judged when the turn ends.",
    cite=(ADVANTAGES, MARKERS),
    rulings=OF_HOLDERS,
)
def held_at_the_end(table: Table, event: BonusPoint) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None or holds(table, "crew", event.by) or turn.markers_then.get("crew") != event.by:
        return None
    says = f"{event.by} takes the bonus point after losing the Largest Crew marker in this turn."
    return Breach(says, {"marker": table.markers["crew"]}, "No bonus point.")
