"""The rules of North Wind, one chapter per section of the rulebook, in its order."""

from __future__ import annotations

from engine.games.north_wind.rules import turns
from engine.games.north_wind.rules.set_up import bonuses, ending, most_tasks, record, set_up
from engine.games.north_wind.rules.tasks import crew, delivery, tasks
from engine.games.north_wind.rules.trade import (
    actions,
    commercial,
    equipment,
    harbors,
    joining,
    letters,
    merchant,
    receiving,
)
from engine.games.north_wind.rules.voyage import battle, fog, sailing_range, ship, tiles, voyage

CHAPTERS = (
    set_up.chapter,
    turns.chapter,
    voyage.chapter,
    sailing_range.chapter,
    tiles.chapter,
    actions.chapter,
    commercial.chapter,
    equipment.chapter,
    merchant.chapter,
    letters.chapter,
    joining.chapter,
    receiving.chapter,
    harbors.chapter,
    fog.chapter,
    battle.chapter,
    ship.chapter,
    crew.chapter,
    tasks.chapter,
    delivery.chapter,
    most_tasks.chapter,
    bonuses.chapter,
    ending.chapter,
    record.chapter,
)
