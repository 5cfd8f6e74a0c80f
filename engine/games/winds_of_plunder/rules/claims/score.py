"""The case of a wrong claim about points, bonuses or the winner."""

from __future__ import annotations

from engine.games.winds_of_plunder.rules.claims import mark
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.scoring import leftovers, most_points
from engine.games.winds_of_plunder.state import Gain, Player, Table
from engine.kernel.events import Claim

BONUSES = {
    "wind": Wrong.WIND_BONUS,
    "weapons": Wrong.WEAPONS_BONUS,
    "crew": Wrong.CREW_BONUS,
    "provisions": Wrong.PROVISIONS_BONUS,
    "markers": Wrong.MARKERS_BONUS,
}
TIES = {
    "blackbeard": Wrong.BY_BLACKBEARD,
    "markers": Wrong.BY_MARKERS,
    "weapons-marker": Wrong.BY_WEAPONS_MARKER,
    "crew-marker": Wrong.BY_CREW_MARKER,
    "action-cards": Wrong.BY_CARDS,
    "seating": Wrong.BY_SEATING,
}


# Facts of one player


def score(table: Table, player: Player, claim: Claim) -> Wrong | Gain | None:
    """Judge `vp` by the scored points: omitted points are found by their number, else the last ones are wrong."""
    if not isinstance(claim.value, int):
        return None
    off = claim.value - player.vp
    if table.ending:
        return _at_the_end(table, player, off)
    if off > 0 and player.scored[-1:] == [(Gain.TREASURE, 0)]:
        return Gain.TREASURE
    if mark.unearned(table, player, off):
        return Wrong.AREA_BONUS
    scored = [(gain, points) for gain, points in player.scored if points]
    left_out = [gain for gain, points in scored if points == -off]
    gain = next(iter((*left_out[-1:], *(gain for gain, _ in scored[-1:]))), None)
    if gain is Gain.AREA:
        return mark.bonus(table, player, off)
    return None if gain is Gain.CARD else gain


def bonus(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the sum of a player's bonuses."""
    if not table.ending or not isinstance(claim.value, int):
        return Wrong.FINAL_BONUSES
    return _at_the_end(table, player, claim.value - sum(player.bonus.values()))


def bonus_of_a_kind(table: Table, _: Player, __: Claim) -> Wrong | None:
    """Judge one kind of bonus: there is none before the end."""
    return None if table.ending else Wrong.FINAL_BONUSES


def _at_the_end(table: Table, player: Player, off: int) -> Wrong | None:
    """Judge how far off the bonuses are: all, one kind, remainders put together, or Treasure cards counted."""
    total = sum(player.bonus.values())
    if off in {-total, total}:
        return Wrong.FINAL_BONUSES
    for name, points in player.bonus.items():
        if points and points == -off:
            return BONUSES[name]
    if off > 0 and off == unplayed(table, player):
        return Wrong.UNPLAYED_TREASURE
    return Wrong.LEFTOVERS if off > 0 and off == leftovers(table, player) else None


def unplayed(table: Table, player: Player) -> int:
    """Return what the Treasure cards in hand would have scored if they had been played."""
    values = table.content.booty_values
    return sum(values[player.booty : player.booty + len(player.treasures)])


# Facts of the table


def ending(table: Table, _: Claim) -> Wrong | None:
    """Judge a claimed end that has not come."""
    return None if table.ending else Wrong.NOT_OVER_YET


def winner(table: Table, claim: Claim) -> Wrong | None:
    """Judge the claimed winner: too soon, by the wrong tie-break, or else with too few points."""
    if not table.ending:
        return Wrong.NOT_OVER_YET
    best = most_points(table)
    if len(best) == 1 or not set(str(claim.value).split()) <= set(best):
        return None
    return TIES.get(table.tie_break, Wrong.UNBROKEN)


def tie_break(table: Table, claim: Claim) -> Wrong | None:
    """Judge the claimed tie-break, if there was a tie."""
    if not table.ending:
        return Wrong.NOT_OVER_YET
    if table.tie_break:
        return TIES[table.tie_break]
    return TIES.get(str(claim.value), Wrong.UNBROKEN) if len(most_points(table)) > 1 else None
