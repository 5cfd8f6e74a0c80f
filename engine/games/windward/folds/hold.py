"""Defeated Cresters enter and leave a hold. There is room for one, unless a reading or the log has more."""

from __future__ import annotations

from engine.games.windward.state import Player, Table
from engine.kernel.unknown import is_known


def has_room(table: Table, player: Player) -> bool:
    """Return whether another Crester may come into a hold whose content is known."""
    return not player.crester or table.terms.hold == "no-limit"


def stow(player: Player, kind: str) -> None:
    """Put a Crester into a hold, even if there is one already."""
    if not is_known(player.crester) or not player.crester:
        player.crester = kind
    else:
        player.more.append(kind)


def unstow(player: Player, kind: str = "") -> str:
    """Take a Crester out of a hold: the first, or one of a kind; return "" if there is none."""
    if kind in player.more and is_known(player.crester) and kind != player.crester:
        player.more.remove(kind)
        return kind
    gone, player.crester = player.crester, (player.more.pop(0) if player.more else "")
    return gone


def all_out(player: Player) -> list[str]:
    """Take every Crester out of a hold."""
    gone = [kind for kind in (player.crester, *player.more) if kind]
    player.crester = ""
    player.more.clear()
    return gone
