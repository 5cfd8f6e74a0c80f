"""The rest that ends a turn: its cost or gain, and the Reds that come."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.cresters import Crester
from engine.games.windward.events import EndTurn, MoveRed, Rest
from engine.games.windward.folds.battle import begin_battle, broken_off, discarded
from engine.games.windward.folds.cresters import home_of
from engine.games.windward.folds.losing import perhaps_lost, reds_lost_sight, ship_lost, white_unseen
from engine.games.windward.folds.standing import comes, leaves
from engine.games.windward.folds.turns import begin_turn, go_on, is_lost, own_turn, rested, turn_over
from engine.games.windward.reckoning import raised, rest_of
from engine.games.windward.reckoning.aftermath import SHIP_LOST
from engine.games.windward.reckoning.battle import base_strength
from engine.games.windward.reckoning.chasing import chase_of, last_spaces, reds_to_move
from engine.games.windward.reckoning.printed import morale_top
from engine.games.windward.scoring import IN_PORT, over
from engine.games.windward.state import ATTACK, RED, Battle, Outcome, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

MORALE, A_CARD = "morale", "card"


def rest_taken(table: Table, event: Rest) -> None:
    """End a turn: morale in port; at sky a card or morale is paid, then the Reds come."""
    # A missing rest has an unknown cost.
    turn = own_turn(table, event.by, rests=not is_known(event.pay) or not event.pay)
    broken_off(table)
    if turn is not table.turn and table.rested == event.by:
        # Written twice: the turn was over already.
        return
    if turn is not table.turn:
        # The players treated this as the turn of the player who rests now.
        begin_turn(table, event.by)
        table.owed.clear()
        turn = own_turn(table, event.by)
    if table.phase == "over":
        return
    table.owed.clear()
    turn.resting, table.phase, table.rested = True, "rest", event.by
    tidied(table, turn)
    player = table.players[event.by]
    if not is_known(player.at):
        # In port it would cost nothing, and no Crester would come.
        _upkeep(table, event, player)
        player.morale = UNKNOWN
        perhaps_lost(table, player)
        go_on(table)
    elif player.at == PORT:
        rested_in_port(table, player)
        if is_known(event.pay) and event.pay not in {"", MORALE}:
            # The card is gone, though a rest in port does not ask for it.
            discarded(table, player, UNKNOWN if event.pay == A_CARD else event.pay)
    else:
        before = player.morale
        _upkeep(table, event, player)
        if is_lost(player):
            ship_lost(table, Outcome(SHIP_LOST, loser=event.by))
        elif _may_be_lost(event, player, before):
            perhaps_lost(table, player)
        go_on(table)


def _may_be_lost(event: Rest, player: Player, before: Any) -> bool:  # noqa: ANN401 - a number, or UNKNOWN
    """Return whether a ship may have been lost in the upkeep: it may have had only one morale."""
    by_card = is_known(event.pay) and event.pay not in {"", MORALE}
    return not by_card and not is_known(player.morale) and not (is_known(before) and before > 1)


def tidied(table: Table, turn: Turn) -> None:
    """Return the tokens of the turn, and the mates to rest: no order is covered any more."""
    by_coffee = list(filter(is_known, turn.orders))
    for order in filter(is_known, turn.by_mates):
        if order in by_coffee:
            by_coffee.remove(order)
    table.put_back = by_coffee
    turn.orders.clear()
    turn.by_mates.clear()
    turn.mates = turn.coffee_orders = 0


def rested_in_port(table: Table, player: Player) -> None:
    """A ship rests in port: its morale rises, and the turn is over; in one mode the game is."""
    if table.terms.rest_in_port == "lost":
        over(table, "", IN_PORT)
        return
    if table.terms.allied:
        go_on(table)
        return
    player.morale = raised(player.morale, rest_of(table, player), morale_top(table))
    turn_over(table)


def _upkeep(table: Table, event: Rest, player: Player) -> None:
    """Pay a card or morale. If the log does not say which, it was morale if there was no card."""
    no_card = not player.hand and not player.hand_untold
    if not is_known(event.pay) or not event.pay:
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
    came_from = _came_from(table, turn, event)
    moving = leaves(table.reds, event.start) if is_known(event.start) else None
    if event.start in table.strayed:
        table.strayed = ()
    if not is_known(event.start) or not is_known(event.to):
        reds_lost_sight(table)
    if turn is not None and not is_known(event.to):
        _went_unseen(table, turn)
    if is_known(event.to):
        comes(
            table.reds, event.to, moving or Crester(home_of(table, event.start if is_known(event.start) else event.to))
        )
        if turn is not None and turn.resting:
            turn.moved.append(event.to)
        if turn is not None and table.terms.reds_hunt and turn.resting:
            _gathers(table, turn, event, came_from)
        elif turn is not None:
            _attack(table, turn, event, came_from)
    go_on(table)


def _went_unseen(table: Table, turn: Turn) -> None:
    """A hunting Red has gone to an unknown space: it may have joined those that wait for their battle."""
    turn.red_unseen, battle = True, table.battle
    if battle is not None and battle.attacker == RED and not battle.rolled:
        battle.strength[ATTACK] = base_strength(table, battle, ATTACK)


def _gathers(table: Table, turn: Turn, event: MoveRed, came_from: tuple[str, ...]) -> None:
    """A hunting Red waits on the ship's space until all have moved; then all of them attack together."""
    ship = table.players[turn.seat] if is_known(turn.seat) else None
    if ship is None or not is_known(ship.at) or table.phase == "over":
        return
    if table.battle is not None:
        _joins(table, table.battle, event, came_from)
        return
    if ship.at == event.to:
        turn.arrived.append(came_from)
    try:
        more_come = bool(reds_to_move(table, turn))
    except Undetermined:
        more_come = False
    if not turn.arrived or more_come:
        return
    first, *others = turn.arrived
    turn.arrived = []
    back = first[0] if len(first) == 1 else UNKNOWN
    number = 1 + len(others)
    begin_battle(table, Battle(RED, ship.seat, ship.at, back, perhaps=first, number=number, others=tuple(others)))


