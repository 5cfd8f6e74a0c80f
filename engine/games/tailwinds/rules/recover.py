"""Recover: the card that brings the others back."""

from __future__ import annotations

from engine.games.tailwinds.events import Commit, Replace
from engine.games.tailwinds.sources import CHOOSING, faq
from engine.games.tailwinds.state import Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import known

chapter = Chapter("Recover")


@chapter.rule(
    "TW-RECOVER-01", on=Start, says="Each deck has exactly one Recover card.", cite=(CHOOSING, faq("Recover"))
)
def one_in_a_deck(table: Table, _: Start) -> Breach | None:
    """A pack with none or two is refused when it is read; a declared position can still say so."""
    for seat, player in table.players.items():
        gone = [c for c in player.removed if known(c)]
        if len(gone) > 1 or any(not table.content.card(c).recover for c in gone):
            return Breach(
                f"{seat}'s removed cards are {', '.join(gone)}.", {"seat": seat}, "Only the one Recover card."
            )
    return None


@chapter.rule(
    "TW-RECOVER-02",
    on=(Commit, Replace),
    says="Recover is resolved once in a game.",
    cite=faq("Recover"),
    narrows=("TW-CHOOSE-04",),
)
def once_a_game(table: Table, event: Commit | Replace) -> Breach | None:
    player = table.players[event.by]
    if not known(event.card) or not player.recovered or not table.content.card(event.card).recover:
        return None
    return Breach(f"{event.by} has used Recover before.", {"card": event.card})


chapter.by_flow(
    "TW-RECOVER-03", says="First the boats move, then the cards come back, then Recover goes.", cite=CHOOSING
)
chapter.by_flow(
    "TW-RECOVER-04", says="All cards played so far come back, not a choice of them.", cite=(CHOOSING, faq("Recover"))
)
chapter.by_flow("TW-RECOVER-05", says="The Recover card itself leaves the game.", cite=(CHOOSING, faq("Recover")))
chapter.by_flow("TW-RECOVER-06", says="Nothing but Recover brings played cards back.", cite=(CHOOSING, faq("Recover")))
