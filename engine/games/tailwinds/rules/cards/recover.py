"""Recover: the card that brings the others back."""

from __future__ import annotations

from engine.games.tailwinds.events import Commit, Replace, Reveal
from engine.games.tailwinds.folds.choosing import not_as_chosen
from engine.games.tailwinds.folds.turns import laid_aside, played_come_back, recover_removed, turn_done
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.rules.rounds.chosen_cards import now_known
from engine.games.tailwinds.sources import CHOOSING, faq
from engine.games.tailwinds.state import Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Recover")


@chapter.rule(
    "TW-RECOVER-01",
    reads=("decks",),
    on=Start,
    says="Each deck has exactly one Recover card.",
    cite=(CHOOSING, faq("Recover")),
    claims=(Wrong.REMOVED_WITH_RECOVER,),
)
def one_in_a_deck(table: Table, _: Start) -> Breach | None:
    """A pack with none or two is refused when it is loaded. A declared position or a claim can still say so."""
    for seat, player in table.players.items():
        gone = [c for c in player.removed if is_known(c)]
        if len(gone) > 1 or any(not table.content.card(c).recover for c in gone):
            says = f"The position says that {' and '.join(gone)} left the game as {seat}'s Recover."
            return Breach(
                says,
                {"seat": seat, "fact": f"{seat}.removed"},
                "Only the one card with the Recover symbol leaves the game.",
            )
    return None


@chapter.rule(
    "TW-RECOVER-02",
    reads=("decks",),
    on=(Commit, Replace, Reveal),
    says="Recover is resolved once in a game.",
    cite=faq("Recover"),
    where={Reveal: not_as_chosen},
    narrows=("TW-CHOOSE-04",),
)
def once_a_game(table: Table, event: Commit | Replace | Reveal) -> Breach | None:
    """A revealed card is judged only if it was not known when it was chosen."""
    if not isinstance(event, Reveal):
        return _again(table, event.by, event.card)
    return next(filter(None, (_again(table, seat, card) for seat, card in now_known(table, event))), None)


def _again(table: Table, seat: str, card: str) -> Breach | None:
    if not is_known(card) or not table.content.card(card).recover or not table.players[seat].recovered:
        return None
    return Breach(f"{seat} has used Recover before.", {"seat": seat, "card": card}, "A card from the hand.")


chapter.upheld(
    "TW-RECOVER-03",
    says="First the boats move, then the cards come back, then Recover goes.",
    cite=CHOOSING,
    by=turn_done,
    claims=(Wrong.NOT_YET_RECOVERED,),
)
chapter.upheld(
    "TW-RECOVER-04",
    says="All cards played so far come back, not a choice of them.",
    cite=(CHOOSING, faq("Recover")),
    by=played_come_back,
    claims=(Wrong.LEFT_OUT,),
)
chapter.upheld(
    "TW-RECOVER-05",
    says="The Recover card itself leaves the game.",
    cite=(CHOOSING, faq("Recover")),
    by=recover_removed,
    claims=(Wrong.RECOVER_ITSELF,),
)
chapter.upheld(
    "TW-RECOVER-06",
    says="Nothing but Recover brings played cards back.",
    cite=(CHOOSING, faq("Recover")),
    by=laid_aside,
    claims=(Wrong.PLAYED_BEFORE,),
)