def _joins(table: Table, battle: Battle, event: MoveRed, came_from: tuple[str, ...]) -> None:
    """An additional Red has come that was not known to be due: it fights together with the others."""
    if battle.attacker != RED or battle.rolled or battle.space != event.to:
        return
    battle.number, battle.others = battle.number + 1, (*battle.others, came_from)
    battle.strength[ATTACK] = base_strength(table, battle, ATTACK)


def _attack(table: Table, turn: Turn, event: MoveRed, came_from: tuple[str, ...]) -> None:
    ship = table.players[turn.seat] if is_known(turn.seat) else None
    if (
        ship is not None
        and is_known(ship.at)
        and ship.at == event.to
        and table.battle is None
        and table.phase != "over"
    ):
        back = came_from[0] if len(came_from) == 1 else UNKNOWN
        begin_battle(table, Battle(RED, ship.seat, event.to, back, perhaps=came_from))


def _came_from(table: Table, turn: Turn | None, event: MoveRed) -> tuple[str, ...]:
    """List the possible spaces of a Red before it reached the ship: the last of its stated way.

    Without a stated way, each space from which such a way leads. If there is none, the space that it came from.
    """
    if not is_known(event.to) or not all(map(is_known, event.path)):
        return ()
    if event.path:
        return tuple([space for space in event.path if space != event.to][-1:])
    if not is_known(event.start):
        return ()
    if turn is None or not is_known(turn.seat):
        return (event.start,)
    try:
        chase = chase_of(table, turn.seat, event.start)
        return (tuple(last_spaces(table, chase)) if chase.ship == event.to else ()) or (event.start,)
    except Undetermined:
        return ()


def turn_ended(table: Table, _: EndTurn) -> None:
    """Everything that follows a rest has happened."""
    turn = table.turn
    if turn is not None and table.phase == "rest" and is_known(turn.seat):
        table.owed.clear()
        white_unseen(table, turn)
        rested(table, turn)
