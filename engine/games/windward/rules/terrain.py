"""The rules of the chapter “Terrain”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import Rest, Run, Sail
from engine.games.windward.reckoning import mine
from engine.games.windward.reckoning.sailing import is_drift, run_spaces
from engine.games.windward.sources import (
    FULL_AROUND,
    FULL_DRIFT,
    FULL_POCKETS,
    FULL_TERRAIN,
    FULL_ZEPHYR,
    SHORT_CARD,
    SHORT_TERRAIN,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Terrain")


@chapter.rule(
    "WW-TERR-01",
    on=(Sail, Run),
    says="A ship may not enter or cross a drift space unless a Deadweight card allows it.",
    cite=(FULL_DRIFT, SHORT_TERRAIN),
    reads=("tiles", "planet"),
)
def not_onto_drift(table: Table, event: Sail | Run) -> Breach | None:
    start, turn = table.players[event.by].at, mine(table, event.by)
    path = run_spaces(table, start, event.to) if isinstance(event, Run) and start != PORT else [event.to]
    drift = next((space for space in path or [event.to] if is_drift(table, space)), "")
    if not drift or (turn is not None and turn.deadweight):
        return None
    says = f"The ship of {event.by} comes onto drift at {drift}, and no Deadweight was played."
    return Breach(says, {"space": drift})


chapter.not_modelled(
    "WW-TERR-02",
    says="Longboats and Cresters may never enter or cross drift.",
    cite=(FULL_DRIFT, SHORT_TERRAIN, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TERR-03",
    says="With Deadweight played, the ship may pass through drift. The full edition says this in the drift entry; "
    "the classic edition treats drift as absolute there and gives the card's limits under supply cards.",
    cite=(FULL_DRIFT, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-TERR-04",
    on=Rest,
    says="A turn may not end with the ship on drift. The full edition only grants passing through, which implies "
    "the same.",
    cite=(SHORT_CARD, FULL_DRIFT),
    reads=("tiles", "planet"),
)
def no_rest_on_drift(table: Table, event: Rest) -> Breach | None:
    at = table.players[event.by].at
    return Breach(f"{event.by} ends the turn on drift, at {at}.", {"space": at}) if is_drift(table, at) else None


chapter.not_modelled(
    "WW-TERR-05",
    says="While on drift a longboat may not be dropped there, nor may boats move there. The full edition bans boats "
    "from drift in general.",
    cite=(SHORT_CARD, FULL_DRIFT),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TERR-06",
    says="Longboats and Cresters may stand on a zephyr but may not use it to travel.",
    cite=(FULL_ZEPHYR, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TERR-07",
    says="A pocket holds two gas at the start; tokens taken do not come back. The full edition says so outright; "
    "the classic edition only says pockets hold two at the beginning.",
    cite=(FULL_POCKETS, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TERR-08",
    says="Longboats and Cresters may not use the around-the-planet passage.",
    cite=(FULL_AROUND, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TERR-09",
    says="Any space without drift may be entered and stopped on; zephyr, pocket, feeding ground, red start and icon "
    "spaces carry no penalty.",
    cite=(FULL_TERRAIN, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
