"""Acts of the cooperative game: choosing the difficulty and trading cards; and trading teeth for gas."""

from __future__ import annotations

from typing import Any

from engine.games.windward.events import Give, SetDifficulty, TradeTeeth
from engine.games.windward.folds.battle import broken_off, leaves_hand
from engine.games.windward.folds.turns import own_turn
from engine.games.windward.reckoning import gas_slots, lowered, raised
from engine.games.windward.reckoning.great_white import DIFFICULTIES
from engine.games.windward.scoring import WORTH
from engine.games.windward.state import GREY_TOOTH, RED_TOOTH, Player, Table
from engine.kernel.unknown import UNKNOWN, is_known


def difficulty_chosen(table: Table, event: SetDifficulty) -> None:
    """Set how far the White moves."""
    table.difficulty = event.level if is_known(event.level) and event.level in DIFFICULTIES else UNKNOWN


def cards_given(table: Table, event: Give) -> None:
    """Cards are given from hand to hand, face up."""
    giver = table.players[event.by]
    if not is_known(event.to):
        for player in table.players.values():
            _hand_lost_sight(player)
        return
    taker = table.players[event.to]
    for card in filter(_a_card(table), event.cards):
        _handed_over(giver, taker, card)
    for card in filter(_a_card(table), event.back):
        _handed_over(taker, giver, card)


def _a_card(table: Table) -> Any:  # noqa: ANN401 - a look at a name
    """Return a filter for cards: other things that a log may name in a gift stay where they are."""
    return lambda name: not is_known(name) or name in table.content.card_names


def _hand_lost_sight(player: Player) -> None:
    player.hand_untold = True
    player.hand.clear()
    player.seen.clear()


def _handed_over(giver: Player, taker: Player, card: Any) -> None:  # noqa: ANN401 - a name, or UNKNOWN
    leaves_hand(giver, card)
    taker.hand.append(card)
    if is_known(card):
        taker.seen.append(card)


def teeth_traded(table: Table, event: TradeTeeth) -> None:
    """Teeth go to the stock for gas, if there is room for it; if they bring none, nothing happens."""
    own_turn(table, event.by)
    broken_off(table)
    player = table.players[event.by]
    given = {RED_TOOTH: event.red, GREY_TOOTH: event.grey}
    if table.terms.track_ends:
        return
    brought = 0
    for tooth, number in given.items():
        had = player.cargo[tooth]
        gone = min(number, had) if is_known(number) and is_known(had) else number
        brought += gone * WORTH[tooth]
        player.cargo[tooth] = lowered(had, gone)
    player.gas = raised(player.gas, brought, gas_slots(table, player))
