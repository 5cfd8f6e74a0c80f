"""The kinds of name that events are declared with; the game lists which names there are of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.events import name_of

if TYPE_CHECKING:
    Harbor = str
    Tile = str
    Look = str
    Commodity = str
    Goods = str
    First = str
    Item = str
    Role = str
    Slot = str
    Area = str
    EventFace = str
    BattleFace = str
    Bonus = str
    Reason = str
else:
    Harbor = name_of("harbor")
    Tile = name_of("tile")
    Look = name_of("look")
    Commodity = name_of("commodity")
    Goods = name_of("goods")
    First = name_of("first")
    Item = name_of("item")
    Role = name_of("role")
    Slot = name_of("slot")
    Area = name_of("area")
    EventFace = name_of("event die")
    BattleFace = name_of("battle die")
    Bonus = name_of("bonus")
    Reason = name_of("reason")
