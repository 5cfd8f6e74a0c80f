"""The rules of Tailwinds, one chapter per section of the rulebook, in its order."""

from __future__ import annotations

from engine.games.tailwinds.rules.cards import (
    abilities,
    attacks,
    compulsory,
    effects,
    hands,
    market,
    pursuit,
    rainbow,
    rainbow_use,
    recover,
    seamanship,
)
from engine.games.tailwinds.rules.movement import moving, places, points, resting, rolls, spending, wind, wind_moves
from engine.games.tailwinds.rules.rounds import choosing, chosen_cards, rounds, turn_order
from engine.games.tailwinds.rules.set_up import ending, laying_out, line_up, record, set_up

CHAPTERS = (
    set_up.chapter,
    line_up.chapter,
    laying_out.chapter,
    rounds.chapter,
    choosing.chapter,
    chosen_cards.chapter,
    places.chapter,
    turn_order.chapter,
    points.chapter,
    rolls.chapter,
    moving.chapter,
    spending.chapter,
    resting.chapter,
    rainbow.chapter,
    rainbow_use.chapter,
    market.chapter,
    effects.chapter,
    compulsory.chapter,
    abilities.chapter,
    attacks.chapter,
    hands.chapter,
    pursuit.chapter,
    seamanship.chapter,
    recover.chapter,
    wind.chapter,
    wind_moves.chapter,
    ending.chapter,
    record.chapter,
)
