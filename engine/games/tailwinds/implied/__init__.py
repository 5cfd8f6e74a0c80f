"""Infers events that are missing in the log but must have happened before another, one at a time."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.tailwinds import events as e
from engine.games.tailwinds.implied.announced import awaited
from engine.games.tailwinds.implied.cards import before_a_roll, before_a_throw, before_an_answer, before_another_card
from engine.games.tailwinds.implied.choosing import chosen, lined_up
from engine.games.tailwinds.implied.turns import all_over, before_a_round, turn_over
from engine.games.tailwinds.reckoning import still_to_do
from engine.games.tailwinds.state import Table
from engine.kernel.events import Claim, Event

# The phases in which cards are resolved; a turn may last until the game is over.
RESOLVING = frozenset({"resolving", "over"})
# Events that end a turn although something is owed in it.
NEXT: frozenset[type[Event]] = frozenset({*e.IN_TURN, e.Commit, e.Reveal})
# The events that may imply an earlier one while cards are resolved.
BEFORE: dict[type[Event], Callable[[Table, Event], Event | None]] = {
    **dict.fromkeys(e.IN_TURN, turn_over),
    e.ThrowDie: before_a_throw,
    e.Commit: before_a_round,
    e.Reveal: before_a_round,
    e.RollWind: all_over,
    Claim: all_over,
    e.RollDie: before_a_roll,
    e.Answer: before_an_answer,
    e.Replace: before_another_card,
}


def implied(table: Table, event: Event) -> Event | None:
    """Return an event that must have happened before this one though it is missing, one at a time."""
    if table.owed and ((shown := awaited(table, table.owed[-1], event)) is not None or type(event) not in NEXT):
        return shown
    if table.phase in RESOLVING:
        look = BEFORE.get(type(event))
        return look(table, event) if look is not None else None
    if table.phase == "choosing":
        return chosen(table, event)
    return lined_up(table, event) if table.phase == "set-up" else None


def implied_at_end(table: Table) -> Event | None:
    """At the end of the record, a turn with nothing left to spend is over."""
    turn = table.turn
    if turn is None or table.owed or table.phase != "resolving" or not turn.blocks or still_to_do(table, turn):
        return None
    return e.Done(turn.seat)
