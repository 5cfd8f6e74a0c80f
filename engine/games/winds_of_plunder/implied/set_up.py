"""Infers what was never laid or dealt before the first vote: it happened, and only its content is unknown."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.setting_up import PORTS
from engine.games.winds_of_plunder.state import BAR, NOT_WRITTEN, Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known


def not_laid_yet(table: Table) -> Event | None:
    """Return the next thing that the first vote needs."""
    waiting = [seat for seat, player in table.players.items() if is_known(player.port) and not player.port]
    if waiting:
        port = _last_port(table) if len(waiting) == 1 else UNKNOWN
        return e.DealPort(waiting[0], port, seq=NOT_WRITTEN)
    if len(table.tiles) < PORTS:
        return e.LayTiles(_placements(table), seq=NOT_WRITTEN)
    if not table.bar:
        return e.LayBar((UNKNOWN,) * BAR, seq=NOT_WRITTEN)
    if is_known(table.blackbeard) and not table.blackbeard:
        return e.GiveBlackbeard(UNKNOWN, seq=NOT_WRITTEN)
    return None


def _last_port(table: Table) -> str:
    """Return the port of the one ship without any: the one dealt to an unknown seat, or the last of the five."""
    if len(table.loose_ports) == 1:
        return table.loose_ports[0]
    dealt = [player.port for player in table.players.values()]
    starts = [port.id for port in table.content.ports.values() if not is_known(port.start) or port.start]
    if not all(map(is_known, dealt)) or table.loose_ports:
        return UNKNOWN  # type: ignore[no-any-return] # an unknown port
    left = [port for port in starts if port not in dealt]
    return left[0] if len(left) == 1 else UNKNOWN


def _placements(table: Table) -> tuple[str, ...]:
    """Return placements for the ports without a tile. If only one tile is left, it is that one."""
    bare = [port for port in table.content.ports if port not in table.tiles]
    missing = PORTS - len(table.tiles)
    if len(bare) != missing:
        # A tile was laid in an unknown place.
        return (UNKNOWN,) * missing
    laid = [*table.tiles.values(), *table.bar]
    left = set(table.content.tiles).difference(laid) if all(map(is_known, laid)) else set()
    tile = left.pop() if missing == 1 and len(left) == 1 else "??"
    return tuple(f"{port}/{tile}" for port in bare)
