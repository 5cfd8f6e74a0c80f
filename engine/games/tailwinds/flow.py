"""A game of Tailwinds as its rulebook tells it: line up, then choose and move, round after round, until it ends."""

from __future__ import annotations

from engine.games.tailwinds import events as e
from engine.games.tailwinds.folds.choosing import lay_card
from engine.games.tailwinds.folds.turns import after_the_wind
from engine.games.tailwinds.reckoning import owing_a_card, resolving, still_to_do
from engine.games.tailwinds.state import REMOVED, Table
from engine.kernel.events import Claim, Event
from engine.kernel.flow import Owed, Phase, Where, always
from engine.kernel.unknown import UNKNOWN

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


def without_track(table: Table) -> bool:
    """Say whether the track has not been laid."""
    return not table.track


def without_market(table: Table) -> bool:
    """Say whether the market has not been turned up."""
    return not table.market


def said_to_be_over(table: Table) -> bool:
    """Say whether the table itself had said so."""
    return table.said_over


def out_of_cards(table: Table) -> bool:
    """Say whether the game ended for want of cards."""
    return table.ending == "out-of-cards"


def by_the_last_boat(table: Table) -> bool:
    """Say whether the game ended with the last boat of a player whose other one was taken out."""
    return table.ended_by != "" and any(b.state is REMOVED for b in table.players[table.ended_by].boats)


def carried_home(table: Table) -> bool:
    """Say whether wind or an effect brought the last boat to the finish."""
    return table.arrival not in {"", "own"}


TOO_EARLY: Where = ((without_track, "TW-SETUP-10"), (without_market, "TW-SETUP-12"), (always, "TW-SETUP-07"))
PLAYED_ON: Where = (
    (said_to_be_over, "TW-END-09"),
    (out_of_cards, "TW-END-06"),
    (by_the_last_boat, "TW-END-05"),
    (carried_home, "TW-END-12"),
    (always, "TW-END-01"),
)


SET_UP = Phase(
    "set-up",
    "the boats are lined up, the track is laid and the market revealed.",
    frozenset({e.LayTrack, e.RollDie, e.PlaceBoat, e.ShuffleRainbow, e.RevealMarket}),
    elsewhere="TW-ROUND-01",
    elsewhere_for={e.Commit: TOO_EARLY, e.Reveal: TOO_EARLY, **WITHOUT_CAUSE, **RAINBOW_USE, **CARD_TEXTS},
    out_of_turn="TW-SETUP-07",
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
)
OVER = Phase(
    "over", "the game is over.", frozenset({e.Unseal}), elsewhere=PLAYED_ON, out_of_turn="TW-END-09", over=True
)
FLOW = {phase.name: phase for phase in (SET_UP, CHOOSING, RESOLVING, OVER)}


def implied(table: Table, event: Event) -> Event | None:
    """A turn that nobody wrote the end of is over when the next player acts, or the next round begins."""
    turn, kind = table.turn, type(event)
    if kind is e.RollDie:
        return _thrown(table, event)  # type: ignore[arg-type] # a RollDie
    if turn is None:
        return None
    if kind in RESOLVING.in_turn:
        by: str = event.by  # type: ignore[attr-defined] # all of these are Moves
        return None if by == turn.seat or by in table.acted else e.Done(turn.seat)
    if kind is e.Commit:
        return e.Done(turn.seat)
    if kind is e.Replace and table.terms.shackle_moment == "at-own-turn-open":
        return None if still_to_do(table, turn) or table.owed else e.Done(turn.seat)
    if kind is Claim and event.fact in {"winner", "ending"}:  # type: ignore[attr-defined] # a Claim
        return None if still_to_do(table, turn) or table.owed else e.Done(turn.seat)
    if kind is e.RollWind and table.gusts and not table.owed:
        return None if still_to_do(table, turn) else e.Done(turn.seat)
    return None


def _thrown(table: Table, roll: e.RollDie) -> Event | None:
    """Who writes a roll down has thrown the die, if there was anything to throw it for."""
    seat = table.active
    if table.owed or table.phase != "resolving" or not seat or roll.purpose not in {"dice", "parlay"}:
        return None
    turn = table.turn
    if roll.purpose == "parlay":
        return e.ThrowDie(seat) if turn is not None and turn.refused and not turn.thrown else None
    return e.ThrowDie(seat) if resolving(table, seat).dice > (turn.thrown if turn is not None else 0) else None


def implied_at_end(table: Table) -> Event | None:
    """At the end of the record, a turn with nothing left to spend is over."""
    turn = table.turn
    if turn is None or table.owed or table.phase != "resolving" or not turn.blocks or still_to_do(table, turn):
        return None
    return e.Done(turn.seat)


def give_up(table: Table, owed: Owed) -> None:
    """What was owed never came: the wind did not blow, the gap stays, the answer was no."""
    if owed.what is e.RollWind:
        if table.gusts:
            table.gusts.pop(0)
        after_the_wind(table)
    elif owed.what is e.Answer and table.turn is not None:
        table.turn.refused = True
    elif owed.what is e.Replace:
        for player in table.players.values():
            if owing_a_card(player):
                lay_card(player, UNKNOWN)
