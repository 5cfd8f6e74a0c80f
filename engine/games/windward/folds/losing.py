"""Ships and longboats are lost, Cresters are beaten, and their cargo goes to winners or spaces."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.events import Loot, MoveRed, MoveWhite, PlaceRed, PlaceWhite, RollGrey, RollWhite, RollWind
from engine.games.windward.folds.hold import all_out, has_room, stow
from engine.games.windward.folds.turns import go_on, rested
from engine.games.windward.reckoning import is_ship, lowered
from engine.games.windward.reckoning.aftermath import LOST_IN_PORT
from engine.games.windward.reckoning.great_white import white_goals
from engine.games.windward.reckoning.looting import loot_due, perhaps_loot
from engine.games.windward.reckoning.telling_battles import recalled
from engine.games.windward.scoring import CAPTAINS, SHIP_LOST, captains_lose_a_life, lives_lost_sight, over, redeem
from engine.games.windward.state import (
    ABOARD,
    ASIDE,
    BOATS,
    CARGO,
    GAS,
    GREY,
    TOKEN,
    WHITE,
    Looting,
    Outcome,
    Player,
    Table,
    Turn,
)
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# Stores that a winner may take in the log, though no rule allows it.
STORES = {GAS: "gas", "cannon": "cannons"}


def put_down(table: Table, space: Any, item: str, number: Any) -> None:  # noqa: ANN401 - a name and a number, or UNKNOWN
    """Put a thing on a space."""
    if (is_known(space) and space == PORT) or (is_known(number) and number <= 0):
        return
    if not is_known(space):
        items_lost_sight(table, space)
        return
    here = table.items.setdefault(space, {})
    here[item] = here.get(item, UNKNOWN if table.items_untold else 0) + number


def items_lost_sight(table: Table, space: Any) -> None:  # noqa: ANN401 - as above
    """Cargo may have been put on a space, or taken from it: the amount there is unknown."""
    table.items_untold = True
    for at, here in table.items.items():
        if not is_known(space) or at == space:
            here.update({item: UNKNOWN for item in here if item != GAS})


def take_up(table: Table, space: Any, item: str, number: Any) -> None:  # noqa: ANN401 - as above
    """Take a thing from a space; things of unknown number may still be there."""
    if not is_known(space) or space not in table.items:
        return
    here = table.items[space]
    here[item] = lowered(here.get(item, 0), number)
    if is_known(here[item]) and not here[item]:
        del here[item]
        if item == GREY:
            _let_go(table, space)
    if not here:
        del table.items[space]


def _let_go(table: Table, space: str) -> None:
    """Clear the tows of longboats on a space without Greys."""
    for player in table.players.values():
        player.tows |= {boat: "" for boat, place in player.boats.items() if is_known(place) and place == space}


def token_gained(table: Table, seat: str) -> None:
    """A +2 Hits token comes into a ship's hold, if one is left."""
    player = table.players[seat]
    used = sum(one.cargo[TOKEN] for one in table.players.values())
    lying = sum(here.get(TOKEN, 0) for here in table.items.values())
    left = table.content.counts["tokens"] - used - lying
    none_left = is_known(left) and left <= 0 and table.terms.tokens_out == "none-gained"
    player.cargo[TOKEN] += 0 if none_left else 1


def ship_lost(table: Table, outcome: Outcome) -> None:
    """A ship is lost.

    The winner chooses from its cargo, or it falls onto the space; the ship returns to port, morale 1.
    """
    seat, winner = outcome.loser, outcome.winner if is_ship(outcome.winner) else ""
    player, table.outcome = table.players[seat], outcome
    outcome.crester = player.crester
    if winner:
        outcome.full = (
            not has_room(table, table.players[winner]) if is_known(table.players[winner].crester) else UNKNOWN
        )
        crester_taken(table, player, table.players[winner])
    elif outcome.winner != WHITE or table.terms.lost_to_white == "as-red":
        all_dropped(table, player, _drops_on(table, player, outcome))
    _boats_recalled(table, player)
    number = loot_due(table, player) if winner else 0
    if table.terms.lost_at_once:
        over(table, "", SHIP_LOST)
        return
    player.morale, player.at = 1, PORT
    turn_lost(table, player)
    if not is_known(number):
        # It is unknown whether there was anything to choose from.
        table.looting = Looting(winner, seat, UNKNOWN)
        _unknown_loot(table.players[winner], player)
        _keep(table, player)
    elif number:
        table.looting = Looting(winner, seat, number)
        says, because = "The winner's choice of cargo", recalled(table)
        table.owed.append(Owed(Loot, "WW-LOST-06", says, (winner,), because=because))
    else:
        token_gained(table, seat)
    captains_lose_a_life(table)


