"""The die: the wind, which pushes the last boat forward and pulls the leader back, and every other roll."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.tailwinds.events import RollDie, RollWind
from engine.games.tailwinds.folds.attacks import read_landing
from engine.games.tailwinds.folds.sailing import (
    Passage,
    at_the_finish,
    card_behind,
    carried,
    found,
    note_carried,
    passed,
    put,
    scatter,
)
from engine.games.tailwinds.folds.turns import after_the_wind
from engine.games.tailwinds.reckoning import afloat, first_in_play, free_lane, home, is_free, leader, rank
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, Boat, Gust, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def wind_rolled(table: Table, event: RollWind) -> None:
    """The boat that left the card last goes forward, and the leader goes back."""
    _blown(table, event)
    after_the_wind(table)


def _blown(table: Table, event: RollWind) -> None:
    if table.owed and table.owed[-1].what is RollWind:
        table.owed.pop()
    gust = table.gusts.pop(0) if table.gusts else _last_moved(table)
    if gust is None:
        if table.rear_lost:
            scatter(table, _may_be_blown(table, None))
        else:
            table.unapplied.append("a wind roll that no boat set off")
        return
    if event.landings:
        _as_stated(table, gust, event)
        return
    try:
        _blow(table, gust, *sizes(table, event.value))
    except Undetermined:
        blow_unknown(table, gust)


def sizes(table: Table, roll: int) -> tuple[int, int]:
    """Return how far the wind pushes forward and pulls back."""
    reading = table.terms.wind_size
    if reading == "printed-on-pack":
        ahead, back = table.content.wind_forward, table.content.wind_back
        return (roll if ahead is None else ahead), (roll if back is None else back)
    return roll, (1 if reading == "roll-forward-one-back" else roll)


def _last_moved(table: Table) -> Gust | None:
    """Infer the cause of a wind roll on an unknown track: the boat moved last."""
    turn = table.turn
    if turn is None or not turn.blocks or is_known(table.finish):
        return None
    return Gust(turn.blocks[-1], UNKNOWN, UNKNOWN)


def wind_leader(table: Table, gust: Gust) -> Boat | None:
    """Return the leader before the boost. In mid-move, the boosted boat counts where it crossed the edge."""
    boosted = table.boats[gust.boat]
    if table.terms.wind_moment != "instantly-mid-move":
        return leader(table)
    others = [b for b in afloat(table) if b is not boosted and not home(table, b)]
    best = max(others, key=rank, default=None)
    return best if best is not None and rank(best) > gust.crossed * 8 else boosted


def _blow(table: Table, gust: Gust, ahead: int, back: int) -> None:
    boosted, before = table.boats[gust.boat], wind_leader(table, gust)
    passage = _boost(table, boosted, gust, ahead) if boosted.state is AFLOAT and not home(table, boosted) else None
    _before_the_pull(table, passage)
    pulled = before if table.terms.leader_judged == "before-boost" else leader(table)
    if table.phase != "over" and pulled is not None:
        _pull(table, boosted, pulled, back)
    _after_the_pull(table, passage)


def _before_the_pull(table: Table, passage: Passage | None) -> None:
    """Handle the consequences of a boost that come before the leader is pulled back, as the readings say."""
    if passage is None:
        return
    note_carried(table, passage)
    if table.terms.boosted_home == "at-once":
        at_the_finish(table, passage)
    if table.terms.boost_empties == "card-by-card":
        card_behind(table, passage)


def _after_the_pull(table: Table, passage: Passage | None) -> None:
    """Handle the consequences that wait until the leader was pulled back."""
    if passage is None:
        return
    if table.terms.boosted_home != "at-once":
        at_the_finish(table, passage)
    if table.terms.boost_empties != "card-by-card":
        card_behind(table, passage)


def _boost(table: Table, boat: Boat, gust: Gust, steps: int) -> Passage | None:
    mid_move = table.terms.wind_moment == "instantly-mid-move" and is_known(gust.aimed)
    if not is_known(steps):
        scatter(table, (boat,))
        return None
    return carried(table, boat, steps + (max(0, gust.aimed - boat.space) if mid_move else 0), "wind")


def _pull(table: Table, boosted: Boat, pulled: Boat, steps: int) -> None:
    reading = table.terms.leader_pulled
    if pulled is boosted and reading == "no-pull-back":
        return
    if pulled is boosted and reading == "next-best-leader":
        rest = [b for b in afloat(table) if b is not boosted and not home(table, b)]
        if not rest:
            return
        pulled = max(rest, key=rank)
    if pulled.state is AFLOAT and not home(table, pulled):
        pull_back(table, pulled, steps)


def pull_back(table: Table, boat: Boat, steps: int) -> None:
    """Pull a boat back, not past the first space in play."""
    place = pulled_to(table, boat, steps)
    if place != (boat.space, boat.lane):
        put(table, boat, *place)
        if table.turn is not None:
            table.turn.carried.add(boat.number)


def pulled_to(table: Table, boat: Boat, steps: int) -> tuple[int, int]:
    """Return the place that the wind pulls a boat to."""
    floor, stay = first_in_play(table), (boat.space, boat.lane)
    if boat.space - steps < floor and table.terms.leader_pulled == "no-pull-back":
        return stay
    aim = max(floor, boat.space - steps)
    if table.terms.effect_lane == "same-lane-or-stay":
        return (aim, boat.lane) if is_free(table, aim, boat.lane) else stay
    for space in (*range(aim, floor - 1, -1), *range(aim + 1, boat.space)):
        if lane := free_lane(table, space, boat):
            return space, lane
    return stay


def blow_unknown(table: Table, gust: Gust) -> None:
    """The wind moved boats by an unknown amount."""
    scatter(table, _may_be_blown(table, gust))


def _may_be_blown(table: Table, gust: Gust | None) -> list[Boat]:
    """Return the boats that a wind may have moved: the one that left last, if known, and possible leaders."""
    turn = table.turn
    left = {gust.boat} if gust is not None else turn.carried if turn is not None else {b.number for b in table.boats}
    placed = [b for b in afloat(table) if is_known(b.space) and is_known(b.lane)]
    foremost = max(placed, key=rank, default=None)
    rough = [b for b in afloat(table) if foremost is None or (is_known(b.space) and b.space >= foremost.space)]
    return [*(table.boats[number] for number in left), *rough]


def _as_stated(table: Table, gust: Gust, event: RollWind) -> None:
    """Put boats where the log says the wind left them, and compute the places that it does not state."""
    boosted = table.boats[gust.boat]
    # Boat names depend on the places before the wind, so find all boats before moving any.
    read = [read_landing(text) for text in event.landings if is_known(text)]
    moves = [(found(table, boosted.seat, name), space, LANE_NUMBER[lane]) for name, space, lane in read]
    stated = [boat for boat, _, _ in moves]
    leading, (ahead, back) = _perhaps(lambda: wind_leader(table, gust)), sizes(table, event.value)
    passages: list[Passage] = []
    for boat, space, lane in moves:
        if boat is None or boat.state is not AFLOAT:
            continue
        if is_known(boat.space) and space > boat.space:
            passages.append(passed(table, boat, space, "wind", (space, lane)))
            _before_the_pull(table, passages[-1])
        else:
            put(table, boat, space, lane)
    if boosted not in stated and (passage := _boosted_unsaid(table, boosted, gust, ahead)) is not None:
        passages.append(passage)
    pulled = leading if table.terms.leader_judged == "before-boost" else _perhaps(lambda: leader(table))
    if table.phase != "over" and pulled is not None and pulled not in stated:
        _pulled_unsaid(table, boosted, pulled, back)
    for passage in passages:
        _after_the_pull(table, passage)


def _perhaps(find: Callable[[], Boat | None]) -> Boat | None:
    """Find a boat; None if the record does not tell which."""
    try:
        return find()
    except Undetermined:
        return None


def _boosted_unsaid(table: Table, boosted: Boat, gust: Gust, ahead: int) -> Passage | None:
    try:
        passage = _boost(table, boosted, gust, ahead) if boosted.state is AFLOAT and not home(table, boosted) else None
        _before_the_pull(table, passage)
    except Undetermined:
        scatter(table, (boosted,))
        return None
    return passage


def _pulled_unsaid(table: Table, boosted: Boat, pulled: Boat, back: int) -> None:
    try:
        _pull(table, boosted, pulled, back)
    except Undetermined:
        scatter(table, (pulled,))


def die_rolled(table: Table, event: RollDie) -> None:
    """Handle a roll other than the wind's. If its purpose is missing, what was due decides."""
    purpose = event.purpose
    if table.owed and table.owed[-1].what is RollDie:
        awaited = dict(table.owed.pop().where).get("purpose", UNKNOWN)
        purpose = purpose if is_known(purpose) or not isinstance(awaited, str) else awaited
    if is_known(purpose) and purpose == "start":
        table.rolls.append((event.seat, event.value))
    elif table.turn is not None and table.phase == "resolving":
        table.turn.bonus += (
            UNKNOWN if not is_known(purpose) else half_up(event.value) if purpose == "rum" else event.value
        )


def half_up(value: int) -> int:
    """Return half a roll, rounded up."""
    return (value + 1) // 2
