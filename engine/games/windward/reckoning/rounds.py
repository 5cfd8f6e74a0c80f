"""Whose roll turns the wind as a round begins."""

from __future__ import annotations

from typing import Any

from engine.games.windward.state import Table


def wind_roller(table: Table) -> Any:  # noqa: ANN401 - a seat, or UNKNOWN
    """Who rolls for the wind: the first player; by one reading, in further rounds, who brought the end."""
    further = table.extra_rounds and table.terms.tie_break_wind == "roll-at-extra-round-start"
    return table.trigger if further else table.first


def wind_is_kept(table: Table) -> bool:
    """Say whether the wind stays as it is until the end: by one reading, in further rounds."""
    return bool(table.extra_rounds) and table.terms.tie_break_wind == "no-roll"
