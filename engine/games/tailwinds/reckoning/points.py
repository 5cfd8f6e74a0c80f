"""Points, the card in play, and what a turn still has to do."""

from __future__ import annotations

from dataclasses import replace

from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.reckoning.resting import own_boats, quarry
from engine.games.tailwinds.state import AFLOAT, NO_CARD, UNSEEN, Boat, Player, Table, Turn
from engine.kernel.events import Move
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def charge(table: Table, boat: Boat, points: int) -> int:
    """Return the cost of a block. Points past the finish are not spent, unless the reading says they are lost."""
    if table.finish is UNKNOWN or boat.space + points <= table.finish:
        return points
    lost = table.terms.past_finish == "excess-always-lost"
    return points if lost else table.finish - boat.space


def free_steps(table: Table, turn: Turn) -> bool:
    """Return whether the moves of this turn are Pursuit's fixed steps."""
    return turn.card.ability == "pursuit" and any(b.number not in turn.stepped for b in own_boats(table, turn.seat))


def can_spend(table: Table, turn: Turn) -> bool:
    """Return whether points are left that some boat could use."""
    if turn.left <= 0:
        return False
    boats = own_boats(table, turn.seat)
    if one_boat_only(table, turn) and turn.blocks:
        boats = [b for b in boats if b.number == turn.blocks[0]]
    return bool(boats)


def still_to_do(table: Table, turn: Turn) -> bool:
    """Return whether the movement is not over: points to spend, fixed steps to take, an opponent to join."""
    if can_spend(table, turn) or free_steps(table, turn):
        return True
    if turn.card.ability != "pursuit":
        return False
    chasing = ((b, quarry(table, b)) for b in own_boats(table, turn.seat) if b.number not in turn.chased)
    return any(prey is not None and prey.space > b.space for b, prey in chasing)


def may_race(table: Table, player: Player) -> bool:
    """Return whether a player has a boat on the track; one in an unknown place counts as on it."""
    for boat in player.boats:
        if boat.state is AFLOAT and (table.finish is UNKNOWN or boat.space is UNKNOWN or boat.space < table.finish):
            return True
    return False


def has_a_choice(table: Table, player: Player) -> bool:
    """Return whether a player is known to have cards and boats, and has chosen none."""
    return player.card is None and is_known(player.size) and player.size > 0 and may_race(table, player)


def nothing_to_do(table: Table, seat: str) -> bool:
    """Return whether a turn without any act may end: there is no boat to move, or there are no points."""
    player = table.players[seat]
    if player.card is None or not may_race(table, player):
        return True
    card = resolving(table, seat)
    if is_known(card.ability) and card.ability == "pursuit":
        return False
    points = base_points(table, seat, card)
    return is_known(points) and points <= 0


def one_boat_only(table: Table, turn: Turn) -> bool:
    """Return whether this card's points go to a single boat (one reading of Recover)."""
    return table.terms.recover_split == "single-boat" and turn.card.recover is True


def usable_after_taking(table: Table, seat: str) -> bool:
    """Return whether the ability in play may still be used after taking a Rainbow card.

    Readings allow at most an ability that gives no points.
    """
    if table.terms.after_taking == "take-closes-the-turn":
        return False
    card = resolving(table, seat)
    return card.timing == "any" and card.ability != "longboat"


def is_shackled(player: Player) -> bool:
    """Return whether Shackle sent this player's card back in this round; the card may be unknown."""
    return player.shackled is UNKNOWN or player.shackled != ""


def owing_a_card(player: Player) -> bool:
    """Return whether a player has taken a card back and laid no other yet."""
    return player.card is None and is_shackled(player)


def taken_copies(table: Table, card: str) -> int:
    """Count the copies of a Rainbow card that are known to be outside the pile."""
    held = (player.rainbow for player in table.players.values())
    return sum(is_known(c) and c == card for cards in (*held, table.market, table.discard) for c in cards)


def has_ability(table: Table, event: Move) -> bool:
    """Return whether the card in play may do more than give points: the first test of most rules about abilities."""
    turn = table.turn
    card = turn.card if turn is not None and turn.seat == event.by else resolving(table, event.by)
    return card.ability is UNKNOWN or bool(card.ability)


def open_turn_of(table: Table, seat: str) -> Turn | None:
    """The turn in progress, if it is this player's."""
    return table.turn if table.turn is not None and table.turn.seat == seat else None


def resolving(table: Table, seat: str) -> MovementCard:
    """Return the card that a player resolves: the turn's, or the one chosen for it."""
    turn = table.turn
    if turn is not None and turn.seat == seat:
        return turn.card
    card = table.players[seat].card
    if card is None:
        return NO_CARD if seat in table.acted else UNSEEN
    return table.content.card(card) if card is not UNKNOWN else unseen(table, table.players[seat])


def unseen(table: Table, player: Player) -> MovementCard:
    """Make an unknown card of a deck: values that all cards of the deck share are known, the others are not."""
    names = table.content.decks.get(player.deck, UNKNOWN)
    cards = [table.content.card(name) for name in names] if is_known(names) else []
    if not cards or not all(is_known(card.ability) and card.ability is None for card in cards):
        return UNSEEN
    plain = all(is_known(card.dice) and card.dice == 0 for card in cards)
    return replace(UNSEEN, ability=None, dice=0 if plain else UNKNOWN)


def base_points(table: Table, seat: str, card: MovementCard) -> int:
    """Return the points of a card itself. Pursuit has fixed steps, and a copy card takes its number from another."""
    if card.ability is UNKNOWN or not card.ability:
        return card.value
    if card.ability == "pursuit":
        return 0
    if card.ability == "copy":
        return _copied(table, seat, card)
    return card.value


def _copied(table: Table, seat: str, card: MovementCard) -> int:
    """Return the value of a copy card before its choice is stated: known only if there is no choice."""
    shown, fallback = sources(table, seat), card.param("fallback")
    value: int = UNKNOWN
    if len(shown) <= 1 and _unseen(table, seat):
        return value
    if not shown:
        return fallback if isinstance(fallback, int) else 0
    return copied_value(table, shown[0]) if len(shown) == 1 else 0


def no_choice_of_copies(table: Table, seat: str) -> bool:
    """Return whether at most one card can be copied, and all cards on the table are known."""
    return len(sources(table, seat)) <= 1 and not _unseen(table, seat)


def may_choose_a_copy(table: Table, seat: str) -> bool:
    """Return whether more than one card can be copied; raises `Undetermined` if that depends on unknown cards."""
    named, unseen = len(sources(table, seat)), _unseen(table, seat)
    if named <= 1 < named + unseen and table.terms.copy_dice == "not-copyable":
        raise Undetermined
    return named + unseen > 1


def _unseen(table: Table, seat: str) -> int:
    return sum(not is_known(card) for card in _lying(table, seat))


def has_copied(turn: Turn) -> bool:
    """Return whether a number was copied, known or not."""
    return turn.copied is UNKNOWN or turn.copied != ""


def copied_value(table: Table, card: str) -> int:
    """Return the value of a copy card that copies this card."""
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
    """List the cards of other players that can be copied this round, as far as the record names them."""
    named = [card for card in _lying(table, seat) if is_known(card)]
    if table.terms.copy_dice == "not-copyable":
        return [card for card in named if not table.content.card(card).dice]
    return named


def _lying(table: Table, seat: str) -> list[str]:
    """List the cards that other players show, or have shown, this round."""
    others = (p for p in table.players.values() if p.seat != seat)
    lying = ((p.card if p.card is not None else p.resolved) for p in others if p.shown or p.resolved is not None)
    return [card for card in lying if card is not None]
