"""Sets the table from a header: seats with their ships and supplies, and the components of the pack."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.games.north_wind.content import COMMODITIES, EQUIPMENT, HARBORS, ROLES, Content
from engine.games.north_wind.content.pieces import BATTLE_FACES, EVENT_FACES
from engine.games.north_wind.facts import TABLE_FACTS, reckoners_of
from engine.games.north_wind.scoring import ENDINGS
from engine.games.north_wind.state import AREAS, BONUSES, LOOKS, REASONS, Player, Table
from engine.games.north_wind.terms import Terms
from engine.kernel.log import Header
from engine.kernel.positions import refuse_confusing_players, seats_of

FACES = frozenset({*EVENT_FACES, *BATTLE_FACES})


def lay(header: Header, pieces: Content, terms: Terms) -> Table:
    """Set the table before the first event."""
    seats = seats_of(header)
    refuse_confusing_players(header, (name.partition(".")[0] for name in TABLE_FACTS))
    players = {seat: dealt(seat, pieces, len(seats)) for seat in seats}
    return Table(pieces, terms, seats, players, header)


def dealt(seat: str, pieces: Content, seats: int) -> Player:
    """Make a player with the starting supplies, and a ship that is empty but for its cannons."""
    start, tokens = pieces.starting, pieces.tokens_for(seats)
    return Player(seat, gold=start.gold, letters=start.letters, tokens=tokens, cannons=start.mounted, sail=start.sail)


def domains(header: Header, pieces: Content) -> Mapping[str, Container[str]]:
    """List the names that a log of this game may use."""
    seats = seats_of(header)
    return {
        "seat": frozenset(seats),
        "harbor": frozenset(HARBORS),
        "tile": pieces.tile_names,
        "look": frozenset(LOOKS),
        "commodity": frozenset(COMMODITIES),
        "goods": frozenset({*COMMODITIES, "captain", "gold"}),
        "first": frozenset({"buy", "sell"}),
        "item": frozenset(EQUIPMENT),
        "role": frozenset(ROLES),
        "slot": frozenset({"cabin", "nest"}),
        "area": frozenset(AREAS),
        # A log may name a face of the wrong die; a rule checks which faces belong to which.
        "event die": FACES,
        "battle die": FACES,
        "bonus": frozenset(BONUSES),
        "reason": frozenset(REASONS),
        "battle end": frozenset({"won", "lost"}),
        "ending": frozenset(ENDINGS),
        "fact": frozenset(reckoners_of(seats)),
    }
