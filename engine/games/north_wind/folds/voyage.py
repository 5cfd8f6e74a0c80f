"""The voyage: tiles moved under the stack, looked at, revealed, used or passed by, and what fog brings."""

from __future__ import annotations

from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS, Tile
from engine.games.north_wind.folds.tokens import token_placed, token_somewhere
from engine.games.north_wind.folds.turns import action_done, done, end_voyage, own_turn, pay
from engine.games.north_wind.reckoning import (
    WRECK_GOLD,
    free_brig,
    hits_of,
    lost_at_once,
    lowered,
    mine,
    newest,
    open_tile,
    wreck_gold,
)
from engine.games.north_wind.state import (
    CAPTAIN,
    CAPTAIN_GOLD,
    COIN,
    PIRATE_PRICE,
    REWARD,
    SKULLS,
    TREASURE,
    Drawn,
    Stack,
    Table,
    Turn,
)
from engine.games.north_wind.task_board import current_field, current_task, demands, owns
from engine.kernel.unknown import UNKNOWN, Undetermined, known

# What a harbor may have been paid with, where nobody wrote it down.
MAY_ASK = {"north_cape": ("wine", "gold"), "fort_haven": ("captain", "wine", "gold")}


def stack_cut(table: Table, event: e.CutStack) -> None:
    """Tiles go from the top under the stack."""
    turn = table.turn
    if turn is None:
        return
    turn.cut = True
    for name, stack in table.stacks.items():
        if known(turn.stack) and turn.stack != name:
            continue
        if known(event.count) and known(turn.stack):
            at = max(0, event.count) % max(1, len(stack.order))
            stack.order = [*stack.order[at:], *stack.order[:at]]
        else:
            stack.order = [UNKNOWN] * len(stack.order)
    done(turn, "cut", event.by)


def looked(table: Table, event: e.UseLookout) -> None:
    """The Lookout has seen the top tile, and has perhaps put it under the stack."""
    turn = table.turn
    if turn is None:
        return
    turn.looks += 1
    turn.looked_at = len(turn.row)
    turn.looked = event.what
    done(turn, "look", event.by)
    stack = table.stacks.get(turn.stack) if known(turn.stack) else None
    if stack is None or not stack.order:
        return
    if known(event.tile) and event.tile:
        stack.order[0] = event.tile
        _holds(stack, event.tile, 1)
    if not known(event.what):
        stack.order = [UNKNOWN] * len(stack.order)
    elif event.what == "under":
        stack.order.append(stack.order.pop(0))
        turn.put_under += 1


def _holds(stack: Stack, tile: str, number: int) -> None:
    stack.holds[tile] = max(number, stack.holds.get(tile, 0))


def tile_revealed(table: Table, event: e.RevealTile) -> None:
    """The top tile lies in the row; what it is shows what this stack holds."""
    turn = table.turn
    if turn is None or table.phase in {"set-up", "income", "over"}:
        table.unapplied.append("a tile is revealed while no ship sails")
        return
    turn.row.append(Drawn(event.tile))
    turn.reward, turn.reward_said, turn.looked, turn.joined = "", False, "", ""
    turn.strength, turn.paid, turn.fought, turn.battle = 0, False, False, ""
    turn.thrown.clear()
    table.earned.clear()
    stack = table.stacks.get(turn.stack) if known(turn.stack) else None
    if stack is not None and stack.order:
        stack.order.pop(0)
    if stack is not None and known(event.tile):
        _holds(stack, event.tile, sum(known(d.tile) and d.tile == event.tile for d in turn.row))
    table.phase = "voyage"
    done(turn, "tile", turn.seat)
    _met(table, turn)


def _met(table: Table, turn: Turn) -> None:
    """Fog asks for the die; by one reading a task that cannot be paid counts as an action."""
    try:
        tile = open_tile(table)
        if tile is None:
            return
        if tile.kind == "fog":
            table.phase = "fog"
        elif tile.kind == "destination" and table.terms.unpayable_task == "action" and not _payable(table, turn, tile):
            action_done(table, turn, turn.seat)
    except Undetermined:
        return


def _payable(table: Table, turn: Turn, tile: Tile) -> bool:
    task = current_task(table, tile.harbor)
    return task is not None and any(owns(table.players[turn.seat], way) for way in demands(table, task))


