"""The record itself: what it states in addition to the moves must agree with them."""

from __future__ import annotations

from engine.games.tailwinds.events import Done, Unseal
from engine.games.tailwinds.facts import reckoners
from engine.games.tailwinds.rulings import ENDING
from engine.games.tailwinds.sources import LOG
from engine.games.tailwinds.state import Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.rules import EVERYTHING_ELSE, Breach, Chapter
from engine.kernel.seals import can_open

chapter = Chapter("The record")

chapter.upheld(
    "TW-LOG-02",
    says="What the table claims is what follows from the record.",
    cite=LOG,
    by=reckoners,
    claims=(EVERYTHING_ELSE,),
    rulings=ENDING,
)


@chapter.rule(
    "TW-LOG-05",
    on=Done,
    out_of_turn=True,
    says="Each turn begins once and ends once.",
    cite=LOG,
    narrows=("TW-ROUND-04",),
    rulings=("TW-AMB-19",),
    hangs_on=ANY_BOAT,
)
def ended_once(table: Table, event: Done) -> Breach | None:
    if event.by not in table.acted:
        return None
    return Breach(f"{event.by}'s turn is ended a second time.", {"seat": event.by}, "Once.")


@chapter.rule("TW-LOG-04", on=Unseal, says="A card turned up matches the seal it was committed under.", cite=LOG)
def seal_fits(table: Table, event: Unseal) -> Breach | None:
    """The player may publish the salt at once or after the turn, until the next card is chosen."""
    player = table.players[event.by]
    if not player.seal:
        return Breach(f"{event.by} publishes a salt, and committed no seal.", {"seat": event.by})
    card = player.resolved if player.card is None else player.card
    if can_open(event.salt, [(player.seal, card)]):
        return None
    says = f"{card} and this salt do not give the seal that {event.by} committed."
    return Breach(says, {"seat": event.by, "card": card}, "The card and the salt that were sealed.")
