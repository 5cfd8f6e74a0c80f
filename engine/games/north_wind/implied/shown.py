"""Infers missing lines that a later line proves: each one, with its known content, before that line."""

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
    """Return a line that must have happened before this one but is missing. The replay asks until there is none."""
    shows = SHOWS.get(type(event))
    return None if shows is None else shows(table, event)


# Set-up, and the last turn


def _turn_begins(table: Table, event: e.SailInto | e.TakeIncome) -> Event | None:
    """A turn begins: stacks were built, a first player was named, the last turn was over, the poor took gold."""
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
    """Some readings allow this only to the active player: if the next player does it, the last turn is over."""
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
    """Return the missing stacks; then the naming of the player who acts first."""
    if len(table.built) < len(HARBORS):
        built = [harbor for harbor in table.built if is_known(harbor)]
        return e.BuildStack(next(harbor for harbor in HARBORS if harbor not in built))
    return e.NameFirst(seat) if is_known(table.first) and not table.first else None


def _income(table: Table, turn: Turn, event: Event) -> Event | None:
    """Return the income of a poor player, which the log may leave out."""
    if turn.income or event.by != turn.seat:  # type: ignore[attr-defined] # a Move
        return None
    gold = table.players[turn.seat].gold
    return e.TakeIncome(turn.seat) if is_known(gold) and gold == 0 else None


def _turn_over(table: Table, turn: Turn) -> Event | None:
    """Return the missing end of a turn: the end of the voyage, its letter, the shuffle."""
    if table.phase == "home":
        return _letter(table, turn) or e.ShuffleStack(turn.stack)
    return _voyage_over(table, turn)


def _voyage_over(table: Table, turn: Turn) -> Event | None:
    if table.phase == "voyage" or (table.phase == "pirate" and _needs_no_answer(table, turn)):
        return e.EndVoyage(turn.seat)
    return None


def _needs_no_answer(table: Table, turn: Turn) -> bool:
    """Return whether a pirate may need no answer: on the range's last tile under one reading, or if it won at once."""
    return perhaps_beaten(table, turn) or (table.terms.last_pirate == "no-need" and at_range_end(table, turn))


def _letter(table: Table, turn: Turn) -> Event | None:
    """Return the letter that is due. If that is uncertain, the shuffle makes the number of letters unknown."""
    try:
        due = table.terms.letter_due == "compulsory" and letter_due(table, turn)
    except Undetermined:
        return None
    return e.ReceiveLetter(turn.seat) if due else None


def _stack_back(table: Table, _event: e.ShuffleStack) -> Event | None:
    """Return what must come before the shuffle: the end of the voyage, and its letter."""
    turn = table.turn
    if turn is None or not is_known(turn.seat):
        return None
    return _letter(table, turn) if table.phase == "home" else _voyage_over(table, turn)


def _letter_comes(table: Table, _event: e.ReceiveLetter) -> Event | None:
    turn = table.turn
    return None if turn is None or not is_known(turn.seat) else _voyage_over(table, turn)


# Fog


def _answers(table: Table, event: e.PayPirate | e.Fight | e.RollBattle) -> Event | None:
    """Paying or fighting implies a pirate, and rolling for cannons implies a battle."""
    if table.phase == "fog":
        return e.RollEvent(UNKNOWN)
    return _battle_begun(table) if isinstance(event, e.RollBattle) else None


def _won(table: Table, event: e.TakeCaptain | e.TakeGold | e.LeaveReward) -> Event | None:
    """A prize that is taken or left implies the white die, or a battle."""
    turn = table.turn
    if table.phase == "fog":
        return e.RollEvent(COIN if isinstance(event, e.TakeGold) and _room_in_the_brig(table, turn) else UNKNOWN)
    if table.phase != "pirate" or turn is None:
        return _rolled(table)
    # If the die roll is unknown, gold may have been a treasure.
    return _battle_begun(table) if is_known(turn.strength) or isinstance(event, e.TakeCaptain) else None


def _room_in_the_brig(table: Table, turn: Turn | None) -> bool:
    """Return whether a beaten pirate would certainly bring a captain, so that gold can only be a treasure."""
    brig = table.players[turn.seat].brig if turn is not None and is_known(turn.seat) else UNKNOWN
    return is_known(brig) and brig < BRIG


def _battle_begun(table: Table) -> Event | None:
    turn = table.turn
    shown = table.phase == "pirate" and turn is not None and is_known(turn.seat)
    return e.Fight(turn.seat) if shown and turn is not None else None


def _rolled(table: Table) -> Event | None:
    """Return the missing rolls of a battle; the line that implies them tells the outcome."""
    turn = table.turn
    if table.phase != "battle" or turn is None or turn.rolls or not is_known(turn.seat):
        return None
    cannons = table.players[turn.seat].cannons
    return e.RollBattle((UNKNOWN,) * max(1, cannons if is_known(cannons) else 1))


def _sails_on(table: Table, event: e.RevealTile | e.Pass) -> Event | None:
    """The next tile implies that the battle was won; passing the fog implies a battle, won or lost."""
    return _rolled(table) if table.phase == "battle" else _numbered(table, event)


def _numbered(table: Table, event: Used | e.RevealTile | e.Pass) -> Event | None:
    """A plausible number in the row implies that tiles were revealed before."""
    turn = table.turn
    if not is_known(event.index) or not event.index or turn is None or table.phase != "voyage" or turn.put_under:
        return None
    limit, before = voyage_limit(table, turn), event.index - isinstance(event, e.RevealTile)
    there = is_known(limit) and len(turn.row) < before <= limit - isinstance(event, e.RevealTile)
    return e.RevealTile(UNKNOWN) if there else None


def _voyage_ends(table: Table, event: e.EndVoyage) -> Event | None:
    """A defeat implies a pirate and, unless it won at once, a battle."""
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
# Events that are checked for implied ones even in their own turn and phase.
IMPLYING: frozenset[type[Event]] = frozenset({e.SailInto, e.ReceiveLetter, e.EndVoyage, e.ExamineWreck, e.CompleteTask})


def implied_at_end(table: Table) -> Event | None:
    """At the end of the record, a turn in which a player has won is over, if a reading lets it be finished."""
    turn = table.turn
    if turn is None or not table.won or table.phase == "over" or table.owed:
        return None
    if table.phase == "voyage":
        return e.EndVoyage(turn.seat)
    return e.ShuffleStack(turn.stack) if table.phase == "home" else None
