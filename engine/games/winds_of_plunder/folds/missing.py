"""Handles what the record lacks of a turn (a sailing, a boarding or all of it) by marking its effects as unknown."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.marking import in_doubt
from engine.games.winds_of_plunder.reckoning.formulas import boardable, may_board
from engine.games.winds_of_plunder.reckoning.map import ports_to_sail_to
from engine.games.winds_of_plunder.state import Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def boarding_missed(table: Table, turn: Turn) -> None:
    """A required boarding is missing, so its target and loot are unknown."""
    if table.terms.boarding == "optional" or not turn.arriving or turn.boarded or turn.treasure_played:
        return
    try:
        weaker = boardable(table, turn.seat)
    except Undetermined:
        weaker = list(table.players)
    if weaker:
        in_doubt(table, *(table.players[seat] for seat in {turn.seat, *weaker}))


def must_have_sailed(table: Table, turn: Turn) -> bool:
    """Return whether a sailing is or may be missing in the log."""
    try:
        return not turn.windlock and not turn.sailed and bool(ports_to_sail_to(table, turn))
    except Undetermined:
        return True


def turn_missed(table: Table, seat: str) -> None:
    """A whole turn is missing in the log: everything that it may have changed is unknown."""
    player = table.players[seat]
    table.passed_over.add(seat)
    player.wind = player.reserve = table.action_deck = UNKNOWN
    player.untold, table.discard_untold = True, True
    in_doubt(table, *table.players.values())


def strong_enough(table: Table, event: e.Board) -> bool:
    """Return whether a boarding is possible as far as is known."""
    try:
        return may_board(table, event.by, event.target)
    except Undetermined:
        return True


def take_unseen_tile(table: Table, player: Player, tile: str = "") -> None:
    """The ship sailed to an unknown port: the tile of any port may be the one on the bar now."""
    take_anything(table, player)
    table.tiles = dict.fromkeys(table.tiles, UNKNOWN)
    if table.bar:
        table.bar = [tile if is_known(tile) and tile else UNKNOWN, *table.bar[:-1]]


def take_anything(table: Table, player: Player) -> None:
    """An unknown tile may have given anything, including a Treasure card."""
    in_doubt(table, player)
    player.treasures.append(UNKNOWN)
    player.unsure = table.adrift = True
    table.unseen.append(("treasure", player.seat))
    table.treasure_deck = UNKNOWN
