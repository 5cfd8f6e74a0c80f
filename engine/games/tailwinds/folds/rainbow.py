"""Rainbow cards: taken, refilled, played for their effect or for points."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.tailwinds.content.pieces import MARKET, RAINBOW_CARDS
from engine.games.tailwinds.events import (
    PlayRainbow,
    Refill,
    RevealMarket,
    RollDie,
    ShuffleRainbow,
    SpendRainbow,
    TakeRainbow,
)
from engine.games.tailwinds.folds.abilities import exchange
from engine.games.tailwinds.folds.asking import hands_shown
from engine.games.tailwinds.folds.choosing import fewer
from engine.games.tailwinds.folds.sailing import backward, carry, found, scatter
from engine.games.tailwinds.folds.turns import open_turn
from engine.games.tailwinds.reckoning import afloat, last_boat
from engine.games.tailwinds.state import AFLOAT, Boat, Player, Table, Turn
from engine.kernel.events import Event
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def market_revealed(table: Table, event: RevealMarket) -> None:
    """The market is revealed; the other cards are the pile."""
    table.market = list(event.cards)
    table.pile = max(0, RAINBOW_CARDS - len(table.market))


def rainbow_shuffled(table: Table, _event: ShuffleRainbow) -> None:
    """The pile is shuffled: the whole deck at first, the discards later."""
    if table.market:
        reshuffle(table)


def reshuffle(table: Table) -> None:
    """Turn the discards into a pile."""
    table.pile += len(table.discard) if all(map(is_known, table.discard)) else UNKNOWN
    table.discard.clear()


def rainbow_taken(table: Table, event: TakeRainbow) -> None:
    """A player takes a market card, and its place must be filled."""
    player = table.players[event.by]
    turn = table.turn
    # Under one reading a player may take a card at the end of another's turn.
    if turn is not None and turn.seat == event.by:
        turn.taken += 1
        if is_known(event.card):
            turn.gained.append(event.card)
    if event.by in table.perhaps:
        table.perhaps = {}
    if player.rainbow:
        table.discard.append(player.rainbow.pop())
    player.rainbow.append(event.card)
    _leave_market(table, event.card)


def _leave_market(table: Table, card: str) -> None:
    slot = _slot_of(table, card)
    table.awaited = -1
    if is_known(slot) and slot < 0:
        table.unapplied.append("the card taken does not lie in the market")
        return
    table.gap = slot
    if is_known(slot):
        table.market.pop(slot)
    else:
        table.market = [UNKNOWN] * (len(table.market) - 1)
    if not is_known(table.pile):
        return
    anew = not table.pile and table.terms.pile_empty == "reshuffle-discard"
    if anew:
        reshuffle(table)
    if is_known(table.pile) and table.pile:
        due = RefillAnew if anew else Owed
        table.owed.append(due(Refill, "TW-MARKET-01", "The market's refill"))


def _slot_of(table: Table, card: str) -> int:
    """Return the market slot of a card (-1: none; unknown where several slots are possible)."""
    hidden = [i for i, c in enumerate(table.market) if not is_known(c)]
    slot: int = UNKNOWN
    if is_known(card):
        there = [i for i, c in enumerate(table.market) if is_known(c) and c == card] or hidden
        return there[0] if there and (there is not hidden or len(hidden) == 1) else slot if there else -1
    return slot if table.market else -1


class RefillAnew(Owed, frozen=True):
    """A refill from discards that become the pile. The log may mention the shuffle before it."""

    def is_settled_by(self, event: Event) -> bool:
        """Return whether this event is what is owed, or the shuffle before it."""
        return type(event) is ShuffleRainbow or Owed.is_settled_by(self, event)


def refilled(table: Table, event: Refill) -> None:
    """The top card of the pile fills the gap."""
    if table.awaited >= 0:
        awaited, table.awaited = table.awaited, -1
        # A later taking from the market may have closed the gap.
        if awaited < len(table.market):
            table.market[awaited] = event.card
        return
    if table.owed and table.owed[-1].what is Refill:
        table.owed.pop()
    if is_known(table.pile) and not table.pile and table.terms.pile_empty == "reshuffle-discard":
        reshuffle(table)
    table.pile = fewer(table.pile)
    slot = event.slot - 1 if is_known(event.slot) and event.slot else table.gap
    if not is_known(table.gap) and len(table.market) >= MARKET:
        table.market.pop()
    last = len(table.market)
    slot = slot if is_known(slot) and 0 <= slot <= last else last
    table.market.insert(slot, event.card)
    table.gap, table.awaited = -1, -1 if is_known(event.card) else slot


def rainbow_spent(table: Table, event: SpendRainbow) -> None:
    """A Rainbow card adds its points."""
    turn, player = open_turn(table, event.by), table.players[event.by]
    hands_shown(table, event.by, event.card)
    card = _meant(player, event.card)
    turn.bonus += points_of(table, player, card)
    left_hand(turn, player, card)
    discarded(table, card)


def _meant(player: Player, card: str) -> str:
    """Return the card held by the player if the log does not name the card."""
    return player.rainbow[0] if not is_known(card) and player.rainbow else card


def points_of(table: Table, player: Player, card: str) -> int:
    """Return the points of a Rainbow card for this player."""
    unknown: int = UNKNOWN
    return table.content.rainbow_card(card).points_for(player.deck) if is_known(card) else unknown


def left_hand(turn: Turn, player: Player, card: str) -> None:
    """A Rainbow card is played and leaves the player's hand."""
    turn.begun = True
    turn.rainbow.append(card)
    if any(c is card or (is_known(c) and is_known(card) and c == card) for c in player.rainbow):
        player.rainbow = [
            c for c in player.rainbow if not (c is card or (is_known(c) and is_known(card) and c == card))
        ]
    elif any(not is_known(c) for c in player.rainbow):
        player.rainbow = [c for c in player.rainbow if is_known(c)]


