"""Settles a battle: the winner, gains and losses, and where each piece goes."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import DRIFT
from engine.games.windward.folds.cresters import grey_beaten, red_beaten, white_beaten, white_perhaps_beaten
from engine.games.windward.folds.losing import (
    boat_lost,
    items_lost_sight,
    perhaps_lost,
    put_down,
    ship_lost,
    take_up,
    token_gained,
)
from engine.games.windward.folds.standing import comes, leaves
from engine.games.windward.folds.towing import changes_hands, perhaps_towed
from engine.games.windward.folds.turns import go_on, is_lost
from engine.games.windward.reckoning import is_ship, owner, ships_on, sure_planet
from engine.games.windward.reckoning.aftermath import (
    BACK,
    BEATEN,
    CALLED_OFF,
    DRAWN,
    OPEN,
    SHIP_LOST,
    SURVIVED,
    tow_follows,
    who_goes_where,
)
from engine.games.windward.reckoning.battle import engaged, piece_of, rewarded, total
from engine.games.windward.reckoning.chasing import TOGETHER
from engine.games.windward.reckoning.meeting import fought
from engine.games.windward.reckoning.printed import morale_top
from engine.games.windward.reckoning.sailing import is_drift
from engine.games.windward.state import ATTACK, BROUGHT, DEFEND, GREY, RED, TOKEN, WHITE, Battle, Outcome, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def settle(table: Table, battle: Battle) -> None:
    """Compare the totals: a tie sends the attacker back, else the loser bears the loss."""
    margin = total(table, battle, ATTACK) - total(table, battle, DEFEND)
    if not is_known(margin):
        table.outcome = Outcome(OPEN, battle)
        unsettled(table, battle)
    elif not margin:
        drawn(table, battle)
    else:
        winner, loser = (battle.attacker, battle.defender) if margin > 0 else (battle.defender, battle.attacker)
        if table.terms.rebattle == "any-result":
            _bar(table, battle)
        _lost(table, battle, winner, loser, abs(margin))
    if table.battle is battle:
        ended(table)


def ended(table: Table) -> None:
    """The battle is over, and the turn or the rest continues."""
    table.battle = None
    turn = table.turn
    if turn is not None and table.phase != "over":
        table.phase, table.active = ("rest" if turn.resting else "turn"), turn.seat
    go_on(table)


def _end(table: Table, battle: Battle, how: str, winner: str = "", loser: str = "") -> Outcome:
    """Record how a battle has ended, and send pieces back."""
    ways = who_goes_where(table.terms, battle, how, winner)
    table.outcome = Outcome(how, battle, winner, loser, ways)
    for side, way in ways.items():
        if way == BACK:
            go_back(table, battle, side)
    return table.outcome


def drawn(table: Table, battle: Battle) -> None:
    """The attacker goes back, and players take a +2 Hits token."""
    _bar(table, battle)
    for seat in rewarded(table, battle):
        token_gained(table, seat)
    _end(table, battle, DRAWN)


def _bar(table: Table, battle: Battle) -> None:
    if table.turn is not None:
        table.turn.barred.append(fought(battle))


def _lost(table: Table, battle: Battle, winner: str, loser: str, margin: int) -> None:
    """Apply the loss to the losing piece."""
    turn = table.turn
    if turn is not None and loser == battle.attacker and owner(loser):
        turn.lost_attack = True
    if is_ship(loser):
        ship_beaten(table, battle, winner, loser, margin)
        return
    _end(table, battle, BEATEN, winner, loser)
    if loser == WHITE:
        white_beaten(table, owner(winner))
    elif loser == RED:
        red_beaten(table, battle, owner(winner))
        if battle.number > 1 and table.terms.two_beaten == "one-defeated":
            _one_goes_back(table, battle, battle.others[0] if battle.others else (battle.space,))
    elif loser == GREY:
        grey_beaten(table, battle)
    else:
        boat_lost(table, loser)
        changes_hands(table, battle, winner)


def ship_beaten(table: Table, battle: Battle, winner: str, loser: str, margin: int) -> None:
    """A ship has lost: its morale falls by the margin. It is lost, or takes a token."""
    player = table.players[loser]
    player.morale = player.morale - margin
    top = morale_top(table)
    if is_lost(player) or (is_known(top) and margin >= top):
        ship_lost(table, _end(table, battle, SHIP_LOST, winner, loser))
    elif is_known(player.morale):
        consoled(table, loser)
        _end(table, battle, SURVIVED, winner, loser)
    else:
        table.outcome = Outcome(OPEN, battle, winner, loser)
        if is_ship(winner) and not (is_known(player.crester) and player.crester == ""):
            table.players[winner].crester = UNKNOWN
        perhaps_lost(table, player)
        _perhaps_gone_back(table, battle, winner)


def _perhaps_gone_back(table: Table, battle: Battle, winner: str) -> None:
    """A piece that goes back if the other ship has morale left may have gone back."""
    for side, way in who_goes_where(table.terms, battle, SURVIVED, winner).items():
        piece = piece_of(battle, side)
        if way == BACK and piece == RED:
            table.reds.pop(battle.space, None)
            table.reds_untold = True
        elif way == BACK and piece == WHITE:
            table.white = UNKNOWN
        elif way == BACK and is_ship(piece):
            table.players[piece].at = UNKNOWN


def consoled(table: Table, seat: str) -> None:
    """A ship that has lost a battle, but not all its morale, takes a token."""
    token_gained(table, seat)


def go_back(table: Table, battle: Battle, side: str) -> None:
    """A piece goes back to its previous place."""
    if side == DEFEND:
        _defender_goes_back(table, battle)
        return
    piece, back, turn = battle.attacker, battle.back, table.turn
    refunded = battle.paid if table.terms.retreat_refund == "refund-last-step" else 0
    if piece == RED:
        red_goes_back(table, battle)
    elif piece == WHITE:
        table.white = back
    elif is_ship(piece):
        table.players[piece].at = _clear(table, back)
        if turn is not None and is_known(turn.seat) and turn.seat == piece:
            turn.sent_back, turn.spent = True, turn.spent - refunded
    else:
        seat, _, boat = piece.partition(".")
        tow_goes_back(table, battle)
        table.players[seat].boats[boat] = back
        table.players[seat].tows[boat] = BROUGHT if tow_follows(table.terms, battle) else ""
        table.players[seat].rowing += refunded


def red_goes_back(table: Table, battle: Battle) -> None:
    """Each Red goes back to its previous space, which may be one of several if its way is unknown."""
    for backs in ((battle.back,) if is_known(battle.back) else battle.perhaps, *battle.others):
        _one_goes_back(table, battle, backs)


def _one_goes_back(table: Table, battle: Battle, backs: tuple[str, ...]) -> None:
    red = leaves(table.reds, battle.space)
    if red is None:
        return
    if table.terms.reds_hunt and table.terms.hunters_back == "nearest-free":
        backs = with_room(table, backs)
    if len(backs) == 1:
        comes(table.reds, backs[0], red)
    elif backs and not table.strayed:
        table.strayed = backs
    else:
        table.reds_untold, table.strayed = True, ()
    if table.turn is not None:
        table.turn.fought += backs


def with_room(table: Table, backs: tuple[str, ...]) -> tuple[str, ...]:
    """Return where a hunting Red goes back to: if two are already there, to the nearest spaces with room."""
    try:
        laid = sure_planet(table)
    except Undetermined:
        return backs
    if len(backs) != 1 or backs[0] not in laid.places or _has_room(table, backs[0]):
        return backs
    dry = [space for space in laid.places if laid.shows[space] != DRIFT and space != PORT and _has_room(table, space)]
    near = min(laid.distance(backs[0], space) for space in dry)
    return tuple(space for space in dry if laid.distance(backs[0], space) == near)


def _has_room(table: Table, space: str) -> bool:
    there = table.reds.get(space)
    return (there is None or there.number < TOGETHER) and not ships_on(table, space)


def tow_goes_back(table: Table, battle: Battle) -> None:
    """The Grey in tow of a longboat that is sent back goes with it."""
    if tow_follows(table.terms, battle):
        take_up(table, battle.space, GREY, 1)
        put_down(table, battle.back, GREY, 1)


def _defender_goes_back(table: Table, battle: Battle) -> None:
    """Under a reading, a ship that has won goes to its previous place, unless a piece is there by now."""
    if not is_ship(battle.defender):
        return
    player = table.players[battle.defender]
    back = player.previous
    taken = is_known(back) and back != PORT and (back in table.reds or bool(ships_on(table, back)))
    player.at = player.at if is_known(back) and (not back or taken) else back


def _clear(table: Table, back: Any) -> Any:  # noqa: ANN401 - a place, or UNKNOWN
    """Return where a ship is sent back to: its previous space; under a reading, its last space without drift."""
    turn = table.turn
    if table.terms.retreat_onto_drift != "last-clear-space" or turn is None or not is_known(back):
        return back
    try:
        return turn.clear or back if is_drift(table, back) else back
    except Undetermined:
        return UNKNOWN


def unsettled(table: Table, battle: Battle) -> None:
    """The winner is unknown, and so are the losses of the ships, and whether a Crester is still there."""
    for piece in (battle.attacker, battle.defender):
        if is_ship(piece):
            player = table.players[piece]
            player.morale = UNKNOWN
            perhaps_lost(table, player)
        elif owner(piece):
            boat_out_of_sight(table, battle, piece)
            table.players[owner(piece)].cargo[TOKEN] = UNKNOWN
        elif piece == RED:
            table.reds.pop(battle.space, None)
            table.reds_untold, table.reds_beaten = True, UNKNOWN
            items_lost_sight(table, battle.space)
        elif piece == WHITE:
            white_perhaps_beaten(table, engaged(battle))
        else:
            table.greys.pop(battle.space, None)
            table.greys_untold = True
            items_lost_sight(table, battle.space)


def called_off(table: Table, battle: Battle) -> None:
    """There is no battle: the attacker goes back, and may not attack again."""
    _bar(table, battle)
    _end(table, battle, CALLED_OFF)


def out_of_sight(table: Table, battle: Battle) -> None:
    """The attacker's place is unknown."""
    table.outcome = Outcome(OPEN, battle)
    piece = battle.attacker
    if is_ship(piece):
        table.players[piece].at = UNKNOWN
    elif owner(piece):
        boat_out_of_sight(table, battle, piece)
    elif piece == WHITE:
        table.white = UNKNOWN
    else:
        table.reds.pop(battle.space, None)
        table.reds_untold = True


def boat_out_of_sight(table: Table, battle: Battle, piece: str) -> None:
    """The place of a longboat is unknown, and so is whether it still has the Grey that it came with."""
    seat, _, boat = piece.partition(".")
    table.players[seat].boats[boat] = table.players[seat].tows[boat] = UNKNOWN
    if piece == battle.attacker and battle.towing:
        perhaps_towed(table, battle.space, battle.back)
