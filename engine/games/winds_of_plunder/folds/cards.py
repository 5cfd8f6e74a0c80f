"""Action cards and Treasure cards: drawn unseen, seen, played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.marking import change, in_doubt, score
from engine.games.winds_of_plunder.folds.turns import open_turn, spend
from engine.games.winds_of_plunder.reckoning.formulas import clockwise_from
from engine.games.winds_of_plunder.state import ITEMS, NONE_YET, Gain, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, is_known

# The most unseen draws that are remembered: more than any deck has.
MOST_UNSEEN = 200


def card_drawn(table: Table, event: e.DrawCard) -> None:
    """A card goes to the hand, unseen until the log names it."""
    turn, player = open_turn(table, event.by), table.players[event.by]
    spend(table, turn, event, "draw")
    table.reshuffled = NONE_YET
    if not _off_the_deck(table):
        table.unapplied.append("there is no Action card to draw")
        return
    player.actions.append(UNKNOWN)
    # A log may contain more draws than any deck has cards. Only the latest are remembered.
    table.unseen = [*table.unseen[-MOST_UNSEEN:], ("action", event.by)]
    if is_known(table.action_deck) and table.action_deck == 0 and table.terms.reshuffle == "when-empty-immediately":
        reshuffle(table)


def _off_the_deck(table: Table) -> bool:
    """Take a card off the deck and return whether there was one; with an unknown number it may be a new deck."""
    if is_known(table.action_deck) and table.action_deck == 0:
        reshuffle(table)
    if is_known(table.action_deck) and table.action_deck == 0:
        return False
    if not is_known(table.action_deck) and table.discard:
        table.discard.clear()
        table.discard_untold = True
    table.action_deck -= 1
    return True


def reshuffle(table: Table) -> None:
    """The discards become the deck."""
    if table.discard_untold:
        table.action_deck, table.discard_untold = UNKNOWN, False
        table.discard.clear()
    if not table.discard:
        return
    table.action_deck += len(table.discard)
    table.reshuffled = len(table.discard)
    table.discard.clear()


def shuffled(table: Table, event: e.ShuffleDeck) -> None:
    """A deck is shuffled: at set-up, or the discards into a new one."""
    if not is_known(event.deck):
        return
    if event.deck == "treasure" and table.phase != "set-up":
        table.sunk.clear()
    elif event.deck == "action" and table.phase == "set-up":
        total = table.content.action_total
        table.action_deck = event.count if is_known(event.count) and event.count and not is_known(total) else total
    elif event.deck == "action":
        if not is_known(table.reshuffled) or table.reshuffled == NONE_YET:
            reshuffle(table)
        table.reshuffled = NONE_YET


def drawn_treasure(table: Table, player: Player) -> int:
    """Move a Treasure card to the hand, if there is one; return how many came."""
    if is_known(table.treasure_deck) and table.treasure_deck < 1:
        player.treasure_due += table.terms.no_treasure_left == "owed"
        return 0
    table.treasure_deck -= 1
    player.treasures.append(UNKNOWN)
    table.unseen.append(("treasure", player.seat))
    return 1


def _take_out(hand: list[Any], card: str) -> None:
    """Take one known card out of a hand, without comparing the unseen ones."""
    hand.pop(next(i for i, held in enumerate(hand) if is_known(held) and held == card))


def _one_less(hand: list[Any]) -> list[Any]:
    """Take an unknown card out of a hand: the size shrinks, and the remaining cards are unknown."""
    return [UNKNOWN] * (len(hand) - 1)


def buried(table: Table, player: Player, port: str) -> None:
    """Move a Treasure card from the hand to the bottom of its deck.

    If it is not in hand, another one leaves the hand.
    """
    held = [p for p in player.treasures if is_known(p)]
    if not is_known(port) and is_known(player.port) and player.port in held:
        # A card that is not named is the one for this port.
        port = player.port
    hidden = len(player.treasures) - len(held)
    if not is_known(port) and not is_known(player.port):
        # Neither card nor port is known: it may have been any of them.
        player.treasures = [UNKNOWN] * len(player.treasures)
        hidden = len(player.treasures)
    if is_known(port) and port in held:
        _take_out(player.treasures, port)
    elif hidden:
        place = next(i for i, card in enumerate(player.treasures) if not is_known(card))
        player.treasures.pop(place)
        table.unseen = _told(table, player.seat)
    elif player.unsure:
        pass
    elif not held:
        table.unapplied.append(f"{player.seat} has no Treasure card to play")
        return
    else:
        player.treasures = _one_less(player.treasures)
    table.treasure_deck += 1
    table.sunk += [port] if is_known(port) else []
    pay_treasures(table, player.seat)


def _told(table: Table, seat: str) -> list[tuple[str, str]]:
    """An unseen card is played: drop the player's oldest unseen draw."""
    place = next((i for i, unseen in enumerate(table.unseen) if unseen == ("treasure", seat)), None)
    return table.unseen if place is None else table.unseen[:place] + table.unseen[place + 1 :]


def pay_treasures(table: Table, seat: str) -> None:
    """Owed Treasure cards are drawn once the deck has one, clockwise from the active player."""
    for name in clockwise_from(table.seats, seat):
        player = table.players[name]
        while player.treasure_due and (not is_known(table.treasure_deck) or table.treasure_deck > 0):
            player.treasure_due -= 1
            drawn_treasure(table, player)


