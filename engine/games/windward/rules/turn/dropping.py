"""The rules of the chapter “Dropping cargo”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import DropCargo
from engine.games.windward.reckoning import boats_on, lying
from engine.games.windward.rules.claims.cargo import OfCargo
from engine.games.windward.rules.positions.declared import gas_elsewhere
from engine.games.windward.sources import (
    FULL_CARGO_HOLD,
    FULL_EPIC_TURN,
    FULL_SHIP_LOST,
    SHORT_DEFEATED_SHIP,
)
from engine.games.windward.state import GAS, GREY, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Dropping cargo")


@chapter.rule(
    "WW-DROP-01",
    on=DropCargo,
    says="In the own turn a ship at sky may put Cresters, teeth and +2 Hits tokens from its hold onto its space.",
    cite=FULL_CARGO_HOLD,
    rulings=("WW-AMB-044",),
)
def dropped_at_sky(table: Table, event: DropCargo) -> Breach | None:
    if table.players[event.by].at == PORT:
        return Breach(f"{event.by} is in port, and drops {event.item}.", {"item": str(event.item)})
    if table.terms.off_turn_drops == "any-time" or table.phase != "turn":
        return None
    # The rule of the rest covers a player who has just rested.
    off_turn = event.by not in (table.active, table.rested)
    says = f"{event.by} drops {event.item} while it is {table.active}'s turn."
    return Breach(says, {"seat": event.by, "turn": str(table.active)}) if off_turn else None


@chapter.rule(
    "WW-DROP-02",
    on=(Start, DropCargo),
    says="Gas, cannons, supply cards and crew are no cargo: they never come onto the planet.",
    cite=(FULL_CARGO_HOLD, FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
)
def cargo_only(table: Table, event: Start | DropCargo) -> Breach | None:
    if isinstance(event, Start):
        return gas_elsewhere(table)
    return Breach(f"{event.by} drops gas.", {"item": GAS}) if event.item == GAS else None


@chapter.rule(
    "WW-DROP-03",
    on=DropCargo,
    says="What lies on the planet is anybody's; a Grey is towed from then on, if a longboat is there.",
    cite=(FULL_CARGO_HOLD, FULL_EPIC_TURN, SHORT_DEFEATED_SHIP),
    claims=(OfCargo.DROPPED,),
    rulings=("WW-AMB-042",),
)
def beside_no_grey(table: Table, event: DropCargo) -> Breach | None:
    """Under one reading a Grey must not be put on the space of another, alive, lying or towed."""
    at = table.players[event.by].at
    if table.terms.dropped_grey != "not-with-grey" or event.item != GREY or at == PORT:
        return None
    other = at in table.greys or lying(table, at, GREY) > 0
    towed = ", towed by a longboat" if other and boats_on(table, at) else ""
    return Breach(f"{event.by} drops a Grey on {at}, where another is{towed}.", {"space": at}) if other else None
