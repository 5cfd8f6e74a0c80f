"""The events of North Wind: one small class each, in the order of the rulebook."""

from __future__ import annotations

from engine.games.north_wind.events.fog import (
    Fight,
    LeaveReward,
    PayPirate,
    ReleaseCaptain,
    RollBattle,
    RollEvent,
    TakeCaptain,
    TakeGold,
)
from engine.games.north_wind.events.trade import (
    Buy,
    CompleteTask,
    Equip,
    ExamineWreck,
    Exchange,
    Sell,
    SpendLetter,
    ThrowOverboard,
)
from engine.games.north_wind.events.voyage import (
    BuildStack,
    CutStack,
    EndVoyage,
    NameFirst,
    Pass,
    PlaceBonus,
    ReceiveLetter,
    RevealTile,
    SailInto,
    ShuffleStack,
    TakeBack,
    TakeIncome,
    UseLookout,
)
from engine.kernel.events import Event, Move

TRADES: tuple[type[Move], ...] = (Buy, Sell, Exchange, Equip)
# Acts of the active player only.
OWN: tuple[type[Move], ...] = (
    TakeIncome, UseLookout, ExamineWreck, CompleteTask, PayPirate, Fight, TakeCaptain, TakeGold, LeaveReward,
    EndVoyage, ReceiveLetter,
)  # fmt: skip
# fmt: off
EVENTS: tuple[type[Event], ...] = (
    BuildStack, NameFirst,
    TakeIncome, SailInto, CutStack, UseLookout, RevealTile, Pass,
    Buy, Sell, Exchange, Equip, ThrowOverboard, SpendLetter,
    ExamineWreck, CompleteTask,
    RollEvent, PayPirate, Fight, RollBattle, TakeCaptain, TakeGold, LeaveReward, ReleaseCaptain,
    PlaceBonus, TakeBack, EndVoyage, ReceiveLetter, ShuffleStack,
)
# fmt: on

__all__ = [
    "EVENTS",
    "OWN",
    "TRADES",
    "BuildStack",
    "Buy",
    "CompleteTask",
    "CutStack",
    "EndVoyage",
    "Equip",
    "ExamineWreck",
    "Exchange",
    "Fight",
    "LeaveReward",
    "NameFirst",
    "Pass",
    "PayPirate",
    "PlaceBonus",
    "ReceiveLetter",
    "ReleaseCaptain",
    "RevealTile",
    "RollBattle",
    "RollEvent",
    "SailInto",
    "Sell",
    "ShuffleStack",
    "SpendLetter",
    "TakeBack",
    "TakeCaptain",
    "TakeGold",
    "TakeIncome",
    "ThrowOverboard",
    "UseLookout",
]
