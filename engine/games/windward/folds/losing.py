"""Ships and longboats that are lost, Cresters that are beaten, and who takes what of it."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.events import Loot, MoveRed, PlaceRed, RollGrey
from engine.games.windward.folds.hold import all_out, has_room, stow
from engine.games.windward.folds.turns import go_on, rested, start
from engine.games.windward.reckoning import crester_stock, ground_free, lowered, planet
from engine.games.windward.reckoning.cresters import feeding_ground, grey_due, places_for_red
from engine.games.windward.state import (
    ABOARD,
    CARGO,
    GREY,
    RED,
    TOKEN,
    Battle,
    Crester,
    Looting,
    Player,
    Table,
)
from engine.kernel.flow import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, known


def put_down(table: Table, space: Any, item: str, number: Any) -> None:  # noqa: ANN401 - a name and a number, or UNKNOWN
    """Something comes to lie on a space."""
    if not known(space) or space == PORT or (known(number) and number <= 0):
        return
    here = table.items.setdefault(space, {})
    here[item] = here.get(item, UNKNOWN if table.items_untold else 0) + number


def take_up(table: Table, space: Any, item: str, number: Any) -> None:  # noqa: ANN401 - as above
    """Something is taken from a space; what nobody counted may still be there."""
    if not known(space) or space not in table.items:
        return
    here = table.items[space]
    here[item] = lowered(here.get(item, 0), number)
    if known(here[item]) and not here[item]:
        del here[item]
    if not here:
        del table.items[space]


def token_gained(table: Table, seat: str) -> None:
    """A +2 Hits token comes into a ship's hold, if one is left."""
    player = table.players[seat]
    used = sum(one.cargo[TOKEN] for one in table.players.values())
    lying = sum(here.get(TOKEN, 0) for here in table.items.values())
    left = table.content.counts["tokens"] - used - lying
    none_left = known(left) and left <= 0 and table.terms.tokens_out == "none-gained"
    player.cargo[TOKEN] += 0 if none_left else 1


def ship_lost(table: Table, seat: str, winner: str = "") -> None:
    """A ship is lost: its cargo falls to the winner's choice, or onto the space; it comes to port with morale 1."""
    player = table.players[seat]
    if winner:
        _crester_taken(table, player, table.players[winner])
    else:
        _all_dropped(table, player)
    number = sum(player.cargo.values()) if winner else 0
    player.morale, player.at, player.lost_ship = 1, PORT, True
    turn = table.turn
    if turn is not None and known(turn.seat) and turn.seat == seat:
        turn.lost = True
    if not known(number) or number:
        half = (number + 1) // 2
        table.looting = Looting(winner, seat, half)
        table.owed.append(Owed(Loot, "WW-LOST-06", "The winner's choice of cargo", (winner,)))
    else:
        token_gained(table, seat)


def perhaps_lost(table: Table, player: Player) -> None:
    """A ship may be lost for want of supplies, or not: where it is then, and what of its cargo it has, is open."""
    player.at = player.crester = UNKNOWN
    player.cargo = dict.fromkeys(player.cargo, UNKNOWN)
    table.items_untold = True


def _crester_taken(table: Table, loser: Player, winner: Player) -> None:
    """The winner's ship takes the Crester of a lost ship, or it falls where that ship was."""
    if not known(loser.crester) or not known(winner.crester):
        winner.crester = UNKNOWN if not known(loser.crester) or loser.crester else winner.crester
        loser.crester = ""
        loser.more.clear()
    for kind in all_out(loser):
        if has_room(table, winner):
            stow(winner, kind)
        else:
            put_down(table, loser.at, kind, 1)


def _all_dropped(table: Table, player: Player) -> None:
    """All that is in the hold falls onto the ship's space."""
    if not known(player.crester):
        table.items_untold = True
        player.crester = ""
    for kind in all_out(player):
        put_down(table, player.at, kind, 1)
    for item in CARGO:
        put_down(table, player.at, item, player.cargo[item])
    player.cargo = dict.fromkeys(CARGO, 0)


def looted(table: Table, event: Loot) -> None:
    """The winner has chosen; then the loser takes a token, and keeps what is left."""
    looting, table.looting = table.looting, None
    if table.owed and table.owed[-1].what is Loot:
        table.owed.pop()
    if looting is None:
        return
    winner, loser = table.players[looting.winner], table.players[looting.loser]
    for item in event.items:
        if not known(item):
            _unknown_loot(winner, loser)
            break
        had = loser.cargo[item]
        if not known(had) or had > 0:
            loser.cargo[item] = lowered(had, 1)
            winner.cargo[item] += 1
    _keep(table, loser)
    go_on(table)


