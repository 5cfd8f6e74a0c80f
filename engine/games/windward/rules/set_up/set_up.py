"""The rules of the chapter “Set-up”, in the order of the rulebook: players, planet, stockpiles, boards."""

from __future__ import annotations

from engine.games.windward.content.pieces import TILES
from engine.games.windward.events import BuildPlanet
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.reckoning import cargo_stock, crester_stock, gas_stock
from engine.games.windward.reckoning.starting import sides
from engine.games.windward.rules.claims.set_up import AtFirst
from engine.games.windward.rules.positions.declared import boats_out_of_place
from engine.games.windward.sources import (
    FULL_COOP,
    FULL_GLOBAL_SETUP,
    FULL_MODES,
    FULL_PLAYER_SETUP,
    FULL_SMALL_WORLD,
    SHORT_ALTERNATE_MAP,
    SHORT_COMPONENTS,
    SHORT_COOP,
    SHORT_SETUP,
    SHORT_TURN_END,
)
from engine.games.windward.state import Table
from engine.games.windward.table import lay
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter, Facts
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Set-up")
NUMBERS = ("None", "One", "Two", "Three", "Four", "Five")


@chapter.rule(
    "WW-SET-01",
    on=Start,
    says="Two to five players take part; one in the mode for one, and together two to four, by the classic edition "
    "also one.",
    cite=(FULL_MODES, FULL_COOP, SHORT_COMPONENTS, SHORT_COOP, SHORT_ALTERNATE_MAP),
)
def player_count(table: Table, _: Start) -> Breach | None:
    count = len(table.header.players)
    terms = table.terms
    if terms.few <= count <= terms.most:
        return None
    seated = "1 player is" if count == 1 else f"{count} players are"
    due = f"{NUMBERS[terms.few]} to {NUMBERS[terms.most].lower()}." if terms.most > 1 else "One."
    return Breach(f"{seated} named in the header.", {"players": count}, due)


@chapter.rule(
    "WW-SET-02",
    on=BuildPlanet,
    says="The six tiles lie in a ring in an order that chance decides, each once and all with the same side up; each "
    "is a territory.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP, SHORT_TURN_END),
    claims=("planet",),
)
def six_tiles(table: Table, event: BuildPlanet) -> Breach | None:
    if table.tiles:
        return Breach("The planet is laid twice.", instead="Once, before anything else.")
    tiles = [tile for tile in event.tiles if is_known(tile)]
    twice = next((tile for tile in tiles if tiles.count(tile) > 1), "")
    if twice:
        return Breach(f"Tile {twice} is laid twice.", {"tile": twice}, "Each of the six tiles once.")
    if len(event.tiles) != TILES:
        return Breach(f"{len(event.tiles)} tiles are laid.", {"tiles": len(event.tiles)}, f"{TILES} tiles.")
    return None


@chapter.rule(
    "WW-SET-03",
    on=(Start, BuildPlanet),
    says="The large planet is used; the small one is a variant.",
    cite=(FULL_GLOBAL_SETUP, FULL_SMALL_WORLD, FULL_COOP),
    rulings=("WW-AMB-002",),
    claims=("side",),
)
def right_side_up(table: Table, event: Start | BuildPlanet) -> Breach | None:
    stated = table.header.position.get("side", "")
    # A position that does not state the side shows it by its spaces.
    shown = stated or (table.side if table.tiles else "")
    side = shown if isinstance(event, Start) else event.side
    if side == "??" or not is_known(side):
        raise Undetermined
    allowed = sides(table)
    if not side or side in allowed:
        return None
    says = f"{len(table.seats)} players lay the {side} planet."
    facts: Facts = {"side": str(side)}
    if isinstance(event, Start):
        facts["fact"] = "side" if stated else "planet"
    return Breach(says, facts, f"The {' or the '.join(allowed)} one.")


chapter.record_only(
    "WW-SET-04",
    says="The Trading Post with its flag stands in the middle, where no ship or Crester can; its board lies beside the "
    "planet, in view of all.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    why="Where mini and board are put leaves no trace in a log, and no line can name the middle as a space.",
)
chapter.upheld(
    "WW-SET-05",
    says="What set-up does not place lies in common stockpiles: Cresters, teeth, gas and cannons, +2 Hits, Coffee.",
    cite=(FULL_GLOBAL_SETUP, SHORT_COMPONENTS),
    reads=("components",),
    by=(crester_stock, cargo_stock, gas_stock),
    claims=(AtFirst.STOCK,),
    rulings=("WW-AMB-036",),
)
chapter.upheld(
    "WW-SET-06",
    says="All crew tiles lie on the board of the Trading Post at first, and no ship has any.",
    cite=(FULL_GLOBAL_SETUP, SHORT_COMPONENTS),
    by=lay,
    claims=(AtFirst.CREW,),
)


@chapter.rule(
    "WW-SET-07",
    on=Start,
    says="Each player has one ship board, dealt at random, and the pieces of its colour; nobody shares a colour.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    rulings=("WW-AMB-138",),
)
def own_colour(table: Table, _: Start) -> Breach | None:
    """Check that no two boards share a colour, and that purple is in play only if allowed.

    How boards were dealt is not in the log.
    """
    boards = [player.colour for player in table.players.values()]
    if "purple" in boards and table.terms.purple_board == "not-used" and not table.terms.researching:
        return Breach("Somebody plays with the purple board, and no Naturalist was chosen.", {"board": "purple"})
    twice = next((colour for colour in boards if boards.count(colour) > 1), "")
    if not twice:
        return None
    captains = [seat for seat, player in table.players.items() if player.colour == twice]
    says = f"{' and '.join(captains)} both play with the {twice} board."
    return Breach(says, {"board": twice}, "A board of another colour for each player.")


chapter.record_only(
    "WW-SET-08",
    says="Each player has one ship, two longboats, two mates and three markers for the tracks.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    why="A log can name one ship of a colour, and a third longboat has a rule of its own; what mates do is judged "
    "where they give orders, and markers are the numbers that they show.",
)
chapter.upheld(
    "WW-SET-09",
    says="Every ship begins in port.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    by=lay,
    claims=(AtFirst.SHIP,),
)


@chapter.rule(
    "WW-SET-10",
    on=Start,
    says="Each player begins with one longboat aboard; the other waits next to the board for a crew tile to bring it.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    claims=(AtFirst.BOATS,),
)
def one_longboat_waits(table: Table, _: Start) -> Breach | None:
    return boats_out_of_place(table)


chapter.upheld(
    "WW-SET-11",
    says="Both mates begin at rest, so that no order is covered.",
    cite=FULL_PLAYER_SETUP,
    by=begin_turn,
    claims=(AtFirst.MATES,),
)
chapter.upheld(
    "WW-SET-12",
    says="Morale begins at 1, longboat speed at 0, and notoriety before the 1 of its track.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    by=lay,
    claims=(AtFirst.TRACKS,),
)
chapter.upheld(
    "WW-SET-13",
    says="Nobody is given gas, cannons or cargo to begin with.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    by=lay,
    claims=(AtFirst.STORAGE,),
)
