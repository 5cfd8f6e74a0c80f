"""Choosing cards, turning them up, and passing from one turn and round to the next."""

from __future__ import annotations

from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.events import Commit, Reveal, Unseal, YieldTurn
from engine.games.tailwinds.folds.ending import judge_at_turn_end, out_of_cards
from engine.games.tailwinds.folds.sailing import owe_wind, settle
from engine.games.tailwinds.reckoning import can_spend, home, next_seat, order_of, still_to_act
from engine.games.tailwinds.state import AFLOAT, FINISHED, UNSEEN, WAITING, Boat, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, known


def committed(table: Table, event: Commit) -> None:
    """A card lies face down. After a round that was never finished, a new one has begun."""
    if table.phase != "choosing":
        _start_choosing(table)
    player = table.players[event.by]
    if player.card is not None:
        back_to_hand(table, player)
    lay_card(player, event.card)
    player.seal, player.shown = event.seal, False


def lay_card(player: Player, card: str) -> None:
    """Move a card from hand to table; an unknown one leaves a hand of which we know less."""
    player.card = card
    if not known(card):
        player.unseen += 1
    elif known(player.hand):
        if card not in player.hand and not player.unseen:
            # It came from elsewhere: from the played cards, or from another deck.
            player.played = [c for c in player.played if not known(c) or c != card]
            return
        player.hand.discard(card)
    player.size = fewer(player.size)


def fewer(size: int) -> int:
    """One card fewer, never less than none; an unknown number stays unknown."""
    return max(0, size - 1) if known(size) else size


def back_to_hand(table: Table, player: Player) -> None:
    """Take a chosen card back."""
    card, player.card = player.card, None
    if not known(card):
        player.unseen = max(0, player.unseen - 1)
    elif known(player.hand):
        if card not in table.content.decks.get(player.deck, ()):
            return
        player.hand.add(card)
    player.size += 1


def learn_card(player: Player, card: str) -> None:
    """A card that lay there unknown is turned up."""
    if known(card) and not known(player.card):
        player.unseen = max(0, player.unseen - 1)
        if known(player.hand):
            player.hand.discard(card)
        player.card = card


def pairs(table: Table, cards: tuple[str, ...]) -> dict[str, str]:
    """Give each revealed card to its player: who chose it, else by its deck, and where neither tells, in seat order."""
    players = table.players
    waiting = [s for s in table.seats if players[s].card is not None and not players[s].shown]
    if len(cards) == len(waiting) and all(_same(players[s].card, c) for s, c in zip(waiting, cards, strict=True)):
        return dict(zip(waiting, cards, strict=True))
    left, given = list(cards), dict[str, str]()
    seats = list(dict.fromkeys((*waiting, *table.seats)))
    for seat in waiting:
        chosen = table.players[seat].card
        _deal(given, seat, left, [known(c) and known(chosen) and c == chosen for c in left])
    for seat in seats:
        deck = table.players[seat].deck
        _deal(given, seat, left, [known(c) and table.content.card(c).deck == deck for c in left])
    for seat in seats:
        _deal(given, seat, left, [True for _ in left])
    return given


def _same(chosen: str, card: str) -> bool:
    return chosen is not UNKNOWN and card is not UNKNOWN and chosen == card


def _deal(given: dict[str, str], seat: str, left: list[str], fits: list[bool]) -> None:
    """Give a seat without a card the first one left that fits."""
    if seat not in given and True in fits:
        given[seat] = left.pop(fits.index(True))


def revealed(table: Table, event: Reveal) -> None:
    """The chosen cards lie open; who is to act first is known."""
    for seat, card in pairs(table, event.cards).items():
        player = table.players[seat]
        if player.card is None:
            lay_card(player, card)
        elif known(player.card) and known(card) and player.card != card:
            back_to_hand(table, player)
            lay_card(player, card)
        learn_card(player, card)
        player.shown = True
    if table.phase != "resolving":
        start_resolving(table)


def unsealed(table: Table, event: Unseal) -> None:
    """A seal has been opened."""
    table.players[event.by].seal = ""


def start_resolving(table: Table) -> None:
    """All have chosen: note the order, and whose turn is first."""
    table.phase, table.acted, table.turn = "resolving", set(), None
    for player in table.players.values():
        player.shown, player.total, player.resolved = player.card is not None, 0, None
    try:
        table.order = order_of(table, table.seats)
    except Undetermined:
        table.order = table.seats
    pass_on(table)


def pass_on(table: Table) -> None:
    """Say whose turn is next; a player without a boat on the track has none."""
    racing = _racing(table)
    for seat in still_to_act(table):
        if seat not in racing:
            discard_card(table, table.players[seat])
            table.acted.add(seat)
    try:
        table.active = next_seat(table)
    except Undetermined:
        table.active = UNKNOWN
    if known(table.active) and not table.active:
        _round_over(table)


def _racing(table: Table) -> set[str]:
    """Players with a boat on the track."""
    return {b.seat for b in table.boats if b.state is AFLOAT and _short_of(b, table.finish)}


def _short_of(boat: Boat, finish: int) -> bool:
    """Say whether a boat has not come home; one that nobody can place is taken to be on its way."""
    return finish is UNKNOWN or boat.space is UNKNOWN or boat.space < finish


