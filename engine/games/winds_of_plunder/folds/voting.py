"""The vote: compasses, bids, Blackbeard's tile, the wind, and who plunders first."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.marking import mark_if_due
from engine.games.winds_of_plunder.folds.turns import begin_plunder
from engine.games.winds_of_plunder.state import DIRECTIONS, Table
from engine.kernel.flow import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, known


def compass_set(table: Table, event: e.SetCompass) -> None:
    """A compass lies face down."""
    player = table.players[event.by]
    player.compass, player.compass_seal = event.direction, event.seal


def compasses_revealed(table: Table, event: e.RevealCompasses) -> None:
    """All directions are known; now cubes are bid."""
    for seat, direction in zip(table.seats, event.directions, strict=False):
        table.players[seat].compass = direction
    table.phase = "bid"


def bid_made(table: Table, event: e.Bid) -> None:
    """Cubes are in the fist."""
    player = table.players[event.by]
    player.bid, player.bid_seal = event.cubes, event.seal


def unsealed(table: Table, event: e.Unseal) -> None:
    """A seal has been opened: the bid's first, as the later one, else the compass's."""
    player = table.players[event.by]
    if player.bid_seal and table.phase != "bid":
        player.bid_seal = ""
    else:
        player.compass_seal = ""


def bids_revealed(table: Table, event: e.RevealBids) -> None:
    """All fists are open: the cubes go to the reserves, and the vote is counted."""
    for seat, cubes in zip(table.seats, event.cubes, strict=False):
        table.players[seat].bid = cubes
    table.phase = "vote"
    for player in table.players.values():
        cubes = player.bid if player.bid is not None else 0
        table.votes[player.seat] = (player.compass if player.compass is not None else UNKNOWN, cubes)
        player.wind, player.reserve = _down_to_zero(player.wind, cubes), player.reserve + _given(player.wind, cubes)
        player.compass = player.bid = None
        mark_if_due(table, player)
    count(table)


def _given(wind: int, cubes: int) -> int:
    """The cubes that really change place: nobody gives more than there are."""
    if not (known(wind) and known(cubes)):
        return wind - cubes
    return max(0, min(wind, cubes))


def _down_to_zero(wind: int, cubes: int) -> int:
    return wind - _given(wind, cubes) if known(wind) and known(cubes) else UNKNOWN


def count(table: Table) -> None:
    """Find the highest bids and the strongest directions; what is tied is for Blackbeard to decide."""
    try:
        table.tied = highest_bidders(table)
    except Undetermined:
        table.tied = ()
        table.blackbeard = UNKNOWN
    try:
        table.tied_winds = strongest(table)
    except Undetermined:
        table.tied_winds = ()
        table.wind = UNKNOWN
    _owe_decisions(table)


def highest_bidders(table: Table) -> tuple[str, ...]:
    """Who bid most (nobody, where the reading leaves tile and wind alone when nobody bids)."""
    most = max(cubes for _, cubes in table.votes.values())
    if most == 0 and table.terms.no_bids == "tile-and-wind-unchanged":
        return ()
    return tuple(seat for seat, (_, cubes) in table.votes.items() if cubes == most)


def strongest(table: Table) -> tuple[str, ...]:
    """Which directions have most cubes behind them."""
    totals: dict[str, int] = {}
    for direction, cubes in table.votes.values():
        totals[direction] = totals.get(direction, 0) + cubes
    most = max(totals.values())
    if most == 0 and table.terms.no_bids == "tile-and-wind-unchanged":
        return ()
    if most == 0 and table.terms.no_bids == "any-of-four-directions":
        return DIRECTIONS
    return tuple(d for d in DIRECTIONS if totals.get(d, -1) == most)


def _owe_decisions(table: Table) -> None:
    """Push what is to be decided, the last first: who goes first, the wind, the tile."""
    if len(table.tied) == 1:
        table.blackbeard = table.tied[0]
    if len(table.tied_winds) == 1:
        table.wind = table.tied_winds[0]
    first = Owed(e.NameFirst, "WP-BB-02", "Blackbeard's choice of who plunders first")
    wind = [Owed(e.ChooseWind, "WP-VOTE-11", "The choice between the tied directions")] if len(table.tied_winds) > 1 else []
    tile = [Owed(e.AwardTile, "WP-VOTE-08", "The choice between those tied for the tile")] if len(table.tied) > 1 else []
    table.owed += [*wind, first, *tile] if table.terms.first_named == "before-wind" else [first, *wind, *tile]


def _settled(table: Table, what: type) -> None:
    """Take what was owed off the pile, wherever it lies."""
    for owed in reversed(table.owed):
        if owed.what is what:
            table.owed.remove(owed)
            return


def tile_awarded(table: Table, event: e.AwardTile) -> None:
    """The tie for the tile is broken."""
    _settled(table, e.AwardTile)
    table.blackbeard, table.tied = event.to, ()


def wind_chosen(table: Table, event: e.ChooseWind) -> None:
    """The tie between directions is broken."""
    _settled(table, e.ChooseWind)
    table.wind, table.tied_winds = event.direction, ()
    if table.phase == "vote" and not table.owed and table.first:
        begin_plunder(table)


def first_named(table: Table, event: e.NameFirst) -> None:
    """Who plunders first is known; the others follow clockwise."""
    _settled(table, e.NameFirst)
    table.first = event.seat
    if not table.owed and table.phase in {"vote", "bid"}:
        begin_plunder(table)