def turn_lost(table: Table, player: Player) -> None:
    """A player whose ship is lost starts again, and loses the rest of the own turn."""
    player.lost_ship, turn = True, table.turn
    if turn is not None and is_known(turn.seat) and turn.seat == player.seat:
        turn.lost = True


def reached_in_port(table: Table, player: Player, back: Any) -> None:  # noqa: ANN401 - the White's space, or UNKNOWN
    """The White has come into port and defeats a ship there; no space exists onto which cargo could fall."""
    table.outcome = Outcome(LOST_IN_PORT, winner=WHITE, loser=player.seat)
    if table.terms.port_defeat == "full-steps-port-hex":
        all_dropped(table, player, back)
    if table.terms.port_defeat != "life-only":
        player.morale = 1
        token_gained(table, player.seat)
    turn_lost(table, player)
    captains_lose_a_life(table)


def white_unseen(table: Table, turn: Turn) -> None:
    """Mark the fate of a ship in port as unknown if the White may have come there."""
    player = table.players[turn.seat]
    if not table.terms.allied or turn.white_moved or not is_known(player.at) or player.at != PORT:
        return
    try:
        open_ = PORT in white_goals(table, turn)
    except Undetermined:
        open_ = True
    if open_:
        player.morale = UNKNOWN
        player.cargo[TOKEN] = UNKNOWN
        lives_lost_sight(table, CAPTAINS)


def perhaps_lost(table: Table, player: Player) -> None:
    """A ship may be lost for want of supplies: its place and its cargo are unknown."""
    table.perhaps_over = table.perhaps_over or table.terms.lost_at_once
    lives_lost_sight(table, CAPTAINS)
    items_lost_sight(table, player.at)
    player.at = player.crester = UNKNOWN
    player.more.clear()
    player.cargo = dict.fromkeys(player.cargo, UNKNOWN)


def crester_taken(table: Table, loser: Player, winner: Player) -> None:
    """The winner's ship takes the Crester of a lost ship, or it falls where that ship was."""
    if not is_known(loser.crester) or not is_known(winner.crester):
        winner.crester = UNKNOWN if not is_known(loser.crester) or loser.crester else winner.crester
        loser.crester = ""
        loser.more.clear()
    for kind in all_out(loser):
        if has_room(table, winner):
            stow(winner, kind)
        else:
            put_down(table, loser.at, kind, 1)


def _drops_on(table: Table, player: Player, outcome: Outcome) -> Any:  # noqa: ANN401 - a space, or UNKNOWN
    """Return where the cargo of a lost ship falls: its last space; under a reading, an attacker's previous one."""
    battle = outcome.battle
    attacked = battle is not None and battle.attacker == player.seat
    if battle is None or not attacked or table.terms.lost_drops == "battle-space":
        return player.at
    return player.at if is_known(battle.back) and battle.back == PORT else battle.back


def _boats_recalled(table: Table, player: Player) -> None:
    """Under a reading the longboats of a lost ship come aboard; what they tow stays."""
    if table.terms.boats_of_lost == "recalled":
        for boat, place in player.boats.items():
            player.boats[boat] = place if is_known(place) and place == ASIDE else ABOARD
        player.tows = dict.fromkeys(BOATS, "")


