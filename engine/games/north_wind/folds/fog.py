"""The fog: treasure, pirates paid or fought, and the results of victory and defeat."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.folds.turns import before_the_rolls, done, end_voyage, own_turn, pay
from engine.games.north_wind.reckoning import free_brig, lowered
from engine.games.north_wind.reckoning.battle import hits_of, lost_at_once, undecided
from engine.games.north_wind.state import (
    CAPTAIN,
    CAPTAIN_GOLD,
    COIN,
    PIRATE_PRICE,
    REWARD,
    SKULLS,
    TREASURE,
    Table,
    Turn,
)
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def event_rolled(table: Table, event: e.RollEvent) -> None:
    """The white die shows a treasure, or a pirate."""
    turn = table.turn
    if turn is None or not turn.row:
        return
    done(turn, "event", turn.seat)
    turn.rolls = 0
    if not is_known(event.face) or event.face not in {COIN, *SKULLS}:
        table.phase, turn.strength, turn.reward = "pirate", UNKNOWN, UNKNOWN
        _remembered(table, turn)
        if is_known(turn.seat):
            # It may have been a treasure.
            table.players[turn.seat].gold = UNKNOWN
        return
    if event.face == COIN:
        table.phase = "voyage"
        _reward(table, turn, TREASURE)
        return
    table.phase, turn.strength = "pirate", SKULLS.get(event.face, UNKNOWN)
    try:
        if is_known(turn.seat) and lost_at_once(table, table.players[turn.seat], turn.strength):
            defeated(table, turn)
    except Undetermined:
        return


def _remembered(table: Table, turn: Turn) -> None:
    """Remember gold and captains before a die roll that is missing in the log."""
    player = table.players[turn.seat] if is_known(turn.seat) else None
    turn.purse, turn.prison = (UNKNOWN, UNKNOWN) if player is None else (player.gold, player.brig)


def _a_pirate_then(table: Table, turn: Turn) -> None:
    """The missing die roll showed skulls, so there was no treasure."""
    if table.phase == "pirate" and not is_known(turn.reward) and is_known(turn.seat):
        table.players[turn.seat].gold, turn.reward = turn.purse, ""


def _reward(table: Table, turn: Turn, reward: str) -> None:
    """A prize is taken at once; the log may still say that it was left."""
    turn.reward, turn.reward_said = reward, False
    if is_known(turn.seat):
        player = table.players[turn.seat]
        if reward == CAPTAIN:
            player.brig += 1
        else:
            player.gold += REWARD


def beaten(turn: Turn) -> bool:
    """Return whether the hits reach the pirate's strength."""
    return bool(turn.hits >= turn.strength)


def defeated(table: Table, turn: Turn) -> None:
    """The pirates have won, and the voyage is over."""
    turn.battle = "lost"
    end_voyage(table, turn, "defeat")


def pirate_paid(table: Table, event: e.PayPirate) -> None:
    """The player pays the pirate, and the voyage continues."""
    turn = own_turn(table, event.by)
    _not_lost_yet(table, turn)
    _a_pirate_then(table, turn)
    gold = event.gold if not is_known(event.gold) or event.gold else PIRATE_PRICE
    pay(table, event.by, gold)
    turn.paid, turn.reward = True, ""
    if table.phase in {"pirate", "fog", "battle"}:
        table.phase = "voyage"
    done(turn, "pay", event.by, gold=gold)


def battle_begun(table: Table, event: e.Fight) -> None:
    """The player goes into battle."""
    turn = own_turn(table, event.by)
    _not_lost_yet(table, turn)
    _a_pirate_then(table, turn)
    turn.fought, turn.reward = True, ""
    if table.phase in {"pirate", "fog"}:
        table.phase = "battle"
        stated = not is_known(turn.strength) and is_known(event.strength) and event.strength
        turn.strength = event.strength if stated else turn.strength
    done(turn, "fight", event.by)


def _not_lost_yet(table: Table, turn: Turn) -> None:
    """The ship met its pirate after all, although it could neither pay nor win."""
    if table.phase == "home" and turn.reason == "defeat" and not turn.fought:
        table.phase, turn.reason, turn.battle = "pirate", "", ""


