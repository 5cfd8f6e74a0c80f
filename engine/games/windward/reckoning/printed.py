"""Values of tracks, prices and crew: printed in the full rulebook, or under a reading from the pack."""

from __future__ import annotations

from engine.games.windward.content import BARE, Content, named
from engine.games.windward.content.pieces import CrewMember
from engine.games.windward.state import Table


def _by(table: Table, reading: str) -> Content:
    """Return the components to use: those of the log's pack if the reading trusts it, else the printed ones."""
    return table.content if reading == "pack" else named(BARE)


def morale_top(table: Table) -> int:
    """Return the top of morale."""
    return _by(table, table.terms.track_tops).morale


def rowing_top(table: Table) -> int:
    """Return the top of longboat speed."""
    return _by(table, table.terms.track_tops).rowing


def price_of(table: Table, service: str) -> int:
    """Return how much gas a service of the Trading Post costs."""
    return _by(table, table.terms.prices).prices[service]


def crew_member(table: Table, name: str) -> CrewMember:
    """Return what a crew member adds."""
    return _by(table, table.terms.crew_effects).crew[name]
