"""A game of Winds of Plunder as its sheet tells it: nine rounds of voting for the wind and plundering with it."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.reckoning import cost_of, holds
from engine.games.winds_of_plunder.state import POINTS, Table
from engine.kernel.events import Claim, Event
from engine.kernel.flow import Owed, Phase, Where
from engine.kernel.unknown import UNKNOWN

# What each event breaks where it stands in a phase that has no place for it.
SET_UP_ONLY: dict[type[Event], Where] = {
    e.DealPort: "WP-SETUP-05",
    e.LayTiles: "WP-SETUP-09",
    e.LayBar: "WP-SETUP-09",
    e.GiveBlackbeard: "WP-BB-03",
}
VOTES: dict[type[Event], Where] = {
    e.SetCompass: "WP-ROUND-02",
    e.RevealCompasses: "WP-VOTE-02",
    e.Bid: "WP-VOTE-03",
    e.RevealBids: "WP-VOTE-05",
    e.AwardTile: "WP-VOTE-08",
    e.ChooseWind: "WP-VOTE-15",
    e.NameFirst: "WP-BB-02",
}
ARRIVAL: dict[type[Event], Where] = {
    e.Board: "WP-BOARD-01",
    e.PlayTreasure: "WP-CARD-08",
    e.DeclineTreasure: "WP-SAIL-12",
    e.Arrived: "WP-SAIL-12",
    e.GiveMarker: "WP-ADV-06",
}
ANYWHERE: frozenset[type[Event]] = frozenset({e.Unseal, e.SeeCard, e.ShuffleDeck})


def missing(table: Table) -> str:
    """Which set-up rule a round begun too early breaks."""
    if any(player.port == "" for player in table.players.values() if player.port is not UNKNOWN):
        return "WP-SETUP-06"
    return "WP-SETUP-12" if table.blackbeard is not UNKNOWN and not table.blackbeard else "WP-SETUP-09"


def played_on(table: Table) -> str:
    """Which rule says that the game was over."""
    return "WP-END-09" if table.said_over else "WP-ROUND-01"


SET_UP = Phase(
    "set-up",
    "ships, tiles, the bar and Blackbeard's tile are put in their places.",
    frozenset({e.DealPort, e.LayTiles, e.LayBar, e.GiveBlackbeard, *ANYWHERE}),
    elsewhere="WP-ROUND-02",
    elsewhere_for={e.SetCompass: missing, e.RevealCompasses: missing, **ARRIVAL},
    out_of_turn="WP-TURN-04",
)
COMPASS = Phase(
    "compass",
    "everybody sets a compass, and the compasses are turned up together.",
    frozenset({e.SetCompass, e.RevealCompasses, *ANYWHERE}),
    elsewhere="WP-ROUND-02",
    elsewhere_for={**SET_UP_ONLY, **VOTES, **ARRIVAL},
    out_of_turn="WP-TURN-04",
)
BID = Phase(
    "bid",
    "everybody takes cubes into the fist, and the fists are opened together.",
    frozenset({e.Bid, e.RevealBids, *ANYWHERE}),
    elsewhere="WP-ROUND-02",
    elsewhere_for={**SET_UP_ONLY, **VOTES, **ARRIVAL, e.SetCompass: "WP-VOTE-06", e.RevealCompasses: "WP-VOTE-06"},
    out_of_turn="WP-TURN-04",
)
VOTE = Phase(
    "vote",
    "Blackbeard's tile, the wind and the first player are settled.",
    frozenset({e.AwardTile, e.ChooseWind, e.NameFirst, *ANYWHERE}),
    elsewhere="WP-ROUND-02",
    elsewhere_for={**SET_UP_ONLY, **VOTES, **ARRIVAL},
    out_of_turn="WP-TURN-04",
)
PLUNDER = Phase(
    "plunder",
    "the players plunder one after another.",
    frozenset({*e.TURN, e.GiveMarker, *ANYWHERE}),
    elsewhere="WP-ROUND-03",
    elsewhere_for={**SET_UP_ONLY, **VOTES, e.SetCompass: "WP-ROUND-03"},
    in_turn=frozenset(e.TURN),
    out_of_turn="WP-TURN-04",
)
OVER = Phase(
    "over", "the game is over.", frozenset({e.Unseal}), elsewhere=played_on, out_of_turn="WP-END-09", over=True
)
FLOW = {phase.name: phase for phase in (SET_UP, COMPASS, BID, VOTE, PLUNDER, OVER)}

_TURN, _ARRIVAL = frozenset(e.TURN), frozenset(e.ON_ARRIVAL)


def implied(table: Table, event: Event) -> Event | None:
    """What a table does not write: that an arrival or a turn is over, and that a fourth point is the Crew's."""
    turn, kind = table.turn, type(event)
    if turn is None:
        return None
    if kind in _TURN:
        by: str = event.by  # type: ignore[attr-defined] # all of these are Moves
        if by != turn.seat:
            return _over(table) if by not in table.acted else None
        if turn.arriving and kind not in _ARRIVAL:
            return e.Arrived(by)
        return _fourth_point(table, event)
    if kind is e.SetCompass or (kind is Claim and event.fact in {"winner", "ending"}):  # type: ignore[attr-defined] # a Claim
        return _over(table) if not table.owed else None
    return None


def _over(table: Table) -> Event | None:
    turn = table.turn
    if turn is None:
        return None
    return e.Arrived(turn.seat) if turn.arriving else e.Done(turn.seat)


def _fourth_point(table: Table, event: Event) -> Event | None:
    """A one-point action after three spent points is the Largest Crew's, if the player holds that marker."""
    turn = table.turn
    if turn is None or turn.bonus or turn.spent < POINTS or cost_of(event) != 1:
        return None
    separate = table.terms.bonus_point == "separate-one-point-action"
    return e.BonusPoint(turn.seat) if separate and holds(table, "crew", turn.seat) else None


def closing(table: Table) -> Event | None:
    """At the end of the record, the last turn is over if its ship has sailed."""
    turn = table.turn
    if turn is None or table.owed or table.phase != "plunder" or not turn.sailed:
        return None
    return _over(table)


def lapse(table: Table, owed: Owed) -> None:
    """What was owed never came: nobody knows how Blackbeard chose."""
    if owed.what is e.AwardTile:
        table.blackbeard, table.tied = UNKNOWN, ()
    elif owed.what is e.ChooseWind:
        table.wind, table.tied_winds = UNKNOWN, ()
    elif owed.what is e.NameFirst:
        table.first = UNKNOWN
    table.unapplied.append(f"{owed.says.lower()} is not in the log")
