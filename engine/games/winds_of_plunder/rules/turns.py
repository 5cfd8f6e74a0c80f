"""Turns and action points: whose turn it is, what actions cost, and the Largest Crew's point."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import PAID, TURN, AddCubes, BonusPoint, DrawCard, Gust, PlayCard
from engine.games.winds_of_plunder.folds.cards import card_drawn, card_played
from engine.games.winds_of_plunder.folds.turns import turn_over
from engine.games.winds_of_plunder.reach import windlocked
from engine.games.winds_of_plunder.reckoning import bonus_apart, cost_of, cubes_for, holds, own_turn, points_for
from engine.games.winds_of_plunder.rules.wrong import Wrong
from engine.games.winds_of_plunder.sources import ACTIONS, ADVANTAGES, MARKERS, PHASES, PLUNDERING
from engine.games.winds_of_plunder.state import POINTS, Table, Turn
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, known
from engine.kernel.wording import counted

chapter = Chapter("Turns and action points")
# The readings that say who holds a marker.
HOLDER = ("WP-AMB-24", "WP-AMB-25", "WP-AMB-35")


def overspent(table: Table, event: Move) -> int:
    """By how many points an action goes over those of the turn; the Largest Crew's point has a rule of its own."""
    turn = own_turn(table, event.by)
    if turn is None or bonus_apart(table, turn):
        return 0
    over = turn.spent + cost_of(event) - points_for(table, turn)
    if over == 1 and cost_of(event) == 1 and not known(table.markers["crew"]):
        # It may be the point of Largest Crew.
        raise Undetermined
    return over


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
    says = f"{event.by} takes an action of {counted(cost, 'point')} with {left or 'none'} left."
    return Breach(
        says, {"points": cost, "left": left}, f"{counted(left, 'point')} at most." if left else "No more actions."
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
    narrows=("WP-ROUND-04",),
)
def one_at_a_time(table: Table, event: Move) -> Breach | None:
    """Where no turn is in progress, it is the order of turns that is wrong."""
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

chapter.upheld(
    "WP-AP-01",
    says="To draw one Action card costs 1 point.",
    cite=ACTIONS,
    by=card_drawn,
    claims=(Wrong.DRAWN,),
)
chapter.upheld(
    "WP-AP-02",
    says="To play an Action card costs 1 point.",
    cite=ACTIONS,
    by=card_played,
    claims=(Wrong.PLAYED,),
)


@chapter.rule(
    "WP-AP-03",
    on=AddCubes,
    given="cubes",
    says="1 point moves 2 cubes from the reserve to the Wind cubes.",
    cite=ACTIONS,
    rulings=("WP-AMB-16",),
    claims=(Wrong.TWO_CUBES,),
)
def two_for_one(table: Table, event: AddCubes) -> Breach | None:
    return _wrong_number(table, event, 1)


@chapter.rule(
    "WP-AP-04",
    on=AddCubes,
    given="cubes",
    says="2 points move 5 cubes from the reserve to the Wind cubes.",
    cite=ACTIONS,
    rulings=("WP-AMB-16",),
    claims=(Wrong.FIVE_CUBES,),
)
def five_for_two(table: Table, event: AddCubes) -> Breach | None:
    return _wrong_number(table, event, 2)


@chapter.rule(
    "WP-AP-05",
    on=AddCubes,
    given="cubes",
    says="3 points move 9 cubes from the reserve to the Wind cubes.",
    cite=ACTIONS,
    rulings=("WP-AMB-16",),
    claims=(Wrong.NINE_CUBES,),
)
def nine_for_three(table: Table, event: AddCubes) -> Breach | None:
    return _wrong_number(table, event, 3)


def _wrong_number(table: Table, event: AddCubes, points: int) -> Breach | None:
    """Compare the cubes stated with what the action moves, or with what the reserve has left."""
    due = cubes_for(points)
    if event.points != points or event.cubes == due or own_turn(table, event.by) is None:
        return None
    reserve = table.players[event.by].reserve
    if event.cubes < due and event.cubes == reserve:
        return None
    moves = min(due, reserve)
    says = f"{event.by} takes {event.cubes} cubes for {counted(points, 'point')}."
    return Breach(says, {"cubes": event.cubes, "due": moves}, f"{moves} cubes.")


