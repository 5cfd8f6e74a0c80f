"""Setting the table from a header: seats with their cubes, and the components of the pack."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from engine.games.winds_of_plunder.content import Content
from engine.games.winds_of_plunder.facts import TABLE_FACTS, reckoners_of
from engine.games.winds_of_plunder.state import DIRECTIONS, ITEMS, MARKERS, Player, Table
from engine.games.winds_of_plunder.terms import Terms
from engine.kernel.facts import NOTHING
from engine.kernel.log import Header, LogError


def lay(header: Header, pieces: Content, terms: Terms) -> Table:
    """Set the table before the first event."""
    seats = tuple(dict.fromkeys(p.seat for p in header.players))
    _refuse_confusing_players(header)
    table = Table(pieces, terms, seats, {seat: Player(seat) for seat in seats}, header)
    table.action_deck = pieces.action_total
    return table


def _refuse_confusing_players(header: Header) -> None:
    """Refuse a seat that is called as a fact, or as nothing: nobody could tell which is meant. There are no roles."""
    taken = {NOTHING, "tile", *(name.partition(".")[0] for name in TABLE_FACTS if "." in name)}
    for player in header.players:
        if player.seat in taken or "." in player.seat:
            remedy = "Call the seat by its colour, such as green."
            raise LogError(f"A seat cannot be called {player.seat}: facts are spelled so.", remedy)
        if player.role:
            remedy = "Leave out the stroke and what follows it."
            raise LogError(f"{player.seat} is to play as {player.role}, and this game has no roles.", remedy)


class _Placements:
    """Any known tile on any known port, as `port/tile`."""

    def __init__(self, pieces: Content) -> None:
        self.ports, self.tiles = pieces.port_names, pieces.tile_names

    def __contains__(self, text: object) -> bool:
        port, slash, tile = str(text).partition("/")
        return bool(slash) and port in self.ports and (tile == "??" or tile in self.tiles)

    def __iter__(self) -> Iterator[str]:
        return (f"{port}/{tile}" for port in self.ports for tile in self.tiles)


class _Faces:
    """Any Action or Treasure card."""

    def __init__(self, pieces: Content) -> None:
        self.actions, self.treasures = pieces.action_names, pieces.treasure_names

    def __contains__(self, text: object) -> bool:
        return text in self.treasures or text in self.actions

    def __iter__(self) -> Iterator[str]:
        return iter((*self.actions, *self.treasures))


def domains(header: Header, pieces: Content) -> Mapping[str, Container[str]]:
    """List the names that a log of this game may use."""
    seats = tuple(dict.fromkeys(p.seat for p in header.players))
    return {
        "seat": frozenset(seats),
        "port": pieces.port_names,
        "tile": pieces.tile_names,
        "placement": _Placements(pieces),
        "direction": frozenset(DIRECTIONS),
        "action": pieces.action_names,
        "face": _Faces(pieces),
        "deck": frozenset({"treasure", "action"}),
        "loot": frozenset({"vp", *ITEMS, "booty", "card", "cube", "marker"}),
        "marker": frozenset(MARKERS),
        "gust": frozenset({"turn", "extra"}),
        "fact": frozenset(reckoners_of(seats, tuple(pieces.ports))),
    }