def card_seen(table: Table, event: e.SeeCard) -> None:
    """The log names the face of an unseen card: the last one of its kind."""
    if not is_known(event.card):
        return
    treasure = event.card in table.content.treasure_names
    kind = "treasure" if treasure else "action"
    place = next((i for i in range(len(table.unseen) - 1, -1, -1) if table.unseen[i][0] == kind), None)
    if place is None:
        table.unapplied.append("no card was drawn unseen")
        return
    _, seat = table.unseen.pop(place)
    if table.turn is not None and not treasure:
        table.turn.face_open = False
    if not is_known(seat):
        # An unknown player has drawn it.
        return
    player = table.players[seat]
    hand = player.treasures if treasure else player.actions
    face = table.content.treasure(event.card) if treasure else event.card
    hidden = next((i for i in range(len(hand) - 1, -1, -1) if hand[i] is UNKNOWN), None)
    if hidden is not None:
        hand[hidden] = face
    if treasure and face in table.sunk:
        table.sunk.remove(face)


def card_played(table: Table, event: e.PlayCard) -> None:
    """An Action card takes effect and is discarded."""
    turn, player = open_turn(table, event.by), table.players[event.by]
    spend(table, turn, event, "play")
    table.reshuffled = NONE_YET
    discarded(table, player, event.card)
    if not is_known(event.card):
        _does_anything(table, turn)
        return
    turn.plays.append(event.card)
    effect = table.content.action(event.card).effect
    run = EFFECTS.get(effect) if is_known(effect) and effect is not None else None
    if run is None:
        _does_anything(table, turn)
    else:
        run(table, player, event)


def _does_anything(table: Table, turn: Turn) -> None:
    """A card with an unknown effect may have changed anything and let the ship sail again."""
    in_doubt(table, *table.players.values())
    table.tiles = dict.fromkeys(table.tiles, UNKNOWN)
    table.bar = [UNKNOWN for _ in table.bar]
    turn.again = UNKNOWN


def discarded(table: Table, player: Player, card: str) -> None:
    """A played card moves from the hand to the discard pile."""
    _leave_hand(table, player, card)
    table.discard.append(card)


def _leave_hand(table: Table, player: Player, card: str) -> None:
    known_cards = [c for c in player.actions if is_known(c)]
    if not is_known(card):
        # It may have been any of them.
        player.actions = _one_less(player.actions)
    elif card in known_cards:
        _take_out(player.actions, card)
    elif player.untold:
        return
    elif len(known_cards) < len(player.actions):
        hidden = len(player.actions) - len(known_cards) - 1
        player.actions = known_cards + [UNKNOWN] * hidden
    elif player.actions:
        player.actions = _one_less(player.actions)
    else:
        table.unapplied.append(f"{player.seat} had no such card")


def _buy(table: Table, player: Player, event: e.PlayCard) -> None:
    item = table.content.action(event.card).param("item")
    stated = is_known(event.pay) and event.pay >= 0
    price = event.pay if stated or not is_known(event.pay) else price_of(table, player, event.card)
    score(table, player, -price, Gain.CARD)
    if isinstance(item, str) and item in ITEMS:
        change(table, player.seat, item, 1)


def price_of(table: Table, player: Player, card: str) -> int:
    """Return the price of an item here: nothing in a port that the card lists."""
    kind = table.content.action(card)
    free, price = kind.param("free_ports"), kind.param("price")
    if not is_known(free) or not is_known(price) or not is_known(player.port):
        return UNKNOWN  # type: ignore[no-any-return] # an unknown number
    if any(is_known(port) and port == player.port for port in free):
        return 0
    return int(price) if all(map(is_known, free)) else UNKNOWN


def _sail_again(table: Table, player: Player, event: e.PlayCard) -> None:
    cost = table.content.action(event.card).param("crew_cost")
    change(table, player.seat, "crew", -cost if isinstance(cost, int) else UNKNOWN)
    open_turn(table, player.seat).again += 1


def _swap_tiles(table: Table, _player: Player, event: e.PlayCard) -> None:
    one, other = event.one, event.other
    if not (is_known(one) and is_known(other) and one and other):
        table.tiles = dict.fromkeys(table.tiles, UNKNOWN)
        table.bar = [UNKNOWN for _ in table.bar]
        return
    turned = {one: other, other: one}
    table.tiles = {port: turned.get(tile, tile) if is_known(tile) else tile for port, tile in table.tiles.items()}
    table.bar = [turned.get(tile, tile) if is_known(tile) else tile for tile in table.bar]


def _loses(table: Table, player: Player, event: e.PlayCard) -> None:
    kind = table.content.action(event.card)
    item, amount = kind.param("item"), kind.param("amount")
    if not is_known(event.target):
        # It may have been any of the others.
        in_doubt(table, *(p for p in table.players.values() if p is not player))
        return
    if not event.target or not isinstance(item, str) or item not in ITEMS:
        table.unapplied.append(f"{event.card} is played on nobody")
        return
    change(table, event.target, item, -amount if isinstance(amount, int) else UNKNOWN, actor=player.seat)


EFFECTS: dict[str, Callable[[Table, Player, e.PlayCard], None]] = {
    "buy_item": _buy,
    "second_sail": _sail_again,
    "swap_tiles": _swap_tiles,
    "opponent_loses": _loses,
}
