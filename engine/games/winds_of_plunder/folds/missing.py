"""What the record lacks of a turn: a sailing, a boarding or all of it; what is as good as unknown from there on."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.marking import in_doubt
from engine.games.winds_of_plunder.reckoning.formulas import boardable, may_board
from engine.games.winds_of_plunder.reckoning.map import ports_to_sail_to
from engine.games.winds_of_plunder.state import Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def boarding_missed(table: Table, turn: Turn) -> None:
    """Where one must board, and nobody wrote whom and for what, that is as good as unknown."""
    if table.terms.boarding == "optional" or not turn.arriving or turn.boarded or turn.treasure_played:
        return
    try:
        weaker = boardable(table, turn.seat)
    except Undetermined:
        weaker = list(table.players)
    if weaker:
        in_doubt(table, *(table.players[seat] for seat in {turn.seat, *weaker}))


def must_have_sailed(table: Table, turn: Turn) -> bool:
    """Say whether a sailing is missing in the log, or may be."""
    try:
        return not turn.windlock and not turn.sailed and bool(ports_to_sail_to(table, turn))
    except Undetermined:
        return True


def turn_missed(table: Table, seat: str) -> None:
    """A whole turn is missing in the log: nobody knows what was done in it, and to whom."""
    player = table.players[seat]
    table.passed_over.add(seat)
    player.wind = player.reserve = table.action_deck = UNKNOWN
    player.untold, table.discard_untold = True, True
    in_doubt(table, *table.players.values())


def strong_enough(table: Table, event: e.Board) -> bool:
    """Say whether a boarding can be as it is written, as far as anybody knows."""
    try:
        return may_board(table, event.by, event.target)
    except Undetermined:
        return True


def take_unseen_tile(table: Table, player: Player, tile: str = "") -> None:
    """The ship came to a port that is not told: the tile of any port may be the one on the bar now."""
    take_anything(table, player)
    table.tiles = dict.fromkeys(table.tiles, UNKNOWN)
    if table.bar:
        table.bar = [tile if is_known(tile) and tile else UNKNOWN, *table.bar[:-1]]


def take_anything(table: Table, player: Player) -> None:
    """A tile that nobody has described may have given anything, a Treasure card too."""
    in_doubt(table, player)
    player.treasures.append(UNKNOWN)
    player.unsure = table.adrift = True
    table.unseen.append(("treasure", player.seat))
    table.treasure_deck = UNKNOWN
