"""Analyses wrong moves of Reds: at the wrong time, or to a wrong space. Each rule of Reds reports one fault."""

from __future__ import annotations

from enum import Enum
from itertools import pairwise

from engine.games.windward.content import PORT, Globe
from engine.games.windward.content.pieces import DRIFT, ZEPHYR
from engine.games.windward.events import MoveRed
from engine.games.windward.reckoning import sure_planet
from engine.games.windward.reckoning.chasing import (
    ANY_TERRITORY,
    Chase,
    Nearer,
    chase_of,
    goals,
    measures,
    reds_to_move,
    straight_on,
    waiting,
)
from engine.games.windward.state import RED, Battle, Table, Turn
from engine.kernel.rules import Breach, Facts
from engine.kernel.unknown import Undetermined, is_known


class Wrong(Enum):
    """The fault of a Red's move."""

    NOT_NOW = "no ship rests, or there is no such Red, or it has moved already"
    NOT_HERE = "it is not in the territory of a ship that rests at sky"
    FOUGHT = "it has fought this player in this turn"
    TOO_SOON = "a battle is on, or another Red is nearer"
    DRIFT = "it comes over drift, or as only ships do"
    OUT_OF_BOUNDS = "it leaves its territory"
    OVER_SHIP = "it comes over another player's ship"
    OVER_RED = "it comes over another Red"
    BLOCKED = "no way leads to the ship, and it does not do what it does then"
    NOT_SHORTEST = "it comes by another way than the shortest"
    NOT_NEARER = "it comes to a space where its steps do not lead"


def turn_of(table: Table, event: MoveRed) -> Turn | None:
    """Return the turn that a rest ends, as long as the next player has done nothing; None if no ship rests."""
    if table.turn is not None and table.turn.resting:
        return table.turn
    return table.turn_before if is_known(event.by) and table.rested == event.by else None


def in_question(table: Table, event: MoveRed) -> bool:
    """Return whether a Red's move needs a closer look; most are due and go where they may.

    The rules of Reds share this condition, so that most moves are computed once.
    """
    turn = table.turn
    try:
        if turn is None or not table.owed or table.owed[-1].what is not MoveRed or event.path:
            return True
        due = reds_to_move(table, turn)
        return len(due) != 1 or event.to not in due.get(event.start, ())
    except Undetermined:
        return True


def told(table: Table, event: MoveRed, *wrongs: Wrong) -> Breach | None:
    """Report a Red's move if its fault is one of these."""
    found = misled(table, event)
    return found[1] if found is not None and found[0] in wrongs else None


def misled(table: Table, event: MoveRed) -> tuple[Wrong, Breach] | None:
    """Return the first fault of a Red's move; None if there is none."""
    turn, red = turn_of(table, event), event.start
    if turn is None:
        return Wrong.NOT_NOW, Breach(f"The Red on {red} is not to move now.", {"from": red})
    if not is_known(red) or not is_known(event.to) or not is_known(turn.seat):
        raise Undetermined
    return _idle(table, turn, red) or _too_soon(table, turn, red) or _astray(table, turn.seat, event)


def _idle(table: Table, turn: Turn, red: str) -> tuple[Wrong, Breach] | None:
    """Return why a Red must not move at all in this rest."""
    ship = table.players[turn.seat].at
    if is_known(ship) and ship == PORT:
        return Wrong.NOT_HERE, Breach(f"The ship of {turn.seat} is in port, and no Red comes for it.", {"from": red})
    if red not in table.reds:
        if table.reds_untold or red in table.strayed:
            raise Undetermined
        return Wrong.NOT_NOW, Breach(f"There is no Red on {red}.", {"from": red})
    home = sure_planet(table).territory
    if not is_known(ship):
        raise Undetermined
    if table.terms.reds_hunt:
        return _has_come(table, turn, red)
    if home.get(red) != home.get(ship):
        says = f"The Red on {red} is in another territory than the ship on {ship}."
        return Wrong.NOT_HERE, Breach(says, {"from": red, "ship": ship})
    if red in turn.fought:
        return Wrong.FOUGHT, Breach(f"The Red on {red} has fought {turn.seat} in this turn.", {"from": red})
    if red in turn.moved:
        return Wrong.NOT_NOW, Breach(f"The Red on {red} has come there in this rest.", {"from": red})
    return None


def _has_come(table: Table, turn: Turn, red: str) -> tuple[Wrong, Breach] | None:
    """Return why a hunting Red must not move: it has moved, or the battle of all is being fought."""
    if red in waiting(table, turn) or table.battle is not None:
        return None
    if table.reds_untold:
        # Another Red may have been there unknown.
        raise Undetermined
    if red in turn.fought and red not in turn.moved:
        return Wrong.FOUGHT, Breach(f"The Red on {red} has fought {turn.seat} in this turn.", {"from": red})
    return Wrong.NOT_NOW, Breach(f"The Red on {red} has come there in this rest.", {"from": red})


def _too_soon(table: Table, turn: Turn, red: str) -> tuple[Wrong, Breach] | None:
    """Return why a Red has to wait: for a battle, or for a Red that is nearer by distance and by way."""
    if table.battle is not None and perhaps_gathering(table, table.battle):
        raise Undetermined
    if table.battle is not None:
        says = f"The Red on {red} moves before the battle on {table.battle.space} is settled."
        return Wrong.TOO_SOON, Breach(says, {"from": red})
    if table.terms.reds_hunt and table.terms.hunters_order == "player-chooses":
        return None
    due = reds_to_move(table, turn) if len(table.reds) > 1 else {}
    if red not in due:
        return None
    far = {one: _far(table, turn, one) for one in due}
    nearer = [one for one in due if all(mine < own for mine, own in zip(far[one], far[red], strict=True))]
    if not nearer:
        return None
    says = f"The Red on {red} moves before the one on {nearer[0]}, which is nearer."
    return Wrong.TOO_SOON, Breach(says, {"from": red}, f"{turn.seat}: red {nearer[0]} {due[nearer[0]][0]}")