def open_turn(table: Table, seat: str) -> Turn:
    """A player's first act in a round opens their turn, in order or not.

    An act after the player's turn leaves the turn in progress alone: it is kept apart, and nothing is carried over.
    """
    if table.turn is not None and table.turn.seat == seat:
        return table.turn
    if seat in table.acted and table.phase == "resolving":
        return Turn(seat, UNSEEN, began=tuple(b.space for b in table.boats))
    if table.phase == "choosing":
        start_resolving(table)
    player = table.players[seat]
    card = table.content.card(player.card) if player.card is not None and known(player.card) else UNSEEN
    turn = Turn(seat, card, base_points(table, seat, card), began=tuple(b.space for b in table.boats))
    table.turn, table.active = turn, seat
    return turn


def base_points(table: Table, seat: str, card: MovementCard) -> int:
    """The points a card brings by itself: Pursuit has fixed steps, a copy card takes its number from another."""
    if known(card.ability) and card.ability == "pursuit":
        return 0
    if known(card.ability) and card.ability == "copy":
        fallback = card.param("fallback")
        return 0 if sources(table, seat) or not isinstance(fallback, int) else fallback
    return card.value


def sources(table: Table, seat: str) -> list[str]:
    """The cards that other players show this round and that can be copied, as far as the record names them."""
    others = (p for p in table.players.values() if p.seat != seat)
    lying = ((p.card if p.card is not None else p.resolved) for p in others if p.shown or p.resolved is not None)
    named = [card for card in lying if card is not None and known(card)]
    if table.terms.copy_dice == "not-copyable":
        return [card for card in named if not table.content.card(card).dice]
    return named


def turn_done(table: Table, seat: str) -> None:
    """A turn is over: lanes settle, boats at home are judged, the card goes where it belongs."""
    if seat in table.acted and table.phase == "resolving":
        return
    turn = open_turn(table, seat)
    player = table.players[seat]
    player.fell_short, player.lost_home = turn.short, lost_at_home(table, turn)
    player.total, player.resolved = turn.base + turn.bonus, player.card
    try:
        settle(table)
        judge_at_turn_end(table)
    except Undetermined:
        table.unapplied.append("whether a boat reached the finish could not be reckoned")
    discard_card(table, player)
    player.shackled = ""
    table.acted.add(seat)
    table.turn = None
    if table.phase == "over":
        return
    if table.terms.wind_moment == "end-of-turn" and table.gusts:
        for gust in reversed(table.gusts):
            owe_wind(table, gust)
    else:
        hand_on(table)


def hand_on(table: Table) -> None:
    """The turn is over with all that belongs to it: the next begins, unless a hand is empty and that is the end."""
    if table.terms.out_of_cards == "first-player-out-ends-game":
        sizes = [table.players[seat].size for seat in table.acted]
        if any(known(size) and size == 0 for size in sizes):
            out_of_cards(table)
            return
    pass_on(table)


def after_the_wind(table: Table) -> None:
    """Where the wind blows when a turn ends, the next turn waits for it."""
    waits = table.turn is None and table.phase == "resolving" and not table.gusts
    if waits and table.terms.wind_moment == "end-of-turn":
        hand_on(table)


def lost_at_home(table: Table, turn: Turn) -> int:
    """Points that nobody could use because the player's boats are home."""
    left = turn.left
    if left is UNKNOWN or left == 0:
        return turn.lost
    try:
        left = 0 if can_spend(table, turn) else max(0, turn.left)
    except Undetermined:
        left = 0
    return turn.lost + left


def discard_card(table: Table, player: Player) -> None:
    """A resolved card leaves the hand; Recover brings all back and is removed."""
    card, player.card, player.shown = player.card, None, False
    if card is None:
        return
    if known(card) and table.content.card(card).recover is True:
        _recover(table, player, card)
    else:
        player.played.append(card)


def _recover(table: Table, player: Player, card: str) -> None:
    player.removed.append(card)
    player.recovered = True
    player.size += len(player.played)
    if known(player.hand):
        player.hand = set(table.content.decks[player.deck]) - set(player.removed)
        player.size, player.unseen = len(player.hand), 0
    player.played.clear()


def _round_over(table: Table) -> None:
    """Every card of this round is resolved; perhaps nobody has one to begin the next with."""
    table.acted, table.active, table.phase = set(), "", "choosing"
    table.round += 1
    racing = _racing(table)
    sizes = [p.size for p in table.players.values() if p.seat in racing]
    if not all(known(size) for size in sizes):
        return
    if not any(sizes) or (0 in sizes and table.terms.out_of_cards == "current-round-then-end"):
        out_of_cards(table)


def _start_choosing(table: Table) -> None:
    """Choose again, although the round (or the set-up) was not finished."""
    for player in table.players.values():
        player.shackled = ""
        if player.card is not None and player.shown:
            discard_card(table, player)
    table.turn, table.active, table.acted, table.phase = None, "", set(), "choosing"
    table.round += 1
    for boat in table.boats:
        if boat.state is WAITING:
            boat.state, boat.space, boat.lane = AFLOAT, UNKNOWN, UNKNOWN


def turn_yielded(table: Table, event: YieldTurn) -> None:
    """As played, the other player goes first."""
    if known(event.to) and event.to in still_to_act(table) and table.turn is None:
        table.active = event.to
    else:
        table.unapplied.append(f"{event.by} had no turn to give away")


def reopened(table: Table) -> None:
    """As played, the table went on after the end."""
    table.said_over = False
    for boat in table.boats:
        if boat.state is AFLOAT and known(boat.space) and home(table, boat):
            boat.state = FINISHED
    table.phase = "resolving" if table.turn is not None or still_to_act(table) else "choosing"
    if table.phase == "resolving" and table.turn is None:
        pass_on(table)
