"""How many dice are rolled in a battle: as many as the strength, in several rolls where there are fewer in the box."""

from __future__ import annotations

from engine.games.windward.events import FlyFlag, RollBattle, SpendCannons
from engine.games.windward.reckoning.battle import begun, dice_of, dice_so_far, goes_on, side_of
from engine.games.windward.reckoning.telling_battles import Step, told
from engine.games.windward.state import Battle, Table
from engine.kernel.rules import Breach


def left_short(table: Table, battle: Battle, event: Step) -> bool:
    """Say whether a battle goes on while dice of a roll that was begun are lacking."""
    side = begun(table, battle)
    if not side or isinstance(event, FlyFlag):
        return False
    if isinstance(event, RollBattle):
        return event.side != side
    # Cannons behind the own roll have a rule of their own.
    return not (isinstance(event, SpendCannons) and side_of(battle, event.by) == side)


def dice_by_strength(table: Table, event: Step) -> Breach | None:
    """Tell of a roll with more or fewer dice than the strength."""
    battle = table.battle
    if battle is None:
        return None
    if left_short(table, battle, event):
        side = begun(table, battle)
        return _wrong_number(table, battle, side, len(dice_so_far(table, battle, side)))
    if not isinstance(event, RollBattle) or goes_on(table, battle, event.side, len(event.hits)):
        return None
    number = len(dice_so_far(table, battle, event.side)) + len(event.hits)
    return _wrong_number(table, battle, event.side, number) if number != dice_of(table, battle, event.side) else None


def _wrong_number(table: Table, battle: Battle, side: str, number: int) -> Breach:
    strength, due = battle.strength[side], dice_of(table, battle, side)
    says = f"{number} dice are rolled with a strength of {strength}. {told(table, battle)}"
    return Breach(says, {"dice": number, "strength": strength}, f"{due} dice.")
