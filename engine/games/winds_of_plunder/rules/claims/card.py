"""The case of a wrong claim about hands, decks or the discard pile."""

from __future__ import annotations

from engine.games.winds_of_plunder.rules.claims.port import came_in
from engine.games.winds_of_plunder.rules.claims.turn import last_act
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.state import NONE_YET, Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import is_known


def discard(table: Table, _: Claim) -> Wrong | None:
    """Judge the discard pile after a card was played, or after a draw, which may have emptied it into a new deck."""
    return {"play": Wrong.PLAYED_AND_KEPT, "draw": Wrong.NEW_DECK}.get(last_act(table))


def action_deck(table: Table, _: Claim) -> Wrong | None:
    """Judge the Action deck after a draw, which may have brought a new deck."""
    if last_act(table) != "draw":
        return None
    return Wrong.NEW_DECK if table.reshuffled != NONE_YET else Wrong.OFF_THE_DECK


def treasure_deck(table: Table, _: Claim) -> Wrong | None:
    """Judge the Treasure deck after a card was put under it."""
    return Wrong.UNDER_THE_DECK if last_act(table) == "treasure" else None


def hand(table: Table, _: Player, claim: Claim) -> Wrong | None:
    """Judge the Action cards in hand: a card that was played is not among them."""
    played = {card for card in table.discard if is_known(card)}
    return Wrong.PLAYED_AND_KEPT if played.intersection(str(claim.value).split()) else None


def hand_size(table: Table, player: Player, _: Claim) -> Wrong | None:
    """Judge the number of Action cards: a point draws one."""
    own = table.turn is not None and table.turn.seat == player.seat
    return Wrong.DRAWN if own and last_act(table) == "draw" else None


def treasures(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the number of Treasure cards.

    Too many: one that went back, or that no tile showed. Too few: one that the tile just showed, or one not played.
    """
    turn = table.turn if table.turn is not None and table.turn.seat == player.seat else None
    if not isinstance(claim.value, int):
        return None
    if claim.value > len(player.treasures):
        return Wrong.CARD_GONE if turn is not None and turn.treasure_played else Wrong.CARD_FROM_NOWHERE
    return Wrong.TAKEN if turn is not None and (came_in(turn, player) or turn.drawn_now) else Wrong.CARD_KEPT


def treasure(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge a hand of named cards by a card that should not be in it; else one is missing."""
    claimed = {word for word in str(claim.value).split() if word in table.content.ports}
    extra = sorted(claimed - {port for port in player.treasures if is_known(port)})
    if not extra:
        return Wrong.CARD_KEPT
    return Wrong.CARD_GONE if extra[0] in table.sunk else Wrong.CARD_FROM_NOWHERE
