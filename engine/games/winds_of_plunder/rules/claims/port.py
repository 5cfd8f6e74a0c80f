"""The case of a wrong claim about arriving, boarding or the advantage markers."""

from __future__ import annotations

from engine.games.winds_of_plunder.reckoning.formulas import holds, leaders, tally, welcome
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.state import BAR, Gain, Player, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING


def _looted(turn: Turn, player: Player) -> bool:
    """Return whether this player has boarded another in this arrival, or was boarded."""
    return turn.arriving and bool(turn.boarded) and player.seat in {turn.seat, *turn.boarded}


def came_in(turn: Turn, player: Player) -> bool:
    """Return whether this player's ship has just arrived, and has taken only the tile."""
    return turn.arriving and player.seat == turn.seat and not turn.boarded and not turn.treasure_played


# Facts of one player


def points(table: Table, player: Player, claim: Claim) -> Wrong | Gain | None:
    """Judge `vp`: the score of the tile, with the extra point or without, and 2 VP taken by boarding."""
    turn = table.turn
    if turn is None or turn.treasure_played:
        return None
    if _looted(turn, player):
        return Gain.BOARDING
    if not came_in(turn, player):
        return None
    if not isinstance(claim.value, int) or abs(claim.value - player.vp) != 1:
        return Gain.TILE
    return _extra_point(table, turn, player, claim.value - player.vp)


def _extra_point(table: Table, turn: Turn, player: Player, off: int) -> Wrong | Gain:
    """Judge one point too many or too few: the extra point of Most Provisions, if that explains it."""
    late = table.terms.provisions_bonus == "after-items"
    won = turn.provisions_then != player.seat and holds(table, "provisions", player.seat)
    if won and off == (-1 if late else 1):
        return Wrong.PROVISION_IN_TIME
    had = holds(table, "provisions", player.seat) if late else turn.provisions_then == player.seat
    return Gain.PROVISIONS if off == (-1 if had else 1) else Gain.TILE


def items(table: Table, player: Player, _: Claim) -> Wrong | None:
    """Judge a tally: the gains of the tile, and the items that a boarding moves between ships."""
    turn = table.turn
    if turn is None:
        return None
    if _looted(turn, player):
        return Wrong.LOOTED
    return Wrong.TAKEN if came_in(turn, player) else None


def marks(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the marked ports: boarding has changed who has more Weapons, and so whether the port is marked."""
    turn, port = table.turn, player.port
    if turn is None or turn.seat != player.seat or turn.arriving or not turn.boarded:
        return None
    if (port in str(claim.value).split()) == (port in player.marks):
        return None
    by_old, by_new = welcome(table, player.seat, turn.weapons_then), welcome(table, player.seat, {})
    return Wrong.AFTER_BOARDING if by_old != by_new else None


# Facts of the table


def bar(table: Table, claim: Claim) -> Wrong | None:
    """Judge the Rotation Bar."""
    if table.phase == "set-up":
        return None
    if len(str(claim.value).split()) != BAR:
        return Wrong.NOT_SIX
    return Wrong.BAR_MOVED_ON if table.turn is not None and table.turn.sailed else None


def tile(table: Table, claim: Claim) -> Wrong | None:
    """Judge the tile at a port."""
    turn, port = table.turn, claim.fact.partition(".")[2]
    if table.phase == "set-up":
        return None
    if claim.value == NOTHING:
        return Wrong.NOT_SIX
    if turn is None or not turn.sailed:
        return None
    if port == table.players[turn.seat].port:
        return Wrong.SAME_TILE if claim.value == table.bar[0] else Wrong.BAR_MOVED_ON
    return Wrong.PORT_LEFT if port == turn.came_from else None


def marker(table: Table, claim: Claim) -> Wrong | None:
    """Judge an advantage marker: by the player who had the most, or by the players who are level."""
    name, said = claim.fact.partition(".")[2], str(claim.value)
    if name not in table.markers:
        return None
    ahead, before = leaders(table, name), table.passed.get(name, "")
    if said not in table.players:
        return _denied(table, name, ahead, before)
    if said == before and said not in ahead:
        just_now = table.turn is not None and table.turn.markers_then[name] == said
        return Wrong.LOST_THIS_TURN if just_now else Wrong.FALLEN_BEHIND
    if tally(table.players[said], name) == 0:
        return Wrong.OF_NOTHING
    if said not in ahead:
        return None
    if table.markers[name] in ahead:
        return Wrong.STILL_TIED
    return Wrong.NEXT_HOLDER if before and before not in ahead else Wrong.TIED_FROM_NOBODY


def _denied(table: Table, name: str, ahead: list[str], before: str) -> Wrong | None:
    """The claim says that no player has the marker, but one has."""
    if table.markers[name] not in ahead:
        return Wrong.FALLEN_BEHIND
    if len(ahead) > 1:
        return Wrong.STILL_TIED
    return Wrong.NEXT_HOLDER if before else None
