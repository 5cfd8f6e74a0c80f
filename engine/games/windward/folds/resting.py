"""The rest that ends a turn: what it costs or brings, and the Reds that come."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.events import EndTurn, MoveRed, Rest
from engine.games.windward.folds.battle import begin_battle, broken_off, discarded
from engine.games.windward.folds.losing import home_of, perhaps_lost, ship_lost
from engine.games.windward.folds.turns import begin_turn, go_on, is_lost, own_turn, rested, turn_over
from engine.games.windward.reckoning import raised, rest_of
from engine.games.windward.reckoning.printed import morale_top
from engine.games.windward.state import RED, Battle, Crester, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, known

MORALE, A_CARD = "morale", "card"


def rest_taken(table: Table, event: Rest) -> None:
    """A turn is over: morale in port; at sky a card or morale is paid, then the Reds come."""
    turn = own_turn(table, event.by)
    broken_off(table)
    if turn is not table.turn and table.rested == event.by:
        # Written twice: the turn was over already.
        return
    if turn is not table.turn:
        # As played this was the turn of whoever rests now.
        begin_turn(table, event.by)
        table.owed.clear()
        turn = own_turn(table, event.by)
    if table.phase == "over":
        return
    table.owed.clear()
    turn.resting, table.phase, table.rested = True, "rest", event.by
    tidied(table, turn)
    player = table.players[event.by]
    if not known(player.at):
        player.morale = player.notoriety = UNKNOWN
        table.perhaps_over = True
        turn_over(table)
    elif player.at == PORT:
        rested_in_port(table, player)
        if known(event.pay) and event.pay not in {"", MORALE}:
            # As played the card is gone, though a rest in port does not ask for it.
            discarded(table, player, UNKNOWN if event.pay == A_CARD else event.pay)
    else:
        before = player.morale
        _upkeep(table, event, player)
        if is_lost(player):
            ship_lost(table, event.by)
        elif _may_be_lost(event, player, before):
            perhaps_lost(table, player)
        go_on(table)


def _may_be_lost(event: Rest, player: Player, before: Any) -> bool:  # noqa: ANN401 - a number, or UNKNOWN
    """Say whether nobody knows that a ship has come through the upkeep: it had one morale at most, for all we know."""
    by_card = known(event.pay) and event.pay not in {"", MORALE}
    return not by_card and not known(player.morale) and not (known(before) and before > 1)


def tidied(table: Table, turn: Turn) -> None:
    """Tokens of the turn go back, and the mates go to rest: no order is covered any more."""
    by_coffee = list(filter(known, turn.orders))
    for order in filter(known, turn.by_mates):
        if order in by_coffee:
            by_coffee.remove(order)
    table.put_back = by_coffee
    turn.orders.clear()
    turn.by_mates.clear()
    turn.mates = turn.coffee_orders = 0


def rested_in_port(table: Table, player: Player) -> None:
    """A ship rests in port: its crew cheers up, and the turn is over."""
    player.morale = raised(player.morale, rest_of(table, player), morale_top(table))
    turn_over(table)


def _upkeep(table: Table, event: Rest, player: Player) -> None:
    """A card or morale is paid; where the log does not say which, it was morale if there was no card."""
    no_card = not player.hand and not player.hand_untold
    if not known(event.pay) or not event.pay:
        if no_card:
            player.morale -= 1
        else:
            player.morale, player.hand_untold = UNKNOWN, True
            player.hand.clear()
            player.seen.clear()
    elif event.pay == MORALE:
        player.morale -= 1
    else:
        discarded(table, player, UNKNOWN if event.pay == A_CARD else event.pay)


def red_moved(table: Table, event: MoveRed) -> None:
    """A Red has moved; on the ship's space it attacks."""
    turn = table.turn
    if table.owed and table.owed[-1].what is MoveRed:
        table.owed.pop()
    if not known(event.start) or not known(event.to):
        table.reds_untold = True
    else:
        moving = table.reds.pop(event.start, None) or Crester(home_of(table, event.start))
        table.reds[event.to] = moving
        if turn is not None:
            turn.moved.append(event.to)
            _attack(table, turn, event)
    if not known(event.to) and turn is not None:
        turn.moved += [space for space in table.reds if space not in turn.moved]
    go_on(table)


def _attack(table: Table, turn: Turn, event: MoveRed) -> None:
    ship = table.players[turn.seat] if known(turn.seat) else None
    if ship is not None and known(ship.at) and ship.at == event.to and table.battle is None and table.phase != "over":
        begin_battle(table, Battle(RED, ship.seat, event.to, _came_from(event)))


def _came_from(event: MoveRed) -> str:
    """Which space a Red was on before it came to the ship: the last of its way, where that is written down."""
    on_the_way = [space for space in event.path if known(space) and space != event.to]
    return on_the_way[-1] if on_the_way and all(map(known, event.path)) else event.start


def turn_ended(table: Table, _: EndTurn) -> None:
    """All that follows a rest has happened."""
    turn = table.turn
    if turn is not None and table.phase == "rest" and known(turn.seat):
        table.owed.clear()
        rested(table, turn)
