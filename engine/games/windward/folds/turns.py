"""Turns and rounds: their beginning and end, the wind between them, and the rest that closes a turn."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import WINDS
from engine.games.windward.events import EVENTS, Loot, MoveRed, MoveWhite, NameFirst, RollWhite, RollWind
from engine.games.windward.folds.stacks import replaced_at_end
from engine.games.windward.reckoning import allied_rest_of, crew_adds, following, raised
from engine.games.windward.reckoning.chasing import reds_to_move
from engine.games.windward.reckoning.cresters import greys_wanted
from engine.games.windward.reckoning.great_white import white_goals
from engine.games.windward.reckoning.naturalist import researches, tag_bonus
from engine.games.windward.reckoning.printed import morale_top, rowing_top
from engine.games.windward.reckoning.rounds import lost_in_own_turn, wind_is_kept, wind_roller
from engine.games.windward.scoring import gain, last_turns_over, redeem
from engine.games.windward.state import RED, Player, Table, Turn
from engine.kernel.events import Move
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# Events that wait for the wind of a new round. Loot belongs to the last turn, if it was uncertain whether any was due.
WAITING_FOR_WIND = tuple(kind for kind in EVENTS if kind is not Loot)

# The parts of a turn that only cards bring.
BY_CARDS = ("fuel", "coffees", "deadweight")


def ready(table: Table) -> bool:
    """Return whether everything is set up that the first turn needs."""
    wind = table.wind_set or not table.terms.wind_in_set_up
    try:
        return bool(table.tiles) and wind and greys_wanted(table) <= 0
    except Undetermined:
        return bool(table.tiles) and wind


def start(table: Table) -> None:
    """Begin the first turn as soon as everything is set up."""
    if table.phase == "set-up" and is_known(table.first) and table.first and ready(table):
        begin_turn(table, table.first)


def first_named(table: Table, event: NameFirst) -> None:
    """The first player is determined."""
    table.first = event.seat
    start(table)


def begin_turn(table: Table, seat: Any) -> None:  # noqa: ANN401 - a seat, or UNKNOWN
    """Begin a player's turn: the wind is due before the first player's, a Coxswain rows, teeth are exchanged."""
    table.turn_before, table.turn, table.active, table.phase = table.turn, Turn(seat), seat, "turn"
    table.battle = None
    if table.looting is not None and is_known(table.looting.number):
        table.looting = None
    table.turning = False
    table.owed.clear()
    if not is_known(seat):
        return
    _done_before(table, table.turn)
    player = table.players[seat]
    table.turn.stood.append(player.at)
    table.turn.beaten_before = table.reds_beaten
    if player.kept_teeth:
        table.turn.redeemed = True
        redeem(table, player)
    player.rowing = raised(player.rowing, crew_adds(table, player, "rowing"), rowing_top(table))
    if is_known(table.first) and seat == table.first:
        table.round += 1
    _wind_due(table, seat)
    if table.terms.allied and not table.white_awake and table.turn_before is None:
        table.owed.append(Owed(RollWhite, "WW-COOP-04", "The roll for the Great White Crester", before=(Move,)))


def _done_before(table: Table, turn: Turn) -> None:
    """Acts out of turn during the last turn may have been in this one, with what cards brought."""
    seats = [one.seat for one in table.beside]
    since = seats.index(turn.seat) if turn.seat in seats else len(seats)
    mine = [one for one in table.beside[since:] if one.seat == turn.seat]
    for name in BY_CARDS:
        if any(not is_known(brought := getattr(one, name)) or brought for one in mine):
            setattr(turn, name, UNKNOWN)
    if not is_known(turn.fuel):
        turn.granted = UNKNOWN
    table.beside = [one for one in table.beside[since:] if one.seat != turn.seat]


def _wind_due(table: Table, seat: str) -> None:
    """Owe the wind roll before the turn of the player who begins a round."""
    roller = wind_roller(table)
    if not is_known(roller) or seat != roller or wind_is_kept(table):
        return
    if table.terms.wind_each_turn and (not is_known(table.round) or table.round > 1):
        table.owed.append(Owed(RollWind, "WW-SOLO-09", "The wind die of a new turn"))
        return
    if not is_known(table.round) or table.round > 1:
        says, over_before = "The wind die of a new round", table.rested or lost_in_own_turn(table)
        table.owed.append(Owed(RollWind, "WW-RND-02", says, after=over_before, before=WAITING_FOR_WIND))
    elif table.terms.first_wind != "set-up" and not table.wind_set:
        table.owed.append(Owed(RollWind, "WW-SET-18", "The first roll of the wind die"))


def own_turn(table: Table, seat: str, *, rests: bool = False) -> Turn:
    """Return the turn in progress, if it is this player's; else a separate turn, in which pieces also move."""
    if table.turn is None:
        if not is_known(table.first) or not table.first:
            table.first = seat
        begin_turn(table, seat)
        table.owed.clear()
    turn = table.turn or Turn(seat)
    table.outcome = None
    if not is_known(turn.seat):
        turn.seat = table.active = seat
    if turn.seat != seat:
        table.beside.append(Turn(seat))
        return table.beside[-1]
    if not rests:
        table.beside.clear()
    table.rested = "" if table.phase != "rest" else seat
    if turn.idle:
        # A player who may have had cargo to choose from has chosen by now.
        turn.idle, table.looting = False, None
    return turn


