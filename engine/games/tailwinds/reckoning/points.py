"""Points, the card in play, and what a turn still has to do."""

from __future__ import annotations

from dataclasses import replace

from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.reckoning.resting import own_boats, quarry
from engine.games.tailwinds.state import AFLOAT, NO_CARD, UNSEEN, Boat, Player, Table, Turn
from engine.kernel.events import Move
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def charge(table: Table, boat: Boat, points: int) -> int:
    """What a block costs: points past the finish are not spent, unless the reading says they are lost."""
    if table.finish is UNKNOWN or boat.space + points <= table.finish:
        return points
    lost = table.terms.past_finish == "excess-always-lost"
    return points if lost else table.finish - boat.space


def free_steps(table: Table, turn: Turn) -> bool:
    """Say whether Pursuit's fixed steps are what this turn's moves are."""
    return turn.card.ability == "pursuit" and any(b.number not in turn.stepped for b in own_boats(table, turn.seat))


def can_spend(table: Table, turn: Turn) -> bool:
    """Say whether points are left that some boat could use."""
    if turn.left <= 0:
        return False
    boats = own_boats(table, turn.seat)
    if one_boat_only(table, turn) and turn.blocks:
        boats = [b for b in boats if b.number == turn.blocks[0]]
    return bool(boats)


def still_to_do(table: Table, turn: Turn) -> bool:
    """Say whether the movement is not over: points to spend, fixed steps to take, an opponent to join."""
    if can_spend(table, turn) or free_steps(table, turn):
        return True
    if turn.card.ability != "pursuit":
        return False
    chasing = ((b, quarry(table, b)) for b in own_boats(table, turn.seat) if b.number not in turn.chased)
    return any(prey is not None and prey.space > b.space for b, prey in chasing)


def may_race(table: Table, player: Player) -> bool:
    """Say whether a player has a boat on the track; one that nobody can place is taken to be on its way home."""
    for boat in player.boats:
        if boat.state is AFLOAT and (table.finish is UNKNOWN or boat.space is UNKNOWN or boat.space < table.finish):
            return True
    return False


def has_a_choice(table: Table, player: Player) -> bool:
    """Say whether a player is known to have cards and boats, and has chosen none."""
    return player.card is None and is_known(player.size) and player.size > 0 and may_race(table, player)


def nothing_to_do(table: Table, seat: str) -> bool:
    """Say whether a turn in which nothing was done may end: there is no boat to move, or no point to move it by."""
    player = table.players[seat]
    if player.card is None or not may_race(table, player):
        return True
    card = resolving(table, seat)
    if is_known(card.ability) and card.ability == "pursuit":
        return False
    points = base_points(table, seat, card)
    return is_known(points) and points <= 0


def one_boat_only(table: Table, turn: Turn) -> bool:
    """Say whether this card's points go to a single boat (one reading of Recover)."""
    return table.terms.recover_split == "single-boat" and turn.card.recover is True


def usable_after_taking(table: Table, seat: str) -> bool:
    """Say whether the ability in play may still be used once a Rainbow card was taken: one that brings no points."""
    if table.terms.after_taking == "take-closes-the-turn":
        return False
    card = resolving(table, seat)
    return card.timing == "any" and card.ability != "longboat"


def is_shackled(player: Player) -> bool:
    """Say whether Shackle sent this player's card back in this round; which card it was may be unknown."""
    return player.shackled is UNKNOWN or player.shackled != ""


def owing_a_card(player: Player) -> bool:
    """Say whether a player has taken a card back and laid no other yet."""
    return player.card is None and is_shackled(player)


def taken_copies(table: Table, card: str) -> int:
    """How many copies of a Rainbow card are known to be somewhere else than in the pile."""
    held = (player.rainbow for player in table.players.values())
    return sum(is_known(c) and c == card for cards in (*held, table.market, table.discard) for c in cards)


def has_ability(table: Table, event: Move) -> bool:
    """Say whether the card in play may do more than give points: what most rules about abilities ask first."""
    turn = table.turn
    card = turn.card if turn is not None and turn.seat == event.by else resolving(table, event.by)
    return card.ability is UNKNOWN or bool(card.ability)


