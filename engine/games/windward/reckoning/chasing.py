"""Moves of Reds that come for a ship at rest: towards it, round drift, borders, other ships and other Reds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.games.windward.content import PORT, Globe
from engine.games.windward.content.pieces import DRIFT, LARGE
from engine.games.windward.reckoning import sure_planet
from engine.games.windward.state import Table, Turn
from engine.kernel.unknown import Undetermined, is_known

Nearer = Callable[[str, str], bool]
ANY_TERRITORY = 0
# How many hunting Reds may be on one space.
TOGETHER = 2
# The cache size for looks at one Red. An audit that tries other meanings of a log repeats the same looks.
KEPT = 4_096


class Chase(NamedTuple):
    """The situation of one Red that comes for a ship."""

    laid: Globe
    red: str
    ship: str
    # The most spaces that it moves, and the territory that it must not leave.
    speed: int
    bound: int
    ships: frozenset[str]
    reds: frozenset[str]
    # Whether drift stops it.
    drift: bool = True
    # Whether it stays where it is if no way leads to the ship; and whether it enters port only as its first step.
    stays: bool = False
    from_shore: bool = False

    def open(self, space: str) -> bool:
        """Return whether the Red may enter a space; port only if it comes for a ship there."""
        if space == PORT:
            return self.ship == PORT
        inside = self.bound in {ANY_TERRITORY, self.laid.territory[space]}
        dry = not self.drift or self.laid.shows[space] != DRIFT
        free = inside and dry and space not in self.ships and space not in self.reds
        return free or space == self.red

    def onward(self, here: str) -> Iterator[str]:
        """List the adjacent spaces that the Red may enter, its own space included."""
        if here == PORT:
            beside = list(self.laid.shore)
        else:
            beside = [*self.laid.near[here].values(), *([PORT] if self._by_the_post(here) else [])]
        return (there for there in beside if self.open(there))

    def _by_the_post(self, here: str) -> bool:
        return self.ship == PORT and here in self.laid.shore and (not self.from_shore or here == self.red)

    def steps(self) -> dict[str, int]:
        """Map each space that the Red may enter to its steps from the ship, as far out as the Red is."""
        return _steps(self) if self.open(self.ship) else {}

    def by_distance(self, here: str, there: str) -> bool:
        """Return whether a step lessens the distance to the ship, ignoring obstacles."""
        return self.open(there) and self.laid.distance(there, self.ship) < self.laid.distance(here, self.ship)

    @property
    def blocked(self) -> bool:
        """Whether no way leads to the ship."""
        return self.red not in self.steps()

    def reach(self) -> set[str]:
        """Return every space that the Red could reach with its speed, towards the ship or not."""
        found = edge = {self.red}
        for _ in range(self.speed):
            edge = {there for here in edge if here != PORT for there in self.onward(here)} - found
            found = found | edge
        return found


@lru_cache(maxsize=KEPT)
def _steps(chase: Chase) -> dict[str, int]:
    """Count steps from the ship outwards until the Red is found."""
    found, waiting = {chase.ship: 0}, deque([chase.ship])
    while waiting and chase.red not in found:
        here = waiting.popleft()
        beside = chase.laid.shore if here == PORT else chase.laid.near[here].values()
        for there in beside:
            if there not in found and chase.open(there):
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def chase_of(table: Table, seat: str, red: str) -> Chase:
    """Build the situation of one Red that comes for a player's ship; raises `Undetermined` if it is unknown."""
    laid, ship = sure_planet(table), table.players[seat].at
    ships = [player.at for one, player in table.players.items() if one != seat]
    if not is_known(ship) or not all(map(is_known, ships)) or not {ship, red} <= laid.places.keys():
        raise Undetermined
    if table.terms.reds_hunt:
        full = frozenset(space for space, there in table.reds.items() if there.number >= TOGETHER)
        stays = table.terms.blocked_red == "no-path-no-move"
        return Chase(laid, red, ship, hunting_speed(table), ANY_TERRITORY, frozenset(ships), full - {red}, stays=stays)
    began = table.terms.allied or table.terms.red_bounds == "where-it-began"
    there = table.reds.get(red)
    began = began or (there is not None and bool(there.tags) and table.terms.tagged_home == "original")
    bound = there.home if began and there is not None else laid.territory.get(red, ANY_TERRITORY)
    if not is_known(bound):
        raise Undetermined
    speed = table.content.planets[table.side].red_move
    stays = table.terms.allied or table.terms.blocked_red == "no-path-no-move"
    return Chase(laid, red, ship, speed, bound, frozenset(ships), frozenset(table.reds) - {red}, stays=stays)


