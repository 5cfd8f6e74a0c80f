"""Possible events that the log does not mention: battles with unknown enemies, and Cresters beaten unseen."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.reckoning import boats_at_sky
from engine.games.windward.state import Player, Table, Turn
from engine.kernel.unknown import has_no_unknown, is_known

# The open questions on which a breach may depend, for `hangs_on` of rules.
BATTLE = "whether a battle is on"
BEATEN = "whether a Red was beaten"
LOOT = "whether a ship was lost to another"
ROLL = "whether the wind die is to be rolled"


def perhaps_in_battle(table: Table) -> bool:
    """Return whether a battle may be in progress that the log does not mention."""
    return _perhaps_fights(table, table.turn)


def perhaps_fought(table: Table) -> bool:
    """Return whether one may be in progress, or may have been in the turn that is just over."""
    turn = table.turn
    just_over = turn is not None and (not is_known(turn.seat) or turn.idle)
    return perhaps_in_battle(table) or (just_over and _perhaps_fights(table, table.turn_before))


def _perhaps_fights(table: Table, turn: Turn | None) -> bool:
    if turn is None:
        return False
    if not is_known(turn.seat):
        return True
    player = table.players[turn.seat]
    return ship_perhaps_fights(table, player) or boat_perhaps_fights(table, player)


def ship_perhaps_fights(table: Table, player: Player) -> bool:
    """Return whether a ship may have met an enemy, because the place of one of them is unknown."""
    if is_known(player.at) and player.at == PORT:
        return False
    others = [one.at for one in table.players.values() if one is not player]
    reds = table.reds_untold or player.at in table.strayed
    return not is_known(player.at) or reds or not has_no_unknown(others) or white_perhaps_fights(table, player)


def white_perhaps_fights(table: Table, player: Player) -> bool:
    """Return whether an awake White may have met a ship, because the place of one of them is unknown."""
    if not table.terms.white_plays or (is_known(table.white) and not table.white):
        return False
    return not is_known(table.white) or not is_known(player.at)


def boat_perhaps_fights(table: Table, player: Player) -> bool:
    """Return the same for a player's longboats."""
    if not has_no_unknown(player.boats.values()):
        return True
    others = [place for one in table.players.values() if one is not player for place in one.boats.values()]
    return bool(list(boats_at_sky(player))) and (table.greys_untold or not has_no_unknown(others))


def perhaps_starved(table: Table, seat: str) -> bool:
    """Return whether a ship at sky may have rested without a line, and been lost for want of morale."""
    morale = table.players[seat].morale
    return table.phase == "turn" and table.active == seat and not (is_known(morale) and morale > 1)
