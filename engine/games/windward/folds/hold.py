"""Defeated Cresters come into a hold and leave it: there is room for one, unless a reading or the table has more."""

from __future__ import annotations

from engine.games.windward.state import Player, Table
from engine.kernel.unknown import is_known


def has_room(table: Table, player: Player) -> bool:
    """Say whether another Crester may come into a hold of which something is known."""
    return not player.crester or table.terms.hold == "no-limit"


def stow(player: Player, kind: str) -> None:
    """Put a Crester into a hold, as played also where there is one already."""
    if not is_known(player.crester) or not player.crester:
        player.crester = kind
    else:
        player.more.append(kind)


def unstow(player: Player, kind: str = "") -> str:
    """Take a Crester out of a hold: the first, or one of a kind; "" where there is none."""
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
