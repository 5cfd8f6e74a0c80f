"""Places of new Cresters: Greys on feeding grounds, a Red in the territory of a ship."""

from __future__ import annotations

from engine.games.windward.content.pieces import DRIFT, FEEDING, RED_START
from engine.games.windward.reckoning import boats_on, crester_stock, lying, number_of, ships_on, sure_planet
from engine.games.windward.reckoning.naturalist import tags_of
from engine.games.windward.state import GREY, Table
from engine.kernel.unknown import Undetermined, has_no_unknown, is_known


def feeding_ground(table: Table, territory: int) -> list[str]:
    """List the feeding grounds of a territory in the pack's order; of all territories, for 0."""
    grounds = sure_planet(table).showing(FEEDING, territory)
    if len(grounds) < 2 or not territory:  # noqa: PLR2004 - several
        return grounds
    tile = table.content.tiles[table.tiles[territory - 1]]
    return [f"{tile.id}{spot}" for spot in tile.sides[table.side].spots[FEEDING]]


def greys_wanted(table: Table) -> int:
    """Return how many living Greys are missing; there must be one less than players."""
    if not table.terms.new_cresters:
        return 0
    if table.greys_untold:
        raise Undetermined
    apart = tags_of(table, GREY) if table.terms.tagged_greys == "not-counted" else 0
    return len(table.seats) - 1 - number_of(table.greys) + apart


def grey_lacks(table: Table) -> bool:
    """Return whether too few Greys are alive, and one is in stock."""
    return greys_wanted(table) > 0 and bool(crester_stock(table, GREY) > 0)


def grey_due(table: Table) -> bool:
    """Return whether a new Grey is due, and can come."""
    return grey_lacks(table) and (table.terms.grounds_taken == "any-free-space" or any_ground_free(table))


def places_for_grey(table: Table, territory: int) -> list[str]:
    """List the feeding grounds of a territory; under a reading any free space of it, if all of the planet are taken."""
    grounds = feeding_ground(table, territory)
    if table.terms.grounds_taken == "skip" or any_ground_free(table):
        return grounds
    laid = sure_planet(table)
    dry = (space for space, where in laid.territory.items() if where == territory and laid.shows[space] != DRIFT)
    return [space for space in dry if ground_free(table, space)]


def any_ground_free(table: Table) -> bool:
    """Return whether a Grey may come to any feeding ground of the planet."""
    free = [space for space in feeding_ground(table, 0) if not _known_blocker(table, space)]
    adrift = sum(not is_known(place) for player in table.players.values() for place in player.boats.values())
    if free and len(free) <= adrift:
        # Longboats in unknown places may be on all of them.
        raise Undetermined
    return bool(free)


def ground_free(table: Table, space: str) -> bool:
    """Return whether neither a Grey nor a longboat is on a space; under a reading a defeated Grey does not count."""
    return not blocker(table, space)


def blocker(table: Table, space: str) -> str:
    """Return the piece that keeps a new Grey off a space; "" for none.

    Raises `Undetermined` if there may be one.
    """
    there = _known_blocker(table, space)
    if not there and not all(has_no_unknown(player.boats.values()) for player in table.players.values()):
        raise Undetermined
    return there


def _known_blocker(table: Table, space: str) -> str:
    """Return the piece that is known to be on a space: a longboat, or a Grey."""
    boats = boats_on(table, space)
    if boats:
        return boats[0].replace(".", "'s longboat ")
    if space in table.greys:
        return "a Grey Crester"
    if table.greys_untold:
        raise Undetermined
    return "a defeated Grey" if table.terms.ground_blocked == "any-grey" and lying(table, space, GREY) else ""


def places_for_red(table: Table, seat: str) -> list[str]:
    """List the spaces of a ship's territory where a new Red may be put: no drift, and neither ship nor Red there.

    Readings restrict them, and a Red that comes late comes to the territory that has lacked it.
    """
    laid, ship = sure_planet(table), table.players[seat].at
    if table.reds_untold or not (table.late_red or is_known(ship)):
        raise Undetermined
    here = table.late_red or laid.territory.get(ship, 0)
    return [
        space
        for space, territory in laid.territory.items()
        if territory == here and laid.shows[space] != DRIFT and space not in table.reds and not ships_on(table, space)
        if not (is_known(table.white) and space == table.white)
        if _empty_enough(table, space, laid.shows[space])
    ]


def _empty_enough(table: Table, space: str, shown: str) -> bool:
    """Return whether a space meets the conditions of the readings in force, apart from ships and Reds."""
    scope = table.terms.respawn_space
    if scope == "red-start-only" or table.terms.beaten_red == "start-space":
        return shown == RED_START
    if scope == "higher-layer-free":
        return True
    below = space in table.greys or bool(boats_on(table, space))
    return not below and not (scope == "literally-empty" and space in table.items)
