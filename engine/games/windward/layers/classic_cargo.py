"""Dropping cargo in the classic edition, whose rulebook does not mention it."""

from __future__ import annotations

from engine.games.windward.events import DropCargo
from engine.games.windward.rules.turn.dropping import dropped_at_sky
from engine.games.windward.sources import SHORT_DEFEATED_SHIP
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Dropping cargo")


@chapter.rule(
    "WW-DROP-01",
    on=DropCargo,
    says="Cargo comes onto the planet where a ship is lost; that it may be dropped by choice is nowhere said.",
    cite=SHORT_DEFEATED_SHIP,
    rulings=("WW-AMB-043", "WW-AMB-044"),
)
def dropped_by_choice(table: Table, event: DropCargo) -> Breach | None:
    if table.terms.voluntary_drops == "not-allowed":
        return Breach(f"{event.by} drops {event.item} by choice.", {"item": str(event.item)})
    return dropped_at_sky(table, event)
