"""The rules of Winds of Plunder, one chapter per section of the sheet, in its order."""

from __future__ import annotations

from engine.games.winds_of_plunder.rules import (
    action_cards,
    arrival,
    boarding,
    cards,
    ending,
    gusts,
    markers,
    record,
    reputation,
    rounds,
    sailing,
    set_up,
    treasure,
    turns,
    voting,
)

CHAPTERS = (
    set_up.chapter,
    rounds.chapter,
    voting.chapter,
    turns.chapter,
    cards.chapter,
    action_cards.chapter,
    sailing.chapter,
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
