"""Turns and rounds: the next seat, the effects of a turn's end, and the end when no player can continue."""

from __future__ import annotations

from engine.games.tailwinds.events import YieldTurn
from engine.games.tailwinds.folds.ending import judge_at_turn_end, out_of_cards
from engine.games.tailwinds.folds.sailing import find_rear, owe_wind, scatter, settle
from engine.games.tailwinds.reckoning import (
    base_points,
    can_spend,
    has_a_choice,
    home,
    may_race,
    next_seat,
    order_of,
    own_boats,
    still_to_act,
    unseen,
)
from engine.games.tailwinds.state import AFLOAT, FINISHED, UNSEEN, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def start_resolving(table: Table) -> None:
    """All players have chosen: record the order, and the first turn."""
    table.phase, table.acted, table.turn = "resolving", set(), None
    for player in table.players.values():
        if has_a_choice(table, player):
            # The log does not say which card it was.
            player.card, player.unseen, player.size = UNKNOWN, player.unseen + 1, player.size - 1
        player.shown, player.total, player.resolved = player.card is not None, 0, None
    try:
        table.order = order_of(table, table.seats)
    except Undetermined:
        table.order = UNKNOWN
    pass_on(table)


def pass_on(table: Table) -> None:
    """Set the next turn; a player without a boat on the track has none."""
    left: list[str] = []
    for seat in still_to_act(table):
        player = table.players[seat]
        if may_race(table, player):
            left.append(seat)
        else:
            discard_card(table, player)
            table.acted.add(seat)
    try:
        table.active = next_seat(table, left)
    except Undetermined:
        table.active = UNKNOWN
    if is_known(table.active) and not table.active:
        round_over(table)


def open_turn(table: Table, seat: str) -> Turn:
    """Open a player's turn with the first act in a round, in order or not.

    An act after the player's turn gets a turn of its own, so that it does not change the turn in progress.
    """
    if table.turn is not None and table.turn.seat == seat:
        return table.turn
    if seat in table.acted and table.phase == "resolving":
        return Turn(seat, UNSEEN, began=tuple([b.space for b in table.boats]))
    if table.phase == "choosing":
        start_resolving(table)
    player = table.players[seat]
    card = table.content.card(player.card) if is_known(player.card) and player.card else unseen(table, player)
    if table.rear_lost:
        find_rear(table)
    turn = Turn(seat, card, base_points(table, seat, card), began=tuple([b.space for b in table.boats]))
    table.turn, table.active = turn, seat
    return turn


def use(table: Table, seat: str, ability: str) -> Turn:
    """Record that an ability was used."""
    turn = open_turn(table, seat)
    turn.used[ability] = turn.used.get(ability, 0) + 1
    return turn


def turn_done(table: Table, seat: str) -> None:
    """End a turn: settle lanes, judge boats at the finish, and put the card away."""
    if seat in table.acted and table.phase == "resolving":
        return
    turn = open_turn(table, seat)
    player = table.players[seat]
    player.fell_short, player.lost_home = turn.short, lost_at_home(table, turn)
    player.total, player.resolved = turn.base + turn.bonus, player.card
    _unmoved(table, turn)
    try:
        settle(table)
        judge_at_turn_end(table)
    except Undetermined:
        table.unapplied.append("whether a boat reached the finish could not be computed")
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


def _unmoved(table: Table, turn: Turn) -> None:
    """A player left points that had to be spent, so both boats may be further ahead."""
    try:
        if can_spend(table, turn):
            scatter(table, own_boats(table, turn.seat))
    except Undetermined:
        pass


def hand_on(table: Table) -> None:
    """Begin the next turn after a finished one, unless an empty hand ends the game."""
    if table.terms.out_of_cards == "first-player-out-ends-game":
        sizes = [table.players[seat].size for seat in table.acted]
        if any(is_known(size) and size == 0 for size in sizes):
            out_of_cards(table)
            return
    pass_on(table)


def after_the_wind(table: Table) -> None:
    """If the wind blows when a turn ends, the next turn waits for it."""
    waits = table.turn is None and table.phase == "resolving" and not table.gusts
    if waits and table.terms.wind_moment == "end-of-turn":
        hand_on(table)


def lost_at_home(table: Table, turn: Turn) -> int:
    """Return the points that no boat could use because the player's boats are at the finish."""
    left = turn.left
    if left is UNKNOWN or left == 0:
        return turn.lost
    try:
        left = 0 if can_spend(table, turn) else max(0, left)
    except Undetermined:
        left = 0
    return turn.lost + left


def discard_card(table: Table, player: Player) -> None:
    """A resolved card leaves the hand; Recover brings all back and is removed."""
    card, player.card, player.shown, player.elsewhere = player.card, None, False, None
    if card is None:
        return
    player.veiled |= not player.opened
    if card is UNKNOWN and not _has_recovered(player):
        perhaps_recover(player)
    elif card is not UNKNOWN and table.content.card(card).recover is True:
        recover_removed(player, card)
        played_come_back(table, player)
    else:
        laid_aside(player, card)


def laid_aside(player: Player, card: str) -> None:
    """A resolved card joins those played."""
    player.played.append(card)


def _has_recovered(player: Player) -> bool:
    return is_known(player.recovered) and player.recovered


def perhaps_recover(player: Player) -> None:
    """An unknown card was resolved: it may have been Recover and brought all others back."""
    player.hand = player.size = player.recovered = UNKNOWN
    player.played, player.removed, player.unseen = [UNKNOWN], [UNKNOWN], 0


def recover_removed(player: Player, card: str) -> None:
    """Recover has been used: it leaves the game."""
    player.removed = [*filter(is_known, player.removed), card]
    player.recovered = True


def played_come_back(table: Table, player: Player) -> None:
    """All cards that a player has played return to the hand."""
    player.size += len(player.played) if all(map(is_known, player.played)) else UNKNOWN
    if is_known(deck := table.content.decks.get(player.deck, UNKNOWN)):
        player.hand = set(deck) - set(player.removed)
        player.size, player.unseen = len(player.hand), 0
    elif is_known(player.hand):
        player.hand = player.hand | set(player.played) if all(map(is_known, player.played)) else UNKNOWN
    player.played.clear()


def round_over(table: Table) -> None:
    """Every card of this round is resolved. The game ends if no player has one for the next."""
    table.acted, table.active, table.phase = set(), "", "choosing"
    table.round += 1
    sizes = [player.size for player in table.players.values() if may_race(table, player)]
    if not all(is_known(size) for size in sizes):
        return
    if not any(sizes) or (0 in sizes and table.terms.out_of_cards == "current-round-then-end"):
        out_of_cards(table)


def turn_yielded(table: Table, event: YieldTurn) -> None:
    """The other player acts first, because the players did so."""
    if is_known(event.to) and event.to in still_to_act(table) and table.turn is None:
        table.active = event.to
    else:
        table.unapplied.append(f"{event.by} had no turn to give away")


def reopened(table: Table) -> None:
    """The players continued after the end, so the game is open again."""
    table.said_over = False
    for boat in table.boats:
        if boat.state is AFLOAT and is_known(boat.space) and home(table, boat):
            boat.state = FINISHED
    table.phase = "resolving" if table.turn is not None or still_to_act(table) else "choosing"
    if table.phase == "resolving" and table.turn is None:
        pass_on(table)
