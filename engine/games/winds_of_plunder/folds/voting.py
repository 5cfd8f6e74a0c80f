"""The vote: compasses, bids, Blackbeard's tile, the wind, and the first player to plunder."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.marking import mark_if_due
from engine.games.winds_of_plunder.folds.setting_up import begin_unready, says_nothing
from engine.games.winds_of_plunder.folds.turns import begin_plunder, begin_round
from engine.games.winds_of_plunder.reckoning.formulas import cubes_behind, voted
from engine.games.winds_of_plunder.state import DIRECTIONS, NO_VOTE, NOT_WRITTEN, OVERDUE, Player, Table
from engine.kernel.seals import seal_choice
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# Events that were due and never came.
LACKING = frozenset({OVERDUE, NO_VOTE})


def compass_set(table: Table, event: e.SetCompass) -> None:
    """A compass is set face down. This begins a round, even if the last one was not finished."""
    begin_vote(table)
    table.vote_lacks |= event.seq in LACKING
    player = table.players[event.by]
    player.compass, player.compass_seal = event.direction, event.seal if is_known(event.seal) else ""


def begin_vote(table: Table) -> None:
    """A vote begins before set-up or the last round was finished."""
    if table.phase == "set-up":
        begin_unready(table)
    elif table.phase == "plunder":
        begin_round(table)


def compasses_revealed(table: Table, event: e.RevealCompasses) -> None:
    """All directions are known; now players bid cubes."""
    begin_vote(table)
    turned_up = zip(table.seats, event.directions, strict=False)
    for seat, direction in turned_up if not says_nothing(event.directions) else ():
        table.players[seat].compass = direction
    table.phase, table.compasses_told = "bid", event.seq >= 0
    table.vote_lacks |= event.seq in LACKING


def bid_made(table: Table, event: e.Bid) -> None:
    """Cubes are in the fist."""
    table.vote_lacks |= event.seq in LACKING
    player = table.players[event.by]
    player.bid, player.bid_seal = event.cubes, event.seal if is_known(event.seal) else ""


def unsealed(table: Table, event: e.Unseal) -> None:
    """A seal is opened: the one that the salt fits, else the later one."""
    player = table.players[event.by]
    compass, _ = voted(table, event.by)
    seal = player.compass_seal.lower()
    if not is_known(event.salt):
        # An unknown salt may belong to either seal, so both stay closed.
        return
    fits = bool(seal) and compass is not None and is_known(compass) and seal_choice(compass, event.salt) == seal
    if fits or not player.bid_seal:
        player.compass_seal = ""
    else:
        player.bid_seal = ""


def bids_revealed(table: Table, event: e.RevealBids) -> None:
    """All bids are revealed: the cubes go to the reserves, and the vote is counted."""
    for seat, cubes in zip(table.seats, event.cubes, strict=False) if not says_nothing(event.cubes) else ():
        table.players[seat].bid = cubes
    for player in table.players.values():
        cubes = player.bid if player.bid is not None else UNKNOWN
        table.votes[player.seat] = (player.compass if player.compass is not None else UNKNOWN, cubes)
        if is_known(cubes) and is_known(player.wind) and cubes > player.wind:
            player.amiss.add("wind")
        cubes_returned(player, cubes)
        player.compass = player.bid = None
        mark_if_due(table, player)
    count(table)


def cubes_returned(player: Player, cubes: int) -> None:
    """Cubes that were bid go to the reserve, the winner's too."""
    player.wind, player.reserve = _down_to_zero(player.wind, cubes), player.reserve + _given(player.wind, cubes)


def _given(wind: int, cubes: int) -> int:
    """Return the cubes that really move: no player gives more than they have."""
    if not (is_known(wind) and is_known(cubes)):
        return wind - cubes
    return max(0, min(wind, cubes))


def _down_to_zero(wind: int, cubes: int) -> int:
    return wind - _given(wind, cubes) if is_known(wind) and is_known(cubes) else UNKNOWN


def count(table: Table) -> None:
    """Find the highest bids and the strongest directions; Blackbeard decides ties."""
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
    if len(table.tied) == 1:
        table.blackbeard, table.tied = table.tied[0], ()
    if len(table.tied_winds) == 1:
        table.wind, table.tied_winds = table.tied_winds[0], ()
    ask_blackbeard(table)


def ask_blackbeard(table: Table) -> None:
    """Continue with Blackbeard's next decision: the tile, the wind, the first player; then plundering begins."""
    named = not is_known(table.first) or bool(table.first)
    first_now = not named and (not table.tied_winds or table.terms.first_named == "before-wind")
    if table.tied:
        table.phase = "award"
    elif first_now:
        table.phase = "first"
    elif table.tied_winds:
        table.phase = "wind"
    else:
        begin_plunder(table)


def highest_bidders(table: Table) -> tuple[str, ...]:
    """List the players who bid most (none, if the reading leaves tile and wind alone without bids)."""
    most = max(cubes for _, cubes in table.votes.values())
    if most == 0 and table.terms.no_bids == "tile-and-wind-unchanged":
        return ()
    return tuple(seat for seat, (_, cubes) in table.votes.items() if cubes == most)


def strongest(table: Table) -> tuple[str, ...]:
    """List the directions with most cubes behind them."""
    totals = cubes_behind(table)
    most = max(totals.values())
    if most == 0 and table.terms.no_bids == "tile-and-wind-unchanged":
        return ()
    if most == 0 and table.terms.no_bids == "any-of-four-directions":
        return DIRECTIONS
    return tuple(d for d in DIRECTIONS if totals.get(d, -1) == most)


def tile_awarded(table: Table, event: e.AwardTile) -> None:
    """The tie for the tile is broken."""
    table.blackbeard, table.tied, table.tile_shown = event.to, (), event.seq == NOT_WRITTEN
    if table.phase == "award":
        ask_blackbeard(table)


def wind_chosen(table: Table, event: e.ChooseWind) -> None:
    """The tie between directions is broken."""
    _tie_left_open(table)
    table.wind, table.tied_winds, table.wind_chosen = event.direction, (), True
    if table.phase == "wind":
        ask_blackbeard(table)


def _tie_left_open(table: Table) -> None:
    """The vote continues before the tie for the tile is broken: its holder is unknown."""
    if table.phase == "award":
        table.blackbeard, table.tied = UNKNOWN, ()
        ask_blackbeard(table)


def first_named(table: Table, event: e.NameFirst) -> None:
    """The first player to plunder is known; the others follow clockwise."""
    _tie_left_open(table)
    if table.phase in {"wind", "first"}:
        table.first = event.seat
    if table.phase == "first":
        ask_blackbeard(table)
