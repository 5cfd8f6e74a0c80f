"""The events of Windward: one small class each, in the order of the rulebook; variants come last."""

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
from engine.games.windward.events.variants import (
    Achieve,
    Give,
    MoveWhite,
    PlaceWhite,
    RevealAchievements,
    RollWhite,
    SetDifficulty,
    TradeTeeth,
)
from engine.kernel.events import Chance, Event, Move

# fmt: off
SET_UP: tuple[type[Chance], ...] = (BuildPlanet, RollStart, NameFirst, Deal, LayStacks, SetDifficulty)
# The acts of a player in the own turn, outside battle.
ACTIONS: tuple[type[Move], ...] = (
    Sail, Run, Row, GiveOrder, TakeCard, Buy, PlayCard, PickUp, LiftBoat, DropCargo, TradeTeeth,
)
# The steps of a battle.
STEPS: tuple[type[Event], ...] = (SpendCannons, RollBattle, SpendHits, FlyFlag, Pass)
# Events that come only if they are owed.
OWED: tuple[type[Event], ...] = (RollWind, RollGrey, MoveRed, Loot, PlaceRed)
# Events of a variant or a mode, which may be in any player's turn.
OF_VARIANTS: tuple[type[Event], ...] = (RevealAchievements, Achieve, RollWhite, MoveWhite, PlaceWhite, Give)
EVENTS: tuple[type[Event], ...] = (
    *SET_UP, Top, ResetStacks, RollWind, RollGrey,
    *ACTIONS, *STEPS, Loot, PlaceRed,
    Rest, MoveRed, EndTurn,
    *OF_VARIANTS,
)
# fmt: on

__all__ = [
    "ACTIONS",
    "EVENTS",
    "OF_VARIANTS",
    "OWED",
    "SET_UP",
    "STEPS",
    "Achieve",
    "BuildPlanet",
    "Buy",
    "Deal",
    "DropCargo",
    "EndTurn",
    "FlyFlag",
    "Give",
    "GiveOrder",
    "LayStacks",
    "LiftBoat",
    "Loot",
    "MoveRed",
    "MoveWhite",
    "NameFirst",
    "Pass",
    "PickUp",
    "PlaceRed",
    "PlaceWhite",
    "PlayCard",
    "ResetStacks",
    "Rest",
    "RevealAchievements",
    "RollBattle",
    "RollGrey",
    "RollStart",
    "RollWhite",
    "RollWind",
    "Row",
    "Run",
    "Sail",
    "SetDifficulty",
    "SpendCannons",
    "SpendHits",
    "TakeCard",
    "Top",
    "TradeTeeth",
]
