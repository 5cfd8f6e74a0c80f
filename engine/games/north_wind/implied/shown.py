"""What nobody wrote and a later line shows: each such line, with what is known of it, before the line that shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.content.pieces import BRIG
from engine.games.north_wind.reckoning import at_range_end, clockwise_after, letter_due, voyage_limit
from engine.games.north_wind.reckoning.battle import perhaps_beaten
from engine.games.north_wind.state import COIN, Table, Turn
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

OWN_TURN = "any-time-own-turn"
Used = e.Buy | e.Sell | e.Exchange | e.Equip | e.SpendLetter | e.ExamineWreck | e.CompleteTask
Shows = Callable[[Table, Any], Event | None]


def implied(table: Table, event: Event) -> Event | None:
    """Give the next line that must have happened before this one, if nobody wrote it; asked until there is none."""
    shows = SHOWS.get(type(event))
    return None if shows is None else shows(table, event)


# Set-up, and the turn before


def _turn_begins(table: Table, event: e.SailInto | e.TakeIncome) -> Event | None:
    """The stacks lay there and somebody was named; the turn before was over; the poor take their gold."""
    turn = table.turn
    if not is_known(event.by):
        return None
    if table.phase == "set-up":
        return _set_up(table, event.by)
    if turn is None or not is_known(turn.seat):
        return None
    if table.phase == "income":
        return _income(table, turn, event) if isinstance(event, e.SailInto) else None
    if event.by == turn.seat or (isinstance(event, e.TakeIncome) and event.by != clockwise_after(table, turn.seat)[0]):
        return None
    return _turn_over(table, turn)


def _own_turn_only(table: Table, event: e.ThrowOverboard | e.ReleaseCaptain | e.PlaceBonus) -> Event | None:
    """By some readings only who is on turn does this: if the next player does, the turn before is over."""
    turn = table.turn
    if turn is None or not is_known(turn.seat) or not is_known(event.by) or table.phase not in {"voyage", "home"}:
        return None
    if not _in_own_turn(table, event) or event.by != clockwise_after(table, turn.seat)[0]:
        return None
    return _turn_over(table, turn)


def _in_own_turn(table: Table, event: e.ThrowOverboard | e.ReleaseCaptain | e.PlaceBonus) -> bool:
    terms = table.terms
    if isinstance(event, e.PlaceBonus):
        return terms.bonus_placing == f"optional-{OWN_TURN}"
    return terms.captain_release == "yes" if isinstance(event, e.ReleaseCaptain) else terms.overboard == OWN_TURN


def _set_up(table: Table, seat: str) -> Event | None:
    """The stacks that nobody has seen built; then whoever acts first was named."""
    if len(table.built) < len(HARBORS):
        built = [harbor for harbor in table.built if is_known(harbor)]
        return e.BuildStack(next(harbor for harbor in HARBORS if harbor not in built))
    return e.NameFirst(seat) if is_known(table.first) and not table.first else None


def _income(table: Table, turn: Turn, event: Event) -> Event | None:
    """The poor need not say that they take their gold."""
    if turn.income or event.by != turn.seat:  # type: ignore[attr-defined] # a Move
        return None
    gold = table.players[turn.seat].gold
    return e.TakeIncome(turn.seat) if is_known(gold) and gold == 0 else None


def _turn_over(table: Table, turn: Turn) -> Event | None:
    """The voyage ended, its letter was received, and the stack is back in its place."""
    if table.phase == "home":
        return _letter(table, turn) or e.ShuffleStack(turn.stack)
    return _voyage_over(table, turn)


def _voyage_over(table: Table, turn: Turn) -> Event | None:
    if table.phase == "voyage" or (table.phase == "pirate" and _needs_no_answer(table, turn)):
        return e.EndVoyage(turn.seat)
    return None


def _needs_no_answer(table: Table, turn: Turn) -> bool:
    """By one reading a pirate on the last tile of the range is neither paid nor fought; or it may have won at once."""
    return perhaps_beaten(table, turn) or (table.terms.last_pirate == "no-need" and at_range_end(table, turn))


def _letter(table: Table, turn: Turn) -> Event | None:
    """The letter that is due; where nobody can tell, the shuffle leaves open how many there are."""
    try:
        due = table.terms.letter_due == "compulsory" and letter_due(table, turn)
    except Undetermined:
        return None
    return e.ReceiveLetter(turn.seat) if due else None


def _stack_back(table: Table, _event: e.ShuffleStack) -> Event | None:
    """The voyage was over, and its letter received, before the stack is shuffled."""
    turn = table.turn
    if turn is None or not is_known(turn.seat):
        return None
    return _letter(table, turn) if table.phase == "home" else _voyage_over(table, turn)


def _letter_comes(table: Table, _event: e.ReceiveLetter) -> Event | None:
    turn = table.turn
    return None if turn is None or not is_known(turn.seat) else _voyage_over(table, turn)


# Fog


def _answers(table: Table, event: e.PayPirate | e.Fight | e.RollBattle) -> Event | None:
    """Whoever pays or fights a pirate has met one; whoever rolls for cannons has gone into battle."""
    if table.phase == "fog":
        return e.RollEvent(UNKNOWN)
    return _battle_begun(table) if isinstance(event, e.RollBattle) else None


def _won(table: Table, event: e.TakeCaptain | e.TakeGold | e.LeaveReward) -> Event | None:
    """What is taken or left was brought by the white die, or by a battle."""
    turn = table.turn
    if table.phase == "fog":
        return e.RollEvent(COIN if isinstance(event, e.TakeGold) and _room_in_the_brig(table, turn) else UNKNOWN)
    if table.phase != "pirate" or turn is None:
        return _rolled(table)
    # Gold may have been a treasure where nobody wrote down what the die showed.
    return _battle_begun(table) if is_known(turn.strength) or isinstance(event, e.TakeCaptain) else None


def _room_in_the_brig(table: Table, turn: Turn | None) -> bool:
    """Say whether a beaten pirate would bring a captain for certain, so that gold can only be a treasure."""
    brig = table.players[turn.seat].brig if turn is not None and is_known(turn.seat) else UNKNOWN
    return is_known(brig) and brig < BRIG


def _battle_begun(table: Table) -> Event | None:
    turn = table.turn
    shown = table.phase == "pirate" and turn is not None and is_known(turn.seat)
    return e.Fight(turn.seat) if shown and turn is not None else None


def _rolled(table: Table) -> Event | None:
    """A battle of which no roll was written down; how it came out, the line that shows it tells."""
    turn = table.turn
    if table.phase != "battle" or turn is None or turn.rolls or not is_known(turn.seat):
        return None
    cannons = table.players[turn.seat].cannons
    return e.RollBattle((UNKNOWN,) * max(1, cannons if is_known(cannons) else 1))


def _sails_on(table: Table, event: e.RevealTile | e.Pass) -> Event | None:
    """The next tile shows that the battle was won; who passes the fog has fought it, won or lost."""
    return _rolled(table) if table.phase == "battle" else _numbered(table, event)


def _numbered(table: Table, event: Used | e.RevealTile | e.Pass) -> Event | None:
    """A number in the row that may be right shows that tiles were turned up before."""
    turn = table.turn
    if not is_known(event.index) or not event.index or turn is None or table.phase != "voyage" or turn.put_under:
        return None
    limit, before = voyage_limit(table, turn), event.index - isinstance(event, e.RevealTile)
    there = is_known(limit) and len(turn.row) < before <= limit - isinstance(event, e.RevealTile)
    return e.RevealTile(UNKNOWN) if there else None


def _voyage_ends(table: Table, event: e.EndVoyage) -> Event | None:
    """A defeat shows that there was a pirate, and, where it has not won at once, a battle."""
    turn = table.turn
    if turn is None or not is_known(event.reason) or event.reason != "defeat" or not is_known(turn.seat):
        return None
    if table.phase == "fog":
        return e.RollEvent(UNKNOWN)
    if table.phase == "pirate" and not perhaps_beaten(table, turn):
        return e.Fight(turn.seat)
    return _rolled(table)


SHOWS: Mapping[type[Event], Shows] = {
    e.TakeIncome: _turn_begins,
    e.SailInto: _turn_begins,
    e.ThrowOverboard: _own_turn_only,
    e.ReleaseCaptain: _own_turn_only,
    e.PlaceBonus: _own_turn_only,
    e.RevealTile: _sails_on,
    e.Pass: _sails_on,
    e.PayPirate: _answers,
    e.Fight: _answers,
    e.RollBattle: _answers,
    e.TakeCaptain: _won,
    e.TakeGold: _won,
    e.LeaveReward: _won,
    e.EndVoyage: _voyage_ends,
    e.ReceiveLetter: _letter_comes,
    e.ShuffleStack: _stack_back,
    **dict.fromkeys((*e.TRADES, e.SpendLetter, e.ExamineWreck, e.CompleteTask), _numbered),
}
# What is asked even in its own turn and phase.
IMPLYING: frozenset[type[Event]] = frozenset({e.SailInto, e.ReceiveLetter, e.EndVoyage, e.ExamineWreck, e.CompleteTask})


def implied_at_end(table: Table) -> Event | None:
    """At the end of the record the turn is over in which somebody has won, if a reading lets it be finished."""
    turn = table.turn
    if turn is None or not table.won or table.phase == "over" or table.owed:
        return None
    if table.phase == "voyage":
        return e.EndVoyage(turn.seat)
    return e.ShuffleStack(turn.stack) if table.phase == "home" else None
