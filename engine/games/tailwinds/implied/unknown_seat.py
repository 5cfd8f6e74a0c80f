"""Marks what becomes uncertain when something owed never came, or the log does not say who made a move."""

from __future__ import annotations

from engine.games.tailwinds import events as e
from engine.games.tailwinds.folds.abilities import answered
from engine.games.tailwinds.folds.choosing import lay_card
from engine.games.tailwinds.folds.sailing import scatter
from engine.games.tailwinds.folds.turns import after_the_wind
from engine.games.tailwinds.reckoning import owing_a_card
from engine.games.tailwinds.state import Table
from engine.kernel.events import Event
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN


def give_up(table: Table, owed: Owed) -> None:
    """Give up what was owed: the wind is unknown, another card is unknown, or the answer was yes or no."""
    if owed.what is e.RollWind:
        # Boats stay where the logged moves put them. Differences that follow are due to the roll.
        if table.gusts:
            table.gusts.pop(0)
        if table.turn is not None:
            table.turn.unblown = True
        after_the_wind(table)
    elif owed.what is e.Answer:
        answered(table, e.Answer(UNKNOWN, UNKNOWN))
    elif owed.what is e.Replace:
        for player in table.players.values():
            if owing_a_card(player):
                lay_card(player, UNKNOWN)


# Events that move boats, or that bring points to move them.
MOVING: frozenset[type[Event]] = frozenset((e.MoveBoat, e.PlayRainbow, e.SpendRainbow, *e.ABILITIES))


def by_somebody(table: Table, event: Event) -> None:
    """A move by an unknown seat changed unknown boats, cards and points."""
    kind = type(event)
    if kind in MOVING:
        scatter(table, table.boats)
        if table.turn is not None:
            table.turn.bonus += UNKNOWN
    if kind is e.PlaceBoat:
        table.placed.append(UNKNOWN)
    if table.phase == "resolving" and kind in e.IN_TURN:
        table.active = UNKNOWN
