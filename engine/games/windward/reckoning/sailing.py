"""Where a ship can go from where it is, in one move: by which way, and for how much speed."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games.windward.content import PORT, Globe
from engine.games.windward.content.pieces import AROUND, DRIFT, WINDS, ZEPHYR
from engine.games.windward.content.planet import opposite_way
from engine.games.windward.state import Player, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, known

STEP, JUMP, ROUND_THE_PLANET, IN_OR_OUT = "step", "zephyr", "around", "port"
WAYS = (STEP, JUMP, ROUND_THE_PLANET, IN_OR_OUT)


class Passage(NamedTuple):
    """A way from one place to another, and the speed that it costs."""

    way: str
    speed: int


def passages(table: Table, start: str, to: str) -> list[Passage]:
    """Every way that leads from one place to another in one move, the cheapest first; the wind may bar one."""
    laid = _laid(table)
    if PORT in (start, to):
        there = to if start == PORT else start
        return [Passage(IN_OR_OUT, 1)] if start != to and there in laid.shore else []
    found = []
    if way := laid.direction(start, to):
        wind = sure_wind(table)
        if way != opposite_way(wind):
            found.append(Passage(STEP, 0 if way == wind else 1))
    if start != to and laid.shows.get(start) == ZEPHYR and laid.shows.get(to) == ZEPHYR:
        found.append(Passage(JUMP, 1))
    if to and laid.opposite.get(start) == to:
        found.append(Passage(ROUND_THE_PLANET, 1))
    return sorted(found, key=lambda passage: passage.speed)


def _laid(table: Table) -> Globe:
    laid = table.content.laid(table.tiles, table.side) if table.tiles and all(map(known, table.tiles)) else UNKNOWN
    if not known(laid):
        raise Undetermined
    return laid


def sure_wind(table: Table) -> int:
    """Where the wind blows; raises `Undetermined` where nobody wrote it down."""
    if not known(table.wind):
        raise Undetermined
    return table.wind


def passage(table: Table, start: str, to: str, way: str, speed: Any) -> Passage:  # noqa: ANN401 - a number, or UNKNOWN
    """How a ship has gone: the way and the speed that the log states, else the cheapest way that there is."""
    if not (known(start) and known(to)):
        return Passage(way, speed if known(speed) and speed >= 0 else UNKNOWN)
    try:
        found = passages(table, start, to)
    except Undetermined:
        found = [Passage(IN_OR_OUT, 1)] if PORT in {start, to} else [Passage(UNKNOWN, UNKNOWN)]
    stated = [one for one in found if known(one.way) and one.way == way] if known(way) and way else found
    best = (stated or found or [Passage(way, 1)])[0]
    return Passage(best.way, speed) if known(speed) and speed >= 0 else best


def reachable(table: Table, player: Player) -> list[str]:
    """The places that one move could lead to, whatever it costs: neighbours, zephyrs, the corner opposite, port."""
    laid = _laid(table)
    if not known(player.at):
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
    """Say whether a place is a drift space."""
    return space != PORT and _laid(table).shows.get(space) == DRIFT


def run_spaces(table: Table, start: str, to: str) -> list[str]:
    """The spaces of a run before the wind; none, where it does not lead there."""
    wind = sure_wind(table)
    return _laid(table).run(start, to, wind) if wind in WINDS else []


def downwind(table: Table, start: str) -> list[str]:
    """All spaces that lie straight downwind, the nearest first."""
    laid, wind, found = _laid(table), sure_wind(table), list[str]()
    here = laid.near.get(start, {}).get(wind, "")
    while here:
        found.append(here)
        here = laid.near[here].get(wind, "")
    return found
