"""Reads the tables of a pack into pieces, and checks each value for its kind, its bounds and its consistency."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.games.north_wind.content.pieces import (
    BRIG,
    CABIN,
    CANNONS,
    COMMODITIES,
    CREW,
    EQUIPMENT,
    FIELDS,
    GOLD,
    HARBORS,
    HOLD_OF_A_KIND,
    KINDS,
    LETTERS_HELD,
    MERCHANT_PRICES,
    PLAYERS,
    ROLES,
    SEA_TILES,
    STACKS,
    WANTED,
    Die,
    Ship,
    Starting,
    Task,
    Tile,
)
from engine.kernel.packs.reader import PackTable, ask_if_meant
from engine.kernel.packs.shipped import OTHERS, PieceList
from engine.kernel.unknown import UNKNOWN, is_known

MAX_SIDES = 20
# The key under which a task field lists the ways to pay it, if there is a choice.
ANY_OF = "any_of"
# The most of each thing that a ship can bring at once.
_MOST: dict[str, int] = {**dict.fromkeys(COMMODITIES, HOLD_OF_A_KIND), "captain": BRIG, "gold": GOLD}


def read_tiles(listing: PieceList) -> dict[str, Tile]:
    """Read the sea tiles, twenty-four in all, three of them the Destination Harbors."""
    tiles = {name: _tile(name, table) for name, table in listing.pieces}
    _all_counted(listing, tiles)
    _one_tile_each_harbor(listing, tiles)
    return tiles


def _tile(name: str, table: PackTable) -> Tile:
    if not table.known:
        return Tile(name, path=table.path)
    kind = table.word("kind", among=KINDS)
    copies = table.number("copies", least=1, most=SEA_TILES)
    tile = Tile(name, kind, copies, path=table.path, **_shown(table, kind))
    table.close()
    return tile


def _shown(table: PackTable, kind: str) -> dict[str, Any]:
    """Read the values of a tile of this kind; for an unknown kind all values are uncertain."""
    nothing: dict[str, Any] = {"commodities": (), "price": 0, "prices": {}, "gold": 0, "harbor": ""}
    if not is_known(kind):
        table.allow(nothing)
        return {"commodities": UNKNOWN}
    if kind == "commercial":
        return {**nothing, "commodities": _commodities(table), "price": table.number("price", least=1)}
    if kind == "merchant":
        least, most = MERCHANT_PRICES
        return {**nothing, "commodities": COMMODITIES, "price": table.number("price", least=least, most=most)}
    if kind == "equipment":
        return {**nothing, "prices": _prices(table.entry("prices"))}
    if kind == "shipwreck":
        return {**nothing, "gold": table.number("gold", least=1)}
    return {**nothing, "harbor": table.word("harbor", among=HARBORS)} if kind == "destination" else nothing


def _commodities(table: PackTable) -> tuple[str, ...]:
    shown: tuple[str, ...] = table.words("commodities")
    if is_known(shown) and not shown:
        table.add_fault("commodities", "shows nothing.", 'List what is traded here, as in ["salt"].')
    for word in shown if is_known(shown) else ():
        if is_known(word) and word not in COMMODITIES:
            remedy = ask_if_meant(word, COMMODITIES) or f"Use {', '.join(COMMODITIES)}."
            table.add_fault("commodities", f'"{word}" is no commodity.', remedy)
    return shown


def _prices(table: PackTable) -> dict[str, int]:
    prices = {item: table.number(item, least=1) for item in EQUIPMENT}
    table.close()
    return prices


def _all_counted(listing: PieceList, tiles: Mapping[str, Tile]) -> None:
    copies = [tile.copies for tile in tiles.values()]
    # A tile with an unknown count exists at least once.
    least = sum(number if is_known(number) else 1 for number in copies) + listing.open
    complete = not listing.open and all(map(is_known, copies))
    if least > SEA_TILES or (complete and least < SEA_TILES):
        remedy = f'A box has {SEA_TILES}: count again, write copies = "??" where nobody has, and {OTHERS} = "??"'
        says = f"{least} tiles." if complete else f"at least {least} tiles."
        listing.entry.proof.add_fault(listing.entry.path, says, f"{remedy} for those that are not listed.")


def _one_tile_each_harbor(listing: PieceList, tiles: Mapping[str, Tile]) -> None:
    taken: dict[str, str] = {}
    for name, table in listing.pieces:
        tile = tiles[name]
        if not (is_known(tile.harbor) and tile.harbor):
            continue
        if taken.setdefault(tile.harbor, name) != name:
            says = f"{taken[tile.harbor]} is the tile of {tile.harbor} already."
            table.add_fault("harbor", says, "Each Destination Harbor has one tile.")
        if is_known(tile.copies) and tile.copies > 1:
            table.add_fault("copies", f"{tile.copies} tiles of {tile.harbor}.", "Each Destination Harbor has one tile.")
    missing = [harbor for harbor in HARBORS if harbor not in taken]
    if missing and not listing.open and all(is_known(tile.harbor) for tile in tiles.values()):
        remedy = f'List its tile, as in {{ kind = "destination", harbor = "{missing[0]}", copies = 1 }}.'
        listing.entry.proof.add_fault(listing.entry.path, f"no tile of {', '.join(missing)}.", remedy)


def read_tasks(top: PackTable) -> dict[str, tuple[Task, ...]]:
    """Read the three task columns, each from the bottom up."""
    entry = top.entry("tasks")
    tasks = {harbor: _column(harbor, entry.entry(harbor)) for harbor in HARBORS}
    entry.close()
    return tasks


def _column(harbor: str, table: PackTable) -> tuple[Task, ...]:
    tasks = tuple(_task(harbor, number, table.entry(str(number))) for number in range(1, FIELDS + 1))
    table.close()
    return tasks


def _task(harbor: str, number: int, table: PackTable) -> Task:
    if not table.known:
        return Task(harbor, number, path=table.path)
    if not table.has_key(ANY_OF):
        return Task(harbor, number, (_demand(harbor, table),), table.path)
    ways = table.table[ANY_OF]
    table.allow((ANY_OF,))
    table.close()
    if not is_known(ways):
        return Task(harbor, number, path=table.path)
    if not isinstance(ways, list) or not ways:
        table.add_fault(ANY_OF, "lists no ways to pay.", "Write any_of = [{ wine = 1 }, { gold = 3 }].")
        return Task(harbor, number, path=table.path)
    entries = [PackTable(way, (*table.path, ANY_OF, at), table.proof) for at, way in enumerate(ways)]
    demands = tuple(_demand(harbor, way) if way.known else UNKNOWN for way in entries)
    return Task(harbor, number, demands, table.path)


def _demand(harbor: str, table: PackTable) -> dict[str, int]:
    wanted = WANTED[harbor]
    demand = {goods: table.number(goods, least=1, most=_MOST[goods]) for goods in table.table if goods in wanted}
    for goods in table.table:
        if goods in _MOST and goods not in wanted:
            table.add_fault(goods, f"{harbor} does not ask for this.", f"It asks for {', '.join(wanted)}.")
    table.allow(_MOST)
    table.close()
    if not table.table:
        table.proof.add_fault(table.path, "asks for nothing.", 'Say what, as in { wine = 1 }, or write "??".')
    return demand


def read_die(top: PackTable, part: str, faces: Collection[str]) -> Die:
    """Read how many sides of a die show each face."""
    entry = top.entry(part)
    sides = entry.number("sides", least=1, most=MAX_SIDES)
    shown = entry.entry("faces")
    copies = {face: _face(shown.entry(face)) for face in faces}
    shown.close()
    entry.close()
    counted = sum(number for number in copies.values() if is_known(number))
    complete = shown.known and all(map(is_known, copies.values()))
    if is_known(sides) and (counted > sides or (complete and counted < sides)):
        remedy = 'Count again, and write "??" for a face that nobody has counted.'
        shown.proof.add_fault(shown.path, f"{counted} faces on {sides} sides.", remedy)
    return Die(copies, sides)


def _face(table: PackTable) -> int:
    copies: int = table.number("copies", most=MAX_SIDES)
    table.close()
    return copies


def read_ship(top: PackTable) -> Ship:
    """Read the mast's highest notch, and the slot of each role."""
    entry = top.entry("ship")
    cabin: tuple[str, ...] = entry.words("cabin_roles")
    ship = Ship(entry.number("sail_max", least=1), cabin, entry.word("crow_nest", among=ROLES))
    if is_known(cabin) and len(cabin) != CABIN:
        entry.add_fault(
            "cabin_roles", f"{len(cabin)} roles.", f'The cabin has {CABIN} slots: list all, "??" for one unseen.'
        )
    # A role has one slot on a ship, either in the cabin or in the crow's nest.
    taken = [ship.crow_nest] if is_known(ship.crow_nest) else []
    for role in cabin if is_known(cabin) else ():
        if is_known(role) and (role in taken or role not in ROLES):
            says = "has a slot already." if role in taken else "is no role."
            free = [one for one in ROLES if one not in taken]
            entry.add_fault(
                "cabin_roles", f'"{role}" {says}', ask_if_meant(role, free) or "Each role has one slot of its own."
            )
        taken += [role] if is_known(role) else []
    entry.close()
    return ship


