"""Seat colours: a seat that is not named after a colour takes the one that the pack gives its deck."""

from __future__ import annotations

from engine.games.tailwinds.state import Table
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.seats import liveries as dressed
from engine.kernel.unknown import is_known

__all__ = ["Livery", "liveries"]


def liveries(table: Table) -> dict[str, Livery]:
    """Give every seat its letter and colour."""
    return dressed(table.seats, {seat: _deck_colour(table, seat) for seat in table.seats})


def _deck_colour(table: Table, seat: str) -> str:
    deck = table.players[seat].deck
    colour = table.content.colours.get(deck, "") if is_known(deck) else ""
    return colour if is_known(colour) else ""
