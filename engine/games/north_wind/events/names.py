"""The kinds of name that events are declared with; the game lists the names of each kind."""

from __future__ import annotations

from typing import Annotated

from engine.kernel.events import name_of

Harbor = Annotated[str, name_of("harbor")]
Tile = Annotated[str, name_of("tile")]
Look = Annotated[str, name_of("look")]
Commodity = Annotated[str, name_of("commodity")]
Goods = Annotated[str, name_of("goods")]
First = Annotated[str, name_of("first")]
Item = Annotated[str, name_of("item")]
Role = Annotated[str, name_of("role")]
Slot = Annotated[str, name_of("slot")]
Area = Annotated[str, name_of("area")]
EventFace = Annotated[str, name_of("event die")]
BattleFace = Annotated[str, name_of("battle die")]
Bonus = Annotated[str, name_of("bonus")]
Reason = Annotated[str, name_of("reason")]
