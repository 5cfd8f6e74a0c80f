"""Dice, Parlay and Shackle: infers what must have come before a roll, an answer or another card."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.tailwinds import events as e
from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.implied.turns import turn_over, unfinished
from engine.games.tailwinds.reckoning import is_shackled, resolving, still_to_act
from engine.games.tailwinds.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# Tests a property of a card; unknown values raise.
Fits = Callable[[MovementCard], bool]


def before_a_roll(table: Table, event: Event) -> Event | None:
    """A roll implies that the player threw the die, and for a refusal that the player asked, if a card allows it."""
    if not isinstance(event, e.RollDie) or not is_known(event.purpose) or event.purpose not in THROWN_FOR:
        return None
    seat = _whose(table, THROWN_FOR[event.purpose])
    if not seat:
        return None
    turn = table.turn
    if turn is not None and turn.seat != seat:
        return e.Done(turn.seat)
    if event.purpose == "dice":
        return None if turn is not None and turn.thrown >= turn.card.dice else e.ThrowDie(seat)
    if turn is None or "parlay" not in turn.used:
        return _asked(table, seat)
    return None if turn.thrown or (is_known(turn.refused) and not turn.refused) else e.ThrowDie(seat)


def before_a_throw(table: Table, event: Event) -> Event | None:
    """A throw with a card that asks for Rainbow cards implies a refused request."""
    if (over := turn_over(table, event)) is not None or not isinstance(event, e.ThrowDie) or not is_known(event.by):
        return over
    asked = table.turn is not None and table.turn.seat == event.by and "parlay" in table.turn.used
    return None if asked or not _may_fit(table, event.by, _asks) else _asked(table, event.by)


def _asked(table: Table, seat: str) -> Event:
    """The target of the request is unknown, unless only one other player holds a Rainbow card."""
    holders = [s for s in table.seats if s != seat and table.players[s].rainbow]
    only = len(holders) == 1 and table.terms.parlay_target == "target-must-hold-one"
    return e.Parlay(seat, holders[0] if only else UNKNOWN)


def _has_dice(card: MovementCard) -> bool:
    return card.dice > 0


def _asks(card: MovementCard) -> bool:
    return card.ability == "parlay"


def _shackles(card: MovementCard) -> bool:
    return card.ability == "shackle"


THROWN_FOR: dict[str, Fits] = {"dice": _has_dice, "parlay": _asks}


def _whose(table: Table, fits: Fits, but: str = "") -> str:
    """Find the player whose card a line is about: the active player, else one still to act ("": none)."""
    turn = table.turn
    seats = [turn.seat] if turn is not None else []
    seats += [seat for seat in still_to_act(table) if seat not in {*seats, but}]
    sure = {seat: _may_fit(table, seat, fits) for seat in seats}
    return next((s for s, fit in sure.items() if fit), "") or next((s for s, fit in sure.items() if fit is None), "")


def _may_fit(table: Table, seat: str, fits: Fits) -> bool | None:
    """Return whether a player's card fits (None: the card is unknown and may fit)."""
    try:
        return fits(resolving(table, seat))
    except Undetermined:
        deck = table.content.decks.get(table.players[seat].deck, UNKNOWN)
        return None if not is_known(deck) or any(_might(fits, table.content.card(name)) for name in deck) else False


def _might(fits: Fits, card: MovementCard) -> bool:
    try:
        return fits(card)
    except Undetermined:
        return True


def before_an_answer(table: Table, event: Event) -> Event | None:
    """An answer implies the question, by the player whose card asks."""
    turn = table.turn
    if not isinstance(event, e.Answer) or not is_known(event.by) or (turn is not None and "parlay" in turn.used):
        return None
    asker = _whose(table, _asks, event.by)
    if not asker or asker == event.by:
        return None
    return e.Done(turn.seat) if turn is not None and turn.seat != asker else e.Parlay(asker, event.by)


def before_another_card(table: Table, event: Event) -> Event | None:
    """Another card implies Shackle. Under one reading, choosing it opens the player's own turn."""
    turn = table.turn
    if not isinstance(event, e.Replace) or not is_known(event.by) or event.by in table.acted:
        return None
    if table.terms.shackle_moment == "at-own-turn-open":
        over = turn is not None and turn.seat != event.by and not unfinished(table, turn)
        return e.Done(turn.seat) if over and turn is not None else None
    if is_shackled(table.players[event.by]) or (turn is not None and "shackle" in turn.used):
        return None
    admiral = _whose(table, _shackles, event.by)
    if not admiral or admiral == event.by:
        return None
    return e.Done(turn.seat) if turn is not None and turn.seat != admiral else e.Shackle(admiral)
