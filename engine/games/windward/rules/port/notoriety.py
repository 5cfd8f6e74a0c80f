"""The rules of the chapter “Notoriety”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.rules.claims.cargo import OfCargo
from engine.games.windward.scoring import gain, redeem
from engine.games.windward.sources import (
    FULL_NOTORIETY,
    FULL_ORDERS,
    FULL_REWARDS,
    FULL_TEETH,
    FULL_TRIGGER,
    FULL_VARIANTS,
    SHORT_ACHIEVEMENTS,
    SHORT_CRESTERS,
    SHORT_END_GAME,
    SHORT_NOTORIETY,
    SHORT_TRADING_POST,
    SHORT_WHITE,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Notoriety")

chapter.upheld(
    "WW-REW-01",
    says="The tooth of a Grey is worth 3 notoriety, that of a Red 4.",
    cite=(FULL_TEETH, FULL_REWARDS, SHORT_TRADING_POST),
    by=redeem,
    claims=(OfCargo.TEETH_MISCOUNTED,),
)
chapter.upheld(
    "WW-REW-02",
    says="All teeth that are traded go back to the stock, and none is held back.",
    cite=(FULL_REWARDS, SHORT_TRADING_POST),
    by=redeem,
    claims=(OfCargo.TEETH_HELD_BACK,),
)
chapter.upheld(
    "WW-REW-03",
    says="Notoriety comes from teeth, from gas in port and from nights at sky, and with variants from achievements, "
    "the White Crester and tags; nothing takes it away.",
    cite=(FULL_NOTORIETY, FULL_VARIANTS, SHORT_NOTORIETY, SHORT_ACHIEVEMENTS, SHORT_WHITE),
    by=gain,
    claims=("*.notoriety",),
    rulings=("WW-AMB-049", "WW-AMB-050"),
)
chapter.upheld(
    "WW-REW-04",
    says="Beyond 15 the marker goes round the track again, and its first space then means 16.",
    cite=(FULL_TRIGGER, SHORT_END_GAME),
    by=gain,
    claims=(OfCargo.TRACK_BEGUN_ANEW,),
)
chapter.upheld(
    "WW-REW-05",
    says="To beat or to process a Grey or a Red brings no notoriety of itself: its tooth does, in port.",
    cite=(FULL_TEETH, FULL_ORDERS, SHORT_CRESTERS),
    by=redeem,
    claims=(OfCargo.CAUGHT,),
)
