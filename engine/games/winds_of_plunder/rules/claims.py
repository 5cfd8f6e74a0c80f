"""Which rule settles a fact that the table claims wrongly."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.winds_of_plunder.state import Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import Undetermined, known

ANY = "WP-LOG-03"


def blame(table: Table, claim: Claim, reckoned: object) -> str:
    """Name the special rule that the claim gets wrong, and the general one where there is none."""
    if reckoned is None or not known(reckoned):
        return ANY
    seat, _, what = claim.fact.partition(".")
    try:
        if seat in table.players and what:
            return SEAT_FACTS.get(what, _any)(table, table.players[seat], claim)
        return TABLE_FACTS.get(claim.fact, _whatever)(table, claim)
    except Undetermined:
        return ANY


def _whatever(_: Table, __: Claim) -> str:
    return ANY


def _any(_: Table, __: Player, ___: Claim) -> str:
    return ANY


# Facts of the table: the fact's name, and how to tell which rule settles it here.
TABLE_FACTS: dict[str, Callable[[Table, Claim], str]] = {}

# Facts of one player.
SEAT_FACTS: dict[str, Callable[[Table, Player, Claim], str]] = {}
