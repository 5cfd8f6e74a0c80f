"""The three stacks of supply cards: their tops, and how they are renewed when one has run out."""

from __future__ import annotations

from engine.games.windward.events import ResetStacks, TakeCard, Top
from engine.games.windward.state import STACKS, Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known

# The states of a stack that has run out: still empty, or renewed without a line in the log yet.
EMPTY, REPLACED = "empty", "replaced"


def even(cards: int) -> list[int]:
    """Return three stack sizes as equal as possible, the larger first."""
    return [(cards + STACKS - 1 - place) // STACKS for place in range(STACKS)]


def ran_out(table: Table) -> None:
    """A stack has run out: renew the stacks at once, or later under a reading."""
    table.run_out = EMPTY
    turn = table.turn
    done = turn is None or (is_known(turn.takes) and turn.takes <= 0)
    timing = table.terms.reset_timing
    if timing == "immediately" or (timing == "after-action" and done):
        reshuffled(table)


def replaced_before(table: Table, event: Event) -> None:
    """If a stack may stay empty until an order has been carried out, renew it before any other event."""
    if table.run_out != EMPTY or table.terms.reset_timing != "after-action":
        return
    if not isinstance(event, (TakeCard, Top, ResetStacks)):
        reshuffled(table)


def replaced_at_end(table: Table) -> None:
    """If a stack may stay empty until the turn is over, renew it now."""
    if table.run_out == EMPTY:
        reshuffled(table)


def reshuffled(table: Table) -> None:
    """Shuffle stacks and discards together, and lay them out again."""
    left = sum(table.sizes) + len(table.discards)
    table.discards.clear()
    table.tops = [UNKNOWN] * STACKS
    table.sizes = even(left) if is_known(left) else [UNKNOWN] * STACKS
    table.run_out = REPLACED


def topped(table: Table, event: Top) -> None:
    """The top of a stack becomes visible."""
    if is_known(event.stack) and 1 <= event.stack <= len(table.tops):
        table.tops[event.stack - 1] = event.card


def stacks_reset(table: Table, event: ResetStacks) -> None:
    """The stacks have been renewed, and their tops are visible."""
    if table.run_out != REPLACED:
        reshuffled(table)
    table.run_out = ""
    for place, card in enumerate(event.tops[: len(table.tops)]):
        table.tops[place] = card
    for place, size in enumerate(event.sizes[: len(table.sizes)]):
        table.sizes[place] = size
