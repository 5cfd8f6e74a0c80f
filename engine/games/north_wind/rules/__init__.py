"""The rules of North Wind, one chapter per section of the rulebook, in its order."""

from __future__ import annotations

from engine.games.north_wind.rules import (
    actions,
    battle,
    bonuses,
    commercial,
    crew,
    ending,
    equipment,
    fog,
    harbors,
    letters,
    merchant,
    record,
    set_up,
    ship,
    tasks,
    tiles,
    turns,
    voyage,
)

CHAPTERS = (
    set_up.chapter,
    turns.chapter,
    voyage.chapter,
    tiles.chapter,
    actions.chapter,
    commercial.chapter,
    equipment.chapter,
    merchant.chapter,
    letters.chapter,
    harbors.chapter,
    fog.chapter,
    battle.chapter,
    ship.chapter,
    crew.chapter,
    tasks.chapter,
    bonuses.chapter,
    ending.chapter,
    record.chapter,
)