def passed(table: Table, event: e.Pass) -> None:
    """The tile is not used: by the player who sails, or by an opponent with a letter."""
    turn = table.turn
    if turn is None or not turn.row:
        return
    if mine(turn, event.by):
        turn.row[-1].passed = True
    else:
        turn.row[-1].declined.append(event.by)
    turn.thrown.pop(event.by, None)
    done(turn, "pass", event.by)


def wreck_examined(table: Table, event: e.ExamineWreck) -> None:
    """A wreck brings gold."""
    turn = own_turn(table, event.by)
    gold = event.gold
    if known(gold) and not gold:
        tile = newest(table)
        told = tile is not None and known(tile.tile)
        gold = wreck_gold(table.content.tile(tile.tile)) if tile is not None and told else WRECK_GOLD
    table.players[event.by].gold += gold
    action_done(table, turn, event.by)
    done(turn, "wreck", event.by, gold=gold)


def task_completed(table: Table, event: e.CompleteTask) -> None:
    """What the task asks for goes to the supply, and a token on its field."""
    turn = own_turn(table, event.by)
    if not known(event.harbor):
        _some_task_completed(table, turn, event.by)
        return
    number = current_field(table, event.harbor)
    if event.paid:
        _deliver(table, event.by, event.paid)
    else:
        _deliver_due(table, event.by, event.harbor)
    turn.tasks += 1
    if mine(turn, event.by):
        action_done(table, turn, event.by)
    done(turn, "task", event.by, field=number)
    owner = event.token if known(event.token) and event.token else event.by
    token_placed(table, event.harbor, owner)


def _some_task_completed(table: Table, turn: Turn, seat: str) -> None:
    """Nobody wrote down which harbor it was: anything may have been paid, for a token on any column."""
    for harbor in HARBORS:
        _deliver_unknown(table, seat, harbor)
    turn.tasks += 1
    action_done(table, turn, seat)
    done(turn, "task", seat)
    token_somewhere(table, seat)


def _deliver(table: Table, seat: str, paid: tuple[Any, ...]) -> None:
    for goods in paid:
        if known(goods):
            _give(table, seat, goods, 1)
        else:
            for one in ("captain", "gold", *table.players[seat].hold):
                _give(table, seat, one, UNKNOWN)


def _deliver_due(table: Table, seat: str, harbor: str) -> None:
    """The log leaves the payment to the field; where that is unknown, whatever the harbor asks for may be gone."""
    try:
        task = current_task(table, harbor)
        if task is None:
            return
        ways = demands(table, task)
        way = next((way for way in ways if owns(table.players[seat], way)), ways[0])
    except Undetermined:
        _deliver_unknown(table, seat, harbor)
        return
    for goods, number in way.items():
        _give(table, seat, goods, number)


def _deliver_unknown(table: Table, seat: str, harbor: str) -> None:
    for goods in MAY_ASK.get(harbor, tuple(table.players[seat].hold)):
        _give(table, seat, goods, UNKNOWN)


def _give(table: Table, seat: str, goods: str, number: Any) -> None:  # noqa: ANN401 - a number, or UNKNOWN
    player = table.players[seat]
    if goods == "gold":
        pay(table, seat, number)
    elif goods == "captain":
        player.brig = lowered(player.brig, number)
    else:
        player.hold[goods] = lowered(player.hold[goods], number)


# The fog


def event_rolled(table: Table, event: e.RollEvent) -> None:
    """The white die shows a treasure, or a pirate."""
    turn = table.turn
    if turn is None or not turn.row:
        return
    done(turn, "event", turn.seat)
    if not known(event.face) or event.face not in {COIN, *SKULLS}:
        table.phase, turn.strength, turn.reward = "pirate", UNKNOWN, UNKNOWN
        return
    if event.face == COIN:
        table.phase = "voyage"
        _reward(table, turn, TREASURE)
        return
    table.phase, turn.strength = "pirate", SKULLS.get(event.face, UNKNOWN)
    try:
        if known(turn.seat) and lost_at_once(table, table.players[turn.seat], turn.strength):
            _lose(table, turn)
    except Undetermined:
        return


