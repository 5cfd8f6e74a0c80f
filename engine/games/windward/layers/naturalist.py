"""The Naturalist as a variant: purple tags Cresters, sets them free, and has notoriety for each that lives."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import GiveOrder, Loot
from engine.games.windward.folds.naturalist import researched
from engine.games.windward.reckoning.naturalist import (
    PURPLE,
    releases,
    researches,
    tag_bonus,
    tagged,
    tags_in_all,
    tags_left,
)
from engine.games.windward.rules.claims.naturalist import OfResearch
from engine.games.windward.sources import (
    FULL_NATURALIST,
    SHORT_COMPONENTS,
    SHORT_NATURALIST,
)
from engine.games.windward.state import TOOTH_OF, Player, Table
from engine.kernel.events import Start
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter, new_cresters = Chapter("The Naturalist"), Chapter("New Cresters")
BOTH = (FULL_NATURALIST, SHORT_NATURALIST)
RESEARCH = "research"


@chapter.rule(
    "WW-NAT-01",
    on=Start,
    says="The player with the purple ship is the Naturalist, and has the tags: 5 by the full edition, 6 by the "
    "component list of the classic one, which plays with a Naturalist in free-for-all only.",
    cite=(FULL_NATURALIST, SHORT_COMPONENTS, SHORT_NATURALIST),
    rulings=("WW-AMB-004", "WW-AMB-103", "WW-AMB-107", "WW-AMB-139"),
    claims=("tags",),
)
def purple_plays(table: Table, _: Start) -> Breach | None:
    boards = [player.colour for player in table.players.values()]
    if not table.terms.new_cresters and table.terms.mode_variants == "neither":
        # The modes without new Cresters.
        return Breach("The Naturalist was chosen, a variant for competing players only.")
    if PURPLE not in boards and table.terms.purple_given == "assign-purple-first":
        return Breach("The Naturalist was chosen, and no player has the purple board.", instead="Purple for one.")
    out = tagged(table)
    if not is_known(out) or len(out) <= tags_in_all(table):
        return None
    says = f"{len(out)} Cresters are tagged, and there are {tags_in_all(table)} tags."
    return Breach(says, {"fact": "tagged", "tagged": len(out), "tags": tags_in_all(table)})


@chapter.rule(
    "WW-NAT-02",
    on=GiveOrder,
    says="The Naturalist gives the order Research Crester in place of Process Crester, and no other player gives it.",
    cite=BOTH,
)
def research_in_its_place(table: Table, event: GiveOrder) -> Breach | None:
    naturalist = researches(table, table.players[event.by])
    if event.order == "process" and naturalist:
        says = f"{event.by} is the Naturalist, and has a Crester processed."
        return Breach(says, instead=f"{event.by}: order {RESEARCH}")
    if event.order == RESEARCH and not naturalist:
        return Breach(f"{event.by} is not the Naturalist, and researches.", instead=f"{event.by}: order process")
    return None


def _in_question(table: Table, event: GiveOrder) -> Player | None:
    """Return the Naturalist, if research is ordered at sky. For port and for other players, other rules report it."""
    player = table.players[event.by]
    fits = event.order == RESEARCH and researches(table, player) and player.at != PORT
    return player if fits else None


@chapter.rule(
    "WW-NAT-03",
    on=GiveOrder,
    says="Research is ordered at sky, of a defeated Crester in the hold, and with a tag.",
    cite=BOTH,
    rulings=("WW-AMB-104",),
)
def something_to_tag(table: Table, event: GiveOrder) -> Breach | None:
    player = _in_question(table, event)
    if player is None:
        return None
    if not player.crester:
        return Breach(f"{event.by} has no Crester in the hold.")
    if table.terms.tags_out == "not-possible" and tags_left(table) <= 0:
        return Breach(f"All {tags_in_all(table)} tags are on Cresters already.", {"tags": tags_in_all(table)})
    return None


@chapter.rule(
    "WW-NAT-04",
    on=GiveOrder,
    says="The Crester is set on a space next to the ship where no ship and no other Crester is in its way; by the "
    "full edition not on drift.",
    cite=BOTH,
    rulings=("WW-AMB-032", "WW-AMB-105", "WW-AMB-145"),
    reads=("tiles", "planet"),
)
def beside_the_ship(table: Table, event: GiveOrder) -> Breach | None:
    player = _in_question(table, event)
    if player is None or not player.crester:
        return None
    if not event.what:
        # The log does not say where it was set.
        raise Undetermined
    spaces = releases(table, player)
    if event.what in spaces:
        return None
    says = f"{event.by}'s ship is on {player.at}, and the Crester is set on {event.what}."
    instead = f"{' or '.join(sorted(spaces))}." if spaces else "No space next to the ship is free: no research."
    return Breach(says, {"space": event.what, "ship": player.at}, instead)


chapter.upheld(
    "WW-NAT-05",
    says="Research brings as much gas as the ship has morale; what has no slot goes back to the stock.",
    cite=BOTH,
    by=researched,
    claims=(OfResearch.GAS,),
    rulings=("WW-AMB-065",),
    reads=("boards",),
)
chapter.upheld(
    "WW-NAT-06",
    says="Research brings no tooth, and the Crester does not go back to the stock.",
    cite=BOTH,
    by=researched,
    claims=(OfResearch.TOOTH,),
)
chapter.permission(
    "WW-NAT-07",
    says="Research may give a territory several Reds or Greys; a tagged one moves and fights like any other.",
    cite=BOTH,
    rulings=("WW-AMB-106", "WW-AMB-136"),
)
chapter.upheld(
    "WW-NAT-08",
    says="A tagged Crester that is beaten is tagged no more, and the tag goes back to the Naturalist; by the classic "
    "edition whoever takes it aboard takes the tag off.",
    cite=BOTH,
    by=tagged,
    claims=("tagged",),
    rulings=("WW-AMB-107", "WW-AMB-108"),
)


@chapter.rule(
    "WW-NAT-09",
    on=Loot,
    says="Teeth bring the Naturalist nothing: any tooth that comes into that hold goes to the stock.",
    cite=BOTH,
    claims=(OfResearch.TEETH_HELD,),
    rulings=("WW-AMB-084",),
)
def no_teeth_chosen(table: Table, event: Loot) -> Breach | None:
    if table.terms.naturalists_loot != "must-not-choose" or not researches(table, table.players[event.by]):
        return None
    tooth = next((item for item in event.items if item in TOOTH_OF.values()), "")
    return Breach(f"{event.by} is the Naturalist, and chooses a tooth.", {"item": tooth}) if tooth else None


chapter.upheld(
    "WW-NAT-10",
    says="A night that the Naturalist's ship comes through at sky brings, in addition to the usual 1, 3 notoriety for "
    "each tagged Red and 2 for each tagged Grey.",
    cite=BOTH,
    by=tag_bonus,
    claims=(OfResearch.TOO_LITTLE,),
    rulings=("WW-AMB-135",),
)
chapter.upheld(
    "WW-NAT-11",
    says="Only tags that are on the planet at that moment count, and none of a Crester in a hold.",
    cite=BOTH,
    by=tag_bonus,
    claims=(OfResearch.TOO_MUCH,),
    rulings=("WW-AMB-135",),
)
new_cresters.permission(
    "WW-SPWN-07",
    says="A tagged Grey does not count among those alive, of which there must be one fewer than there are players.",
    cite=FULL_NATURALIST,
    rulings=("WW-AMB-092",),
)

NATURALIST = Layer(
    "naturalist",
    Rank.VARIANT,
    "The purple player tags Cresters and sets them free.",
    chapters=(chapter, new_cresters),
    terms={"researching": True},
)
