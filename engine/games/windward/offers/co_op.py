"""Moves of the cooperative and solo modes: trading cards in port, and teeth for gas."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.windward import events as e
from engine.games.windward.content import PORT
from engine.games.windward.reckoning import cards_held, gas_slots, hand_limit
from engine.games.windward.state import GREY_TOOTH, RED_TOOTH, Player, Table
from engine.kernel.events import Event
from engine.kernel.facts import require_known
from engine.kernel.unknown import is_known


def trades(table: Table) -> Iterator[Event]:
    """List each card that may be given, or traded for another, between players whose ships are in port."""
    if not table.terms.allied:
        return
    there = [player for player in table.players.values() if require_known(player.at) == PORT]
    for giver in there:
        for taker in (one for one in there if one is not giver):
            backs = [()] if table.terms.gifts == "gifts-ok" else [(card,) for card in _cards(taker)]
            room = require_known(cards_held(taker)) < require_known(hand_limit(table, taker))
            for back in backs if room or backs != [()] else []:
                yield from (e.Give(giver.seat, taker.seat, (card,), back) for card in _cards(giver))


def _cards(player: Player) -> list[str]:
    return [card for card in dict.fromkeys(player.hand) if is_known(card)]


def teeth(table: Table, player: Player) -> Iterator[Event]:
    """List teeth for gas: one of a colour, or all."""
    if table.terms.track_ends:
        return
    red, grey = require_known(player.cargo[RED_TOOTH]), require_known(player.cargo[GREY_TOOTH])
    if not (red or grey) or require_known(player.gas) >= require_known(gas_slots(table, player)):
        return
    yield e.TradeTeeth(player.seat, red, grey)
    if red:
        yield e.TradeTeeth(player.seat, red=1)
    if grey:
        yield e.TradeTeeth(player.seat, grey=1)