def all_dropped(table: Table, player: Player, space: Any) -> None:  # noqa: ANN401 - as above
    """Everything in the hold falls onto a space."""
    if not is_known(player.crester):
        items_lost_sight(table, space)
        player.crester = ""
    for kind in all_out(player):
        put_down(table, space, kind, 1)
    for item in CARGO:
        put_down(table, space, item, player.cargo[item])
    player.cargo = dict.fromkeys(CARGO, 0)


def looted(table: Table, event: Loot) -> None:
    """The winner has chosen; then the loser takes a token, and keeps the rest."""
    looting, table.looting = table.looting, None
    if table.owed and table.owed[-1].what is Loot:
        table.owed.pop()
    if looting is None:
        _perhaps_looted(table, event)
        return
    winner, loser = table.players[looting.winner], table.players[looting.loser]
    for item in event.items:
        if not is_known(item):
            _unknown_loot(winner, loser)
            break
        _taken(winner, loser, item)
    if is_known(looting.number):
        # Else the loser has the token already.
        _keep(table, loser)
    go_on(table)


def _perhaps_looted(table: Table, event: Loot) -> None:
    """If there may have been something to take, the winner's amount of it is unknown."""
    if is_known(event.by) and perhaps_loot(table, event.by):
        cargo = table.players[event.by].cargo
        cargo.update({item: UNKNOWN for item in event.items if is_known(item) and item in cargo})


def _taken(winner: Player, loser: Player, item: str) -> None:
    """Move one piece between ships, including gas and cannons, as the log says; cards become unknown."""
    if item in STORES:
        name = STORES[item]
        setattr(loser, name, lowered(getattr(loser, name), 1))
        setattr(winner, name, getattr(winner, name) + 1)
        return
    had = loser.cargo[item] if item in CARGO else 0
    if not is_known(had) or had > 0:
        loser.cargo[item] = lowered(had, 1)
        winner.cargo[item] += 1


def _unknown_loot(winner: Player, loser: Player) -> None:
    for item in CARGO:
        if not is_known(loser.cargo[item]) or loser.cargo[item]:
            winner.cargo[item] = loser.cargo[item] = UNKNOWN


def _keep(table: Table, loser: Player) -> None:
    """The remaining cargo stays aboard. Its teeth count when the loser's next turn begins, or as readings say."""
    if table.terms.kept_teeth == "at-once":
        redeem(table, loser)
    loser.kept_teeth = table.terms.kept_teeth == "next-turn-start"
    token_gained(table, loser.seat)


def given_up(table: Table, owed: Owed) -> None:
    """Something owed never came: its consequences are unknown."""
    if owed.what is Loot and table.looting is not None:
        winner, loser = table.players[table.looting.winner], table.players[table.looting.loser]
        _unknown_loot(winner, loser)
        _keep(table, loser)
        table.looting = None
    elif owed.what is PlaceRed:
        table.reds_untold, table.late_red = True, 0
    elif owed.what is RollGrey:
        table.greys_untold = True
    elif owed.what is MoveRed and table.turn is not None and is_known(table.turn.seat):
        # The Red may have gone anywhere.
        reds_lost_sight(table)
        rested(table, table.turn)
        return
    elif owed.what in {RollWhite, MoveWhite, PlaceWhite}:
        # Its place is not in the log.
        if owed.what is MoveWhite and table.turn is not None:
            white_unseen(table, table.turn)
        table.white = UNKNOWN
        if owed.what is MoveWhite and table.turn is not None:
            rested(table, table.turn)
            return
    elif owed.what is RollWind:
        # It is unknown whether the flag was turned, and in which direction.
        table.wind = UNKNOWN
    if not table.owed:
        go_on(table)


def reds_lost_sight(table: Table) -> None:
    """The places of the living Reds are now unknown."""
    table.reds.clear()
    table.reds_untold, table.strayed = True, ()


def boat_lost(table: Table, piece: str) -> None:
    """A longboat is beaten and returns to its board; what it towed stays."""
    seat, _, boat = piece.partition(".")
    table.players[seat].boats[boat], table.players[seat].tows[boat] = ABOARD, ""
    token_gained(table, seat)
