"""Choosing cards: each player one, face down, and all revealed together."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    Commit,
    Reveal,
)
from engine.games.tailwinds.folds.choosing import not_as_chosen, pairs
from engine.games.tailwinds.reckoning import own_boats
from engine.games.tailwinds.sources import CHOOSING
from engine.games.tailwinds.state import Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Choosing cards")


@chapter.rule(
    "TW-CHOOSE-01",
    on=(Commit, Reveal),
    says="Everybody who has cards chooses exactly one at the start of a round.",
    cite=CHOOSING,
    where={Reveal: not_as_chosen},
    hangs_on=ANY_BOAT,
)
def one_choice(table: Table, event: Commit | Reveal) -> Breach | None:
    if isinstance(event, Reveal):
        idle = not_chosen(table, event)
        if not idle:
            return None
        chooses = "chooses" if len(idle) == 1 else "choose"
        says = f"The cards are turned up, and {' and '.join(idle)} {chooses} none."
        return Breach(says, {"seats": " ".join(idle)}, "Everybody with cards chooses one first.")
    if table.phase == "choosing" and table.players[event.by].card is not None:
        return Breach(f"{event.by} chooses a second card.", {"seat": event.by}, "One card a round.")
    return None


@chapter.rule(
    "TW-CHOOSE-02",
    on=Reveal,
    says="Cards are chosen face down, all before any is turned up, and turned up as chosen.",
    cite=CHOOSING,
    where={Reveal: not_as_chosen},
)
def as_chosen(table: Table, event: Reveal) -> Breach | None:
    for seat, card in pairs(table, event.cards).items():
        chosen = table.players[seat].card
        if chosen is None and seat not in table.acted:
            return Breach(f"{card} is turned up, and {seat} has not chosen.", {"seat": seat}, f"{seat} chooses first.")
        if chosen is None and is_known(card):
            says = f"{card} is turned up, and {seat} has had this round's turn."
            return Breach(says, {"seat": seat, "revealed": card}, "Nothing more of that seat.")
        if is_known(chosen) and is_known(card) and chosen != card:
            facts: dict[str, int | str] = {"seat": seat, "chosen": chosen, "revealed": card}
            return Breach(f"{seat} chose {chosen} and turns up {card}.", facts, f"{chosen} is turned up.")
    return None


@chapter.rule(
    "TW-CHOOSE-03",
    on=Reveal,
    says="All chosen cards are turned up together.",
    cite=CHOOSING,
    where={Reveal: not_as_chosen},
)
def all_together(table: Table, event: Reveal) -> Breach | None:
    if table.phase != "choosing":
        return None
    shown = pairs(table, event.cards)
    hidden = [s for s, p in table.players.items() if p.card is not None and s not in shown]
    if not hidden:
        return None
    keeps = "keeps a card" if len(hidden) == 1 else "keep their cards"
    says = f"{' and '.join(hidden)} {keeps} face down while others are turned up."
    return Breach(says, {"seats": " ".join(hidden)}, "All at once.")


def not_chosen(table: Table, event: Reveal) -> list[str]:
    """Players who have cards and boats, but chose nothing before this reveal."""
    if table.phase != "choosing":
        return []
    shown = pairs(table, event.cards)
    return [
        s for s, p in table.players.items() if p.card is None and p.size > 0 and s not in shown and own_boats(table, s)
    ]
