"""Moving boats: points, lanes, full spaces, and what may be left unspent."""

from __future__ import annotations

from engine.games.tailwinds.events import Done, MoveBoat
from engine.games.tailwinds.folds.choosing import base_points
from engine.games.tailwinds.reckoning import (
    aim_of,
    boat_named,
    can_spend,
    charge,
    free_lane,
    free_steps,
    home,
    is_free,
    landing,
    own_boats,
    partner,
    resolving,
)
from engine.games.tailwinds.sources import CHOOSING, END, LOG, MOVEMENT, faq
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, LANES, REMOVED, Boat, Table, Turn
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Moving boats")


def _boat(table: Table, event: MoveBoat) -> Boat | None:
    """The boat meant, where it is one that could move."""
    boat = boat_named(table, event.by, event.boat)
    return boat if boat is not None and boat.state is AFLOAT else None


def _turn(table: Table, event: MoveBoat) -> Turn | None:
    """The turn these points belong to, if it is open."""
    return table.turn if table.turn is not None and table.turn.seat == event.by else None


@chapter.rule(
    "TW-MOVE-01",
    on=MoveBoat,
    says="Points move the player's own boats, a space a point, towards the finish.",
    cite=(CHOOSING, MOVEMENT),
)
def own_boat_forward(table: Table, event: MoveBoat) -> Breach | None:
    if event.points < 1:
        return Breach(
            f"{event.by} moves a boat by {event.points}.", {"points": event.points}, "One point or more, forward."
        )
    if "." in event.boat and not event.boat.startswith(f"{event.by}."):
        return Breach(f"{event.by} spends points on {event.boat}.", {"boat": event.boat}, f"One of {event.by}'s boats.")
    if event.space and (off := _off(table, event)) is not None and (event.space > off[2] or event.space < off[0].space):
        steps = event.space - off[0].space
        return Breach(
            f"{event.boat} goes {steps} spaces for {event.points} points.", {"space": event.space}, f"Space {off[1]}."
        )
    return None


@chapter.rule(
    "TW-MOVE-02",
    on=Done,
    says="All points are used while a boat can use them.",
    cite=MOVEMENT,
    rulings=("TW-AMB-09", "TW-AMB-10", "TW-AMB-29"),
)
def nothing_left(table: Table, event: Done) -> Breach | None:
    turn = table.turn
    if turn is None:
        card = table.players[event.by].card
        if card is None or not own_boats(table, event.by):
            return None
        return Breach(f"{event.by} moves no boat.", {"seat": event.by}, f"The points of {card} are spent.")
    if not can_spend(table, turn):
        return None
    return Breach(f"{event.by} leaves {turn.left} of {turn.base + turn.bonus} points unspent.", {"left": turn.left})


chapter.permission(
    "TW-MOVE-03", says="Points may be split between the two boats in any way.", cite=MOVEMENT, rulings=("TW-AMB-06",)
)


def overspent(table: Table, event: MoveBoat) -> int:
    """By how much a block goes over the points of the turn."""
    turn, boat = _turn(table, event), _boat(table, event)
    if boat is None:
        return 0
    if turn is None:
        return _at_once(table, event, boat)
    if turn.card.ability == "pursuit" and boat.number not in turn.stepped and free_steps(table, turn):
        return 0
    return charge(table, boat, event.points) - turn.left


def _at_once(table: Table, event: MoveBoat, boat: Boat) -> int:
    """The first block of a turn: what the card alone gives."""
    if table.players[event.by].card is None:
        return 0
    kind = resolving(table, event.by)
    if kind.ability == "pursuit":
        return 0
    return charge(table, boat, event.points) - base_points(table, event.by, kind)


@chapter.rule(
    "TW-MOVE-04", on=MoveBoat, says="Both boats together use no more than the turn's points.", cite=(CHOOSING, MOVEMENT)
)
def within_the_points(table: Table, event: MoveBoat) -> Breach | None:
    over = overspent(table, event)
    if over <= 0:
        return None
    left = event.points - over
    return Breach(f"{event.by} spends {event.points} with {max(0, left)} left.", {"points": event.points, "left": left})


@chapter.rule(
    "TW-MOVE-14",
    on=MoveBoat,
    says="Points that no boat can use because it is home are lost.",
    cite=END,
    narrows=("TW-MOVE-04", "TW-MOVE-15"),
    rulings=("TW-AMB-10",),
)
def lost_at_home(table: Table, event: MoveBoat) -> Breach | None:
    if table.terms.past_finish == "exact-count-needed":
        boat = _boat(table, event)
        if boat is not None and boat.space + event.points > table.finish:
            way = table.finish - boat.space
            return Breach(
                f"{event.by} moves {event.points}, and the finish is {way} away.", {"points": event.points, "way": way}
            )
    lost = table.players[event.by].lost_home
    if lost and 0 < overspent(table, event) <= lost:
        return Breach(f"{event.by} uses {lost} points that were lost at the finish.", {"lost": lost})
    return None


