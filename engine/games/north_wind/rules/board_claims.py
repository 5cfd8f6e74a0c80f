"""Which rule of the task board and the end of the game settles a wrong claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.state import Player, Table
from engine.kernel.events import Claim

SEAT: Mapping[str, Callable[[Table, Player, Claim], str]] = {}
TABLE: Mapping[str, Callable[[Table, Claim], str]] = {}
