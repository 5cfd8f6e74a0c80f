"""Finds breaches that the record cannot settle: whether unknown tokens have won, and whether a pirate has."""

from __future__ import annotations

from engine.games.north_wind.reckoning import used_up
from engine.games.north_wind.reckoning.battle import perhaps_beaten
from engine.games.north_wind.state import GAINED, LATELY, Table
from engine.kernel.events import Claim, Event
from engine.kernel.facts import NOTHING
from engine.kernel.rules import Rule
from engine.kernel.unknown import is_known

# The facts that depend on whether the game is over, and those that no longer exist afterwards.
OF_THE_END = frozenset({"winner", "ending"})
NO_LONGER = frozenset({"turn", "stack", "row", "revealed", "range", "actions", "strength", "hits", "battle", "ended"})


def may_be_cleared(table: Table, event: Event, rule: Rule) -> bool:
    """Return whether missing acts of its seat may justify an act, or an unknown end of the game a claim."""
    if not isinstance(event, Claim):
        return _by_what_is_untold(table, event, rule)
    if not is_known(event.fact) or not is_known(event.value):
        return False
    if event.fact == "phase" and event.value in _perhaps(table):
        return True
    if not table.perhaps_over:
        return False
    if event.fact in OF_THE_END:
        return True
    return event.value == "over" if event.fact == "phase" else event.fact in NO_LONGER and event.value == NOTHING


def _by_what_is_untold(table: Table, event: Event, rule: Rule) -> bool:
    seat = getattr(event, "by", "" if table.turn is None else table.turn.seat)
    player = table.players.get(seat) if is_known(seat) else None
    if player is None:
        return False
    return any((GAINED if what == LATELY else what) in rule.hangs_on for what in player.untold)


def _perhaps(table: Table) -> tuple[str, ...]:
    """List the other phases in which the table may be because a tile, a die or a purse is unknown."""
    turn = table.turn
    if turn is None or not is_known(turn.seat):
        return ()
    if table.phase == "pirate":
        return ("voyage", "home") if perhaps_beaten(table, turn) else ()
    if table.phase != "voyage":
        return ()
    fog = ("fog", "home") if turn.row and not is_known(turn.row[-1].tile) else ()
    home = ("home",) if not is_known(turn.battle) or not is_known(turn.actions) or used_up(turn) else ()
    return (*fog, *home)
