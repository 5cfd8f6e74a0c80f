"""Players choose cards in secret, and reveal them."""

from __future__ import annotations

from engine.games.tailwinds.events import Commit, Reveal, Unseal
from engine.games.tailwinds.folds.sailing import put
from engine.games.tailwinds.folds.turns import discard_card, start_resolving
from engine.games.tailwinds.state import AFLOAT, WAITING, Player, Table, TakenForOpen
from engine.kernel.unknown import UNKNOWN, is_known


def committed(table: Table, event: Commit) -> None:
    """A player lays a card face down. If the last round was not finished, a new one begins."""
    if table.phase != "choosing":
        _start_choosing(table)
    player = table.players[event.by]
    if player.card is not None:
        back_to_hand(table, player)
    lay_card(player, event.card)
    player.seal, player.shown = event.seal, False


def lay_card(player: Player, card: str) -> None:
    """Move a card from hand to table. An unknown card makes the rest of the hand less certain."""
    player.card, player.elsewhere, player.opened = card, None, False
    if card is UNKNOWN:
        player.unseen += 1
    elif player.hand is not UNKNOWN:
        if card not in player.hand and not player.unseen:
            # It was not in the hand: it comes from the played cards, or from another deck.
            player.elsewhere = tuple(player.played)
            player.played = [c for c in player.played if not is_known(c) or c != card]
            return
        player.hand.discard(card)
    player.size = fewer(player.size)


def fewer(size: int) -> int:
    """Return one less, but at least zero; an unknown number stays unknown."""
    return max(0, size - 1) if size is not UNKNOWN else size


def back_to_hand(table: Table, player: Player) -> None:
    """Return a chosen card to the hand."""
    card, player.card = player.card, None
    if player.elsewhere is not None:
        # Return it to its former place, as if it had never been chosen: so it looks to players who have not seen it.
        player.played, player.elsewhere = list(player.elsewhere), None
        return
    if not is_known(card):
        player.unseen = max(0, player.unseen - 1)
    elif is_known(player.hand):
        deck = table.content.decks.get(player.deck, ())
        if is_known(deck) and card not in deck:
            return
        player.hand.add(card)
    player.size += 1


def pairs(table: Table, cards: tuple[str, ...]) -> dict[str, str]:
    """Assign each revealed card to its player: by the choice, else by its deck, else in seat order."""
    players = table.players
    waiting = [s for s in table.seats if players[s].card is not None and not players[s].shown]
    if len(cards) == len(waiting) and all(_same(players[s].card, c) for s, c in zip(waiting, cards, strict=True)):
        return dict(zip(waiting, cards, strict=True))
    left, given = list(cards), dict[str, str]()
    seats = list(dict.fromkeys((*waiting, *table.seats)))
    for seat in waiting:
        chosen = table.players[seat].card
        _deal(given, seat, left, [is_known(c) and is_known(chosen) and c == chosen for c in left])
    for seat in seats:
        deck = table.players[seat].deck
        _deal(given, seat, left, [is_known(c) and table.content.card(c).deck == deck for c in left])
    for seat in seats:
        _deal(given, seat, left, [True for _ in left])
    return given


def not_as_chosen(table: Table, event: Reveal) -> bool:
    """Return whether a reveal shows anything but the one card that each player is known to have chosen.

    Almost no reveal does, and the others break no rule.
    """
    players, cards = table.players, event.cards
    if len(players) != len(cards):
        return True
    for player, card in zip(players.values(), cards, strict=True):
        chosen = player.card
        if chosen is UNKNOWN or card is UNKNOWN or chosen != card or player.shown or player.shackled != "":
            return True
    return False


def _same(chosen: str, card: str) -> bool:
    return chosen is not UNKNOWN and card is not UNKNOWN and chosen == card


def _deal(given: dict[str, str], seat: str, left: list[str], fits: list[bool]) -> None:
    """Assign to a seat without a card the first remaining card that fits."""
    if seat not in given and True in fits:
        given[seat] = left.pop(fits.index(True))


def revealed(table: Table, event: Reveal) -> None:
    """The chosen cards are open, and the first player is known."""
    for seat, card in pairs(table, event.cards).items():
        player = table.players[seat]
        if player.card is UNKNOWN or card is UNKNOWN or player.card != card:
            _turned_up(table, player, card)
        player.shown = True
        player.opened |= is_known(card) and not isinstance(event.cards, TakenForOpen)
    if table.phase != "resolving":
        start_resolving(table)


def _turned_up(table: Table, player: Player, card: str) -> None:
    """A card is revealed that is not known to be the chosen one."""
    if player.card is None:
        lay_card(player, card)
    elif is_known(card):
        # Whichever card was chosen, only the revealed one is visible from now on.
        back_to_hand(table, player)
        lay_card(player, card)


def unsealed(table: Table, event: Unseal) -> None:
    """A seal has been opened."""
    table.players[event.by].seal = ""


def _start_choosing(table: Table) -> None:
    """Start choosing again, although the round (or the set-up) was not finished."""
    for player in table.players.values():
        player.shackled = ""
        if player.card is not None and player.shown:
            discard_card(table, player)
    table.turn, table.active, table.acted, table.phase = None, "", set(), "choosing"
    table.round += 1
    for boat in table.boats:
        if boat.state is WAITING:
            boat.state = AFLOAT
            put(table, boat, UNKNOWN, UNKNOWN)
