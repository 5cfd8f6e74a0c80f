"""What is no longer sure once something owed never came, or nobody knows who made a move."""

from __future__ import annotations

from engine.games.tailwinds import events as e
from engine.games.tailwinds.folds.abilities import answered
from engine.games.tailwinds.folds.choosing import lay_card
from engine.games.tailwinds.folds.sailing import scatter
from engine.games.tailwinds.folds.turns import after_the_wind
from engine.games.tailwinds.reckoning import owing_a_card
from engine.games.tailwinds.state import Table
from engine.kernel.events import Event
from engine.kernel.flow import Owed
from engine.kernel.unknown import UNKNOWN


def give_up(table: Table, owed: Owed) -> None:
    """What was owed never came: the wind did not blow, another card lies there, the answer was one or the other."""
    if owed.what is e.RollWind:
        # Boats lie as they were moved by what was written: what does not fit that follows from the roll.
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


# What moves boats, or brings points to move them by.
MOVING: frozenset[type[Event]] = frozenset((e.MoveBoat, e.PlayRainbow, e.SpendRainbow, *e.ABILITIES))


def by_somebody(table: Table, event: Event) -> None:
    """A move was somebody's: whose boats, cards and points they were that changed, nobody knows."""
    kind = type(event)
    if kind in MOVING:
        scatter(table, table.boats)
        if table.turn is not None:
            table.turn.bonus += UNKNOWN
    if kind is e.PlaceBoat:
        table.placed.append(UNKNOWN)
    if table.phase == "resolving" and kind in e.IN_TURN:
        table.active = UNKNOWN
