"""Advantage markers: who takes one, who keeps it, and who loses it."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Board, GiveMarker
from engine.games.winds_of_plunder.reckoning import holds, leaders
from engine.games.winds_of_plunder.sources import ADVANTAGES, MARKERS, SETUP
from engine.games.winds_of_plunder.state import Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, known

# Who has how much of something goes back to what the tiles gave.
chapter = Chapter("Advantage markers", reads=("tiles",))

chapter.by_flow(
    "WP-ADV-01",
    says="There are three markers: Most Weapons, Largest Crew and Most Provisions; Booty has none.",
    cite=(MARKERS, ADVANTAGES),
    reads=(),
)
chapter.by_flow(
    "WP-ADV-02",
    says="Whoever alone has the most of something takes its marker.",
    cite=MARKERS,
    rulings=("WP-AMB-01",),
)
chapter.by_flow(
    "WP-ADV-03",
    says="A tie for the most gives an unheld marker to nobody.",
    cite=MARKERS,
    rulings=("WP-AMB-24",),
)
chapter.by_flow(
    "WP-ADV-04",
    says="A holder keeps the marker while level with the best.",
    cite=MARKERS,
    rulings=("WP-AMB-24", "WP-AMB-25", "WP-AMB-35"),
)
chapter.by_flow(
    "WP-ADV-05",
    says="A holder who falls below any opponent loses the marker.",
    cite=MARKERS,
    rulings=("WP-AMB-24",),
)


@chapter.rule(
    "WP-ADV-06",
    on=GiveMarker,
    says="A lost marker goes to whoever alone is ahead; if several are level, nobody has it.",
    cite=MARKERS,
    rulings=("WP-AMB-24", "WP-AMB-25"),
)
def among_those_ahead(table: Table, event: GiveMarker) -> Breach | None:
    if not (table.owed and table.owed[-1].what is GiveMarker):
        if not known(table.markers[event.marker]):
            raise Undetermined
        says = f"{event.by} gives the {event.marker} marker to {event.to}; it is nobody's to give."
        return Breach(says, {"marker": event.marker}, "It goes by the tallies alone.")
    if event.by != table.blackbeard:
        says = f"{event.by} gives the {event.marker} marker away without holding Blackbeard's tile."
        return Breach(says, {"holder": table.blackbeard}, f"{table.blackbeard} decides.")
    ahead = leaders(table, event.marker)
    if event.to in ahead:
        return None
    says = f"{event.by} gives the {event.marker} marker to {event.to}, who is not among those ahead."
    return Breach(says, {"to": event.to}, f"{' or '.join(ahead)} takes it.")


@chapter.rule(
    "WP-ADV-07",
    on=Board,
    says="A marker changes hands at once, in the middle of a turn too.",
    cite=(MARKERS, ADVANTAGES),
    narrows=("WP-BOARD-04", "WP-BOARD-10"),
    rulings=("WP-AMB-24", "WP-AMB-25", "WP-AMB-35"),
)
def no_longer_held(table: Table, event: Board) -> Breach | None:
    if event.by == event.target or table.passed.get("weapons", "") != event.by or holds(table, "weapons", event.by):
        return None
    own, theirs = table.players[event.by].weapons, table.players[event.target].weapons
    if own > theirs:
        return None
    says = f"{event.by} boards {event.target} as if with the Most Weapons marker, which {event.by} has lost."
    holder = table.markers["weapons"] or "Nobody"
    return Breach(says, {"weapons": own, "theirs": theirs}, f"{holder} holds it now.")


chapter.by_flow(
    "WP-ADV-08",
    says="Nobody takes a marker for something they have none of.",
    cite=(MARKERS, SETUP),
    rulings=("WP-AMB-35",),
)
