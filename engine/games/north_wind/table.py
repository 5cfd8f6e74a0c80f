"""Setting the table from a header: seats with their ships and supplies, and the components of the pack."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.games.north_wind.content import COMMODITIES, EQUIPMENT, HARBORS, ROLES, Content
from engine.games.north_wind.content.pieces import BATTLE_FACES, EVENT_FACES
from engine.games.north_wind.facts import TABLE_FACTS, reckoners_of
from engine.games.north_wind.reckoning import EVERY_GOOD
from engine.games.north_wind.state import AREAS, BONUSES, LOOKS, REASONS, Player, Table
from engine.games.north_wind.terms import Terms
from engine.kernel.facts import NOTHING
from engine.kernel.log import Header, LogError

FACES = frozenset({*EVENT_FACES, *BATTLE_FACES})


def lay(header: Header, pieces: Content, terms: Terms) -> Table:
    """Set the table before the first event."""
    seats = tuple(dict.fromkeys(p.seat for p in header.players))
    _refuse_confusing_players(header)
    start, tokens = pieces.starting, pieces.tokens_for(len(seats))
    players = {
        seat: Player(
            seat, gold=start.gold, letters=start.letters, tokens=tokens, cannons=start.mounted, sail=start.sail
        )
        for seat in seats
    }
    return Table(pieces, terms, seats, players, header)


def _refuse_confusing_players(header: Header) -> None:
    """Refuse a seat that is called as a fact, or as nothing: nobody could tell which is meant."""
    taken = {NOTHING, *(name.partition(".")[0] for name in TABLE_FACTS)}
    for player in header.players:
        if player.seat in taken or "." in player.seat:
            remedy = "Call the seat by its colour, such as green."
            raise LogError(f"A seat cannot be called {player.seat}: facts are spelled so.", remedy)


def domains(header: Header, pieces: Content) -> Mapping[str, Container[str]]:
    """List the names that a log of this game may use."""
    seats = tuple(dict.fromkeys(p.seat for p in header.players))
    return {
        "seat": frozenset(seats),
        "harbor": frozenset(HARBORS),
        "tile": pieces.tile_names,
        "look": frozenset(LOOKS),
        "commodity": frozenset(COMMODITIES),
        "goods": frozenset(EVERY_GOOD),
        "first": frozenset({"buy", "sell"}),
        "item": frozenset(EQUIPMENT),
        "role": frozenset(ROLES),
        "slot": frozenset({"cabin", "nest"}),
        "area": frozenset(AREAS),
        # A table may have rolled the other die: which faces belong to which is for a rule to say.
        "event die": FACES,
        "battle die": FACES,
        "bonus": frozenset(BONUSES),
        "reason": frozenset(REASONS),
        "fact": frozenset(reckoners_of(seats)),
    }