@chapter.rule(
    "WP-AP-06",
    on=AddCubes,
    says="Cubes come from the player's own reserve, and no more than it holds.",
    cite=ACTIONS,
    narrows=("WP-AP-03", "WP-AP-04", "WP-AP-05"),
    rulings=("WP-AMB-12", "WP-AMB-13", "WP-AMB-16"),
)
def no_more_than_there_are(table: Table, event: AddCubes) -> Breach | None:
    if own_turn(table, event.by) is None:
        return None
    reserve, due = table.players[event.by].reserve, cubes_for(event.points)
    if event.cubes and event.cubes > reserve:
        says = f"{event.by} takes {event.cubes} cubes from a reserve of {reserve}."
        return Breach(says, {"cubes": event.cubes, "reserve": reserve}, f"{reserve} at most.")
    if table.terms.short_reserve != "action-not-allowed" or due <= reserve:
        return None
    says = f"{event.by} takes an action for {due} cubes, and the reserve holds {reserve}."
    return Breach(says, {"due": due, "reserve": reserve}, "An action that the reserve can serve.")


@chapter.rule(
    "WP-AP-07",
    on=Gust,
    says="A Gust of Wind costs 3 points.",
    cite=ACTIONS,
    rulings=("WP-AMB-09",),
    claims=(Wrong.BOUGHT_A_GUST,),
)
def all_three(table: Table, event: Gust) -> Breach | None:
    over = overspent(table, event)
    if over <= 0:
        return None
    left = max(0, POINTS - over)
    says = f"{event.by} buys a gust with {counted(left, 'point') if left else 'no point'} left."
    return Breach(says, {"points": POINTS, "left": left}, "A gust takes all 3 points.")


@chapter.rule(
    "WP-AP-08",
    on=AddCubes,
    says="Points pay for nothing but drawing, playing, adding cubes (for 1, 2 or 3 points) and gusts.",
    cite=ACTIONS,
    narrows=("WP-TURN-01", "WP-AP-06", "WP-AP-10"),
    claims=(Wrong.NOTHING_TO_PAY,),
)
def one_of_the_list(_: Table, event: AddCubes) -> Breach | None:
    if 0 < event.points <= POINTS:
        return None
    says = f"{event.by} adds cubes for {counted(event.points, 'point')}."
    return Breach(says, {"points": event.points}, "2 cubes for 1 point, 5 for 2, 9 for 3.")


chapter.permission("WP-AP-09", says="An action may be taken more than once in a turn.", cite=(ACTIONS, PLUNDERING))


@chapter.rule(
    "WP-AP-10",
    reads=("tiles",),
    on=(BonusPoint, *PAID),
    says="At the end of the turn, the holder of Largest Crew has one more point, for an action of 1 point.",
    cite=ADVANTAGES,
    narrows=("WP-GUST-01", "WP-GUST-06"),
    rulings=("WP-AMB-09", "WP-AMB-10", "WP-AMB-36", "WP-AMB-38", *HOLDER),
)
def one_action_at_the_end(table: Table, event: Move) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None:
        return None
    if isinstance(event, BonusPoint):
        return _too_early(table, turn)
    return _ill_spent(table, turn, event) if bonus_apart(table, turn) else None


def _too_early(table: Table, turn: Turn) -> Breach | None:
    """The bonus point begins: once, with the marker, when the rest of the turn is over."""
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
    """What the bonus point pays for is one action of 1 point, and nothing comes after it."""
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
    reads=("tiles",),
    on=BonusPoint,
    says="Who has the bonus point is judged when the turn ends.",
    cite=(ADVANTAGES, MARKERS),
    rulings=HOLDER,
)
def held_at_the_end(table: Table, event: BonusPoint) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None or holds(table, "crew", event.by) or turn.markers_then.get("crew") != event.by:
        return None
    says = f"{event.by} takes the bonus point after losing the Largest Crew marker in this turn."
    return Breach(says, {"marker": table.markers["crew"]}, "No bonus point.")
