"""The condition that rules about revealed tiles share: most tiles are plain, and break no rule."""

from __future__ import annotations

from engine.games.north_wind.events import RevealTile
from engine.games.north_wind.state import Stack, Table, Turn
from engine.kernel.events import Event
from engine.kernel.rules import Look
from engine.kernel.unknown import is_known


def not_plain(table: Table, event: RevealTile) -> bool:
    """Return whether a tile is not simply the next of a known stack, or something before it may be unfinished."""
    turn = table.turn
    if turn is None or not is_known(turn.stack) or turn.stack not in table.stacks:
        return True
    if turn.thrown or turn.sails_by_letter or turn.looks or turn.put_under or (turn.row and turn.row[-1].joiners):
        return True
    if not is_known(event.index) or event.index:
        return True
    return _not_expected(table, turn, table.stacks[turn.stack], event.tile)


def _not_expected(table: Table, turn: Turn, stack: Stack, tile: str) -> bool:
    """Return whether a tile is not known to all players to be in this stack, or is not new in this voyage."""
    if stack.order and is_known(stack.order[0]):
        return True
    if not is_known(tile):
        return False
    harbor = table.content.tile(tile).harbor
    if tile not in stack.holds or not is_known(harbor) or (harbor and harbor != turn.stack):
        return True
    # Runs for every tile, and a plain loop is twice as fast as any other form.
    for drawn in turn.row:  # noqa: SIM110 - for speed
        if is_known(drawn.tile) and drawn.tile == tile:
            return True
    return False


NOT_PLAIN: dict[type[Event], Look] = {RevealTile: not_plain}
