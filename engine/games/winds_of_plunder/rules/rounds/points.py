"""Action points: the cost of actions."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import AddCubes, Gust
from engine.games.winds_of_plunder.folds.cards import card_drawn, card_played
from engine.games.winds_of_plunder.reckoning.formulas import cost_of, cubes_for, overspent, own_turn
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.sources import ACTIONS, PLUNDERING
from engine.games.winds_of_plunder.state import POINTS, Table
from engine.kernel.basics.plural import count_noun
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Action points")


chapter.upheld(
    "WP-AP-01",
    says="To draw one Action card costs 1 point.",
    cite=ACTIONS,
    by=(cost_of, card_drawn),
    claims=(Wrong.DRAWN,),
)
chapter.upheld(
    "WP-AP-02",
    says="To play an Action card costs 1 point.",
    cite=ACTIONS,
    by=(cost_of, card_played),
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
    """Compare the stated cubes with what the action moves, or with what the reserve has left."""
    due = cubes_for(points)
    if event.points != points or event.cubes == due or own_turn(table, event.by) is None:
        return None
    reserve = table.players[event.by].reserve
    if event.cubes < due and event.cubes == reserve:
        return None
    moves = min(due, reserve)
    says = f"{event.by} takes {event.cubes} cubes for {count_noun(points, 'point')}."
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
    says = f"{event.by} buys a gust with {count_noun(left, 'point') if left else 'no point'} left."
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
    says = f"{event.by} adds cubes for {count_noun(event.points, 'point')}."
    return Breach(says, {"points": event.points}, "2 cubes for 1 point, 5 for 2, 9 for 3.")


chapter.permission("WP-AP-09", says="An action may be taken more than once in a turn.", cite=(ACTIONS, PLUNDERING))
