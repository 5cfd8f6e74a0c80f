"""Taking things from the planet: in the own turn, or under a reading in any."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import LiftBoat, PickUp
from engine.games.windward.reckoning import has_crew, lying
from engine.games.windward.state import ABOARD, LONGBOAT_SLOTS, Player, Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known

BOAT_CREW = ("harpooner", "coxswain")
# What may be taken in another player's turn, by reading.
OFF_TURN: dict[str, tuple[type[Event], ...]] = {
    "own-turn": (),
    "boats-any-time": (LiftBoat,),
    "any-time": (LiftBoat, PickUp),
}


def may_pick(table: Table, event: Event) -> bool:
    """Return whether a reading allows taking this in another player's turn, and it is there."""
    if not isinstance(event, OFF_TURN[table.terms.pickup_off_turn]):
        return False
    player = table.players[event.by]  # type: ignore[attr-defined] # a PickUp or LiftBoat
    if not is_known(player.at) or player.at == PORT:
        return False
    if isinstance(event, LiftBoat):
        place = player.boats.get(event.boat, "") if is_known(event.boat) else UNKNOWN
        return is_known(place) and place == player.at
    there = lying(table, player.at, event.item) if isinstance(event, PickUp) and is_known(event.item) else 0
    return is_known(there) and there > 0


def boat_slots(player: Player) -> int:
    """Return how many longboats have room on a board."""
    return LONGBOAT_SLOTS + (1 if any(has_crew(player, name) for name in BOAT_CREW) else 0)


def boats_aboard(player: Player) -> list[str]:
    """List the longboats that are known to be on a board."""
    return [boat for boat, place in player.boats.items() if is_known(place) and place == ABOARD]