def perhaps_gathering(table: Table, battle: Battle) -> bool:
    """Return whether hunting Reds may still be coming, though all seemed to be there."""
    return table.terms.reds_hunt and battle.attacker == RED and not battle.rolled and table.reds_untold


def _far(table: Table, turn: Turn, red: str) -> tuple[int, ...]:
    """Return how far a Red is from the ship, by each measure in force."""
    chase = chase_of(table, turn.seat, red)
    by_distance, steps = chase.laid.distance(red, chase.ship), chase.steps()
    by_way = steps.get(red, len(chase.laid.places))
    return {"path-distance": (by_way,), "hex-distance": (by_distance,)}.get(
        table.terms.red_metric, (by_way, by_distance)
    )


def _astray(table: Table, seat: str, event: MoveRed) -> tuple[Wrong, Breach] | None:
    """Return why a Red must not have gone where the log says: drift, borders, ships and Reds before distance."""
    chase = chase_of(table, seat, event.start)
    ends, way = goals(table, chase), [space for space in event.path if space not in {event.start, event.to}]
    if not all(map(is_known, way)):
        raise Undetermined
    way = [event.start, *way, event.to]
    wrong = stated(chase, way)
    if wrong is None and event.to in ends:
        wrong = strayed(table, chase, way)
        if wrong is None:
            return None
    what, how = wrong or inferred(chase, event.to)
    facts: Facts = {"from": event.start, "to": event.to}
    return what, Breach(f"The Red on {event.start} comes to {event.to}, {how}.", facts, _instead(event.start, ends))


def _instead(start: str, ends: list[str]) -> str:
    return f"{' or '.join(ends)}." if ends else f"It stays on {start}."


def strayed(table: Table, chase: Chase, way: list[str]) -> tuple[Wrong, str] | None:
    """Return what is wrong with the steps of a stated way; None if only its ends are stated."""
    if len(way) == 2:  # noqa: PLR2004 - both ends
        return None
    for here, there in pairwise(way):
        if there not in {*chase.laid.near.get(here, {}).values(), *_port_beside(chase.laid, here)}:
            return Wrong.NOT_NEARER, f"and {there} is not next to {here}"
    if any(leads_on(chase, way, nearer) for nearer in measures(chase, table.terms.red_metric)):
        return None
    return Wrong.NOT_SHORTEST, "by a way that does not lead nearer with each step"


def _port_beside(laid: Globe, here: str) -> tuple[str, ...]:
    return (PORT,) if here in laid.shore else ()


def leads_on(chase: Chase, way: list[str], nearer: Nearer) -> bool:
    return len(way) - 1 <= chase.speed and all(nearer(here, there) for here, there in pairwise(way))


def stated(chase: Chase, way: list[str]) -> tuple[Wrong, str] | None:
    """Return what is wrong with the stated spaces of a way."""
    # The Trading Post, at the end of a way into port, is no space.
    way = way[:-1] if way[-1] == chase.ship == PORT else way
    laid, onward = chase.laid, way[1:]
    strange = next((space for space in onward if space not in laid.places), "")
    if strange:
        return Wrong.NOT_NEARER, f"and there is no space {strange}" if strange != way[-1] else "which is no space"
    if drift := next((space for space in onward if laid.shows[space] == DRIFT), ""):
        return Wrong.DRIFT, "which is drift" if drift == way[-1] else f"across the drift on {drift}"
    for here, there in pairwise(way):
        far = laid.distance(here, there) > (1 if len(onward) > 1 else chase.speed)
        if far and laid.shows[here] == laid.shows[there] == ZEPHYR:
            return Wrong.DRIFT, f"from the zephyr on {here} to that on {there}"
        if laid.opposite.get(here) == there:
            return Wrong.DRIFT, f"around the planet, from {here} to {there}"
    if outside := [space for space in onward if laid.territory[space] != (chase.bound or laid.territory[space])]:
        return Wrong.OUT_OF_BOUNDS, f"and leaves territory {chase.bound} at {outside[0]}"
    if ships := [space for space in onward if space in chase.ships]:
        return Wrong.OVER_SHIP, f"and another player's ship is on {ships[0]}"
    if reds := [space for space in onward if space in chase.reds]:
        return Wrong.OVER_RED, f"and another Red is on {reds[0]}"
    return None


def inferred(chase: Chase, to: str) -> tuple[Wrong, str]:
    """Return what a Red must have passed to reach a space; if nothing, the distance is wrong."""
    if to in chase.reach():
        if chase.blocked:
            return Wrong.BLOCKED, "and no way leads to the ship"
        if to in straight_on(chase):
            return Wrong.NOT_SHORTEST, "straight on until something is in the way, and a way leads round it"
        return Wrong.NOT_NEARER, "as its steps do not lead"
    for wrong, how, loosened in (
        (Wrong.DRIFT, "which is too far but across drift", chase._replace(drift=False)),
        (Wrong.OUT_OF_BOUNDS, "which is too far but through another territory", chase._replace(bound=ANY_TERRITORY)),
        (Wrong.OVER_SHIP, "which is too far but past another player's ship", chase._replace(ships=frozenset())),
        (Wrong.OVER_RED, "which is too far but past another Red", chase._replace(reds=frozenset())),
    ):
        if to in loosened.reach():
            return wrong, how
    return Wrong.NOT_NEARER, f"further than {chase.speed} spaces"
