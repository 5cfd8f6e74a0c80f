"""Set-up: the tiles, the wind, Blackbeard's tile, and things that no player has yet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from engine.games.winds_of_plunder.events import DealPort, GiveBlackbeard, LayBar, LayTiles
from engine.games.winds_of_plunder.folds.setting_up import says_nothing
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.set_up.set_up import declared
from engine.games.winds_of_plunder.sources import ARRIVAL, MARKERS, REPUTATION, SETUP
from engine.games.winds_of_plunder.state import BAR, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Set-up of the board", reads=())


@chapter.rule(
    "WP-SETUP-09",
    on=(Start, LayTiles, LayBar),
    says="The 18 VP tiles are laid out: one on each of the twelve ports, six on the Rotation Bar.",
    cite=SETUP,
    claims=(Wrong.TILES_AT_FIRST,),
)
def every_tile_once(table: Table, event: Start | LayTiles | LayBar) -> Breach | None:
    there = [tile for tile in (*table.tiles.values(), *table.bar) if is_known(tile)]
    if isinstance(event, Start):
        twice = repeated(there)
        return in_two_places(table, "Tile", twice) if twice else None
    if table.phase != "set-up":
        return None
    ports, tiles = _laid(event)
    if isinstance(event, LayBar):
        if table.bar:
            return Breach("The Rotation Bar is laid a second time.", {}, "Once.")
        if len(tiles) != BAR and not says_nothing(event.tiles):
            counted = "1 tile lies" if len(tiles) == 1 else f"{len(tiles)} tiles lie"
            return Breach(f"{counted} on the Rotation Bar.", {"tiles": len(tiles)}, "Six.")
    if twice := repeated([*there, *(tile for tile in tiles if is_known(tile))]):
        return Breach(f"Tile {twice} is laid twice.", {"tile": twice}, "Each tile once.")
    if crowded := repeated([*table.tiles, *ports]):
        return Breach(f"Two tiles are laid on {crowded}.", {"port": crowded}, "One tile on each port.")
    return None


def _laid(event: LayTiles | LayBar) -> tuple[list[str], list[Any]]:
    """Return the ports and the tiles that an event names, without the unknown ones."""
    if isinstance(event, LayBar):
        return [], list(event.tiles)
    pairs = [placement.partition("/") for placement in event.tiles if is_known(placement)]
    return [port for port, _, _ in pairs], [tile for _, _, tile in pairs if tile != "??"]


def repeated(names: Sequence[str]) -> str:
    """Return the first name that is repeated, or ""."""
    return next((name for at, name in enumerate(names) if name in names[:at]), "")


def in_two_places(table: Table, what: str, piece: str) -> Breach:
    """Report a piece that a position has twice, at the fact where it appears for the second time."""
    holding = (fact for fact, value in table.header.position.items() for word in str(value).split() if word == piece)
    facts: dict[str, int | str] = {"piece": piece, "fact": next(islice(holding, 1, None), "")}
    return Breach(f"{what} {piece} is in two places of the position.", facts, "In one.")


@chapter.rule(
    "WP-SETUP-10",
    on=(LayTiles, LayBar),
    says="Once laid, all VP tiles lie face up.",
    cite=SETUP,
    claims=(Wrong.FACE_DOWN,),
)
def face_up(_: Table, event: LayTiles | LayBar) -> Breach | None:
    """A tile that the log leaves unknown may have been any. Only a claim can say that it was face down."""
    if any(not is_known(tile) or str(tile).endswith("??") for tile in event.tiles):
        raise Undetermined
    return None


@chapter.rule(
    "WP-SETUP-11",
    on=Start,
    says="The game starts with the wind in the North and the marker on round 1.",
    cite=SETUP,
    claims=(Wrong.WIND_AND_ROUND_AT_FIRST,),
)
def north_wind(table: Table, _: Start) -> Breach | None:
    if not declared(table) or not is_known(table.wind) or table.wind == "N":
        return None
    return Breach(f"The game starts with the wind at {table.wind}.", {"wind": table.wind}, "North.")


@chapter.rule(
    "WP-SETUP-12",
    on=GiveBlackbeard,
    says="Blackbeard's tile goes to one player at the start: who travelled furthest to the table.",
    cite=SETUP,
    claims=(Wrong.BLACKBEARD_AT_FIRST,),
)
def one_traveller(table: Table, event: GiveBlackbeard) -> Breach | None:
    """Report a second player who is given the tile.

    The log does not show how far players travelled, so the first choice is not judged.
    """
    if table.phase != "set-up" or (is_known(table.blackbeard) and not table.blackbeard):
        return None
    says = f"Blackbeard's tile is given to {event.seat}, and {table.blackbeard} has it."
    return Breach(says, {"seat": str(event.seat)}, "One player has it, until a vote gives it to another.")


@chapter.rule(
    "WP-SETUP-13",
    on=Start,
    says="Nobody starts with reputation in a port or with an advantage marker.",
    cite=(SETUP, MARKERS, REPUTATION),
    narrows=("WP-LOG-01",),
    rulings=("WP-AMB-13",),
    claims=(Wrong.GAINED_AT_FIRST,),
)
def nothing_gained_yet(table: Table, _: Start) -> Breach | None:
    players = declared(table)
    for player in players:
        own = {player.port} if table.terms.starting_port == "mark-at-setup" and is_known(player.port) else set()
        if marked := sorted(player.marks - own):
            says = f"{player.seat} starts with reputation in {', '.join(marked)}."
            return Breach(says, {"seat": player.seat, "port": marked[0]}, "None, before a ship has sailed.")
    held = {name: seat for name, seat in table.markers.items() if is_known(seat) and seat} if players else {}
    for name, seat in held.items():
        return Breach(f"{seat} starts with the marker for {name}.", {"seat": seat, "marker": name}, "All are free.")
    return None


@chapter.rule(
    "WP-SETUP-14",
    on=DealPort,
    says="Each player has one ship, one compass and one VP disk, in the colour of their cubes.",
    cite=(SETUP, ARRIVAL),
)
def one_ship(table: Table, event: DealPort) -> Breach | None:
    port = table.players[event.seat].port
    if table.phase != "set-up" or (is_known(port) and not port):
        return None
    facts: dict[str, int | str] = {"seat": event.seat, "port": str(port)}
    return Breach(f"{event.seat} is dealt a second port, after {port}.", facts, "One ship, in one port.")
