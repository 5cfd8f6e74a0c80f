"""Moves that break no rule but leave a ship where its turn must not end: on drift, without speed to leave it."""

from __future__ import annotations

from engine.games.windward.events import Run, Sail
from engine.games.windward.reckoning import mine, speed_left, sure_planet
from engine.games.windward.reckoning.meeting import met_by_ship
from engine.games.windward.reckoning.sailing import is_drift, passage, passages
from engine.games.windward.state import Table, Turn
from engine.kernel.events import Event
from engine.kernel.facts import require_known
from engine.kernel.unknown import Undetermined

SAYS = "the speed that is left leads off the drift no more, and no turn ends on it"


def dead_end(table: Table, event: Event) -> str:
    """Say why no rest may be legal after a move, as far as speed is concerned; "" if one is, or it is unknown."""
    turn = mine(table, event.by) if isinstance(event, Sail | Run) else None
    if turn is None or table.terms.drift_stop == "stop-allowed":
        return ""
    try:
        return SAYS if _stranded(table, turn, event) else ""  # type: ignore[arg-type] # a Sail or Run has a turn
    except Undetermined:
        return ""


def _stranded(table: Table, turn: Turn, event: Sail | Run) -> bool:
    """Return whether a ship may be stuck on drift; a battle may send it back to where it is now."""
    start, to = table.players[event.by].at, event.to
    left = require_known(speed_left(turn))
    if isinstance(event, Sail):
        left -= passage(table, start, to, event.way, event.speed).speed
    ends = [to, start] if met_by_ship(table, event.by, to) else [to]
    return any(is_drift(table, end) and not _leads_off(table, event.by, end, left) for end in ends)


def _leads_off(table: Table, seat: str, start: str, left: int) -> bool:
    """Return whether this speed leads from drift to a space without an enemy where a turn may end."""
    most, waiting = {start: left}, [start]
    while waiting:
        here = waiting.pop()
        for there in sure_planet(table).near[here].values():
            ways = passages(table, here, there)
            rest = most[here] - ways[0].speed if ways else -1
            if rest < 0 or met_by_ship(table, seat, there):
                continue
            if not is_drift(table, there):
                return True
            if rest > most.get(there, -1):
                most[there] = rest
                waiting.append(there)
    return False
