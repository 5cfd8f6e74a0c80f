"""Facts that exist only in games with a variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.windward.reckoning.achievements import covered
from engine.games.windward.reckoning.naturalist import tagged, tags_left
from engine.games.windward.scoring import CAPTAINS, OF_WHITE
from engine.games.windward.state import Player, Table
from engine.kernel.facts import NOTHING, Reckoner, of_seat, spell_names
from engine.kernel.unknown import UNKNOWN, has_no_unknown, is_known


def _listed(names: Any, *, untold: bool) -> Any:  # noqa: ANN401 - names, or UNKNOWN; a fact: words, or UNKNOWN
    return UNKNOWN if untold or not is_known(names) or not has_no_unknown(names) else spell_names(names)


def _achieved(player: Player) -> Any:  # noqa: ANN401 - as above
    return _listed(player.achieved, untold=player.achieved_untold)


def _goals(table: Table) -> Any:  # noqa: ANN401 - as above
    return _listed(table.goals, untold=table.goals_untold)


def _covered(table: Table) -> Any:  # noqa: ANN401 - as above
    return _listed(covered(table), untold=table.goals_untold)


def _tagged(table: Table) -> Any:  # noqa: ANN401 - as above
    return _listed(tagged(table), untold=table.tags_untold)


def _lives(whose: str) -> Reckoner:
    return lambda table: table.lives[whose]


PARKED = "parked"


def _white(table: Table) -> Any:  # noqa: ANN401 - as above
    """Return where the White is: on a space, on the notoriety track, or nowhere."""
    if not is_known(table.white) or table.white:
        return table.white
    parked = not table.white_awake or (table.white_beaten and table.terms.white_after == "reparked")
    return PARKED if parked else NOTHING


# By layer: the facts of a seat, and of the table.
SEATS: Mapping[str, Callable[[str], Mapping[str, Reckoner]]] = {
    "achievements": lambda seat: {f"{seat}.achieved": of_seat(seat)(_achieved)},
}
TABLES: Mapping[str, Mapping[str, Reckoner]] = {
    "achievements": {"achievements": _goals, "covered": _covered},
    "great-white": {"white": _white},
    "co-op": {
        "white": _white,
        "lives.captains": _lives(CAPTAINS),
        "lives.white": _lives(OF_WHITE),
        "difficulty": lambda table: table.difficulty,
    },
    "solo": {"white": _white, "beaten": lambda table: table.reds_beaten},
    "naturalist": {"tagged": _tagged, "tags": tags_left},
}


def names_under(layers: tuple[str, ...]) -> frozenset[str]:
    """Name the facts that these layers add to the table; no player may have such a name."""
    return frozenset(name for layer in layers for name in TABLES.get(layer, {}))


def of_variants(layers: tuple[str, ...], seats: tuple[str, ...]) -> Mapping[str, Reckoner]:
    """Map every fact that these layers add to the function that computes it."""
    found: dict[str, Reckoner] = {}
    for layer in layers:
        found |= TABLES.get(layer, {})
        for seat in seats if layer in SEATS else ():
            found |= SEATS[layer](seat)
    return found