@chapter.rule(
    "TW-MOVE-15",
    on=MoveBoat,
    says="Points are not carried over to a later turn.",
    cite=CHOOSING,
    narrows=("TW-MOVE-04",),
)
def nothing_carried_over(table: Table, event: MoveBoat) -> Breach | None:
    short = table.players[event.by].fell_short
    if short and 0 < overspent(table, event) <= short:
        return Breach(f"{event.by} makes up for {short} spaces lost to a full space last turn.", {"short": short})
    return None


@chapter.rule(
    "TW-MOVE-13",
    on=MoveBoat,
    says="A boat that was taken out takes no points.",
    cite=END,
    narrows=("TW-MOVE-04",),
)
def not_taken_out(table: Table, event: MoveBoat) -> Breach | None:
    boat = boat_named(table, event.by, event.boat)
    if boat is None or boat.state is REMOVED:
        return Breach(f"{event.by} moves a boat that is out of the game.", {"boat": event.boat})
    return None


@chapter.rule(
    "TW-PURSUIT-01",
    on=MoveBoat,
    says="Pursuit moves each own boat three spaces, and nothing is split.",
    cite=faq("Pursuit"),
    narrows=("TW-MOVE-04",),
)
def three_each(table: Table, event: MoveBoat) -> Breach | None:
    turn = _turn(table, event)
    card = resolving(table, event.by)
    if card.ability != "pursuit" or (turn is not None and not free_steps(table, turn)):
        return None
    boat, steps = _boat(table, event), card.param("each_boat")
    if boat is None or (event.points == steps and (turn is None or boat.number not in turn.stepped)):
        return None
    return Breach(
        f"{event.by} moves {event.boat} {event.points}.", {"points": event.points}, f"Each boat {steps}, once."
    )


@chapter.rule(
    "TW-MOVE-10",
    on=MoveBoat,
    says="Where the space behind is full too, the boat goes back to the nearest space with a free lane.",
    cite=MOVEMENT,
    rulings=("TW-AMB-08",),
)
def another_use(table: Table, event: MoveBoat) -> Breach | None:
    """Where a held-up boat is said to lie; one reading forbids the move while the points have another use."""
    if event.space and (off := _off(table, event)) is not None and off[1] < off[2] - 1 and off[0].space <= event.space:
        facts: dict[str, int | str] = {"space": event.space, "due": off[1]}
        says = f"Spaces {off[2]} and {off[2] - 1} are full, and {event.boat} goes to {event.space}."
        return Breach(says, facts, f"Space {off[1]}.")
    if table.terms.fallback_full != "player-chooses-other-move":
        return None
    boat = _boat(table, event)
    if boat is None or not _two_full(table, boat, aim_of(table, boat, event.points)):
        return None
    if not any(
        not _two_full(table, b, aim_of(table, b, n))
        for b in own_boats(table, event.by)
        for n in range(1, event.points + 1)
    ):
        return None
    return Breach(f"Two spaces before {event.boat} are full, and the points have another use.", {"boat": event.boat})


def _full(table: Table, space: int, boat: Boat) -> bool:
    return space < table.finish and not free_lane(table, space, boat)


def _two_full(table: Table, boat: Boat, aim: int) -> bool:
    return _full(table, aim, boat) and aim - 1 > boat.space and _full(table, aim - 1, boat)


@chapter.rule(
    "TW-MOVE-09",
    on=MoveBoat,
    says="A move that would end on a full space stops one space earlier, in the innermost lane free there.",
    cite=MOVEMENT,
    rulings=("TW-AMB-09",),
)
def no_needless_fallback(table: Table, event: MoveBoat) -> Breach | None:
    """Where a held-up boat is said to lie; one reading also forbids a fallback that another split avoids."""
    if event.space and (off := _off(table, event)) is not None and off[1] == off[2] - 1 and off[0].space <= event.space:
        facts: dict[str, int | str] = {"space": event.space, "due": off[1]}
        return Breach(f"Space {off[2]} is full, and {event.boat} goes to {event.space}.", facts, f"Space {off[1]}.")
    if table.terms.full_move != "strict-must-find-full-move":
        return None
    boat, turn = _boat(table, event), _turn(table, event)
    if boat is None or not _full(table, aim_of(table, boat, event.points), boat):
        return None
    left = turn.left if turn is not None else resolving(table, event.by).value
    other = partner(table, boat)
    for points in range(left + 1):
        rest = left - points
        if _moves_fully(table, boat, points) and _moves_fully(table, other, rest):
            instead = f"{points} and {rest} use all {left}."
            return Breach(
                f"{event.boat} is held up by a full space, and another split is not.", {"left": left}, instead
            )
    return None


def _moves_fully(table: Table, boat: Boat, points: int) -> bool:
    if points == 0:
        return True
    return boat.state is AFLOAT and not home(table, boat) and not _full(table, aim_of(table, boat, points), boat)


# What a table states about where a boat came to rest


