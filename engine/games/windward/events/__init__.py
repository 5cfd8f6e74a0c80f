"""What can happen in a competitive game of Windward: one small class each, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events.battle import (
    FlyFlag,
    Loot,
    Pass,
    PlaceRed,
    RollBattle,
    SpendCannons,
    SpendHits,
)
from engine.games.windward.events.set_up import (
    BuildPlanet,
    Deal,
    LayStacks,
    NameFirst,
    ResetStacks,
    RollGrey,
    RollStart,
    RollWind,
    Top,
)
from engine.games.windward.events.turn import (
    Buy,
    DropCargo,
    EndTurn,
    GiveOrder,
    LiftBoat,
    MoveRed,
    PickUp,
    PlayCard,
    Rest,
    Row,
    Run,
    Sail,
    TakeCard,
)
from engine.kernel.events import Chance, Event, Move

# fmt: off
SET_UP: tuple[type[Chance], ...] = (BuildPlanet, RollStart, NameFirst, Deal, LayStacks)
# What a player does in the own turn, outside battle.
ACTIONS: tuple[type[Move], ...] = (
    Sail, Run, Row, GiveOrder, TakeCard, Buy, PlayCard, PickUp, LiftBoat, DropCargo,
)
# The steps of a battle.
STEPS: tuple[type[Event], ...] = (SpendCannons, RollBattle, SpendHits, FlyFlag, Pass)
# What comes only where it is owed.
OWED: tuple[type[Event], ...] = (RollWind, RollGrey, MoveRed, Loot, PlaceRed)
EVENTS: tuple[type[Event], ...] = (
    *SET_UP, Top, ResetStacks, RollWind, RollGrey,
    *ACTIONS, *STEPS, Loot, PlaceRed,
    Rest, MoveRed, EndTurn,
)
# fmt: on

__all__ = [
    "ACTIONS",
    "EVENTS",
    "OWED",
    "SET_UP",
    "STEPS",
    "BuildPlanet",
    "Buy",
    "Deal",
    "DropCargo",
    "EndTurn",
    "FlyFlag",
    "GiveOrder",
    "LayStacks",
    "LiftBoat",
    "Loot",
    "MoveRed",
    "NameFirst",
    "Pass",
    "PickUp",
    "PlaceRed",
    "PlayCard",
    "ResetStacks",
    "Rest",
    "RollBattle",
    "RollGrey",
    "RollStart",
    "RollWind",
    "Row",
    "Run",
    "Sail",
    "SpendCannons",
    "SpendHits",
    "TakeCard",
    "Top",
]