def _unknown_loot(winner: Player, loser: Player) -> None:
    for item in CARGO:
        if not known(loser.cargo[item]) or loser.cargo[item]:
            winner.cargo[item] = loser.cargo[item] = UNKNOWN


def _keep(table: Table, loser: Player) -> None:
    """What was not chosen stays aboard; its teeth count when the loser's next turn begins."""
    loser.kept_teeth = True
    token_gained(table, loser.seat)


def given_up(table: Table, owed: Owed) -> None:
    """Something owed never came: what depended on it is not known."""
    if owed.what is Loot and table.looting is not None:
        winner, loser = table.players[table.looting.winner], table.players[table.looting.loser]
        _unknown_loot(winner, loser)
        _keep(table, loser)
        table.looting = None
    elif owed.what is PlaceRed:
        table.reds_untold = True
    elif owed.what is RollGrey:
        table.greys_untold = True
    elif owed.what is MoveRed and table.turn is not None and known(table.turn.seat):
        # The Red may have gone anywhere.
        table.reds_untold = True
        rested(table, table.turn)
        return
    if not table.owed:
        go_on(table)


def boat_lost(table: Table, piece: str) -> None:
    """A longboat is beaten: it goes back to its board; what it towed stays."""
    seat, _, boat = piece.partition(".")
    table.players[seat].boats[boat] = ABOARD
    token_gained(table, seat)


def red_beaten(table: Table, battle: Battle, seat: str) -> None:
    """A Red goes into the winner's hold, or stays where it was beaten; another comes, if there is one."""
    table.reds.pop(battle.space, None)
    player = table.players[seat]
    if not known(player.crester):
        table.items_untold = True
    elif has_room(table, player):
        stow(player, RED)
    else:
        put_down(table, battle.space, RED, 1)
    try:
        due = crester_stock(table, RED) > 0 and bool(places_for_red(table, seat))
    except Undetermined:
        table.reds_untold = True
        return
    if due:
        table.owed.append(Owed(PlaceRed, "WW-CON-11", "The place of a new Red Crester", (seat,)))


def red_placed(table: Table, event: PlaceRed) -> None:
    """A new Red stands on a space."""
    if table.owed and table.owed[-1].what is PlaceRed:
        table.owed.pop()
    if known(event.space):
        table.reds[event.space] = Crester(home_of(table, event.space))
        if table.turn is not None and table.turn.resting:
            # One that comes while others move has its place, and stays there.
            table.turn.moved.append(event.space)
    else:
        table.reds_untold = True
    go_on(table)


def home_of(table: Table, space: str) -> int:
    """The territory of a space; 0 where nobody knows the planet, or it has no such space."""
    laid = planet(table)
    return laid.territory.get(space, 0) if laid is not None else 0


def grey_beaten(table: Table, battle: Battle) -> None:
    """A Grey stays where it was beaten, towed; others come while there are too few."""
    beaten = table.greys.pop(battle.space, None)
    if beaten is not None and beaten.number > 1:
        table.greys[battle.space] = Crester(beaten.home, beaten.number - 1)
    put_down(table, battle.space, GREY, 1)
    greys_checked(table)


def greys_checked(table: Table) -> None:
    """A new Grey is owed while too few are alive."""
    try:
        due = grey_due(table)
    except Undetermined:
        return
    if due:
        table.owed.append(Owed(RollGrey, "WW-SPWN-01", "The roll for a new Grey Crester"))


def grey_rolled(table: Table, event: RollGrey) -> None:
    """A Grey comes to the feeding ground of the territory rolled, if there is room; else it is rolled again."""
    space = _ground(table, event)
    owed = bool(table.owed) and table.owed[-1].what is RollGrey
    if not known(space):
        table.greys_untold = True
    elif space:
        there = table.greys[space].number if space in table.greys else 0
        table.greys[space] = Crester(home_of(table, space), there + 1)
    if owed and (not known(space) or space):
        table.owed.pop()
        greys_checked(table)
    if table.phase == "set-up":
        start(table)
    else:
        go_on(table)


def _ground(table: Table, event: RollGrey) -> Any:  # noqa: ANN401 - a space, "" for none, or UNKNOWN
    """Where the Grey of a roll comes to stand."""
    if not known(event.space) or not known(event.value):
        return UNKNOWN
    try:
        found = [event.space] if event.space else feeding_ground(table, event.value)
        if table.phase == "set-up":
            stacking = table.terms.doubled_ground == "stack"
            free = [space for space in found if stacking or space not in table.greys]
        else:
            free = [space for space in found if ground_free(table, space)]
    except Undetermined:
        return UNKNOWN
    return (free[0] if len(free) == 1 else UNKNOWN) if free else ""
