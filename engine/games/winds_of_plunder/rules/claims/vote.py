"""The case of a wrong claim about set-up, rounds or the vote."""

from __future__ import annotations

from engine.games.winds_of_plunder.reckoning.formulas import cubes_behind
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.state import MARKERS, ROUNDS, Player, Table
from engine.kernel.events import Claim

# The phases before plundering: those before the bids are revealed, and those in which the vote is resolved.
UNCOUNTED = frozenset({"set-up", "compass", "bid"})
RESOLVING = frozenset({"award", "wind", "first"})
# Facts of one player that stay as in set-up until the first player plunders.
AT_FIRST = {
    "port": Wrong.PORT_AT_FIRST,
    "vp": Wrong.SCORE_AT_FIRST,
    **dict.fromkeys(("weapons", "crew", "provisions", "booty"), Wrong.TALLIES_AT_FIRST),
    **dict.fromkeys(("actions", "hand"), Wrong.HAND_AT_FIRST),
    **dict.fromkeys(("treasures", "treasure"), Wrong.TREASURES_AT_FIRST),
}


def at_the_start(table: Table) -> bool:
    """Return whether only a vote can have changed anything since set-up."""
    return table.phase == "set-up" or (table.phase in UNCOUNTED | RESOLVING and table.round == 1)


def _fresh(table: Table) -> bool:
    """Return whether the vote has been counted, and no player has plundered since."""
    return table.phase in RESOLVING or (table.phase == "plunder" and table.turn is None and not table.acted)


# Facts of one player


def at_first(table: Table, _: Player, claim: Claim) -> Wrong | None:
    """Judge a fact that only plundering changes."""
    return AT_FIRST[claim.fact.partition(".")[2]] if at_the_start(table) else None


def cubes(table: Table, player: Player, _: Claim) -> Wrong | None:
    """Judge Wind cubes and the reserve: as dealt, or as a vote left them."""
    if table.phase in UNCOUNTED:
        return Wrong.CUBES_AT_FIRST if at_the_start(table) else None
    voted = table.phase in RESOLVING or table.phase == "plunder"
    began = player.seat in table.acted or (table.turn is not None and table.turn.seat == player.seat)
    return Wrong.CUBES_RETURNED if voted and not began else None


def marks(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge reputation before the first sailing."""
    if not at_the_start(table):
        return None
    home = (player.port in str(claim.value).split()) != (player.port in player.marks)
    return Wrong.HOME_AT_FIRST if home else Wrong.GAINED_AT_FIRST


def compass(table: Table, _: Player, __: Claim) -> Wrong | None:
    """Judge a compass that is already revealed."""
    return Wrong.TURNED_UP if table.phase == "bid" else None


# Facts of the table


def wind(table: Table, claim: Claim) -> Wrong | None:
    """Judge the wind: at the start, or as a vote turned it."""
    if table.phase in UNCOUNTED:
        return Wrong.WIND_AND_ROUND_AT_FIRST if at_the_start(table) else None
    if table.phase in {"award", "wind"}:
        return Wrong.TIED_WINDS if table.tied_winds else Wrong.ADDED_UP
    return _counted(table, claim) if table.votes and _fresh(table) else None


def _counted(table: Table, claim: Claim) -> Wrong:
    """Judge the wind of a vote: cubes not added up, or decided by a tie or by the tile's winner."""
    totals = cubes_behind(table)
    if totals.get(str(claim.value)) == max(totals.values()):
        return Wrong.TIED_WINDS
    winners = table.votes.get(table.blackbeard, ("", 0))[0]
    return Wrong.WINNERS_WIND if claim.value == winners else Wrong.ADDED_UP


def blackbeard(table: Table, claim: Claim) -> Wrong | None:
    """Judge the holder of Blackbeard's tile."""
    if claim.value not in table.seats:
        return Wrong.NOBODYS_TILE
    if table.phase in UNCOUNTED:
        return Wrong.BLACKBEARD_AT_FIRST if at_the_start(table) else None
    if table.phase == "award":
        return Wrong.TIED_BIDS
    return Wrong.WON_OUTRIGHT if _fresh(table) else None


def number(table: Table, claim: Claim) -> Wrong | None:
    """Judge the round: it starts at 1, and never exceeds nine."""
    if at_the_start(table):
        return Wrong.WIND_AND_ROUND_AT_FIRST
    return Wrong.NOT_OVER_YET if isinstance(claim.value, int) and claim.value > ROUNDS else None


def laid(table: Table, claim: Claim) -> Wrong | None:
    """Judge a tile or the bar before the first sailing: another one, or none face up."""
    if not at_the_start(table):
        return None
    names = str(claim.value).split()
    return Wrong.TILES_AT_FIRST if all(name in table.content.tile_names for name in names) else Wrong.FACE_DOWN


def deck(table: Table, _: Claim) -> Wrong | None:
    """Judge the Treasure deck before the first sailing."""
    return Wrong.TREASURES_AT_FIRST if at_the_start(table) else None


def marker(table: Table, claim: Claim) -> Wrong | None:
    """Judge an advantage marker before any player can have one."""
    return Wrong.GAINED_AT_FIRST if at_the_start(table) and claim.fact.partition(".")[2] in MARKERS else None
