"""The rules of Windward, one chapter a file: the competitive game, then its variants and other modes."""

from __future__ import annotations

from engine.games.windward.rules.battle import battle, battle_outcome, conclusion, lost_ships
from engine.games.windward.rules.creatures import new_cresters, red_cresters
from engine.games.windward.rules.port import card_effects, crew, gas, notoriety, orders, port, processing
from engine.games.windward.rules.set_up import ending, first_turn, record, rounds, set_up
from engine.games.windward.rules.turn import (
    dropping,
    elevation,
    longboats,
    moving,
    picking_up,
    rest,
    speed,
    terrain,
    towing,
    turns,
    wind,
)

CHAPTERS = (
    set_up.chapter,
    first_turn.chapter,
    rounds.chapter,
    turns.chapter,
    elevation.chapter,
    wind.chapter,
    moving.chapter,
    speed.chapter,
    terrain.chapter,
    picking_up.chapter,
    dropping.chapter,
    port.chapter,
    notoriety.chapter,
    orders.chapter,
    processing.chapter,
    gas.chapter,
    card_effects.chapter,
    crew.chapter,
    rest.chapter,
    ending.chapter,
    record.chapter,
    longboats.chapter,
    towing.chapter,
    battle.chapter,
    battle_outcome.chapter,
    conclusion.chapter,
    lost_ships.chapter,
    new_cresters.chapter,
    red_cresters.chapter,
)
