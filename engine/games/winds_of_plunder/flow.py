"""The phases of Winds of Plunder: nine rounds of voting for the wind and plundering with it."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.state import Table
from engine.games.winds_of_plunder.why_not_now import (
    at_the_end,
    awarding,
    bidding,
    choosing_wind,
    naming_first,
    plundering,
    setting_compasses,
)
from engine.kernel.events import Event
from engine.kernel.flow import Phase, Where, is_any_table
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# The rule that each event breaks in a phase that has no place for it.
SET_UP_ONLY: dict[type[Event], Where] = {
    e.DealPort: "WP-SETUP-05",
    e.LayTiles: "WP-SETUP-09",
    e.LayBar: "WP-SETUP-09",
    e.GiveBlackbeard: "WP-BB-03",
}


def tile_settled(table: Table) -> bool:
    """Return true, because the bids were not tied or the tie is broken; raise if the vote is not fully known."""
    if not is_known(table.blackbeard):
        raise Undetermined
    return True


def wind_settled(table: Table) -> bool:
    """Return true, because the wind is known; raise if the vote may have left it to be chosen."""
    if not is_known(table.wind):
        raise Undetermined
    return True


def wind_waits(table: Table) -> bool:
    """Return whether the wind is still to be chosen."""
    return wind_settled(table) and bool(table.tied_winds)


def tile_came_late(table: Table) -> bool:
    """Return whether the tile is awarded after the wind was chosen, though the award had already been inferred."""
    return table.tile_shown and bool(table.wind_chosen)


DECISIONS: dict[type[Event], Where] = {e.AwardTile: "WP-BB-03", e.NameFirst: "WP-BB-02"}
# Rules for events of the vote while players plunder.
VOTES: dict[type[Event], Where] = {
    **DECISIONS,
    e.SetCompass: "WP-ROUND-03",
    e.RevealCompasses: "WP-ROUND-03",
    e.Bid: "WP-ROUND-02",
    e.RevealBids: "WP-ROUND-02",
    e.ChooseWind: ((wind_settled, "WP-VOTE-15"),),
}
# Rules before the compasses are revealed, and after.
UNREVEALED: dict[type[Event], Where] = {
    **DECISIONS,
    e.Bid: "WP-VOTE-03",
    e.RevealBids: "WP-VOTE-05",
    e.ChooseWind: "WP-VOTE-11",
}
REVEALED: dict[type[Event], Where] = {
    **UNREVEALED,
    e.SetCompass: "WP-VOTE-06",
    e.RevealCompasses: "WP-VOTE-06",
    e.Bid: "WP-VOTE-05",
}
ARRIVAL: dict[type[Event], Where] = {
    e.Board: "WP-BOARD-01",
    e.PlayTreasure: "WP-CARD-08",
    e.DeclineTreasure: "WP-SAIL-12",
    e.Arrived: "WP-SAIL-12",
    e.GiveMarker: "WP-ADV-06",
}
ANYWHERE: frozenset[type[Event]] = frozenset({e.Unseal, e.SeeCard, e.ShuffleDeck})


def said_over(table: Table) -> bool:
    """Return whether the players themselves have stated that the game is over."""
    return table.said_over


SET_UP = Phase(
    "set-up",
    "ships, tiles, the bar and Blackbeard's tile are put in their places.",
    frozenset({e.DealPort, e.LayTiles, e.LayBar, e.GiveBlackbeard, *ANYWHERE}),
    elsewhere="WP-ROUND-02",
    elsewhere_for={e.AwardTile: "WP-BB-03", **ARRIVAL},
    out_of_turn="WP-TURN-04",
)
COMPASS = Phase(
    "compass",
    "everybody sets a compass, and the compasses are turned up together.",
    frozenset({e.SetCompass, e.RevealCompasses, *ANYWHERE}),
    elsewhere="WP-ROUND-02",
    elsewhere_for={**SET_UP_ONLY, **UNREVEALED, **ARRIVAL},
    out_of_turn="WP-TURN-04",
    stands=setting_compasses,
)
BID = Phase(
    "bid",
    "everybody takes cubes into the fist, and the fists are opened together.",
    # A compass that is missing so far may come late; any other is set too late.
    frozenset({e.Bid, e.RevealBids, e.SetCompass, e.RevealCompasses, *ANYWHERE}),
    elsewhere="WP-ROUND-02",
    elsewhere_for={**SET_UP_ONLY, **REVEALED, **ARRIVAL},
    out_of_turn="WP-TURN-04",
    stands=bidding,
)
AWARD = Phase(
    "award",
    "the holder of Blackbeard's tile awards it to one of those tied for the highest bid.",
    frozenset({e.AwardTile, *ANYWHERE}),
    elsewhere="WP-VOTE-08",
    elsewhere_for={**SET_UP_ONLY, **REVEALED, e.ChooseWind: "WP-VOTE-12", e.NameFirst: "WP-VOTE-08"},
    out_of_turn="WP-TURN-04",
    stands=awarding,
)
WIND = Phase(
    "wind",
    "the new holder of Blackbeard's tile chooses between the tied directions.",
    frozenset({e.ChooseWind, *ANYWHERE}),
    elsewhere="WP-VOTE-13",
    elsewhere_for={
        **SET_UP_ONLY,
        **REVEALED,
        e.AwardTile: ((tile_settled, "WP-VOTE-08"),),
    },
    out_of_turn="WP-TURN-04",
    stands=choosing_wind,
)
FIRST = Phase(
    "first",
    "the holder of Blackbeard's tile names who plunders first.",
    frozenset({e.NameFirst, *ANYWHERE}),
    elsewhere="WP-BB-02",
    elsewhere_for={
        **SET_UP_ONLY,
        **REVEALED,
        e.AwardTile: ((tile_came_late, "WP-VOTE-12"), (tile_settled, "WP-VOTE-08")),
        e.ChooseWind: ((wind_waits, "WP-BB-02"), (wind_settled, "WP-VOTE-11")),
    },
    out_of_turn="WP-TURN-04",
    stands=naming_first,
)
PLUNDER = Phase(
    "plunder",
    "the players plunder one after another.",
    frozenset({*e.TURN, e.GiveMarker, *ANYWHERE}),
    elsewhere="WP-ROUND-03",
    elsewhere_for={**SET_UP_ONLY, **VOTES},
    in_turn=frozenset(e.TURN),
    out_of_turn="WP-TURN-04",
    stands=plundering,
)
OVER = Phase(
    "over",
    "the game is over.",
    frozenset({e.Unseal}),
    elsewhere=((said_over, "WP-END-09"), (is_any_table, "WP-ROUND-01")),
    out_of_turn="WP-END-09",
    over=True,
    stands=at_the_end,
)
FLOW = {phase.name: phase for phase in (SET_UP, COMPASS, BID, AWARD, WIND, FIRST, PLUNDER, OVER)}


def give_up(table: Table, owed: Owed) -> None:
    """Give up what was owed: Blackbeard's choice of a marker's holder is unknown."""
    if owed.what is e.GiveMarker:
        table.markers[str(dict(owed.where)["marker"])] = UNKNOWN