def discarded(table: Table, card: str) -> None:
    """A Rainbow card that was played joins the discard pile."""
    table.discard.append(card)


def rainbow_played(table: Table, event: PlayRainbow) -> None:
    """A Rainbow card takes effect, and joins the discards."""
    turn, player = open_turn(table, event.by), table.players[event.by]
    hands_shown(table, event.by, event.card)
    player_held, card = list(player.rainbow), _meant(player, event.card)
    written = table.content.rainbow_card(card).effect if is_known(card) else UNKNOWN
    effect = EFFECTS.get(written) if is_known(written) else _unread
    if effect is None or effect is _unread:
        table.unapplied.append("a Rainbow card whose effect is not known")
    left_hand(turn, player, card)
    if effect is not None:
        effect(table, turn, replace(event, card=card))
    # The card joins the discards only after its effect: Buried Treasure cannot find itself.
    discarded(table, card)
    if not player_held:
        table.unapplied.append(f"{event.by} held no Rainbow card to play")


def number(table: Table, card: str, name: str, default: int) -> int:
    """Read a number that a Rainbow card prints."""
    value = table.content.rainbow_card(card).param(name)
    return value if isinstance(value, int) else default


def _unread(table: Table, turn: Turn, event: PlayRainbow) -> None:
    """Apply a card whose effect is unknown: it may move boats, exchange lanes, or pick a card."""
    names = [name for name in (event.boat, event.other) if not is_known(name) or name]
    scatter(table, [b for name in names if (b := found(table, event.by, name)) is not None])
    if not names:
        scatter(table, _perhaps_last(table))
    if not is_known(event.pick) or event.pick:
        table.players[event.by].rainbow.append(event.pick)
        turn.gained.append(f"picked:{event.pick}")
        table.market, table.gap = [UNKNOWN] * len(table.market), UNKNOWN
        table.discard.append(UNKNOWN)
    turn.bonus += UNKNOWN


def _perhaps_last(table: Table) -> list[Boat]:
    """Return the boats that may be in last place."""
    racing = afloat(table)
    hindmost = min((b.space for b in racing if is_known(b.space)), default=0)
    return [b for b in racing if not is_known(b.space) or b.space == hindmost]


def _boat(table: Table, seat: str, name: str) -> Boat | None:
    boat = found(table, seat, name) if not is_known(name) or name else None
    return boat if boat is not None and boat.state is AFLOAT else None


def _anchor(table: Table, _turn: Turn, event: PlayRainbow) -> None:
    if (boat := _boat(table, event.by, event.boat)) is not None:
        backward(table, boat, number(table, event.card, "distance", 1), same_lane=True)


def _telescope(table: Table, turn: Turn, event: PlayRainbow) -> None:
    if is_known(event.pick) and not event.pick:
        return
    table.players[event.by].rainbow.append(event.pick)
    turn.gained.append(f"picked:{event.pick}")
    _leave_market(table, event.pick)


def _treasure(table: Table, turn: Turn, event: PlayRainbow) -> None:
    if is_known(event.pick) and not event.pick:
        return
    left = _without(table.discard, event.pick)
    if left is not None:
        table.discard = left
        table.players[event.by].rainbow.append(event.pick)
        turn.gained.append(f"picked:{event.pick}")


def _without(cards: list[str], card: str) -> list[str] | None:
    """Return some cards without this one (None: it cannot have been among them)."""
    if not is_known(card):
        return [UNKNOWN for _ in cards[1:]]
    there = [i for i, c in enumerate(cards) if is_known(c) and c == card] or [
        i for i, c in enumerate(cards) if not is_known(c)
    ]
    return [*cards[: there[0]], *cards[there[0] + 1 :]] if there else None


def _bail_out(table: Table, _turn: Turn, event: PlayRainbow) -> None:
    try:
        boat = _boat(table, event.by, event.boat) or last_boat(table)
    except Undetermined:
        table.unapplied.append("which boat is in last place could not be computed")
        scatter(table, _perhaps_last(table))
        return
    if boat is not None:
        carry(table, boat, number(table, event.card, "distance", 3), "effect")


def _tail_wind(table: Table, _turn: Turn, event: PlayRainbow) -> None:
    if (boat := _boat(table, event.by, event.boat)) is not None:
        carry(table, boat, number(table, event.card, "distance", 4), "effect")


def _calm_sea(table: Table, _turn: Turn, event: PlayRainbow) -> None:
    one, other = _boat(table, event.by, event.boat), _boat(table, event.by, event.other)
    if one is not None and other is not None:
        exchange(table, one, other)


def _rum(table: Table, _turn: Turn, _event: PlayRainbow) -> None:
    table.owed.append(Owed(RollDie, "TW-RAIN-09", "The roll for the rum", where=(("purpose", "rum"),)))


EFFECTS = {
    "anchor": _anchor,
    "telescope": _telescope,
    "buried_treasure": _treasure,
    "bail_out": _bail_out,
    "tail_wind": _tail_wind,
    "calm_sea": _calm_sea,
    "rum": _rum,
}
