"""Checks for taking or leaving the prizes of fog: treasure, captain or gold."""

from __future__ import annotations

from dataclasses import replace

from engine.games.north_wind.content.pieces import BRIG
from engine.games.north_wind.events import LeaveReward, TakeCaptain, TakeGold
from engine.games.north_wind.reckoning import sails
from engine.games.north_wind.state import CAPTAIN, CAPTAIN_GOLD, REWARD, Table, Turn
from engine.kernel.rules import Breach
from engine.kernel.unknown import Undetermined, is_known


def winner_of(table: Table, event: TakeCaptain | TakeGold | LeaveReward) -> Turn | None:
    """Return the turn of the player who takes or leaves a prize of the fog; the prize itself may be unknown."""
    turn = table.turn
    if turn is None or table.phase not in {"voyage", "home"} or not sails(table, event.by):
        return None
    return turn if is_known(turn.reward) else _victorious(turn)


def _victorious(turn: Turn) -> Turn:
    """Return a turn with an unknown battle as won, because taking or leaving a prize proves that."""
    if is_known(turn.battle) or not turn.rolls:
        raise Undetermined
    return replace(turn, battle="won", reward=CAPTAIN if turn.prison < BRIG else CAPTAIN_GOLD, reward_said=False)


def gold_breach(turn: Turn, event: TakeGold) -> Breach | None:
    """Return what is wrong with the gold that a player takes for a treasure or a pirate."""
    says = f"{event.by} takes {event.gold} gold"
    facts: dict[str, int | str] = {"gold": event.gold}
    if turn.reward == CAPTAIN:
        return Breach(f"{says} for the beaten pirate with a free slot in the brig.", facts, "The captain, or nothing.")
    if not turn.reward:
        return Breach(f"{says}, and there is no treasure and no beaten pirate to take it for.", facts)
    if turn.reward_said:
        return Breach(f"{says} for the same Fog tile a second time.", facts, "Once.")
    if event.gold == REWARD:
        return None
    return Breach(f"{says} from the fog.", facts, f"{REWARD} gold.")


def left_nothing(turn: Turn, event: LeaveReward) -> Breach | None:
    """Report leaving a prize that does not exist, or that was already taken."""
    if not turn.reward:
        return Breach(f"{event.by} leaves what the fog has brought, and it has brought nothing that is left.")
    if turn.reward_said:
        return Breach(f"{event.by} leaves what the log has said was taken.")
    return None


def captain_again(turn: Turn, event: TakeCaptain) -> Breach | None:
    """A victory brings one captain, and one who was left does not come back."""
    if not is_known(turn.battle):
        raise Undetermined
    if turn.battle != "won" or turn.reward == CAPTAIN_GOLD or (turn.reward == CAPTAIN and not turn.reward_said):
        return None
    if turn.reward == CAPTAIN:
        return Breach(f"{event.by} takes a second captain for one victory.", {}, "One captain.")
    return Breach(f"{event.by} takes a captain who has been left.")
