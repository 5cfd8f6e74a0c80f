"""The kinds of name that events are declared with; the game lists the names of each kind."""

from __future__ import annotations

from typing import Annotated

from engine.kernel.events import name_of

Tile = Annotated[str, name_of("tile")]
PlanetSide = Annotated[str, name_of("planet-side")]
Card = Annotated[str, name_of("card")]
# A space of the planet, and a space or the Trading Post.
Space = Annotated[str, name_of("space")]
Place = Annotated[str, name_of("place")]
Way = Annotated[str, name_of("way")]
Boat = Annotated[str, name_of("boat")]
# What a longboat tows, or that it tows nothing.
Tow = Annotated[str, name_of("tow")]
OrderName = Annotated[str, name_of("order")]
# The object of an order: a crew member, or a longboat.
Ordered = Annotated[str, name_of("ordered")]
# The difficulty of a cooperative game.
Difficulty = Annotated[str, name_of("difficulty")]
# What a player may give to another in the log.
Goods = Annotated[str, name_of("goods")]
Yes = Annotated[str, name_of("yes")]
Service = Annotated[str, name_of("service")]
CrewName = Annotated[str, name_of("crew")]
Item = Annotated[str, name_of("item")]
# What a winner may take out of a lost ship in the log.
Booty = Annotated[str, name_of("booty")]
Side = Annotated[str, name_of("side")]
# An achievement card.
Achievement = Annotated[str, name_of("achievement")]
# A supply card, morale, or an unknown card.
Payment = Annotated[str, name_of("payment")]
