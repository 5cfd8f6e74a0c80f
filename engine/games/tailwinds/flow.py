"""The phases of Tailwinds: line up, then choose and move, round after round, until the game ends."""

from __future__ import annotations

from engine.games.tailwinds import events as e
from engine.games.tailwinds.implied.choosing import no_boat_placed, no_card_chosen
from engine.games.tailwinds.implied.turns import no_turn_taken
from engine.games.tailwinds.state import REMOVED, Table
from engine.games.tailwinds.why_not_now import at_the_end, choosing, lining_up, resolving
from engine.kernel.events import Event
from engine.kernel.flow import Phase, Where, is_any_table

CARD_TEXTS: dict[type[Event], Where] = dict.fromkeys(e.ABILITIES, "TW-ABIL-03")
RAINBOW_USE: dict[type[Event], Where] = {
    e.PlayRainbow: "TW-RAIN-08",
    e.SpendRainbow: "TW-RAIN-08",
    e.TakeRainbow: "TW-RAIN-01",
}
WITHOUT_CAUSE: dict[type[Event], Where] = {e.RollWind: "TW-WIND-03", e.Refill: "TW-MARKET-01"}
SET_UP_ONLY: dict[type[Event], Where] = {
    e.PlaceBoat: "TW-SETUP-07",
    e.LayTrack: "TW-SETUP-14",
    e.RevealMarket: "TW-SETUP-12",
}


def said_to_be_over(table: Table) -> bool:
    """Return whether the players had already stated that the game is over."""
    return table.said_over


def out_of_cards(table: Table) -> bool:
    """Return whether the game ended because all cards were used up."""
    return table.ending == "out-of-cards"


def by_the_last_boat(table: Table) -> bool:
    """Return whether the player who ended the game had lost the other boat before."""
    return table.ended_by != "" and any(b.state is REMOVED for b in table.players[table.ended_by].boats)


def carried_home(table: Table) -> bool:
    """Return whether wind or an effect brought the last boat to the finish."""
    return table.arrival not in {"", "own"}


PLAYED_ON: Where = (
    (said_to_be_over, "TW-END-09"),
    (out_of_cards, "TW-END-06"),
    (by_the_last_boat, "TW-END-05"),
    (carried_home, "TW-END-12"),
    (is_any_table, "TW-END-01"),
)


SET_UP = Phase(
    "set-up",
    "the boats are lined up, the track is laid and the market revealed.",
    frozenset({e.LayTrack, e.RollDie, e.PlaceBoat, e.ShuffleRainbow, e.RevealMarket}),
    elsewhere="TW-ROUND-01",
    elsewhere_for={e.Commit: "TW-SETUP-07", e.Reveal: "TW-SETUP-07", **WITHOUT_CAUSE, **RAINBOW_USE, **CARD_TEXTS},
    out_of_turn="TW-SETUP-07",
    lacks=no_boat_placed,
    stands=lining_up,
)
CHOOSING = Phase(
    "choosing",
    "everybody chooses a card, and the cards are turned up together.",
    frozenset({e.Commit, e.Reveal, e.Unseal}),
    elsewhere="TW-ROUND-01",
    elsewhere_for={
        **WITHOUT_CAUSE,
        e.RollDie: "TW-VALUE-07",
        e.ShuffleRainbow: "TW-MARKET-02",
        e.Replace: "TW-CHOOSE-05",
        e.Done: "TW-LOG-05",
        **SET_UP_ONLY,
        **RAINBOW_USE,
        **CARD_TEXTS,
    },
    out_of_turn="TW-CHOOSE-01",
    lacks=no_card_chosen,
    stands=choosing,
)
RESOLVING = Phase(
    "resolving",
    "the cards are resolved one player at a time.",
    frozenset(
        {*e.TURN, e.Reveal, e.Unseal, e.Refill, e.RollDie, e.RollWind, e.Replace, e.Answer, e.ShuffleRainbow},
    ),
    elsewhere="TW-ROUND-02",
    elsewhere_for=SET_UP_ONLY,
    in_turn=frozenset(e.IN_TURN),
    out_of_turn="TW-ROUND-04",
    lacks=no_turn_taken,
    stands=resolving,
)
OVER = Phase(
    "over",
    "the game is over.",
    frozenset({e.Unseal}),
    elsewhere=PLAYED_ON,
    out_of_turn="TW-END-09",
    over=True,
    stands=at_the_end,
)
FLOW = {phase.name: phase for phase in (SET_UP, CHOOSING, RESOLVING, OVER)}
