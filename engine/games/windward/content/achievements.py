"""Reads the table of achievement cards in a pack, which is optional."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.windward.content.pieces import (
    BATTLE_TOTAL,
    BATTLE_WON,
    BEATEN_PIECES,
    CHECKS,
    CREW_COUNT,
    PIECES,
    STORES,
    TERRITORIES,
    Achievement,
)
from engine.kernel.packs.reader import PackTable
from engine.kernel.packs.shipped import read_piece_list
from engine.kernel.unknown import is_known

PART = "achievements"
# The kinds of check, by what they ask for.
COUNTING = (CREW_COUNT, TERRITORIES, STORES, BATTLE_TOTAL)
FIGHTING = (BATTLE_TOTAL, BATTLE_WON)


def read_achievements(top: PackTable) -> tuple[dict[str, Achievement], bool]:
    """Read the achievement cards, and whether there are others; without the table all are unknown."""
    if not top.has_key(PART):
        return {}, True
    listing = read_piece_list(top, PART)
    return {name: _achievement(name, table) for name, table in listing.pieces}, listing.open


def _achievement(name: str, table: PackTable) -> Achievement:
    if not table.known:
        return Achievement(name, path=table.path)
    high, low = table.number("high", least=1), table.number("low", 0, least=1)
    if is_known(high) and is_known(low) and low >= high:
        table.add_fault(
            "low", f"{low} is not below {high}.", "Of two numbers the first player has the higher; or leave low out."
        )
    check = table.word("check", among=CHECKS)
    card = Achievement(name, high, low, check, path=table.path)
    if is_known(check):
        card = replace(
            card,
            least=table.number("at_least", least=1) if check in COUNTING else 0,
            full=check == STORES and table.flag("gas_slots_full", default=False),
            piece=table.word("piece", among=PIECES) if check in FIGHTING else "",
            against=table.word("against", among=BEATEN_PIECES) if check == BATTLE_WON else "",
            unaided=check == BATTLE_WON and table.flag("unaided", default=False),
        )
    table.close()
    return card
