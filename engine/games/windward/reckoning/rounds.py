"""The wind roll at the beginning of a round."""

from __future__ import annotations

from typing import Any

from engine.games.windward.events import RollWind
from engine.games.windward.reckoning import preceding
from engine.games.windward.state import Table
from engine.kernel.unknown import is_known


def wind_roller(table: Table) -> Any:  # noqa: ANN401 - a seat, or UNKNOWN
    """Return the player who rolls for the wind: the first one.

    Under one reading, the player who brought the end rolls in further rounds.
    """
    further = table.extra_rounds and table.terms.tie_break_wind == "roll-at-extra-round-start"
    return table.trigger if further else table.first


def wind_is_kept(table: Table) -> bool:
    """Return whether the wind stays until the end: under one reading, in further rounds."""
    return bool(table.extra_rounds) and table.terms.tie_break_wind == "no-roll"


def lost_in_own_turn(table: Table) -> str:
    """Return the player whose ship was just lost in the own turn, so that the turn was over; "" for none.

    Once the wind has been rolled the next turn has begun, and the player after that has had one.
    """
    turn = table.turn
    if turn is None or not turn.idle or not is_known(turn.seat) or isinstance(table.last, RollWind):
        return ""
    before = preceding(table, turn.seat)
    return before if table.players[before].lost_ship and table.rested != before else ""
