"""The rules of Tailwinds, one chapter per section of the rulebook, in its order."""

from __future__ import annotations

from engine.games.tailwinds.rules import (
    abilities,
    attacks,
    effects,
    ending,
    hands,
    market,
    moving,
    points,
    rainbow,
    record,
    recover,
    resting,
    rounds,
    seamanship,
    set_up,
    turn_order,
    wind,
)

CHAPTERS = (
    set_up.chapter,
    rounds.rounds,
    rounds.choosing,
    ending.places,
    turn_order.chapter,
    points.chapter,
    moving.chapter,
    resting.chapter,
    rainbow.chapter,
    market.chapter,
    effects.chapter,
    abilities.chapter,
    attacks.chapter,
    hands.chapter,
    seamanship.chapter,
    recover.chapter,
    wind.chapter,
    ending.ending,
    record.chapter,
)
