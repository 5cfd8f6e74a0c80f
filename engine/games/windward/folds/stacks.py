"""The three stacks of supply cards: what lies on top, and how they are laid out anew when one has run out."""

from __future__ import annotations

from engine.games.windward.events import ResetStacks, TakeCard, Top
from engine.games.windward.state import STACKS, Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known

# How it stands with a stack that has run out: it lies empty still, or the stacks were laid out anew, and nobody has
# written that down yet.
EMPTY, REPLACED = "empty", "replaced"


def even(cards: int) -> list[int]:
    """Three stacks as equal as can be, the larger first."""
    return [(cards + STACKS - 1 - place) // STACKS for place in range(STACKS)]


def ran_out(table: Table) -> None:
    """A stack has run out: at once, or later by a reading, the stacks are laid out anew."""
    table.run_out = EMPTY
    turn = table.turn
    done = turn is None or (is_known(turn.takes) and turn.takes <= 0)
    timing = table.terms.reset_timing
    if timing == "immediately" or (timing == "after-action" and done):
        reshuffled(table)


def replaced_before(table: Table, event: Event) -> None:
    """Where a stack may lie empty until an order has been carried out, it is replaced before anything else happens."""
    if table.run_out != EMPTY or table.terms.reset_timing != "after-action":
        return
    if not isinstance(event, (TakeCard, Top, ResetStacks)):
        reshuffled(table)


def replaced_at_end(table: Table) -> None:
    """Where a stack may lie empty until the turn is over, it is replaced then."""
    if table.run_out == EMPTY:
        reshuffled(table)


def reshuffled(table: Table) -> None:
    """Stacks and discards are shuffled together and laid out anew."""
    left = sum(table.sizes) + len(table.discards)
    table.discards.clear()
    table.tops = [UNKNOWN] * STACKS
    table.sizes = even(left) if is_known(left) else [UNKNOWN] * STACKS
    table.run_out = REPLACED


def topped(table: Table, event: Top) -> None:
    """What lies on top of a stack is seen."""
    if is_known(event.stack) and 1 <= event.stack <= len(table.tops):
        table.tops[event.stack - 1] = event.card


def stacks_reset(table: Table, event: ResetStacks) -> None:
    """The stacks have been laid out anew, and their tops are seen."""
    if table.run_out != REPLACED:
        reshuffled(table)
    table.run_out = ""
    for place, card in enumerate(event.tops[: len(table.tops)]):
        table.tops[place] = card
    for place, size in enumerate(event.sizes[: len(table.sizes)]):
        table.sizes[place] = size
