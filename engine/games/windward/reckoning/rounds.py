"""Whose roll turns the wind as a round begins."""

from __future__ import annotations

from typing import Any

from engine.games.windward.events import RollWind
from engine.games.windward.reckoning import preceding
from engine.games.windward.state import Table
from engine.kernel.unknown import is_known


def wind_roller(table: Table) -> Any:  # noqa: ANN401 - a seat, or UNKNOWN
    """Who rolls for the wind: the first player; by one reading, in further rounds, who brought the end."""
    further = table.extra_rounds and table.terms.tie_break_wind == "roll-at-extra-round-start"
    return table.trigger if further else table.first


def wind_is_kept(table: Table) -> bool:
    """Say whether the wind stays as it is until the end: by one reading, in further rounds."""
    return bool(table.extra_rounds) and table.terms.tie_break_wind == "no-roll"


def lost_in_own_turn(table: Table) -> str:
    """Whose ship was lost in the own turn just now, so that the turn was over; "" for nobody's.

    Once the wind has been rolled the next turn is under way, and whoever comes after that has had one.
    """
    turn = table.turn
    if turn is None or not turn.idle or not is_known(turn.seat) or isinstance(table.last, RollWind):
        return ""
    before = preceding(table, turn.seat)
    return before if table.players[before].lost_ship and table.rested != before else ""
