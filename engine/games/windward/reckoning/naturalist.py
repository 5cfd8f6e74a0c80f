"""The Naturalist: the player, the number of tags, where a Crester may be released, and the gain of a night."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content.pieces import DRIFT
from engine.games.windward.reckoning import adrift, boats_on, number_of, ships_on, sure_planet
from engine.games.windward.reckoning.printed import crew_member
from engine.games.windward.state import GREY, RED, Player, Table
from engine.kernel.facts import require_known
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# The board of the Naturalist.
PURPLE = "purple"
# The notoriety that a tagged Crester brings in a night at sky.
BROUGHT = {RED: 3, GREY: 2}
COUNTED = {"five": 5, "six": 6}


def researches(table: Table, player: Player) -> bool:
    """Return whether a player is the Naturalist."""
    return table.terms.purple_researches and player.colour == PURPLE


def tags_in_all(table: Table) -> int:
    """Return the number of tags, by edition or by a reading."""
    return COUNTED.get(table.terms.tag_count, table.terms.tags_printed)


def tags_left(table: Table) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return how many tags are not on the planet; under a reading those of beaten Cresters do not come back."""
    out = tagged(table)
    left = tags_in_all(table) - len(out) - table.tags_gone if is_known(out) else UNKNOWN
    return max(0, left) if is_known(left) else UNKNOWN


def tagged(table: Table) -> Any:  # noqa: ANN401 - spaces, or UNKNOWN
    """List the spaces with tagged Cresters, once for each tag."""
    if table.tags_untold:
        return UNKNOWN
    return [space for there in (table.reds, table.greys) for space, one in there.items() for _ in range(one.tags)]


def tags_of(table: Table, kind: str) -> int:
    """Count the tagged living Cresters of a kind; raises `Undetermined` if that is unknown."""
    if table.tags_untold:
        raise Undetermined
    return sum(one.tags for one in (table.reds if kind == RED else table.greys).values())


def tag_bonus(table: Table) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return the Naturalist's gain from tagged Cresters in a night at sky; under readings all Greys count."""
    try:
        return BROUGHT[RED] * tags_of(table, RED) + BROUGHT[GREY] * require_known(_greys_counted(table))
    except Undetermined:
        return UNKNOWN


def _greys_counted(table: Table) -> Any:  # noqa: ANN401 - as above
    which = table.terms.grey_tags
    if which == "tagged-only":
        return tags_of(table, GREY)
    if table.greys_untold:
        return UNKNOWN
    return number_of(table.greys) + (adrift(table, GREY) if which == "all-greys" else 0)


def gas_brought(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how much gas research brings: as much as morale; under a reading one more with a Gas Worker."""
    if table.terms.researched_gas == "no-bonus":
        return player.morale
    if player.crew_untold or not all(map(is_known, player.crew)):
        return UNKNOWN
    return player.morale + sum(crew_member(table, name).processing for name in player.crew)


def releases(table: Table, player: Player) -> list[str]:
    """List the spaces for releasing a Crester: free ones next to the ship; under a reading the nearest free ones."""
    laid, at, kind = sure_planet(table), require_known(player.at), require_known(player.crester)
    if table.reds_untold or table.greys_untold:
        raise Undetermined
    beside = [space for space in laid.near.get(at, {}).values() if _free(table, space, kind)]
    if beside or table.terms.released_nowhere == "not-possible" or at not in laid.places:
        return beside
    free = {space: laid.distance(at, space) for space in laid.places if space != at and _free(table, space, kind)}
    return [space for space, far in free.items() if far == min(free.values())]


def _free(table: Table, space: str, kind: str) -> bool:
    """Return whether a space is free for a Crester of a kind, as the readings say."""
    if sure_planet(table).shows[space] == DRIFT and table.terms.released_on_drift == "not-onto-drift":
        return False
    above, below = occupied_above(table, space), space in table.greys or bool(boats_on(table, space))
    if table.terms.release_space == "same-layer-free":
        return not (above if kind == RED else below)
    bare = table.terms.release_space != "literally-empty" or not table.items.get(space)
    return bare and not above and not below


def occupied_above(table: Table, space: str) -> bool:
    """Return whether a ship, a Red or the White is on a space."""
    white = is_known(table.white) and table.white == space
    return white or space in table.reds or bool(ships_on(table, space))
