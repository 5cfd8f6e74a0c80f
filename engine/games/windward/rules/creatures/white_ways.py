"""Analyses wrong moves of the White: at the wrong time, or to a wrong space. Each rule reports one fault."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import MoveWhite
from engine.games.windward.reckoning.chasing import goals
from engine.games.windward.reckoning.great_white import exempt, white_chase
from engine.games.windward.rules.creatures.red_ways import Wrong, inferred, stated, strayed
from engine.games.windward.state import Table, Turn
from engine.kernel.rules import Breach
from engine.kernel.unknown import Undetermined, is_known

Found = tuple[Wrong, Breach]


def astray(table: Table, event: MoveWhite) -> Found | None:
    """Return the first fault of the White's move; None if there is none."""
    turn = table.turn
    if turn is not None and not turn.resting and table.rested == event.by:
        turn = table.turn_before
    if turn is None or not turn.resting or turn.seat != event.by:
        return _not_now(f"No ship of {event.by} rests, and the White does not move for it.")
    return _idle(table, turn) or _elsewhere(table, turn, event)


def _not_now(says: str) -> Found:
    return Wrong.NOT_NOW, Breach(says)


def _idle(table: Table, turn: Turn) -> Found | None:
    """Return why the White must not move at all."""
    if not is_known(table.white):
        raise Undetermined
    if not table.white:
        return _not_now("The White is not on the planet.")
    ship = table.players[turn.seat].at
    if is_known(ship) and ship == PORT and not table.terms.allied:
        return _not_now(f"The ship of {turn.seat} is in port, and the White does not come for it.")
    if turn.lost and table.terms.white_after_loss == "no-move":
        return _not_now(f"The ship of {turn.seat} was lost in this turn, and the White does not come for it.")
    if turn.white_moved:
        return _not_now("The White has moved in this rest already, or was not there when it was its time.")
    if exempt(table, turn):
        return _not_now(f"The White has fought {turn.seat} in this turn, and stays.")
    if table.battle is not None:
        return _not_now(f"The battle on {table.battle.space} is not settled yet.")
    return None


def _elsewhere(table: Table, turn: Turn, event: MoveWhite) -> Found | None:
    """Return why the White must not have gone where the log says."""
    if not is_known(event.to) or not all(map(is_known, event.path)):
        raise Undetermined
    chase = white_chase(table, turn.seat)
    ends, between = goals(table, chase), [space for space in event.path if space not in {chase.red, event.to}]
    way = [chase.red, *between, event.to]
    wrong = stated(chase, way)
    if wrong is None and event.to in ends:
        wrong = strayed(table, chase, way)
        if wrong is None:
            return None
    what, how = wrong or inferred(chase, event.to)
    instead = f"{' or '.join(ends)}." if ends else f"It stays on {chase.red}."
    says = f"The White comes from {chase.red} to {event.to}, {how}."
    return what, Breach(says, {"from": chase.red, "to": event.to}, instead)


def told(table: Table, event: MoveWhite, *wrongs: Wrong) -> Breach | None:
    """Report the White's move if its fault is one of these."""
    found = astray(table, event)
    return found[1] if found is not None and found[0] in wrongs else None