def battle_rolled(table: Table, event: e.RollBattle) -> None:
    """The black die decides, in one line or in several, by the counted hits if the log states them."""
    turn = table.turn
    if turn is None or not is_known(turn.seat):
        return
    rolling = table.phase in {"battle", "pirate"}
    if not rolling and not still_rolling(table, turn):
        return
    hits = event.hits if is_known(event.hits) and event.hits >= 0 else hits_of(table.players[turn.seat], event.faces)
    before = turn.hits if turn.rolls else 0
    turn.fought, turn.hits, turn.rolls = True, before + hits, turn.rolls + len(event.faces)
    if rolling:
        _decided(table, turn, before)
    done(turn, "shots", turn.seat, faces=event.faces)


def _decided(table: Table, turn: Turn, before: int) -> None:
    """Determine whether the battle is over, and its winner."""
    turn.hits = before if is_known(before) and is_known(turn.strength) and before >= turn.strength else turn.hits
    try:
        table.phase = "battle"
        if undecided(table, turn, turn.hits, turn.rolls):
            return
        table.phase = "voyage"
        if beaten(turn):
            turn.battle = "won"
            _captured(table, turn)
        else:
            defeated(table, turn)
    except Undetermined:
        _won_or_lost(table, turn)


def still_rolling(table: Table, turn: Turn) -> bool:
    """Return whether the last line was a roll that decided a battle, so that the other cannons may still roll."""
    return table.phase in {"voyage", "home"} and turn.last == "shots"


def _won_or_lost(table: Table, turn: Turn) -> None:
    """The outcome is unknown: there may be a captain, or gold for one."""
    player = table.players[turn.seat]
    _remembered(table, turn)
    table.phase, turn.battle, turn.reward = "voyage", UNKNOWN, UNKNOWN
    player.gold = UNKNOWN if not is_known(player.brig) or not free_brig(player) else player.gold
    player.brig = UNKNOWN if not is_known(player.brig) or free_brig(player) else player.brig


def battle_told(table: Table, turn: Turn) -> None:
    """A later line proves that a battle with unknown rolls was won."""
    if before_the_rolls(table, turn):
        turn.battle = "won"
        _captured(table, turn)


def _captured(table: Table, turn: Turn) -> None:
    player = table.players[turn.seat]
    if is_known(player.brig):
        _reward(table, turn, CAPTAIN if free_brig(player) else CAPTAIN_GOLD)
    else:
        _remembered(table, turn)
        turn.reward, player.gold = UNKNOWN, UNKNOWN


def captain_taken(table: Table, event: e.TakeCaptain) -> None:
    """The log says that a captain was taken: add him, unless he is already counted."""
    turn = own_turn(table, event.by)
    battle_told(table, turn)
    if not is_known(turn.reward):
        table.players[event.by].gold, turn.reward = turn.purse, ""
    elif turn.reward == CAPTAIN and not turn.reward_said:
        turn.reward_said = True
    else:
        player = table.players[event.by]
        player.brig += 1
    done(turn, "captain", event.by)


def gold_taken(table: Table, event: e.TakeGold) -> None:
    """The log says that gold was taken: add it, unless it is already counted."""
    turn, player = own_turn(table, event.by), table.players[event.by]
    battle_told(table, turn)
    if not is_known(turn.reward):
        player.gold, turn.reward = turn.purse + event.gold, ""
        table.phase = "voyage" if table.phase == "pirate" else table.phase
    elif turn.reward in {TREASURE, CAPTAIN_GOLD} and not turn.reward_said:
        player.gold += event.gold - REWARD
        turn.reward_said = True
    else:
        player.gold += event.gold
    done(turn, "gold", event.by, gold=event.gold)


def reward_left(table: Table, event: e.LeaveReward) -> None:
    """The captain or the gold was not taken after all."""
    turn, player = own_turn(table, event.by), table.players[event.by]
    battle_told(table, turn)
    if not is_known(turn.reward):
        player.gold = turn.purse
    elif turn.reward and not turn.reward_said:
        if turn.reward == CAPTAIN:
            player.brig = lowered(player.brig, 1)
        else:
            player.gold = lowered(player.gold, REWARD)
    turn.reward = ""
    table.phase = "voyage" if table.phase == "pirate" and not is_known(turn.strength) else table.phase
    done(turn, "leave", event.by)


def captain_released(table: Table, event: e.ReleaseCaptain) -> None:
    """A captain is set free."""
    player = table.players[event.by]
    player.brig = lowered(player.brig, 1)
    if table.turn is not None:
        done(table.turn, "release", event.by)
