"""Cresters are beaten, and new ones come."""

from __future__ import annotations

from typing import Any

from engine.games.windward.cresters import Crester, Lack
from engine.games.windward.events import PlaceRed, PlaceWhite, RollGrey
from engine.games.windward.folds.hold import has_room, stow
from engine.games.windward.folds.losing import items_lost_sight, put_down
from engine.games.windward.folds.naturalist import untagged
from engine.games.windward.folds.standing import comes, leaves
from engine.games.windward.folds.towing import catches
from engine.games.windward.folds.turns import go_on, start
from engine.games.windward.reckoning import crester_stock, planet
from engine.games.windward.reckoning.battle import perhaps_more_reds
from engine.games.windward.reckoning.cresters import (
    feeding_ground,
    grey_due,
    ground_free,
    places_for_grey,
    places_for_red,
)
from engine.games.windward.reckoning.telling_battles import recalled
from engine.games.windward.scoring import (
    OF_WHITE,
    WHITE_BEATEN,
    WHITE_WORTH,
    gain,
    lives_lost_sight,
    over,
    white_loses_a_life,
)
from engine.games.windward.state import GREY, RED, Battle, Table
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def red_beaten(table: Table, battle: Battle, seat: str) -> None:
    """A Red goes into the winner's hold, or stays where it was beaten; another comes, if there is one."""
    one_only = table.terms.two_beaten == "one-defeated"
    for _ in range(1 if one_only else battle.number):
        _red_falls(table, battle, seat)
    if perhaps_more_reds(table, battle) and not one_only:
        table.reds_beaten = UNKNOWN
    white_comes_last(table, seat)
    if table.terms.beaten_red == "no-replacement" or not table.terms.new_cresters:
        return
    _another_red(table, seat)


def white_comes_last(table: Table, seat: str) -> None:
    """In a mode where the White comes last, owe its placing when no Red is left. Beating it wins the game."""
    to_come = table.terms.white_last and is_known(table.white) and not table.white
    if to_come and not table.reds and not table.reds_untold and not table.strayed:
        table.owed.append(Owed(PlaceWhite, "WW-SOLO-12", "The corner to which the White comes", (seat,)))


def _red_falls(table: Table, battle: Battle, seat: str) -> None:
    """One Red goes into the hold, or stays where it was beaten."""
    beaten = leaves(table.reds, battle.space)
    untagged(table, beaten)
    table.reds_beaten += 1
    player, turn = table.players[seat], table.turn
    if not is_known(player.crester):
        items_lost_sight(table, battle.space)
    elif has_room(table, player):
        stow(player, RED)
        player.held_home = UNKNOWN if beaten is None else beaten.home
        if turn is not None and is_known(turn.seat) and turn.seat == seat:
            turn.caught = True
    else:
        put_down(table, battle.space, RED, 1)


def _another_red(table: Table, seat: str) -> None:
    """A Red replaces one that was beaten, if there is one."""
    player = table.players[seat]
    try:
        left = crester_stock(table, RED) > 0
        due = left and bool(places_for_red(table, seat))
    except Undetermined:
        table.reds_untold = True
        return
    if due:
        table.owed.append(
            Owed(PlaceRed, "WW-CON-11", "The place of a new Red Crester", (seat,), because=recalled(table))
        )
    elif not left and table.terms.red_refill == "when-available":
        table.reds_lacking.append(Lack(seat, home_of(table, player.at)))


def red_in_stock(table: Table) -> None:
    """A Red has returned to stock: under a reading a missing one comes at once."""
    for lack in table.reds_lacking[:1]:
        table.late_red = lack.territory
        if _none_fits(table, lack.seat):
            table.late_red = 0
            return
        table.reds_lacking.remove(lack)
        table.owed.append(Owed(PlaceRed, "WW-SPWN-09", "The place of a Red Crester that has lacked", (lack.seat,)))


def _none_fits(table: Table, seat: str) -> bool:
    try:
        return not places_for_red(table, seat)
    except Undetermined:
        return True


def white_beaten(table: Table, seat: str) -> None:
    """The White leaves the planet, except for a reading for good. Its winner gains 6 notoriety at once."""
    table.white, table.white_beaten = "", True
    if table.terms.white_last:
        over(table, seat, WHITE_BEATEN)
        return
    if table.terms.allied:
        white_comes_back(table, seat)
        return
    gain(table, seat, WHITE_WORTH)
    if table.terms.white_after == "returns" and table.terms.white_at:
        table.owed.append(Owed(PlaceWhite, "WW-WHITE-10", "The corner to which the White comes back", (seat,)))