def hunting_speed(table: Table) -> int:
    """Return the speed of hunting Reds: one space more for each that was beaten in this game."""
    turn = table.turn
    later = table.terms.hunters_count == "next-turn" and turn is not None
    beaten = turn.beaten_before if later and turn is not None else table.reds_beaten
    if not is_known(beaten):
        raise Undetermined
    side = LARGE if table.terms.lone_planet == "small-base-3" else table.side
    return table.content.planets[side].red_move + beaten


def waiting(table: Table, turn: Turn) -> list[str]:
    """List the spaces of hunting Reds that have not moved in this rest."""
    if turn.rest_battle:
        return []
    stay = turn.fought if table.terms.hunters_after_battle == "exempt" else []
    return [
        space for space, there in table.reds.items() if there.number > turn.moved.count(space) and space not in stay
    ]


def reds_to_move(table: Table, turn: Turn) -> dict[str, list[str]]:
    """Map each Red that must move in this rest, the nearest first, to the spaces that it may reach."""
    ship = table.players[turn.seat].at
    if is_known(ship) and ship == PORT:
        return {}
    laid = sure_planet(table)
    if not is_known(ship) or table.reds_untold:
        raise Undetermined
    here = laid.territory.get(ship, 0)
    if table.terms.reds_hunt and here:
        coming = {space: goals(table, chase_of(table, turn.seat, space)) for space in waiting(table, turn)}
        return {space: ends for space, ends in coming.items() if ends}
    idle = {*turn.fought, *turn.moved}
    if any(laid.territory.get(space, 0) == here and space not in idle for space in table.strayed):
        raise Undetermined
    reds = [space for space in table.reds if here and laid.territory.get(space, 0) == here and space not in idle]
    found = {space: goals(table, chase_of(table, turn.seat, space)) for space in reds}
    return {space: found[space] for space in sorted(found, key=lambda one: laid.distance(one, ship)) if found[space]}


def goals(table: Table, chase: Chase) -> list[str]:
    """List the spaces that one Red may reach, by path or distance; none, if it does not move."""
    return list(_goals(chase, table.terms.red_metric))


@lru_cache(maxsize=KEPT)
def _goals(chase: Chase, metric: str) -> tuple[str, ...]:
    ends = {end for nearer in measures(chase, metric) for end in _ends(chase, nearer)}
    return tuple(sorted(ends - {chase.red}))


def measures(chase: Chase, metric: str) -> list[Nearer]:
    """Return the measures by which a step may lead nearer to the ship: by way, by distance, or by either."""
    steps = chase.steps()
    if chase.red not in steps and chase.stays:
        return []

    def by_path(here: str, there: str) -> bool:
        return chase.open(there) and there in steps and steps[there] < steps[here]

    if chase.red not in steps or metric == "hex-distance":
        return [chase.by_distance]
    return [by_path] if metric == "path-distance" else [by_path, chase.by_distance]


def straight_on(chase: Chase) -> set[str]:
    """Return the spaces reached by distance alone, stopping at obstacles."""
    return _ends(chase, chase.by_distance)


def _ends(chase: Chase, nearer: Nearer) -> set[str]:
    """Return the ends of walks with this speed, each step nearer than the last; sooner, if no step is nearer."""
    edge, ends = {chase.red}, set[str]()
    for _ in range(chase.speed):
        onward = {here: [there for there in chase.onward(here) if nearer(here, there)] for here in edge}
        ends |= {here for here, there in onward.items() if not there}
        edge = {there for listed in onward.values() for there in listed}
    return ends | edge


def ways(table: Table, chase: Chase, to: str) -> list[tuple[str, ...]]:
    """List the ways by which a Red may reach a space, each as the spaces between."""
    found: dict[tuple[str, ...], None] = {}
    for nearer in measures(chase, table.terms.red_metric):
        paths: list[tuple[str, ...]] = [(chase.red,)]
        for _ in range(chase.speed):
            longer = [(*path, there) for path in paths for there in chase.onward(path[-1]) if nearer(path[-1], there)]
            found |= dict.fromkeys(path[1:-1] for path in longer if path[-1] == to)
            paths = longer
    return list(found)


def last_spaces(table: Table, chase: Chase) -> list[str]:
    """List the spaces from which a Red may have entered the ship's space."""
    return sorted({(chase.red, *way)[-1] for way in ways(table, chase, chase.ship)})