def _reward(table: Table, turn: Turn, reward: str) -> None:
    """What is won is taken at once; the log may still say that it was left."""
    turn.reward, turn.reward_said = reward, False
    if known(turn.seat):
        player = table.players[turn.seat]
        if reward == CAPTAIN:
            player.brig += 1
        else:
            player.gold += REWARD


def _lose(table: Table, turn: Turn) -> None:
    turn.battle = "lost"
    end_voyage(table, turn, "defeat")


def pirate_paid(table: Table, event: e.PayPirate) -> None:
    """Gold for the pirate, and the voyage goes on."""
    turn = own_turn(table, event.by)
    _not_lost_yet(table, turn)
    gold = event.gold if not known(event.gold) or event.gold else PIRATE_PRICE
    pay(table, event.by, gold)
    turn.paid, turn.reward = True, ""
    if table.phase in {"pirate", "fog", "battle"}:
        table.phase = "voyage"
    done(turn, "pay", event.by, gold=gold)


def battle_begun(table: Table, event: e.Fight) -> None:
    """The player goes into battle."""
    turn = own_turn(table, event.by)
    _not_lost_yet(table, turn)
    turn.fought, turn.reward = True, ""
    if table.phase in {"pirate", "fog"}:
        table.phase = "battle"
        told = not known(turn.strength) and known(event.strength) and event.strength
        turn.strength = event.strength if told else turn.strength
    done(turn, "fight", event.by)


def _not_lost_yet(table: Table, turn: Turn) -> None:
    """As played, the ship met its pirate after all, although it could neither pay nor win."""
    if table.phase == "home" and turn.reason == "defeat" and not turn.fought:
        table.phase, turn.reason, turn.battle = "pirate", "", ""


def battle_rolled(table: Table, event: e.RollBattle) -> None:
    """The black die decides."""
    turn = table.turn
    if turn is None or table.phase not in {"battle", "pirate"} or not known(turn.seat):
        return
    player = table.players[turn.seat]
    turn.fought, turn.hits = True, hits_of(player, event.faces)
    table.phase = "voyage"
    if not known(turn.hits) or not known(turn.strength):
        # Won or lost, nobody can tell: there may be a captain, or gold for one.
        turn.battle, turn.reward = UNKNOWN, UNKNOWN
        player.gold = UNKNOWN if not known(player.brig) or not free_brig(player) else player.gold
        player.brig = UNKNOWN if not known(player.brig) or free_brig(player) else player.brig
    elif turn.hits >= turn.strength:
        turn.battle = "won"
        _captured(table, turn)
    else:
        _lose(table, turn)
    done(turn, "shots", turn.seat, faces=event.faces)


def _captured(table: Table, turn: Turn) -> None:
    player = table.players[turn.seat]
    if known(player.brig):
        _reward(table, turn, CAPTAIN if free_brig(player) else CAPTAIN_GOLD)
    else:
        turn.reward, player.gold = UNKNOWN, UNKNOWN


def captain_taken(table: Table, event: e.TakeCaptain) -> None:
    """The log says that a captain was taken: so it was, unless we have counted him already."""
    turn = own_turn(table, event.by)
    if not known(turn.reward):
        turn.reward = ""
    elif turn.reward == CAPTAIN and not turn.reward_said:
        turn.reward_said = True
    else:
        player = table.players[event.by]
        player.brig += 1
    done(turn, "captain", event.by)


def gold_taken(table: Table, event: e.TakeGold) -> None:
    """The log says that gold was taken: so it was, unless we have counted it already."""
    turn, player = own_turn(table, event.by), table.players[event.by]
    if not known(turn.reward):
        player.gold, turn.reward = player.gold + event.gold, ""
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
    if known(turn.reward) and turn.reward and not turn.reward_said:
        if turn.reward == CAPTAIN:
            player.brig = lowered(player.brig, 1)
        else:
            player.gold = lowered(player.gold, REWARD)
    turn.reward = ""
    table.phase = "voyage" if table.phase == "pirate" and not known(turn.strength) else table.phase
    done(turn, "leave", event.by)


def captain_released(table: Table, event: e.ReleaseCaptain) -> None:
    """A captain is set free."""
    player = table.players[event.by]
    player.brig = lowered(player.brig, 1)
    if table.turn is not None:
        done(table.turn, "release", event.by)
