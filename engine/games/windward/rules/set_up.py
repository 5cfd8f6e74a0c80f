"""The rules of the chapter “Set-up”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content.pieces import TILES
from engine.games.windward.events import BuildPlanet, NameFirst, RollGrey, RollStart
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.reckoning.cresters import feeding_ground
from engine.games.windward.sources import (
    FULL_COOP,
    FULL_GLOBAL_SETUP,
    FULL_MODES,
    FULL_PLAYER_SETUP,
    FULL_SMALL_WORLD,
    FULL_SOLO,
    FULL_TURN,
    FULL_VARIANTS,
    FULL_WIND,
    SHORT_ACHIEVEMENTS,
    SHORT_AFTER_BATTLE,
    SHORT_ALTERNATE_MAP,
    SHORT_COMPONENTS,
    SHORT_COOP,
    SHORT_SETUP,
    SHORT_SOLO,
    SHORT_TURN,
    SHORT_TURN_END,
    SHORT_WHITE,
)
from engine.games.windward.state import Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, known

chapter = Chapter("Set-up")
FEWEST, MOST = 2, 5


@chapter.rule(
    "WW-SET-01",
    on=Start,
    says="Two to five players take part.",
    cite=(FULL_MODES, FULL_COOP, SHORT_COMPONENTS, SHORT_COOP, SHORT_ALTERNATE_MAP),
)
def player_count(table: Table, _: Start) -> Breach | None:
    count = len(table.header.players)
    if FEWEST <= count <= MOST:
        return None
    seated = "1 player is" if count == 1 else f"{count} players are"
    return Breach(f"{seated} named in the header.", {"players": count}, "Two to five.")


@chapter.rule(
    "WW-SET-02",
    on=BuildPlanet,
    says="All six board tiles are shuffled and joined in a ring around the centre; every tile is used exactly once "
    "and all show the same planet side. Each tile is one territory.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP, SHORT_TURN_END),
)
def six_tiles(table: Table, event: BuildPlanet) -> Breach | None:
    if table.tiles:
        return Breach("The planet is laid twice.", instead="Once, before anything else.")
    tiles = [tile for tile in event.tiles if known(tile)]
    twice = next((tile for tile in tiles if tiles.count(tile) > 1), "")
    if twice:
        return Breach(f"Tile {twice} is laid twice.", {"tile": twice}, "Each of the six tiles once.")
    if len(event.tiles) != TILES:
        return Breach(f"{len(event.tiles)} tiles are laid.", {"tiles": len(event.tiles)}, f"{TILES} tiles.")
    return None


chapter.not_modelled(
    "WW-SET-03",
    says="In the full edition: the large planet is the standard side; the small side is a variant that may be added "
    "to any game (co-op still demands the large map). In the classic edition: the small side is used for two "
    "players or as an alternate for free-for-all; co-op uses the large side.",
    cite=(FULL_GLOBAL_SETUP, FULL_SMALL_WORLD, FULL_COOP, SHORT_SETUP, SHORT_ALTERNATE_MAP, SHORT_COOP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-04",
    says="The Trading Post mini goes in the central space between the tiles, carrying the wind flag; the Trading "
    "Post Board is placed beside the planet where everyone can see it.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-05",
    says="Everything not placed by setup forms common stockpiles (Cresters, teeth, gas/cannon, +2 Hits, coffee). "
    "The full edition states these stockpiles step by step; the classic edition only implies them.",
    cite=(FULL_GLOBAL_SETUP, SHORT_COMPONENTS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-06",
    says="All crew tiles start in the crew slot of the Trading Post Board (15 tiles in the printed list of the "
    "classic edition; the full edition prints no count in its text).",
    cite=(FULL_GLOBAL_SETUP, SHORT_COMPONENTS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-07",
    says="Each player gets one ship board and all pieces of that colour; no colour is shared. The full edition says "
    "the board is given at random; the classic edition does not say how it is assigned.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-08",
    says="Each player receives 1 ship, 2 longboats, 2 mates and 3 status trackers. The classic edition adds 2 "
    "achievement tokens to the basic kit; in the full edition those belong only to the Achievements variant.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-09",
    says="Every ship starts in the At Port slot of its own board, not on the planet.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-10",
    says="Each player starts with one longboat in the board's longboat slot and the second longboat set aside, "
    "unusable until a crew tile brings it aboard.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-11",
    says="Both mates start on the rest slot below the At Port slot. The classic edition does not say where they start.",
    cite=FULL_PLAYER_SETUP,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-12",
    says="Morale starts at 1, longboat speed at 0, notoriety before the first printed space (treated as 0).",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-13",
    says="Setup hands out no gas, cannons, cargo or crew, so all start at zero.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-SET-14",
    on=(RollStart, NameFirst),
    says="Every player rolls the wind die; the highest roller is starting player for the whole game.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
)
def highest_starts(table: Table, event: RollStart | NameFirst) -> Breach | None:
    if table.phase != "set-up" or (isinstance(event, NameFirst) and known(table.first) and table.first):
        return Breach("Who starts has been settled already.", {"first": str(table.first)}, "It is settled once.")
    if isinstance(event, RollStart) or not known(event.seat) or len(table.start_rolls) < len(table.seats):
        return None
    if not all(map(known, table.start_rolls.values())):
        raise Undetermined
    most = max(table.start_rolls.values())
    rolled = table.start_rolls[event.seat]
    if rolled == most:
        return None
    highest = next(seat for seat, value in table.start_rolls.items() if value == most)
    return Breach(f"{event.seat} rolled {rolled}, and {highest} {most}.", {"seat": event.seat}, f"{highest} starts.")


chapter.not_modelled(
    "WW-SET-15",
    says="Turn order is clockwise seating order from the starting player and never changes.",
    cite=(FULL_GLOBAL_SETUP, FULL_TURN, SHORT_SETUP, SHORT_TURN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-16",
    says="After shuffling, deal by turn order: 2, 3, 4, 5 and 5 cards to the 1st to 5th player (other counts in "
    "solo and co-op).",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-17",
    says="The rest of the supply deck is split into three roughly equal face-up stacks on the supply spaces of the "
    "Trading Post Board.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.upheld(
    "WW-SET-18",
    says="In the full edition: wind is rolled during setup, before Cresters are placed. In the classic edition: "
    "there is no setup roll; the starting player rolls before their first turn as before each of their turns. "
    "Either way a direction exists before the first action.",
    cite=(FULL_GLOBAL_SETUP, FULL_WIND, SHORT_SETUP),
    owed_by=begin_turn,
    phases=("set-up",),
)


@chapter.rule(
    "WW-SET-19",
    on=RollGrey,
    says="Roll the wind die and put one Grey on the feeding ground of the rolled territory; repeat until there are "
    "as many Greys as players minus one (solo and co-op override this).",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    reads=("tiles", "planet"),
)
def grey_in_its_territory(table: Table, event: RollGrey) -> Breach | None:
    if table.phase != "set-up" or not known(event.space) or not event.space or not known(event.value):
        return None
    if event.space in (grounds := feeding_ground(table, event.value)):
        return None
    says = f"The Grey of territory {event.value} is put on {event.space}."
    return Breach(says, {"space": event.space}, f"{' or '.join(grounds)}." if grounds else "")


chapter.not_modelled(
    "WW-SET-20",
    says="A roll for a territory whose feeding ground already holds a living Grey is rerolled. Stated for setup in "
    "the full edition only; the classic edition states the reroll only for later spawns.",
    cite=(FULL_GLOBAL_SETUP, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-21",
    says="One Red goes on every red start space of the planet (six in all, judging by the solo goal of defeating "
    "all six).",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP, FULL_SOLO, SHORT_SOLO),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-22",
    says="Every gas pocket space starts with exactly two gas tokens.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SET-23",
    says="Pieces for advanced variants come into play only if that variant is declared before the game begins.",
    cite=(FULL_GLOBAL_SETUP, FULL_VARIANTS, SHORT_SETUP, SHORT_ACHIEVEMENTS, SHORT_WHITE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
