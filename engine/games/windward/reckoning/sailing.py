"""Sailing: the places that a ship can reach in one move, by which way, and for how much speed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from engine.games.windward.content import PORT, Globe
from engine.games.windward.content.pieces import AROUND, DRIFT, WINDS, ZEPHYR
from engine.games.windward.content.planet import STEPS, opposite_way
from engine.games.windward.events import Run, Sail
from engine.games.windward.reckoning import raised
from engine.games.windward.state import Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

STEP, JUMP, ROUND_THE_PLANET, IN_OR_OUT = "step", "zephyr", "around", "port"
WAYS = (STEP, JUMP, ROUND_THE_PLANET, IN_OR_OUT)


class Passage(NamedTuple):
    """A way from one place to another, and the speed that it costs."""

    way: str
    speed: int


class Winds(NamedTuple):
    """The effects of the wind: its direction (0: unknown), and the directions that it bars to a step."""

    wind: int
    barred: tuple[int, ...]
    # By readings: whether a way in or out of port may be free, and whether a zephyr may be too far upwind.
    frees_port: bool
    bars_zephyrs: bool


def passages(table: Table, start: str, to: str) -> tuple[Passage, ...]:
    """List every way that leads from one place to another in one move, the cheapest first; the wind may bar one."""
    return _passages(_laid(table), start, to, winds_of(table))


def winds_of(table: Table) -> Winds:
    """Return the current effects of the wind."""
    try:
        wind = sure_wind(table)
    except Undetermined:
        wind = 0
    terms = table.terms
    barred = () if not wind or upwind_by_fuel(table) else upwind(table, wind)
    return Winds(wind, barred, terms.port_downwind == "free-downwind", terms.zephyr_wind == "affected")


def upwind(table: Table, wind: int) -> tuple[int, ...]:
    """Return the directions straight into the wind: the opposite one, and under a reading the adjacent ones."""
    against = opposite_way(wind)
    if table.terms.upwind_cone == "exact-opposite":
        return (against,)
    return tuple((against - 1 + turned) % len(WINDS) + 1 for turned in (-1, 0, 1))


def upwind_by_fuel(table: Table) -> bool:
    """Return whether a reading allows a step into the wind with a Fuel that is left."""
    turn = table.turn
    return table.terms.fuel_effect == "free-step-any" and turn is not None and turn.fuel > turn.upwind


@lru_cache(maxsize=8_192)
def _passages(laid: Globe, start: str, to: str, winds: Winds) -> tuple[Passage, ...]:
    """Compute the ways; cached, because rules, folds and offers ask for the same ones again."""
    if PORT in (start, to):
        return _in_or_out(laid, start, to, winds)
    found = []
    if (way := laid.direction(start, to)) and way not in winds.barred:
        found.append(Passage(STEP, 0 if way == _blowing(winds) else 1))
    stormy = start != to and laid.shows.get(start) == ZEPHYR and laid.shows.get(to) == ZEPHYR
    if stormy and not (winds.bars_zephyrs and straight(laid, start, to, opposite_way(_blowing(winds)))):
        found.append(Passage(JUMP, 1))
    if to and laid.opposite.get(start) == to:
        found.append(Passage(ROUND_THE_PLANET, 1))
    return tuple(sorted(found, key=lambda passage: passage.speed))


def _blowing(winds: Winds) -> int:
    if not winds.wind:
        raise Undetermined
    return winds.wind


def _in_or_out(laid: Globe, start: str, to: str, winds: Winds) -> tuple[Passage, ...]:
    there = to if start == PORT else start
    if start == to or there not in laid.shore:
        return ()
    if not winds.frees_port:
        return (Passage(IN_OR_OUT, 1),)
    way = laid.shore[there] if start == PORT else opposite_way(laid.shore[there])
    return (Passage(IN_OR_OUT, 0 if way == _blowing(winds) else 1),)


def straight(laid: Globe, start: str, to: str, way: int) -> bool:
    """Return whether one space is straight from another in a direction, at any distance, also beyond the post."""
    (q, r), (s, t), (dq, dr) = laid.places[start], laid.places[to], STEPS[way - 1]
    far = laid.distance(start, to)
    return far > 0 and (s - q, t - r) == (dq * far, dr * far)


def _laid(table: Table) -> Globe:
    laid = table.content.laid(table.tiles, table.side) if table.tiles and all(map(is_known, table.tiles)) else UNKNOWN
    if not is_known(laid):
        raise Undetermined
    return laid


def sure_wind(table: Table) -> int:
    """Return the direction of the wind; raises `Undetermined` if it is unknown."""
    way = table.wind
    if table.terms.wind_direction == "pack-table" and is_known(way):
        ways = table.content.winds
        way = ways[way - 1] if is_known(ways) else UNKNOWN
    if not is_known(way):
        raise Undetermined
    return way


def passage(table: Table, start: str, to: str, way: str, speed: Any) -> Passage:  # noqa: ANN401 - a number, or UNKNOWN
    """Return how a ship has gone: the stated way and speed, else the cheapest way."""
    if not (is_known(start) and is_known(to)):
        return Passage(way, speed if is_known(speed) and speed >= 0 else UNKNOWN)
    try:
        found = passages(table, start, to)
    except Undetermined:
        found = (Passage(IN_OR_OUT, 1) if PORT in {start, to} else Passage(UNKNOWN, UNKNOWN),)
    best = likely(found, way, speed) or Passage(way, 1)
    return Passage(best.way, speed) if is_known(speed) and speed >= 0 else best


def likely(found: tuple[Passage, ...], way: str, speed: Any) -> Passage | None:  # noqa: ANN401 - as above
    """Return the way that is meant: as stated by way and speed, else the cheapest; None if there is none."""
    stated = [one for one in found if is_known(one.way) and is_known(way) and one.way == way] or found
    paid = [one for one in stated if is_known(one.speed) and is_known(speed) and one.speed == speed] or stated
    return paid[0] if paid else None


def gone_by(table: Table, event: Sail, start: str) -> Passage:
    """Return how a ship has gone from a place: as stated, or by the cheapest way."""
    return passage(table, start, event.to, event.way, event.speed)


def direction_of(table: Table, start: str, to: str) -> int:
    """Return the direction of a neighbour; 0: it is none."""
    return _laid(table).direction(start, to)


class Sailing(NamedTuple):
    """One sail in the log: start and goal, what is stated, the possible ways, and the one meant."""

    start: str
    to: str
    way: str
    # The stated speed; None: not stated.
    speed: Any
    found: tuple[Passage, ...]
    meant: Passage | None

    def costs_otherwise(self, *ways: str) -> bool:
        """Return whether a speed is stated that the meant way does not cost, if that way is one of these."""
        return self.meant is not None and self.meant.way in ways and self.speed not in {None, self.meant.speed}


def sailing(table: Table, event: Sail) -> Sailing:
    """Analyse one sail; raises `Undetermined` if its start, goal or way is unknown."""
    start, to = table.players[event.by].at, event.to
    if not is_known(start) or not is_known(to) or not is_known(event.way):
        raise Undetermined
    stated = event.speed if is_known(event.speed) and event.speed >= 0 else None
    found = passages(table, start, to)
    named = tuple(one for one in found if not event.way or one.way == event.way)
    return Sailing(start, to, event.way, stated, found, likely(named, event.way, event.speed))


# Terms that let simple sails skip the closer look.
PLAIN = {"zephyr_timing": "any-time-on-zephyr", "fuel_effect": "plus-one-speed"}


def in_question(table: Table, event: Sail) -> bool:
    """Return whether a sail needs a closer look; most use an available way and speed, and state nothing else.

    The rules of sailing share this condition, so that most sails are computed once.
    """
    turn, player = table.turn, table.players[event.by]
    try:
        plain = event.way == "" and event.speed == -1 and all(getattr(table.terms, t) == r for t, r in PLAIN.items())
        if not plain or turn is None or turn.seat != event.by:
            return True
        found = passages(table, player.at, event.to)
        return not found or found[0].speed > turn.granted - turn.spent
    except Undetermined:
        return True


def counted(table: Table, turn: Turn, player: Player, to: str, gone: Passage) -> None:
    """Count a passage: its speed and, under some readings, the speed paid by Fuel, and steps into the wind."""
    turn.spent += gone.speed
    if table.terms.fuel_effect == "plus-one-speed":
        return
    if not is_known(gone.way) or not is_known(gone.speed):
        turn.by_fuel = turn.upwind = UNKNOWN
    elif gone.way in {STEP, IN_OR_OUT}:
        turn.by_fuel = raised(turn.by_fuel, gone.speed, turn.fuel)
        upwind_step = gone.way == STEP and is_known(player.at) and is_known(to) and goes_upwind(table, player.at, to)
        turn.upwind += 1 if upwind_step else 0


def goes_upwind(table: Table, start: str, to: str) -> bool:
    """Return whether a step leads straight into the wind."""
    try:
        return direction_of(table, start, to) in upwind(table, sure_wind(table))
    except Undetermined:
        return False


def reachable(table: Table, player: Player) -> list[str]:
    """List the places that one move could lead to at any cost: neighbours, zephyrs, the opposite corner, port."""
    laid = _laid(table)
    if not is_known(player.at):
        raise Undetermined
    if player.at == PORT:
        return list(laid.shore)
    places = list(laid.near.get(player.at, {}).values())
    if laid.shows.get(player.at) == ZEPHYR:
        places += [space for space in laid.showing(ZEPHYR) if space != player.at and space not in places]
    if laid.shows.get(player.at) == AROUND and player.at in laid.opposite:
        places.append(laid.opposite[player.at])
    return [*places, PORT] if player.at in laid.shore else places


def is_drift(table: Table, space: str) -> bool:
    """Return whether a place is a drift space."""
    return space != PORT and _laid(table).shows.get(space) == DRIFT


def run_spaces(table: Table, start: str, to: str) -> list[str]:
    """List the spaces of a run before the current wind; none, if it does not lead there."""
    laid = _laid(table)
    try:
        wind = sure_wind(table)
    except Undetermined:
        # The wind is unknown, but between two spaces there is at most one straight way.
        straight_on = next((run for way in WINDS if (run := laid.run(start, to, way))), None)
        if straight_on is None:
            raise
        return straight_on
    return laid.run(start, to, wind) if wind in WINDS else []


def path_of(table: Table, event: Sail | Run, *, whole: bool = False) -> list[str]:
    """List the places that a sail or run enters one after the other; as a whole, with its start."""
    start = table.players[event.by].at
    if not is_known(start) or not is_known(event.to):
        raise Undetermined
    run = run_spaces(table, start, event.to) if isinstance(event, Run) and start != PORT else []
    path = run or [event.to]
    return [start, *path] if whole else path


def downwind(table: Table, start: str) -> list[str]:
    """List all spaces straight downwind, the nearest first."""
    laid, wind, found = _laid(table), sure_wind(table), list[str]()
    here = laid.near.get(start, {}).get(wind, "")
    while here:
        found.append(here)
        here = laid.near[here].get(wind, "")
    return found
