"""Turns and rounds: how they begin and end, the wind between them, and the rest that closes a turn."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import WINDS
from engine.games.windward.events import MoveRed, NameFirst, RollWind
from engine.games.windward.folds.stacks import replaced_at_end
from engine.games.windward.reckoning import crew_adds, following, raised
from engine.games.windward.reckoning.cresters import greys_wanted, reds_to_move
from engine.games.windward.reckoning.printed import rowing_top
from engine.games.windward.reckoning.rounds import wind_is_kept, wind_roller
from engine.games.windward.scoring import gain, last_turns_over, redeem
from engine.games.windward.state import Player, Table, Turn
from engine.kernel.flow import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, known


def ready(table: Table) -> bool:
    """Say whether all is set up that the first turn needs."""
    wind = table.wind_set or table.terms.first_wind != "set-up"
    try:
        return bool(table.tiles) and wind and greys_wanted(table) <= 0
    except Undetermined:
        return bool(table.tiles) and wind


def start(table: Table) -> None:
    """Begin the first turn as soon as all is set up."""
    if table.phase == "set-up" and known(table.first) and table.first and ready(table):
        begin_turn(table, table.first)


def first_named(table: Table, event: NameFirst) -> None:
    """Who starts is settled."""
    table.first = event.seat
    start(table)


def begin_turn(table: Table, seat: Any) -> None:  # noqa: ANN401 - a seat, or UNKNOWN
    """A player's turn begins: the wind is due before the first player's, a Coxswain rows, kept teeth are exchanged."""
    table.turn, table.active, table.phase = Turn(seat), seat, "turn"
    table.battle = table.looting = None
    table.turning = False
    table.owed.clear()
    if not known(seat):
        return
    player = table.players[seat]
    if player.kept_teeth:
        table.turn.redeemed = True
        redeem(table, player)
    player.rowing = raised(player.rowing, crew_adds(table, player, "rowing"), rowing_top(table))
    if known(table.first) and seat == table.first:
        table.round += 1
    _wind_due(table, seat)


def _wind_due(table: Table, seat: str) -> None:
    """The wind die is to be rolled before the turn of whoever begins a round."""
    roller = wind_roller(table)
    if not known(roller) or seat != roller or wind_is_kept(table):
        return
    if not known(table.round) or table.round > 1:
        table.owed.append(Owed(RollWind, "WW-RND-02", "The wind die of a new round", after=table.rested))
    elif table.terms.first_wind != "set-up" and not table.wind_set:
        table.owed.append(Owed(RollWind, "WW-SET-18", "The first roll of the wind die"))


def own_turn(table: Table, seat: str) -> Turn:
    """The turn in progress, if it is this player's; else one that nobody keeps: its pieces move all the same."""
    if table.turn is None:
        if not known(table.first) or not table.first:
            table.first = seat
        begin_turn(table, seat)
        table.owed.clear()
    turn = table.turn or Turn(seat)
    if not known(turn.seat):
        turn.seat = table.active = seat
    if turn.seat != seat:
        return Turn(seat)
    table.rested = "" if table.phase != "rest" else seat
    turn.idle = False
    return turn


def wind_rolled(table: Table, event: RollWind) -> None:
    """The flag is turned; a roll that was due and shows the old direction is to be rolled again."""
    value = event.value if known(event.value) and event.value in WINDS else UNKNOWN
    if table.phase == "set-up":
        table.wind, table.wind_set = value, True
        start(table)
        return
    due = bool(table.owed) and table.owed[-1].what is RollWind
    if due:
        table.owed.pop()
    same = known(value) and known(table.wind) and value == table.wind
    by_card, table.turning = table.turning, False
    if due and same and table.wind_set and not by_card:
        table.owed.append(Owed(RollWind, "WW-RND-03", "Another roll of the wind die"))
    elif due and same and table.terms.aerogenerator == "roll-must-change":
        table.turning = True
        table.owed.append(Owed(RollWind, "WW-CARD-14", "Another roll of the wind die for the card"))
    table.wind, table.wind_set = value, True


def turn_over(table: Table) -> None:
    """The next player's turn begins, unless the game is over."""
    turn = table.turn
    if turn is None or table.phase == "over":
        return
    replaced_at_end(table)
    if known(turn.seat) and not turn.lost:
        table.players[turn.seat].lost_ship = False
    following_seat = following(table, turn.seat) if known(turn.seat) else UNKNOWN
    if known(following_seat) and last_turns_over(table, following_seat):
        return
    begin_turn(table, following_seat)


def go_on(table: Table) -> None:
    """Once nothing is owed and no battle is on: a rest takes its course, and a turn in which the ship was lost ends."""
    turn = table.turn
    if turn is None or table.battle is not None or table.owed or table.phase in {"over", "set-up"}:
        return
    table.phase, table.active = ("rest" if turn.resting else "turn"), turn.seat
    if turn.lost:
        turn_over(table)
    elif turn.resting:
        red_due(table, turn)


def red_due(table: Table, turn: Turn) -> None:
    """The next Red moves; after the last the ship has come through, and the turn is over, unless more may be done."""
    try:
        due = reds_to_move(table, turn)
    except Undetermined:
        return
    if due:
        table.owed.append(Owed(MoveRed, "WW-REST-07", "The move of a Red Crester", (turn.seat,)))
    elif not turn.rest_battle or table.terms.rest_actions == "none":
        rested(table, turn)


def rested(table: Table, turn: Turn) -> None:
    """The ship has come through the rest at sky."""
    player = table.players[turn.seat]
    if not known(player.at):
        player.notoriety, table.perhaps_over = UNKNOWN, True
    elif player.at != PORT:
        gain(table, turn.seat, 1)
    turn_over(table)


def is_lost(player: Player) -> bool:
    """Say whether a ship is certainly lost for want of morale."""
    return known(player.morale) and player.morale < 1
