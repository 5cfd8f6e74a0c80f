"""What the full rulebook prints of tracks, prices and crew; by a reading of the classic one, the pack has its say."""

from __future__ import annotations

from engine.games.windward.content import BARE, Content, named
from engine.games.windward.content.pieces import CrewMember
from engine.games.windward.state import Table


def _by(table: Table, reading: str) -> Content:
    """The box that tells: that of the log where the reading trusts the pack, else what is printed."""
    return table.content if reading == "pack" else named(BARE)


def morale_top(table: Table) -> int:
    """How high morale goes."""
    return _by(table, table.terms.track_tops).morale


def rowing_top(table: Table) -> int:
    """How high longboat speed goes."""
    return _by(table, table.terms.track_tops).rowing


def price_of(table: Table, service: str) -> int:
    """How much gas a service of the Trading Post costs."""
    return _by(table, table.terms.prices).prices[service]


def crew_member(table: Table, name: str) -> CrewMember:
    """What a crew member adds."""
    return _by(table, table.terms.crew_effects).crew[name]
