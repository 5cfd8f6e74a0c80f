"""Advantage markers: when a player takes, keeps or loses one."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import GiveMarker
from engine.games.winds_of_plunder.facts import no_marker
from engine.games.winds_of_plunder.folds.marking import alone_ahead, settle_marker
from engine.games.winds_of_plunder.reckoning.formulas import leaders
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.set_up.record import OF_HOLDERS
from engine.games.winds_of_plunder.sources import ADVANTAGES, MARKERS, SETUP
from engine.games.winds_of_plunder.state import OVERDUE, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

# Findings about tallies depend on what the tiles gave.
chapter = Chapter("Advantage markers", reads=("tiles",))
GIVEN = "Who holds Blackbeard's tile gives it to one of them."

chapter.upheld(
    "WP-ADV-01",
    says="There are three markers: Most Weapons, Largest Crew and Most Provisions; Booty has none.",
    cite=(MARKERS, ADVANTAGES),
    reads=(),
    by=no_marker,
    claims=("marker.booty",),
)
chapter.upheld(
    "WP-ADV-02",
    says="Whoever alone has the most of something takes its marker.",
    cite=MARKERS,
    rulings=("WP-AMB-01",),
    by=alone_ahead,
    claims=("marker.*",),
)
chapter.upheld(
    "WP-ADV-03",
    says="A tie for the most gives an unheld marker to nobody.",
    cite=MARKERS,
    rulings=("WP-AMB-24",),
    by=leaders,
    claims=(Wrong.TIED_FROM_NOBODY,),
)
chapter.upheld(
    "WP-ADV-04",
    says="A holder keeps the marker while level with the best.",
    cite=MARKERS,
    rulings=OF_HOLDERS,
    by=leaders,
    claims=(Wrong.STILL_TIED,),
)


@chapter.rule(
    "WP-ADV-05",
    on=Start,
    says="A holder who falls below any opponent loses the marker.",
    cite=MARKERS,
    rulings=("WP-AMB-24",),
    claims=(Wrong.FALLEN_BEHIND,),
)
def never_behind(table: Table, _: Start) -> Breach | None:
    """Only a declared position can break this; in play `settle_marker` takes the marker away."""
    for name, holder in table.markers.items():
        if is_known(holder) and holder:
            tallies = {seat: getattr(player, name) for seat, player in table.players.items()}
            ahead = [s for s, n in tallies.items() if is_known(n) and is_known(tallies[holder]) and n > tallies[holder]]
            if ahead:
                says = f"{holder} holds the {name} marker with {tallies[holder]}; {ahead[0]} has {tallies[ahead[0]]}."
                return Breach(says, {"seat": holder, "fact": f"marker.{name}"}, f"{holder} has lost it.")
    return None


@chapter.rule(
    "WP-ADV-06",
    on=GiveMarker,
    says="A lost marker goes to whoever alone is ahead; if several are level, nobody has it.",
    cite=MARKERS,
    rulings=("WP-AMB-24", "WP-AMB-25"),
    claims=(Wrong.NEXT_HOLDER,),
)
def among_those_ahead(table: Table, event: GiveMarker) -> Breach | None:
    if event.seq == OVERDUE:
        says = f"Several are level ahead for the {event.marker} marker, and nobody was given it."
        return Breach(says, {"marker": event.marker}, GIVEN, GiveMarker(event.by, event.marker, event.to))
    if not (table.owed and table.owed[-1].what is GiveMarker):
        if not is_known(table.markers[event.marker]):
            raise Undetermined
        says = f"{event.by} gives the {event.marker} marker to {event.to}; no player may give it away."
        return Breach(says, {"marker": event.marker}, "It goes by the tallies alone.")
    if event.by != table.blackbeard:
        says = f"{event.by} gives the {event.marker} marker away without holding Blackbeard's tile."
        return Breach(says, {"holder": table.blackbeard}, f"{table.blackbeard} decides.")
    ahead = leaders(table, event.marker)
    if event.to in ahead:
        return None
    says = f"{event.by} gives the {event.marker} marker to {event.to}, who is not among those ahead."
    return Breach(says, {"to": event.to}, f"{' or '.join(ahead)} takes it.")


chapter.upheld(
    "WP-ADV-07",
    says="A marker changes hands at once, in the middle of a turn too.",
    cite=(MARKERS, ADVANTAGES),
    by=settle_marker,
    claims=(Wrong.LOST_THIS_TURN,),
    rulings=OF_HOLDERS,
)
chapter.upheld(
    "WP-ADV-08",
    says="Nobody takes a marker for something they have none of.",
    cite=(MARKERS, SETUP),
    rulings=("WP-AMB-35",),
    by=alone_ahead,
    claims=(Wrong.OF_NOTHING,),
)
