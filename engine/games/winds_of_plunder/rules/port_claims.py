"""Which rule of arriving, boarding or the advantage markers settles a fact that the table claims wrongly."""

from __future__ import annotations

from engine.games.winds_of_plunder.reckoning import holds, leaders, tally, welcome
from engine.games.winds_of_plunder.state import BAR, MARKERS, Player, Table, Turn
from engine.kernel.events import Claim

NONE = "none"


def _looted(turn: Turn, player: Player) -> bool:
    """Say whether this player has boarded somebody in this arrival, or was boarded."""
    return turn.arriving and bool(turn.boarded) and player.seat in {turn.seat, *turn.boarded}


def _came_in(turn: Turn, player: Player) -> bool:
    """Say whether this player's ship has just come in, and nothing but the tile was taken yet."""
    return turn.arriving and player.seat == turn.seat and not turn.boarded and not turn.treasure_played


# Facts of one player


def points(table: Table, player: Player, claim: Claim) -> str:
    """Tell of `vp`: what the tile scores, with the extra point or without, and 2 VP taken by boarding."""
    turn = table.turn
    if turn is None or turn.treasure_played:
        return ""
    if _looted(turn, player):
        return "WP-BOARD-07"
    if not _came_in(turn, player):
        return ""
    if not isinstance(claim.value, int) or abs(claim.value - player.vp) != 1:
        return "WP-PORT-04"
    return _extra_point(table, turn, player, claim.value - player.vp)


def _extra_point(table: Table, turn: Turn, player: Player, off: int) -> str:
    """One point too many or too few: the extra point of Most Provisions, if that explains it."""
    late = table.terms.provisions_bonus == "after-items"
    won = turn.provisions_then != player.seat and holds(table, "provisions", player.seat)
    if won and off == (-1 if late else 1):
        return "WP-PORT-06"
    had = holds(table, "provisions", player.seat) if late else turn.provisions_then == player.seat
    return "WP-PORT-05" if off == (-1 if had else 1) else "WP-PORT-04"


def items(table: Table, player: Player, _: Claim) -> str:
    """Tell of a tally: what the tile gives, and what a boarding moves from one ship to another."""
    turn = table.turn
    if turn is None:
        return ""
    if _looted(turn, player):
        return "WP-BOARD-07"
    return "WP-PORT-03" if _came_in(turn, player) else ""


def treasures(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the Treasure cards in hand: one that the tile shows was not taken."""
    turn, held = table.turn, len(player.treasures)
    missing = isinstance(claim.value, int) and claim.value < held
    return "WP-PORT-03" if turn is not None and missing and _came_in(turn, player) else ""


def marks(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the ports marked: boarding has changed who has more Weapons, and so whether the port is marked."""
    turn, port = table.turn, player.port
    if turn is None or turn.seat != player.seat or turn.arriving or not turn.boarded:
        return ""
    if (port in str(claim.value).split()) == (port in player.marks):
        return ""
    by_old, by_new = welcome(table, player.seat, turn.weapons_then), welcome(table, player.seat, {})
    return "WP-PORT-12" if by_old != by_new else ""


# Facts of the table


def bar(table: Table, claim: Claim) -> str:
    """Tell of the Rotation Bar."""
    if table.phase == "set-up":
        return ""
    if len(str(claim.value).split()) != BAR:
        return "WP-PORT-08"
    return "WP-PORT-07" if table.turn is not None and table.turn.sailed else ""


def tile(table: Table, claim: Claim) -> str:
    """Tell of the tile at a port."""
    turn, port = table.turn, claim.fact.partition(".")[2]
    if table.phase == "set-up":
        return ""
    if claim.value == NONE:
        return "WP-PORT-08"
    if turn is None or not turn.sailed:
        return ""
    if port == table.players[turn.seat].port:
        return "WP-PORT-09" if claim.value == table.bar[0] else "WP-PORT-07"
    return "WP-PORT-10" if port == turn.came_from else ""


def marker(table: Table, claim: Claim) -> str:
    """Tell of an advantage marker: who has the most, who had, and who is level."""
    name, said = claim.fact.partition(".")[2], str(claim.value)
    if name not in MARKERS:
        return "WP-ADV-01"
    ahead, before = leaders(table, name), table.passed.get(name, "")
    if said not in table.players:
        return _denied(table, name, ahead, before)
    if said == before and said not in ahead:
        return "WP-ADV-05"
    if tally(table.players[said], name) == 0:
        return "WP-ADV-08"
    if said not in ahead:
        return "WP-ADV-02"
    if table.markers[name] in ahead:
        return "WP-ADV-04"
    return "WP-ADV-06" if before and before not in ahead else "WP-ADV-03"


def _denied(table: Table, name: str, ahead: list[str], before: str) -> str:
    """The table says that nobody has the marker; we reckon that somebody does."""
    if table.markers[name] not in ahead:
        return "WP-ADV-05"
    if len(ahead) > 1:
        return "WP-ADV-04"
    return "WP-ADV-06" if before else "WP-ADV-02"
