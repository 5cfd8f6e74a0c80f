"""Which rule of set-up, rounds or voting settles a fact that the table claims wrongly."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.winds_of_plunder.state import MARKERS, ROUNDS, Player, Table
from engine.kernel.events import Claim

# The phases before anybody plunders: those before the fists are opened, and those in which the vote is resolved.
UNCOUNTED = frozenset({"set-up", "compass", "bid"})
RESOLVING = frozenset({"award", "wind", "first"})


def _at_the_start(table: Table) -> bool:
    """Say whether nothing can have changed since set-up but what a vote changes."""
    return table.phase == "set-up" or (table.phase in UNCOUNTED | RESOLVING and table.round == 1)


def _fresh(table: Table) -> bool:
    """Say whether the vote has been counted, and nobody has plundered since."""
    return table.phase in RESOLVING or (table.phase == "plunder" and table.turn is None and not table.acted)


# Facts of one player


def at_first(rule: str) -> Callable[[Table, Player, Claim], str]:
    """Tell of a fact that is as set-up left it until the first player plunders."""

    def tell(table: Table, _: Player, __: Claim) -> str:
        return rule if _at_the_start(table) else ""

    return tell


def cubes(table: Table, player: Player, _: Claim) -> str:
    """Tell of Wind cubes and the reserve: as dealt, or as a vote left them."""
    if table.phase in UNCOUNTED:
        return "WP-SETUP-02" if _at_the_start(table) else ""
    voted = table.phase in RESOLVING or table.phase == "plunder"
    began = player.seat in table.acted or (table.turn is not None and table.turn.seat == player.seat)
    return "WP-VOTE-14" if voted and not began else ""


def marks(table: Table, player: Player, claim: Claim) -> str:
    """Tell of reputation before anybody has sailed."""
    if not _at_the_start(table):
        return ""
    home = (player.port in str(claim.value).split()) != (player.port in player.marks)
    return "WP-REP-11" if home else "WP-SETUP-13"


def compass(table: Table, _: Player, __: Claim) -> str:
    """Tell of a compass: set face down, or turned up for good."""
    return "WP-VOTE-06" if table.phase == "bid" else "WP-VOTE-02"


def bid(_: Table, __: Player, ___: Claim) -> str:
    """Tell of a closed fist."""
    return "WP-VOTE-05"


# Facts of the table


def wind(table: Table, claim: Claim) -> str:
    """Tell of the wind: at the start, as a vote turned it, or later on."""
    if table.phase in UNCOUNTED:
        return "WP-SETUP-11" if _at_the_start(table) else "WP-VOTE-15"
    if table.phase in {"award", "wind"}:
        return "WP-VOTE-11" if table.tied_winds else "WP-VOTE-09"
    return _counted(table, claim) if table.votes and _fresh(table) else "WP-VOTE-15"


def _counted(table: Table, claim: Claim) -> str:
    """The cubes were not put together; or they were, and a tie or the tile's winner was let decide."""
    totals: dict[object, int] = {}
    for direction, spent in table.votes.values():
        totals[direction] = totals.get(direction, 0) + spent
    if totals.get(claim.value) == max(totals.values()):
        return "WP-VOTE-11"
    winners = table.votes.get(table.blackbeard, ("", 0))[0]
    return "WP-VOTE-10" if claim.value == winners else "WP-VOTE-09"


def blackbeard(table: Table, claim: Claim) -> str:
    """Tell of the holder of Blackbeard's tile."""
    if claim.value not in table.seats:
        return "WP-BB-01"
    if table.phase in UNCOUNTED:
        return "WP-SETUP-12" if _at_the_start(table) else "WP-BB-03"
    if table.phase == "award":
        return "WP-VOTE-08"
    return "WP-VOTE-07" if _fresh(table) else "WP-BB-03"


def number(table: Table, claim: Claim) -> str:
    """Tell of the round: it starts at 1, goes on by one, and never past nine."""
    if _at_the_start(table):
        return "WP-SETUP-11"
    return "WP-ROUND-01" if isinstance(claim.value, int) and claim.value > ROUNDS else "WP-ROUND-06"


def ending(table: Table, _: Claim) -> str:
    """Tell of an end that has not come."""
    return "" if table.ending else "WP-ROUND-01"


def always(rule: str) -> Callable[[Table, Claim], str]:
    """Tell of a fact that one rule settles wherever it is claimed."""
    return lambda _, __: rule


def laid(table: Table, claim: Claim) -> str:
    """Tell of a tile or the bar before anybody has sailed: another one, or none face up."""
    if not _at_the_start(table):
        return ""
    names = str(claim.value).split()
    return "WP-SETUP-09" if all(name in table.content.tile_names for name in names) else "WP-SETUP-10"


def decks(table: Table, _: Claim) -> str:
    """Tell of the Treasure deck before anybody has sailed."""
    return "WP-SETUP-07" if _at_the_start(table) else ""


def marker(table: Table, claim: Claim) -> str:
    """Tell of an advantage marker before anybody can have one."""
    return "WP-SETUP-13" if _at_the_start(table) and claim.fact.partition(".")[2] in MARKERS else ""
