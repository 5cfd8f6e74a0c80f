"""Reads the tables of a pack into pieces, and checks each value for its kind, its bounds and its consistency."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.windward.content.pieces import (
    COUNTED,
    CREW,
    EFFECTS,
    FEEDING,
    MOST_RINGS,
    SERVICES,
    SIDES,
    SLOTS,
    TERRAIN,
    TILES,
    WINDS,
    BattleDie,
    Board,
    Card,
    CrewMember,
    Face,
    Planet,
    Tile,
)
from engine.kernel.packs.reader import PackTable
from engine.kernel.packs.shipped import PieceList
from engine.kernel.unknown import UNKNOWN, is_known

# What a crew member may add.
ADDED = (
    "gas_slots",
    "cannon_slots",
    "hand",
    "hits",
    "strength_attacking",
    "strength_rowing",
    "processing",
    "rowing",
)
MOST_HITS = 9
DIE_SIDES = 6


def read_planet(top: PackTable) -> tuple[dict[str, Planet], tuple[int, ...]]:
    """Read the size of both planet sides, how far Reds move on them, and the directions of the six winds, if given."""
    entry = top.entry("planet")
    planets = {side: _planet(entry.entry(side)) for side in SIDES}
    winds = entry.numbers("winds", UNKNOWN, least=1, most=WINDS[-1])
    if is_known(winds) and len(winds) != len(WINDS):
        entry.add_fault("winds", f"{len(winds)} directions.", "Name one for each number of the wind die.")
        winds = UNKNOWN
    entry.close()
    return planets, winds


def _planet(table: PackTable) -> Planet:
    planet = Planet(table.number("radius", least=2, most=MOST_RINGS), table.number("red_move", least=1))
    table.close()
    return planet


def read_tiles(listing: PieceList, planets: Mapping[str, Planet]) -> dict[str, Tile]:
    """Read the six board tiles, each with both of its sides."""
    return {name: _tile(name, table, planets) for name, table in listing.pieces}


def _tile(name: str, table: PackTable, planets: Mapping[str, Planet]) -> Tile:
    if not table.known:
        return Tile(name, {side: Face() for side in SIDES}, table.path)
    sides = {side: _face(table.entry(side), planets[side].radius) for side in SIDES}
    table.close()
    return Tile(name, sides, table.path)


def _face(table: PackTable, radius: int) -> Face:
    """Read what the spaces of one side show: each at most one thing."""
    if not table.known:
        return Face()
    spots = {shown: table.words(shown, ()) for shown in TERRAIN}
    table.close()
    taken: dict[str, str] = {}
    for shown, listed in spots.items():
        for spot in listed if is_known(listed) else ():
            if not is_known(spot):
                continue
            if not is_spot(spot, radius):
                remedy = 'A space is called by its ring and its place in it, clockwise, as in "53".'
                table.add_fault(shown, f'"{spot}" is no space of a tile.', remedy)
            elif taken.setdefault(spot, shown) != shown:
                table.add_fault(
                    shown, f'"{spot}" is named as {taken[spot]} already.', "A space shows one thing at most."
                )
    if is_known(spots[FEEDING]) and not spots[FEEDING]:
        table.add_fault(FEEDING, "names no space.", 'Each tile has one: name it, or write "??".')
    return Face({shown: listed if is_known(listed) else UNKNOWN for shown, listed in spots.items()})


def is_spot(spot: str, radius: int) -> bool:
    """Return whether a tile has a space of this name."""
    if len(spot) != len("53") or not spot.isascii() or not spot.isdigit():
        return False
    ring, place = int(spot[0]), int(spot[1])
    return 1 <= place <= ring <= (radius if is_known(radius) else MOST_RINGS)


def read_die(top: PackTable) -> BattleDie:
    """Read the faces of a battle die."""
    entry = top.entry("battle_die")
    faces = entry.numbers("faces", most=MOST_HITS)
    if is_known(faces) and len(faces) != DIE_SIDES:
        entry.add_fault("faces", f"{len(faces)} faces.", f"A die has {DIE_SIDES}: list all of them.")
    entry.close()
    return BattleDie(faces)


def read_cards(listing: PieceList) -> dict[str, Card]:
    """Read the supply cards."""
    return {name: _card(name, table) for name, table in listing.pieces}


def _card(name: str, table: PackTable) -> Card:
    if not table.known:
        return Card(name, path=table.path)
    effect = table.word("effect", among=EFFECTS)
    amount = table.number("amount", least=1) if not is_known(effect) or effect in {"speed", "hits"} else 0
    card = Card(name, table.number("copies", least=1), effect, amount, table.path)
    table.close()
    return card


def read_boards(listing: PieceList) -> dict[str, Board]:
    """Read the ship status boards by their colours."""
    return {name: _board(name, table) for name, table in listing.pieces}


def _board(name: str, table: PackTable) -> Board:
    if not table.known:
        return Board(name)
    board = Board(
        name,
        gas=table.number("gas", least=1),
        cannons=table.number("cannons", least=1),
        rowing=table.number("rowing", least=1),
        supplies=table.number("supplies", least=1),
        morale=table.number("morale", least=1),
        rest=table.number("rest"),
    )
    table.close()
    return board


def read_crew(top: PackTable) -> dict[str, CrewMember]:
    """Read what the six crew members add, and their slots."""
    entry = top.entry("crew")
    crew = {name: _crew(name, entry.entry(name)) for name in CREW}
    entry.close()
    return crew


def _crew(name: str, table: PackTable) -> CrewMember:
    added = {what: table.number(what, 0) for what in ADDED}
    member = CrewMember(name, table.word("slot", among=SLOTS), **added)
    table.close()
    return member


def read_counts(top: PackTable) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Read the crew tiles of each kind, the prices at the Trading Post, and how many of each piece the box has."""
    return _numbers(top, "crew_tiles", SLOTS), _numbers(top, "prices", SERVICES), _numbers(top, "components", COUNTED)


def _numbers(top: PackTable, part: str, names: tuple[str, ...]) -> dict[str, int]:
    entry = top.entry(part)
    numbers: dict[str, int] = {name: entry.number(name) for name in names}
    entry.close()
    return numbers


def read_tracks(top: PackTable) -> tuple[int, int]:
    """Read the tops of morale and longboat speed."""
    entry = top.entry("tracks")
    tracks = entry.number("morale", least=1), entry.number("rowing", least=1)
    entry.close()
    return tracks


def all_cards_counted(listing: PieceList, cards: Mapping[str, Card], deck: int) -> None:
    """Refuse a deck whose cards do not add up to its stated number."""
    copies = [card.copies for card in cards.values()]
    if listing.open or not is_known(deck) or not all(map(is_known, copies)) or sum(copies) == deck:
        return
    says = f"{sum(copies)} cards."
    listing.entry.proof.add_fault(
        listing.entry.path, says, f'The deck has {deck}: count again, or write copies = "??".'
    )


def six_tiles(listing: PieceList) -> None:
    """Refuse a number of tiles that the planet does not have."""
    if len(listing.pieces) > TILES or (len(listing.pieces) < TILES and not listing.open):
        says = f"{len(listing.pieces)} tiles are listed."
        listing.entry.proof.add_fault(
            listing.entry.path, says, f'The planet has {TILES}; write others = "??" for the rest.'
        )
