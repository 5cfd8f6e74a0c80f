"""Trading teeth for gas, in the solo and cooperative modes."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import Sail, TradeTeeth
from engine.games.windward.state import GREY_TOOTH, RED_TOOTH, Player, Table
from engine.kernel.rules import Breach


def teeth_for_gas(table: Table, event: TradeTeeth) -> Breach | None:
    """Report teeth traded outside port, more than there are, or under a reading not at once."""
    player = table.players[event.by]
    if player.at != PORT:
        return Breach(f"{event.by} is on {player.at}, and trades teeth.", {"at": player.at})
    for what, tooth, number in (("red", RED_TOOTH, event.red), ("grey", GREY_TOOTH, event.grey)):
        if number > (had := player.cargo[tooth]):
            says = f"{event.by} trades {number} {what} teeth, and has {had}."
            return Breach(says, {"traded": number, "teeth": had})
    return _not_all_at_once(table, player, event) if table.terms.teeth_traded == "on-entry-all" else None


def _not_all_at_once(table: Table, player: Player, event: TradeTeeth) -> Breach | None:
    """Under a reading all teeth are traded, or none, as the ship comes into port."""
    last = table.last
    if not isinstance(last, Sail) or last.by != event.by:
        return Breach(f"{event.by} trades teeth, and has not just come into port.", {"seat": event.by})
    kept = player.cargo[RED_TOOTH] + player.cargo[GREY_TOOTH] - event.red - event.grey
    return Breach(f"{event.by} keeps {kept} teeth back.", {"kept": kept}, "All of them.") if kept else None
