"""Where Cresters go: Reds towards a ship that rests, new Greys to feeding grounds, a new Red into a territory."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.windward.content import Globe
from engine.games.windward.content.pieces import DRIFT, FEEDING
from engine.games.windward.reckoning import crester_stock, ground_free, number_of, ships_on, sure_planet
from engine.games.windward.state import GREY, Table, Turn
from engine.kernel.unknown import Undetermined, known

Nearer = Callable[[str, str], bool]


def reds_to_move(table: Table, turn: Turn) -> dict[str, list[str]]:
    """Each Red that is to move in this rest, the nearest first, with the spaces that it may come to."""
    laid, ship = sure_planet(table), table.players[turn.seat].at
    if not known(ship) or table.reds_untold:
        raise Undetermined
    here = laid.territory.get(ship, 0)
    idle = {*turn.fought, *turn.moved}
    reds = [space for space in table.reds if here and laid.territory.get(space, 0) == here and space not in idle]
    found = {space: goals(table, laid, space, ship, turn.seat) for space in reds}
    return {space: found[space] for space in sorted(found, key=lambda one: laid.distance(one, ship)) if found[space]}


def goals(table: Table, laid: Globe, red: str, ship: str, seat: str) -> list[str]:
    """Where one Red may come to, as a path or the distance has it; none, where it does not move."""
    barred = barred_to(table, red, seat)
    home, speed = laid.territory.get(red, 0), table.content.planets[table.side].red_move
    steps = laid.steps_to(ship, barred - {red}, home)
    ends = set[str]()
    if red in steps:
        ends |= _ends(laid, red, speed, lambda here, there: steps.get(there, len(steps) + 1) < steps[here])
    elif table.terms.blocked_red == "stays":
        return []

    def closer(here: str, there: str) -> bool:
        open_space = laid.territory[there] == home and laid.shows[there] != DRIFT and there not in barred
        return open_space and laid.distance(there, ship) < laid.distance(here, ship)

    ends |= _ends(laid, red, speed, closer)
    return sorted(ends - {red})


def barred_to(table: Table, red: str, seat: str) -> set[str]:
    """The spaces that a Red may not enter: those of other players' ships, and of other Reds."""
    ships = [player.at for one, player in table.players.items() if one != seat]
    if not all(map(known, ships)):
        raise Undetermined
    return {*ships, *table.reds} - {red}


def _ends(laid: Globe, start: str, speed: int, nearer: Nearer) -> set[str]:
    """Where a walk of so many steps ends, each of them nearer than the last; sooner, where there is none nearer."""
    edge, ends = {start}, set[str]()
    for _ in range(speed):
        onward = {here: [there for there in laid.near[here].values() if nearer(here, there)] for here in edge}
        ends |= {here for here, there in onward.items() if not there}
        edge = {there for listed in onward.values() for there in listed}
    return ends | edge


def feeding_ground(table: Table, territory: int) -> list[str]:
    """The feeding grounds of a territory."""
    return sure_planet(table).showing(FEEDING, territory)


def greys_wanted(table: Table) -> int:
    """How many living Greys are missing for one less than there are players."""
    if table.greys_untold:
        raise Undetermined
    return len(table.seats) - 1 - number_of(table.greys)


def grey_due(table: Table) -> bool:
    """Say whether a new Grey is due, and can come."""
    if greys_wanted(table) <= 0 or crester_stock(table, GREY) <= 0:
        return False
    return any(ground_free(table, space) for space in feeding_ground(table, 0))


def places_for_red(table: Table, seat: str) -> list[str]:
    """The spaces of a ship's territory where a new Red may be put: no drift, and neither ship nor Red there."""
    laid = sure_planet(table)
    ship = table.players[seat].at
    if not known(ship) or table.reds_untold:
        raise Undetermined
    here = laid.territory.get(ship, 0)
    return [
        space
        for space, territory in laid.territory.items()
        if territory == here and laid.shows[space] != DRIFT and space not in table.reds and not ships_on(table, space)
    ]
