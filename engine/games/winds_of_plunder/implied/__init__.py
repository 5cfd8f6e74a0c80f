"""Infers the events that the record leaves out before another: proved, of unknown content, or overdue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.implied import cards, claims, turns, votes
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Claim, Event, Move


def _before_act(table: Table, event: Move) -> Event | None:
    """The first act of a turn also ends the vote."""
    return votes.before_plunder(table, event.by) if table.phase != "plunder" else turns.before_act(table, event)


BEFORE: Mapping[type[Event], Callable[[Table, Any], Event | None]] = {
    **dict.fromkeys(e.TURN, _before_act),
    **dict.fromkeys(votes.STEPS, votes.before_vote),
    e.SeeCard: cards.before_face,
    Claim: claims.before_claim,
}


def implied(table: Table, event: Event) -> Event | None:
    """Return an event that is missing before this one, one at a time. It is checked and folded like the rest."""
    before = BEFORE.get(type(event))
    return before(table, event) if before is not None else None
