"""The rules of Winds of Plunder, one chapter per section of the sheet, in its order."""

from __future__ import annotations

from engine.games.winds_of_plunder.rules import (
    arrival,
    boarding,
    cards,
    ending,
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
    sailing.chapter,
    arrival.chapter,
    boarding.chapter,
    markers.chapter,
    reputation.chapter,
    treasure.chapter,
    ending.chapter,
    ending.ties,
    record.chapter,
)
