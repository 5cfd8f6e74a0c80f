"""The wind and the map: distances between ports, and where the wind or a gust carries a ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.games.winds_of_plunder.content import Content
from engine.games.winds_of_plunder.state import ANY_PORT, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
NEAR, FAR = 1, 2


def blows_to(table: Table, direction: str) -> str:
    """Return where ships sail with the arrow on a direction."""
    return OPPOSITE[direction] if table.terms.wind_arrow == "named-after-origin" else direction


def downwind(table: Table, start: str, to: str, direction: str) -> bool:
    """Return whether a port is on the side that the wind blows to."""
    return _lies(table.content, start, to, blows_to(table, direction))


def _lies(content: Content, start: str, to: str, way: str) -> bool:
    here, there = content.port(start), content.port(to)
    if way == "N":
        return there.rank < here.rank
    if way == "S":
        return there.rank > here.rank
    return there.area > here.area if way == "E" else there.area < here.area


def areas_between(table: Table, start: str, to: str) -> int:
    """Return how many areas apart two ports are."""
    return _apart(table.content, start, to)


def _apart(content: Content, start: str, to: str) -> int:
    return abs(content.port(start).area - content.port(to).area)


def in_range(table: Table, start: str, to: str, direction: str, *, extra: bool = False) -> bool:
    """Return whether a port is within the range of a direction, with an extra area or without."""
    return _near(_apart(table.content, start, to), direction, table.terms.extra_area if extra else "")


def _near(apart: int, direction: str, extra: str) -> bool:
    least, most = (0, NEAR) if direction in {"N", "S"} else (NEAR, FAR)
    if not extra:
        return least <= apart <= most
    return apart == most + 1 if extra == "exactly-extra" else least <= apart <= most + 1


def may_be_new(table: Table, seat: str, to: str) -> bool:
    """Return whether a port counts as a new one for this player."""
    player = table.players[seat]
    if to == player.port or table.terms.new_port != "port-without-own-marker":
        return bool(to != player.port)
    if not player.doubtful.isdisjoint({to, ANY_PORT}):
        raise Undetermined
    return to not in player.marks


def carries(table: Table, seat: str, to: str, mode: str = "", direction: str = "") -> bool:
    """Return whether the wind, or a gust of this mode, carries a ship to a port."""
    start = _start(table, seat)
    if not may_be_new(table, seat, to) or _needless(table, seat, to, mode):
        return False
    return bool(_around(table, start, mode, direction).get(to, UNKNOWN))


def destinations(table: Table, seat: str, mode: str = "", direction: str = "") -> list[str]:
    """All ports that a ship may sail to."""
    return list(_reached(table, seat, mode, direction))


def ports_to_sail_to(table: Table, turn: Turn) -> list[str]:
    """List all ports that the turn's own sailing can reach, with the gust that was bought for it."""
    altered = turn.gust if table.terms.gust_sailing == "alters-the-one-sailing" else ""
    return destinations(table, turn.seat, altered, turn.gust_direction)


def windlocked(table: Table, seat: str) -> bool:
    """Return whether no port can be reached with this wind."""
    return not any(_reached(table, seat, "", ""))


def _reached(table: Table, seat: str, mode: str, direction: str) -> Iterator[str]:
    for to, there in _around(table, _start(table, seat), mode, direction).items():
        if may_be_new(table, seat, to) and there and not _needless(table, seat, to, mode):
            yield to


def _start(table: Table, seat: str) -> str:
    """Return the port of a ship; one that has no port yet cannot sail."""
    start: str = table.players[seat].port
    if is_known(start) and not start:
        raise Undetermined
    return start


def _needless(table: Table, seat: str, to: str, mode: str) -> bool:
    """Return whether a reading forbids the gust because the ship could sail there without it."""
    return bool(mode) and table.terms.needless_gust == "forbidden" and carries(table, seat, to)


def _around(table: Table, start: str, mode: str, direction: str) -> Mapping[str, bool]:
    """Look up the ports that the current wind, or a gust, leads to."""
    wind, terms = direction if mode == "turn" else table.wind, table.terms
    extra, free = (terms.extra_area, terms.far_port_downwind == "no") if mode == "extra" else ("", False)
    return _led_to(table.content, start, wind, blows_to(table, wind), extra, free)


@lru_cache(maxsize=1024)
def _led_to(content: Content, start: str, wind: str, way: str, extra: str, free: bool) -> Mapping[str, bool]:  # noqa: FBT001 - a reading, passed on
    """Compute for each port whether it can be reached; unknown if the map does not say. The map never changes."""

    def leads(to: str) -> bool:
        try:
            if not extra:
                return _lies(content, start, to, way) and _near(_apart(content, start, to), wind, extra)
            apart = _apart(content, start, to)
            aside = free and wind in {"N", "S"} and apart > NEAR
            return (aside or _lies(content, start, to, way)) and _near(apart, wind, extra)
        except Undetermined:
            return UNKNOWN  # type: ignore[no-any-return] # an unknown answer

    return {to: leads(to) for to in content.ports}
