"""Choosing cards: which card a player may choose, and whether the choice is final."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    Commit,
    MoveBoat,
    PlayRainbow,
    Replace,
    Reveal,
    SpendRainbow,
)
from engine.games.tailwinds.folds.choosing import not_as_chosen, pairs
from engine.games.tailwinds.reckoning import is_shackled, open_turn_of
from engine.games.tailwinds.sources import CHOOSING, END, faq
from engine.games.tailwinds.state import Player, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

chapter = Chapter("Choosing cards")


@chapter.rule(
    "TW-CHOOSE-04",
    reads=("decks",),
    on=(Commit, Reveal, Replace),
    says="The card chosen is one of those in the player's hand.",
    cite=(CHOOSING, faq("Recover")),
    where={Reveal: not_as_chosen},
)
def from_hand(table: Table, event: Commit | Reveal | Replace) -> Breach | None:
    """A reveal is judged only if the card was not known when it was chosen."""
    if not isinstance(event, Reveal):
        return _not_held(table, event.by, event.card)
    chosen = now_known(table, event)
    breach = next(filter(None, (_not_held(table, seat, card) for seat, card in chosen)), None)
    if breach is None and any(not is_known(card) for _, card in chosen):
        raise Undetermined
    return breach


def now_known(table: Table, event: Reveal) -> list[tuple[str, str]]:
    """Return the cards that were not named when they were chosen, and their players."""
    return [(s, c) for s, c in pairs(table, event.cards).items() if not is_known(table.players[s].card)]


def _not_held(table: Table, seat: str, card: str) -> Breach | None:
    if card is UNKNOWN or _holds(table, table.players[seat], card):
        return None
    return Breach(f"{seat} has no {card} in hand.", {"seat": seat, "card": card}, _in_hand(table, seat))


def _holds(table: Table, player: Player, card: str) -> bool:
    """Return whether a card can be in hand. Cards that left unseen make all others uncertain."""
    if not player.unseen and player.hand is not UNKNOWN and card in player.hand:
        return True
    if player.deck not in table.content.decks:
        raise Undetermined
    if table.content.card(card).deck != player.deck or card in player.removed:
        return False
    if any(is_known(c) and c == card for c in player.played):
        return False
    if not is_known(player.hand):
        raise Undetermined
    if card not in player.hand and card != player.card:
        return False
    if player.unseen > (player.card is not None and not is_known(player.card)):
        raise Undetermined
    return True


def _in_hand(table: Table, seat: str) -> str:
    hand = table.players[seat].hand
    return f"In hand: {', '.join(sorted(hand)) or 'nothing'}." if is_known(hand) else ""


@chapter.rule(
    "TW-CHOOSE-05",
    on=Replace,
    says="Once turned up, a choice stands unless an effect sends it back.",
    cite=(CHOOSING, faq("Shackle")),
)
def choice_stands(table: Table, event: Replace) -> Breach | None:
    turn = table.turn
    if table.phase != "resolving" or (turn is not None and "shackle" in turn.used and event.by != turn.seat):
        return None
    player = table.players[event.by]
    if is_shackled(player):
        return None
    says = f"{event.by} takes back the card chosen, and nothing sends it back."
    return Breach(says, {"seat": event.by}, f"{player.card} stays." if is_known(player.card) and player.card else "")


@chapter.rule(
    "TW-CHOOSE-06",
    on=(Commit, Replace),
    says="A resolved card stays out of the hand until Recover brings it back.",
    cite=(CHOOSING, faq("Recover")),
    narrows=("TW-CHOOSE-04",),
)
def not_played_before(table: Table, event: Commit | Replace) -> Breach | None:
    card = event.card
    if card is UNKNOWN:
        return None
    for played in table.players[event.by].played:
        if played is not UNKNOWN and played == card:
            return Breach(f"{event.by} played {card} before.", {"card": card}, _in_hand(table, event.by))
    return None


@chapter.rule(
    "TW-CHOOSE-07",
    on=(Commit, MoveBoat, PlayRainbow, SpendRainbow),
    says="A player without cards chooses none and has no turn.",
    cite=END,
    narrows=(
        "TW-CHOOSE-04",
        "TW-CHOOSE-06",
        "TW-RECOVER-02",
        "TW-ORDER-01",
        "TW-ORDER-02",
        "TW-ROUND-04",
        "TW-RAIN-08",
    ),
    rulings=("TW-AMB-15",),
    hangs_on=ANY_BOAT,
)
def no_cards_no_turn(table: Table, event: Commit | MoveBoat | PlayRainbow | SpendRainbow) -> Breach | None:
    player = table.players[event.by]
    if player.card is not None:
        return None
    if isinstance(event, Commit):
        # If the hand is unknown, TW-CHOOSE-04 checks whether a card is left.
        empty = is_known(player.size) and player.size == 0
        return Breach(f"{event.by} has no card left to choose.", {"seat": event.by}, "No choice.") if empty else None
    if table.phase != "resolving" or event.by in table.acted or open_turn_of(table, event.by) is not None:
        return None
    if not is_known(player.size) or player.size:
        return None
    return Breach(f"{event.by} has no card left, and takes a turn.", {"seat": event.by}, "No turn.")
