"""Turns: infers which lines end one, and finds the missing turn if a round continues without it."""

from __future__ import annotations

from engine.games.tailwinds import events as e
from engine.games.tailwinds.reckoning import nothing_to_do, still_to_act, still_to_do
from engine.games.tailwinds.state import Table, Turn
from engine.kernel.events import Claim, Event
from engine.kernel.flow import Lacking
from engine.kernel.unknown import Undetermined, is_known
from engine.kernel.vocabulary import make_unwritten_event

ENDINGS = frozenset({"winner", "ending"})


def turn_over(table: Table, event: Event) -> Event | None:
    """A turn is over when the next player acts."""
    by: str = event.by  # type: ignore[attr-defined] # asked of Moves only
    if not is_known(by) or by in table.acted:
        return None
    if table.turn is not None:
        return None if by == table.turn.seat else e.Done(table.turn.seat)
    return _empty_turn(table, by) if by in still_to_act(table) else None


def _empty_turn(table: Table, by: str = "") -> Event | None:
    """The active player who could do nothing has had their turn when another player acts."""
    seat = table.active
    if not is_known(seat) or not seat or seat == by:
        return None
    return e.Done(seat) if nothing_to_do(table, seat) else None


def all_over(table: Table, event: Event) -> Event | None:
    """A finished turn ends when a wind blows that waits for it, or when a claim says that the game is over."""
    turn = table.turn
    waits = table.gusts if isinstance(event, e.RollWind) else isinstance(event, Claim) and _of_the_end(event)
    return e.Done(turn.seat) if turn is not None and waits and not unfinished(table, turn) else None


def _of_the_end(claim: Claim) -> bool:
    return is_known(claim.fact) and claim.fact in ENDINGS


def before_a_round(table: Table, event: Event) -> Event | None:
    """The next choice ends the last turn. So does a reveal, unless it shows cards chosen because of Shackle."""
    if isinstance(event, e.Reveal) and any(_lies_hidden(table, seat) for seat in table.seats):
        return None
    return e.Done(table.turn.seat) if table.turn is not None else _empty_turn(table)


def _lies_hidden(table: Table, seat: str) -> bool:
    player, turn = table.players[seat], table.turn
    acts = seat in table.acted or (turn is not None and turn.seat == seat)
    return player.card is not None and not player.shown and not acts


def unfinished(table: Table, turn: Turn) -> bool:
    """Return whether something is certainly left to do in a turn."""
    try:
        return still_to_do(table, turn)
    except Undetermined:
        return False


def no_turn_taken(table: Table, event: Event) -> Lacking | None:
    """Name the move of a turn that is missing before the next round."""
    seat = table.active
    if not isinstance(event, e.Commit) or not is_known(seat) or not seat:
        return None
    return make_unwritten_event(e.MoveBoat, by=seat), f"{seat} has a turn first."