def read_starting(top: PackTable) -> Starting:
    """Read the starting supplies of each player."""
    entry = top.entry("starting")
    cannons = entry.number("cannons", most=CANNONS)
    starting = Starting(
        gold=entry.number("gold", most=GOLD),
        letters=entry.number("letters", most=LETTERS_HELD),
        cannons=cannons,
        mounted=entry.number("mounted", most=cannons if is_known(cannons) else CANNONS),
        crew=entry.number("crew", most=CREW),
        sail=entry.number("sail", least=1),
    )
    entry.close()
    return starting


def read_tokens(top: PackTable) -> dict[int, int]:
    """Read how many task tokens each player has, by the number of players."""
    entry = top.entry("tokens")
    tokens: dict[int, int] = {players: entry.number(str(players), least=1) for players in PLAYERS}
    entry.close()
    return tokens


def read_stack_size(top: PackTable) -> int:
    """Read how many tiles each of the three stacks has."""
    entry = top.entry("stacks")
    tiles: int = entry.number("tiles", least=1)
    if is_known(tiles) and tiles * STACKS != SEA_TILES:
        remedy = f"All {SEA_TILES} tiles lie in {STACKS} stacks: write {SEA_TILES // STACKS}."
        entry.add_fault("tiles", f"{STACKS} stacks of {tiles}.", remedy)
    entry.close()
    return tiles