def white_perhaps_beaten(table: Table, seat: str) -> None:
    """The White may have been beaten: it may have lost a life, or its winner may have gained notoriety, or won."""
    table.white = UNKNOWN
    table.perhaps_over = table.perhaps_over or table.terms.white_last
    lives_lost_sight(table, OF_WHITE)
    if not table.terms.allied and not table.terms.white_last:
        gain(table, seat, UNKNOWN)


def white_comes_back(table: Table, seat: str) -> None:
    """In a cooperative game the White has lost a life, and comes back at once as long as it has another."""
    white_loses_a_life(table)
    if table.phase != "over":
        by = (seat,) if table.terms.white_returned_by == "beating-player" else ()
        _corner_due(table, by)


def white_missing(table: Table, seat: str) -> None:
    """A position lacks a White that must be on the planet: in a solo game without Reds, in a cooperative one always."""
    white_comes_last(table, seat)
    if table.terms.allied and is_known(table.white) and not table.white:
        _corner_due(table, ())


def _corner_due(table: Table, by: tuple[str, ...]) -> None:
    table.owed.append(Owed(PlaceWhite, "WW-COOP-17", "The corner to which the White comes back", by))


def red_placed(table: Table, event: PlaceRed) -> None:
    """A new Red is put on a space."""
    if table.owed and table.owed[-1].what is PlaceRed:
        table.owed.pop()
    table.late_red = 0
    if is_known(event.space):
        comes(table.reds, event.space, Crester(home_of(table, event.space)))
        _newly_come(table, event.space)
    else:
        table.reds_untold = True
    go_on(table)


def _newly_come(table: Table, space: str) -> None:
    """A new Red has fought no ship. If others already move, only a reading makes it move too."""
    turn = table.turn
    if turn is None:
        return
    turn.fought = [one for one in turn.fought if one != space]
    if turn.resting and table.terms.respawned_red == "no-move":
        turn.moved.append(space)


def home_of(table: Table, space: str) -> int:
    """Return the territory of a space; 0 if the planet is unknown, or it has no such space."""
    laid = planet(table)
    return laid.territory.get(space, 0) if laid is not None else 0


def grey_beaten(table: Table, battle: Battle) -> None:
    """A Grey stays where it was beaten, in tow; others come while there are too few."""
    untagged(table, leaves(table.greys, battle.space))
    put_down(table, battle.space, GREY, 1)
    catches(table, battle)
    if _grey_missing(table):
        table.owed.append(Owed(RollGrey, "WW-CON-09", "The roll for a new Grey Crester", because=recalled(table)))


def greys_checked(table: Table) -> None:
    """Owe a new Grey while too few are alive."""
    if _grey_missing(table):
        table.owed.append(Owed(RollGrey, "WW-SPWN-01", "The roll for a new Grey Crester"))


def grey_in_stock(table: Table) -> None:
    """A Grey has returned to stock: under a reading a missing one comes at once."""
    if table.terms.grey_refill == "continuous" and _grey_missing(table):
        table.owed.append(Owed(RollGrey, "WW-SPWN-02", "The roll for a Grey Crester that has lacked"))


def _grey_missing(table: Table) -> bool:
    try:
        return grey_due(table)
    except Undetermined:
        return False


def grey_rolled(table: Table, event: RollGrey) -> None:
    """A Grey comes to the feeding ground of the territory rolled, if there is room; else the roll is repeated."""
    space = _ground(table, event)
    owed = bool(table.owed) and table.owed[-1].what is RollGrey
    if not is_known(space):
        table.greys_untold = True
    elif space:
        comes(table.greys, space, Crester(home_of(table, space)))
    if owed and (not is_known(space) or space):
        table.owed.pop()
        greys_checked(table)
    if table.phase == "set-up":
        start(table)
    else:
        go_on(table)


def _ground(table: Table, event: RollGrey) -> Any:  # noqa: ANN401 - a space, "" for none, or UNKNOWN
    """Return where the Grey of a roll is put."""
    if not is_known(event.space) or not is_known(event.value):
        return UNKNOWN
    if event.space and table.phase != "set-up":
        return event.space
    try:
        free = _free_places(table, event)
        in_order = table.terms.several_grounds == "pack-order" and {*free} <= {*feeding_ground(table, event.value)}
    except Undetermined:
        return UNKNOWN
    return (free[0] if len(free) == 1 or in_order else UNKNOWN) if free else ""


def _free_places(table: Table, event: RollGrey) -> list[str]:
    """List the spaces to which the Grey of a roll may come."""
    if table.phase != "set-up":
        return [space for space in places_for_grey(table, event.value) if ground_free(table, space)]
    found = [event.space] if event.space else feeding_ground(table, event.value)
    return [space for space in found if table.terms.doubled_ground == "stack" or space not in table.greys]
