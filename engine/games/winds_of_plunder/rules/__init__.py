"""The rules of Winds of Plunder, one chapter per section of the sheet, in its order."""

from __future__ import annotations

from engine.games.winds_of_plunder.rules.cards import action_cards, cards, treasure
from engine.games.winds_of_plunder.rules.rounds import counting, points, rounds, turns, voting
from engine.games.winds_of_plunder.rules.sailing import (
    arrival,
    boarding,
    bonus_point,
    gusts,
    markers,
    reputation,
    sailing,
    staying,
)
from engine.games.winds_of_plunder.rules.set_up import ending, laying_out, record, set_up

CHAPTERS = (
    set_up.chapter,
    laying_out.chapter,
    rounds.chapter,
    voting.chapter,
    counting.chapter,
    turns.chapter,
    points.chapter,
    bonus_point.chapter,
    cards.chapter,
    action_cards.chapter,
    sailing.chapter,
    staying.chapter,
    gusts.chapter,
    arrival.chapter,
    boarding.chapter,
    markers.chapter,
    reputation.chapter,
    treasure.chapter,
    ending.chapter,
    ending.ties,
    record.chapter,
)