@chapter.rule(
    "TW-MOVE-05",
    on=MoveBoat,
    given="lane",
    says="A boat ends its move in the inside lane if that is free.",
    cite=MOVEMENT,
)
def inside_first(table: Table, event: MoveBoat) -> Breach | None:
    boat, space = _boat(table, event), _stated(table, event)
    if boat is None or LANE_NUMBER[event.lane] == 1 or _is_home(table, space) or not is_free(table, space, 1, boat):
        return None
    return Breach(
        f"{event.boat} takes the {event.lane} lane of space {space}.", {"space": space}, "The inside lane is free."
    )


def _stated(table: Table, event: MoveBoat) -> int:
    boat = _boat(table, event)
    return event.space or (landing(table, boat, aim_of(table, boat, event.points))[0] if boat is not None else 0)


def _is_home(table: Table, space: int) -> bool:
    return space >= table.finish


@chapter.rule("TW-MOVE-06", on=MoveBoat, given="lane", says="A space holds three boats, one a lane.", cite=MOVEMENT)
def one_boat_a_lane(table: Table, event: MoveBoat) -> Breach | None:
    boat, space = _boat(table, event), _stated(table, event)
    lane = LANE_NUMBER[event.lane]
    if boat is None or _is_home(table, space) or is_free(table, space, lane, boat):
        return None
    return Breach(f"The {event.lane} lane of space {space} is taken.", {"space": space}, _free_at(table, space, boat))


def _free_at(table: Table, space: int, boat: Boat) -> str:
    lane = free_lane(table, space, boat)
    return f"The {LANES[lane]} lane is free." if lane else "The space is full."


chapter.permission("TW-MOVE-07", says="Boats may pass through occupied and full spaces.", cite=MOVEMENT)


@chapter.rule(
    "TW-MOVE-08",
    on=MoveBoat,
    given="space",
    says="No move ends on a space whose lanes are all taken.",
    cite=MOVEMENT,
    narrows=("TW-MOVE-06", "TW-MOVE-09", "TW-MOVE-10"),
)
def not_on_a_full_space(table: Table, event: MoveBoat) -> Breach | None:
    boat = _boat(table, event)
    if boat is None or not _full(table, event.space, boat):
        return None
    return Breach(f"{event.boat} ends on space {event.space}, which is full.", {"space": event.space})


def _off(table: Table, event: MoveBoat) -> tuple[Boat, int, int] | None:
    """The boat, the space it should come to rest on and the one it aims at, where the stated space is another."""
    boat = _boat(table, event)
    if boat is None or event.points < 1:
        return None
    aim = aim_of(table, boat, event.points)
    due = landing(table, boat, aim)[0]
    return None if event.space == due or (event.space >= table.finish and due == table.finish) else (boat, due, aim)


@chapter.rule(
    "TW-MOVE-11",
    on=MoveBoat,
    given="space",
    says="Only a full space stops a boat short.",
    cite=MOVEMENT,
)
def no_stopping_short(table: Table, event: MoveBoat) -> Breach | None:
    off = _off(table, event)
    if off is None or not off[0].space <= event.space < off[2] or off[1] != off[2]:
        return None
    facts: dict[str, int | str] = {"space": event.space, "due": off[2]}
    return Breach(f"{event.boat} stops on space {event.space}, and space {off[2]} has a free lane.", facts)


@chapter.rule(
    "TW-MOVE-17",
    on=MoveBoat,
    given="space",
    says="A boat held up falls back at most to where it came from.",
    cite=MOVEMENT,
    narrows=("TW-MOVE-01",),
    rulings=("TW-AMB-40",),
)
def never_behind_its_start(table: Table, event: MoveBoat) -> Breach | None:
    off = _off(table, event)
    if off is None or event.space >= off[0].space or off[1] == off[2]:
        return None
    return Breach(f"{event.boat} falls back behind space {off[0].space}, where it came from.", {"space": event.space})


@chapter.rule(
    "TW-MOVE-16",
    on=MoveBoat,
    given="lane",
    says="With the inside lane taken, the middle lane comes before the outside lane.",
    cite=MOVEMENT,
    rulings=("TW-AMB-39",),
)
def middle_before_outside(table: Table, event: MoveBoat) -> Breach | None:
    boat, space = _boat(table, event), _stated(table, event)
    outside = LANE_NUMBER["outside"]
    if boat is None or LANE_NUMBER[event.lane] != outside or _is_home(table, space):
        return None
    if table.terms.outer_lanes != "innermost-free" or free_lane(table, space, boat) != LANE_NUMBER["middle"]:
        return None
    return Breach(
        f"{event.boat} takes the outside lane of space {space}.", {"space": space}, "The middle lane is free."
    )


chapter.by_flow("TW-MOVE-12", says="A boat that does not move keeps its lane.", cite=MOVEMENT)


@chapter.rule("TW-LOG-01", on=MoveBoat, given="start", says="A move starts where the boat is.", cite=LOG)
def starts_where_it_is(table: Table, event: MoveBoat) -> Breach | None:
    boat = _boat(table, event)
    if boat is None or boat.space == event.start:
        return None
    facts: dict[str, int | str] = {"stated": event.start, "space": boat.space}
    return Breach(f"{event.boat} is said to start from space {event.start}; it lies on {boat.space}.", facts)
