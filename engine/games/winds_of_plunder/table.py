"""Sets the table from a header: seats with their cubes, and the components of the pack."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from engine.games.winds_of_plunder.content import Content
from engine.games.winds_of_plunder.facts import TABLE_FACTS, reckoners_of
from engine.games.winds_of_plunder.scoring import CRITERIA
from engine.games.winds_of_plunder.state import DIRECTIONS, ITEMS, MARKERS, Player, Table
from engine.games.winds_of_plunder.terms import Terms
from engine.kernel.log import Header
from engine.kernel.positions import refuse_confusing_players, seats_of

# The names of the directions in claims.
COMPASS = {name: letter for letter, name in zip(DIRECTIONS, ("north", "east", "south", "west"), strict=True)}
COMPASS |= {letter: letter for letter in DIRECTIONS}


def lay(header: Header, pieces: Content, terms: Terms) -> Table:
    """Set the table before the first event."""
    seats = seats_of(header)
    taken = ("tile", *(name.partition(".")[0] for name in TABLE_FACTS if "." in name))
    refuse_confusing_players(header, taken, roles=False)
    table = Table(pieces, terms, seats, {seat: Player(seat) for seat in seats}, header)
    table.action_deck = pieces.action_total
    return table


class _Placements:
    """The domain of any known tile on any known port, as `port/tile`."""

    def __init__(self, pieces: Content) -> None:
        self.ports, self.tiles = pieces.port_names, pieces.tile_names

    def __contains__(self, text: object) -> bool:
        port, slash, tile = str(text).partition("/")
        return bool(slash) and port in self.ports and (tile == "??" or tile in self.tiles)

    def __iter__(self) -> Iterator[str]:
        return (f"{port}/{tile}" for port in self.ports for tile in self.tiles)


class _Faces:
    """The domain of Action and Treasure cards."""

    def __init__(self, pieces: Content) -> None:
        self.actions, self.treasures = pieces.action_names, pieces.treasure_names

    def __contains__(self, text: object) -> bool:
        return text in self.treasures or text in self.actions

    def __iter__(self) -> Iterator[str]:
        return iter((*self.actions, *self.treasures))


def domains(header: Header, pieces: Content) -> Mapping[str, Container[str]]:
    """List the names that a log of this game may use."""
    seats = seats_of(header)
    return {
        "seat": frozenset(seats),
        "port": pieces.port_names,
        "tile": pieces.tile_names,
        # A log states a face-down tile with its port.
        "facing": frozenset({"face-down"}),
        "placement": _Placements(pieces),
        "direction": frozenset(DIRECTIONS),
        "compass": COMPASS,
        "action": pieces.action_names,
        "face": _Faces(pieces),
        "deck": frozenset({"treasure", "action"}),
        "loot": frozenset({"vp", *ITEMS, "booty", "card", "cube", "marker"}),
        "marker": frozenset(MARKERS),
        "gust": frozenset({"turn", "extra"}),
        "tiebreak": frozenset(name for name, _ in CRITERIA),
        "ending": frozenset({"nine-rounds"}),
        "fact": frozenset(reckoners_of(seats, tuple(pieces.ports))),
    }