def wind_rolled(table: Table, event: RollWind) -> None:
    """The flag is turned. A due roll that shows the old direction must be repeated."""
    value = event.value if is_known(event.value) and event.value in WINDS else UNKNOWN
    unsure = not is_known(value) or not is_known(table.wind)
    if table.phase == "set-up":
        table.wind, table.wind_set = value, True
        start(table)
        return
    due = bool(table.owed) and table.owed[-1].what is RollWind
    if due:
        table.owed.pop()
        table.rested = ""
    same = is_known(value) and is_known(table.wind) and value == table.wind
    by_card, table.turning = table.turning, False
    doubted = by_card and not is_known(table.turned_from)
    if table.wind_set and ((unsure and due) or (doubted and (unsure or same))):
        # It is unknown whether the wind was the same, so that another roll is due.
        table.turning, table.turned_from = True, UNKNOWN
    if due and same and table.wind_set and not by_card:
        table.owed.append(Owed(RollWind, "WW-RND-03", "Another roll of the wind die"))
    elif due and same and table.terms.aerogenerator == "roll-must-change":
        table.turning = True
        table.owed.append(Owed(RollWind, "WW-CARD-14", "Another roll of the wind die for the card"))
    table.wind, table.wind_set = value, True


def turn_over(table: Table) -> None:
    """Begin the next player's turn, unless the game is over."""
    turn = table.turn
    if turn is None or table.phase == "over":
        return
    replaced_at_end(table)
    if is_known(turn.seat) and not turn.lost:
        table.players[turn.seat].lost_ship = False
    following_seat = following(table, turn.seat) if is_known(turn.seat) else UNKNOWN
    if is_known(following_seat) and last_turns_over(table, following_seat):
        return
    begin_turn(table, following_seat)


def go_on(table: Table) -> None:
    """Once nothing is owed and no battle is on: continue a rest, and end a turn in which the ship was lost."""
    turn = table.turn
    if turn is None or table.battle is not None or table.owed or table.phase in {"over", "set-up"}:
        return
    table.phase, table.active = ("rest" if turn.resting else "turn"), turn.seat
    if turn.lost and not (turn.resting and white_still_comes(table, turn)):
        turn_over(table)
    elif turn.resting:
        red_due(table, turn)


def red_due(table: Table, turn: Turn) -> None:
    """Owe the next Red's move. After the last Red the ship has survived, and the turn ends unless acts are allowed."""
    try:
        due = reds_to_move(table, turn)
    except Undetermined:
        return
    if due:
        says, seats = "The move of a Red Crester", (turn.seat,)
        if table.terms.reds_hunt:
            table.owed.append(Owed(MoveRed, "WW-SOLO-04", says, seats))
        elif table.terms.allied:
            table.owed.append(Owed(MoveRed, "WW-COOP-11", says, seats))
        else:
            table.owed.append(Owed(MoveRed, "WW-REST-07", says, seats))
    else:
        white_due(table, turn)


def white_due(table: Table, turn: Turn) -> None:
    """After the Reds owe the White's move, if it is in play. Then the ship has survived, and the turn ends."""
    try:
        due = white_goals(table, turn)
    except Undetermined:
        return
    if due:
        white_to_move(table, turn)
    elif turn.white_moved and not turn.white_fought and not is_known(table.white):
        # It is unknown whether it has reached the ship for a battle.
        return
    elif not turn.rest_battle or table.terms.rest_actions == "none":
        rested(table, turn)


def white_to_move(table: Table, turn: Turn) -> None:
    """Owe the White's move; in a cooperative game its way may lead into port."""
    says, seats = "The move of the Great White Crester", (turn.seat,)
    if table.terms.white_last:
        table.owed.append(Owed(MoveWhite, "WW-SOLO-13", says, seats))
    elif not table.terms.allied:
        table.owed.append(Owed(MoveWhite, "WW-WHITE-06", says, seats))
    elif table.players[turn.seat].at == PORT:
        table.owed.append(Owed(MoveWhite, "WW-COOP-10", says, seats))
    else:
        table.owed.append(Owed(MoveWhite, "WW-COOP-11", says, seats))


def white_still_comes(table: Table, turn: Turn) -> bool:
    """Return whether the White moves, under a reading, though a Red has beaten the ship in this rest."""
    by_red = table.outcome is not None and table.outcome.winner == RED
    if table.terms.white_after_loss == "no-move" or not table.terms.allied or not by_red:
        return False
    try:
        return bool(white_goals(table, turn))
    except Undetermined:
        return False


def rested(table: Table, turn: Turn) -> None:
    """The ship has survived the rest at sky, or in port in a cooperative game."""
    player = table.players[turn.seat]
    if is_known(player.at) and player.at == PORT and table.terms.allied:
        cheered_together(table, player)
    elif not is_known(player.at):
        player.notoriety, table.perhaps_over = UNKNOWN, table.perhaps_over or not table.terms.allied
    elif player.at != PORT and not turn.noted and table.terms.nights_count:
        turn.noted = True
        gain(table, turn.seat, 1 + (tag_bonus(table) if researches(table, player) else 0))
    if table.owed and table.owed[-1].what is RollWhite:
        # If the night's notoriety wakes the White, it comes at once only under a reading.
        turn.white_moved = turn.white_moved or table.terms.white_woken_at_rest == "no-move-this-turn"
        return
    turn_over(table)


def cheered_together(table: Table, player: Player) -> None:
    """After the White, the morale of a ship that is safe in port rises."""
    player.morale = raised(player.morale, allied_rest_of(table, player), morale_top(table))


def is_lost(player: Player) -> bool:
    """Return whether a ship is certainly lost for want of morale."""
    return is_known(player.morale) and player.morale < 1
