"""Research: a Crester out of the Naturalist's hold returns to the planet with a tag. It leaves no tooth."""

from __future__ import annotations

from typing import Any

from engine.games.windward.cresters import Crester
from engine.games.windward.folds.hold import unstow
from engine.games.windward.folds.standing import comes
from engine.games.windward.reckoning import gas_slots, planet, raised
from engine.games.windward.reckoning.naturalist import gas_brought, researches, tags_left
from engine.games.windward.state import GREY_TOOTH, RED, RED_TOOTH, Player, Table, Turn
from engine.kernel.unknown import is_known


def researched(table: Table, turn: Turn, player: Player, space: Any) -> None:  # noqa: ANN401 - a space, "" or UNKNOWN
    """The Crester in the hold is released with a tag, and the ship gains gas if there is room."""
    if is_known(player.crester) and not player.crester:
        return
    player.gas = raised(player.gas, gas_brought(table, player), gas_slots(table, player))
    left, home = tags_left(table), player.held_home
    kind = unstow(player)
    tag = 1 if not is_known(left) or left > 0 else 0
    if not is_known(kind) or not is_known(space) or not space:
        table.tags_untold = table.reds_untold = table.greys_untold = True
        return
    laid = planet(table)
    placed = laid.territory.get(space, 0) if laid is not None else 0
    bound = home if table.terms.tagged_home == "original" and kind == RED else placed
    comes(table.reds if kind == RED else table.greys, space, Crester(bound, 1, tag))
    if kind == RED:
        _fought_or_new(table, turn, space)


def perhaps_researched(table: Table, player: Player) -> None:
    """An unknown order may have released the Crester in the hold."""
    if researches(table, player) and not (is_known(player.crester) and not player.crester):
        table.tags_untold = table.reds_untold = table.greys_untold = True


def _fought_or_new(table: Table, turn: Turn, space: str) -> None:
    """A Red that was beaten in this turn stays in the rest, like one that has fought; under a reading it moves."""
    turn.fought = [one for one in turn.fought if one != space]
    if turn.caught and table.terms.released_red == "same-piece-stays":
        turn.fought.append(space)


def untagged(table: Table, beaten: Crester | None) -> None:
    """A beaten Crester loses its tag; under a reading of the classic edition the tag is gone for good."""
    if beaten is not None and beaten.tags and table.terms.tag_return == "out-of-game":
        table.tags_gone += 1


def teeth_discarded(table: Table) -> None:
    """Every tooth in the Naturalist's hold goes to the stock at once."""
    if not table.terms.purple_researches:
        return
    for player in table.players.values():
        if researches(table, player):
            player.cargo |= dict.fromkeys((RED_TOOTH, GREY_TOOTH), 0)
            player.kept_teeth = False


def tags_known(table: Table) -> int:
    """Count the tags that are known to be on the planet."""
    if not table.terms.purple_researches:
        return 0
    return sum(one.tags for there in (table.reds, table.greys) for one in there.values())


def tags_lost_sight(table: Table, before: int) -> None:
    """If Cresters are in unknown places, their tags are unknown as well."""
    unsure = table.reds_untold or table.greys_untold or bool(table.strayed)
    if unsure and tags_known(table) < before:
        table.tags_untold = True
