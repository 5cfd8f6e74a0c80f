"""Trade: goods and equipment for gold, goods overboard, and letters returned to join in."""

from __future__ import annotations

from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.content.pieces import CANNONS, CREW, ROLES
from engine.games.north_wind.folds.tokens import CREW_FIELD, settle, waiting
from engine.games.north_wind.folds.turns import action_done, done, own_turn, pay
from engine.games.north_wind.reckoning import bookkeeping, equipment_price, lowered, mine, prices_of
from engine.games.north_wind.state import Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, is_known


def free_of_charge(table: Table, turn: Turn, seat: str) -> bool:
    """Return whether a joiner pays nothing, because the letter replaces the payment under one reading."""
    return table.terms.joiner_pays == "no" and not mine(turn, seat)


def load(player: Player, goods: Any, number: int) -> None:  # noqa: ANN401 - a commodity, or UNKNOWN
    """Move goods into the hold, or out of it; they may be unknown."""
    for one in player.hold if not is_known(goods) else (goods,):
        if not is_known(goods):
            player.hold[one] = UNKNOWN
        elif number < 0:
            player.hold[one] = lowered(player.hold[one], -number)
        else:
            player.hold[one] += number


def bought(table: Table, event: e.Buy) -> None:
    """Goods come aboard, and gold goes to the bank."""
    turn = own_turn(table, event.by)
    price = sum(prices_of(table, event))
    for goods in event.goods:
        load(table.players[event.by], goods, 1)
    if not free_of_charge(table, turn, event.by):
        pay(table, event.by, price)
    turn.thrown.pop(event.by, None)
    action_done(table, turn, event.by, "buy")
    done(turn, "buy", event.by, gold=price, goods=event.goods)


def sold(table: Table, event: e.Sell) -> None:
    """Goods go to the supply, and gold comes from the bank, and from the Bookkeeper."""
    turn, player = own_turn(table, event.by), table.players[event.by]
    price, extra = sum(prices_of(table, event)), _bookkeeper(table, event, len(event.goods))
    if not free_of_charge(table, turn, event.by):
        for goods in event.goods:
            load(player, goods, -1)
    player.gold += price + extra
    turn.thrown.pop(event.by, None)
    action_done(table, turn, event.by, "sell")
    done(turn, "sell", event.by, gold=price + extra, extra=extra, goods=event.goods)


def _bookkeeper(table: Table, event: e.Sell | e.Exchange, units: int) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    stated = event.bookkeeper
    return bookkeeping(table, event.by, units) if is_known(stated) and not stated else stated


def exchanged(table: Table, event: e.Exchange) -> None:
    """One commodity is sold and one bought."""
    turn, player = own_turn(table, event.by), table.players[event.by]
    income, price = prices_of(table, event)
    extra = _bookkeeper(table, event, 1)
    free = free_of_charge(table, turn, event.by)
    if not free:
        load(player, event.sold, -1)
    player.gold += income + extra
    load(player, event.bought, 1)
    if not free:
        pay(table, event.by, price)
    turn.thrown.pop(event.by, None)
    action_done(table, turn, event.by, "exchange")
    done(turn, "exchange", event.by, gold=income + extra - price, extra=extra)


def equipped(table: Table, event: e.Equip) -> None:
    """The ship gets a sail level, a cannon or a crew member, unless there is no place for it."""
    turn = own_turn(table, event.by)
    price = event.price if not is_known(event.price) or event.price else _price(table, event)
    if not free_of_charge(table, turn, event.by):
        pay(table, event.by, price)
    before, crowded = waiting(table, event.by), _perhaps_full(table.players[event.by])
    _fit_out(table, turn, event)
    was_earlier = mine(turn, event.by)
    action_done(table, turn, event.by, "equip", sail=not is_known(event.item) or event.item == "sail")
    done(turn, "equip", event.by, gold=price, item=event.item)
    one_more = event.item == "crew" if is_known(event.item) else crowded
    if one_more and (was_earlier or table.terms.crew_bonus_off_turn == "at-once"):
        table.placed.clear()
        settle(table, event.by, (CREW_FIELD,), before)


def _perhaps_full(player: Player) -> bool:
    """Return whether one more crew member may be the fourth."""
    return player.crew_untold or len(player.crew) >= CREW - 1


def _price(table: Table, event: e.Equip) -> Any:  # noqa: ANN401 - as above
    return equipment_price(table, event.item) if is_known(event.item) else UNKNOWN


def _fit_out(table: Table, turn: Turn, event: e.Equip) -> None:
    player = table.players[event.by]
    if not is_known(event.item):
        player.sail = player.cannons = UNKNOWN
        player.crew_untold = True
    elif event.item == "sail":
        player.sail += 1
        turn.sails_bought += mine(turn, event.by)
        turn.sails_by_letter += not mine(turn, event.by)
    elif event.item == "cannon":
        player.cannons = min(CANNONS, player.cannons + 1) if is_known(player.cannons) else UNKNOWN
    else:
        hired(table, player, event.role if not is_known(event.role) or event.role else UNKNOWN)


def hired(table: Table, player: Player, role: Any) -> None:  # noqa: ANN401 - a role, or UNKNOWN
    """A crew member takes a slot, unless it is taken or no piece is left to hire."""
    taken = is_known(role) and any(is_known(one) and one == role for one in player.crew)
    if len(player.crew) >= CREW or taken or (is_known(role) and role not in ROLES):
        table.unapplied.append("a crew member finds no slot")
    else:
        player.crew.append(role)


def thrown_overboard(table: Table, event: e.ThrowOverboard) -> None:
    """Goods return to the supply."""
    player = table.players[event.by]
    for goods in event.goods:
        load(player, goods, -1)
    if is_known(event.to) and event.to:
        for goods in event.goods:
            load(table.players[event.to], goods, 1)
    player.gold += event.gold
    if table.turn is not None:
        table.turn.thrown.setdefault(event.by, []).extend(event.goods)
        done(table.turn, "overboard", event.by)


def letter_spent(table: Table, event: e.SpendLetter) -> None:
    """A letter returns to the supply, and the player who returned it may use the tile."""
    player, turn = table.players[event.by], table.turn
    player.letters = lowered(player.letters, 1)
    if turn is None:
        return
    if not mine(turn, event.by):
        turn.joined = event.by
        if turn.row:
            earlier = is_known(event.index) and 0 < event.index < len(turn.row)
            turn.row[event.index - 1 if earlier else -1].joiners.append(event.by)
    done(turn, "letter", event.by)