def open_turn_of(table: Table, seat: str) -> Turn | None:
    """The turn in progress, if it is this player's."""
    return table.turn if table.turn is not None and table.turn.seat == seat else None


def resolving(table: Table, seat: str) -> MovementCard:
    """The card a player resolves: the turn's, or the one that lies there for it."""
    turn = table.turn
    if turn is not None and turn.seat == seat:
        return turn.card
    card = table.players[seat].card
    if card is None:
        return NO_CARD if seat in table.acted else UNSEEN
    return table.content.card(card) if card is not UNKNOWN else unseen(table, table.players[seat])


def unseen(table: Table, player: Player) -> MovementCard:
    """A card of a deck that nobody wrote down: it says what all cards of the deck say, and else what nobody knows."""
    names = table.content.decks.get(player.deck, UNKNOWN)
    cards = [table.content.card(name) for name in names] if is_known(names) else []
    if not cards or not all(is_known(card.ability) and card.ability is None for card in cards):
        return UNSEEN
    plain = all(is_known(card.dice) and card.dice == 0 for card in cards)
    return replace(UNSEEN, ability=None, dice=0 if plain else UNKNOWN)


def base_points(table: Table, seat: str, card: MovementCard) -> int:
    """The points a card brings by itself: Pursuit has fixed steps, a copy card takes its number from another."""
    if card.ability is UNKNOWN or not card.ability:
        return card.value
    if card.ability == "pursuit":
        return 0
    if card.ability == "copy":
        return _copied(table, seat, card)
    return card.value


def _copied(table: Table, seat: str, card: MovementCard) -> int:
    """What a copy card is worth before anybody says what it copies: where there is no choice, that is known."""
    shown, fallback = sources(table, seat), card.param("fallback")
    value: int = UNKNOWN
    if len(shown) <= 1 and _unseen(table, seat):
        return value
    if not shown:
        return fallback if isinstance(fallback, int) else 0
    return copied_value(table, shown[0]) if len(shown) == 1 else 0


def no_choice_of_copies(table: Table, seat: str) -> bool:
    """Say whether one card at most can be copied, and all that lie there are known."""
    return len(sources(table, seat)) <= 1 and not _unseen(table, seat)


def may_choose_a_copy(table: Table, seat: str) -> bool:
    """Say whether more than one card can be copied; undetermined where that turns on cards of which nobody knows."""
    named, unseen = len(sources(table, seat)), _unseen(table, seat)
    if named <= 1 < named + unseen and table.terms.copy_dice == "not-copyable":
        raise Undetermined
    return named + unseen > 1


def _unseen(table: Table, seat: str) -> int:
    return sum(not is_known(card) for card in _lying(table, seat))


def has_copied(turn: Turn) -> bool:
    """Say whether a number was copied, whichever it was."""
    return turn.copied is UNKNOWN or turn.copied != ""


def copied_value(table: Table, card: str) -> int:
    """What a copy card is worth when it copies a card."""
    value: int = UNKNOWN
    if not is_known(card):
        return value
    value = table.content.card(card).value
    if table.terms.copy_dice != "final-total":
        return value
    had = [p for p in table.players.values() if p.resolved is not None]
    if any(not is_known(p.resolved) for p in had):
        value = UNKNOWN
    return next((p.total for p in had if is_known(p.resolved) and p.resolved == card), value)


def sources(table: Table, seat: str) -> list[str]:
    """The cards that other players show this round and that can be copied, as far as the record names them."""
    named = [card for card in _lying(table, seat) if is_known(card)]
    if table.terms.copy_dice == "not-copyable":
        return [card for card in named if not table.content.card(card).dice]
    return named


def _lying(table: Table, seat: str) -> list[str]:
    """The cards that other players show, or have shown, this round."""
    others = (p for p in table.players.values() if p.seat != seat)
    lying = ((p.card if p.card is not None else p.resolved) for p in others if p.shown or p.resolved is not None)
    return [card for card in lying if card is not None]
