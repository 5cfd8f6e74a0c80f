"""The Rainbow market: three cards face up, filled from the pile."""

from __future__ import annotations

from engine.games.tailwinds.content.pieces import RAINBOW_CARDS
from engine.games.tailwinds.events import Refill, RevealMarket, ShuffleRainbow, TakeRainbow
from engine.games.tailwinds.folds.rainbow import refilled
from engine.games.tailwinds.reckoning import taken_copies
from engine.games.tailwinds.sources import COMPONENTS, LOG, RAINBOW, SETUP_3
from engine.games.tailwinds.state import Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, is_known

chapter = Chapter("The Rainbow market")

chapter.upheld(
    "TW-MARKET-02",
    says="The market shows three cards while the pile lasts.",
    cite=(SETUP_3, RAINBOW),
    by=refilled,
    phases=("choosing",),
    claims=("market", "pile"),
)


@chapter.rule(
    "TW-MARKET-01",
    on=Refill,
    says="A gap in the market is filled at once, from the pile, where it is.",
    cite=RAINBOW,
    rulings=("TW-AMB-26",),
)
def fills_the_gap(table: Table, event: Refill) -> Breach | None:
    gap = table.gap if table.awaited < 0 else table.awaited
    if gap < 0:
        says = f"{event.card} is laid into a market that has no gap."
        return Breach(says, {"card": event.card}, "No refill.", _not_taken(table))
    due = gap + 1
    if event.slot and event.slot != due:
        facts: dict[str, int | str] = {"slot": event.slot, "due": due}
        return Breach(f"{event.card} is laid into slot {event.slot}, and the gap is slot {due}.", facts, f"Slot {due}.")
    if table.awaited >= 0 or table.pile or (table.discard and table.terms.pile_empty == "reshuffle-discard"):
        return None
    return Breach(f"{event.card} comes from a pile that is empty.", {"cards": RAINBOW_CARDS}, "The gap stays.")


def _not_taken(table: Table) -> TakeRainbow | None:
    """Name the missing line that would have left a gap."""
    return TakeRainbow(table.turn.seat, UNKNOWN) if table.turn is not None and not table.turn.taken else None


@chapter.rule(
    "TW-MARKET-03",
    reads=("rainbow",),
    on=(RevealMarket, Refill),
    says="A Rainbow card is in one place at a time.",
    cite=RAINBOW,
)
def not_more_than_there_are(table: Table, event: RevealMarket | Refill) -> Breach | None:
    cards = event.cards if isinstance(event, RevealMarket) else (event.card,)
    for card in dict.fromkeys(c for c in cards if is_known(c)):
        seen = sum(is_known(c) and c == card for c in cards) + taken_copies(table, card)
        copies = table.content.rainbow_card(card).copies
        if seen > copies:
            facts: dict[str, int | str] = {"card": card, "copies": copies, "seen": seen}
            says = f"{card} is turned up, and that makes {seen} of them in sight."
            return Breach(says, facts, f"Another card: there are {copies} of {card}.")
    return None


@chapter.rule(
    "TW-LOG-03",
    on=ShuffleRainbow,
    says="Cards and boats are neither lost nor made.",
    cite=(COMPONENTS, LOG),
    rulings=("TW-AMB-26",),
)
def from_somewhere(table: Table, _: ShuffleRainbow) -> Breach | None:
    if table.market and table.terms.pile_empty == "market-shrinks":
        return Breach("The discards are shuffled into a new pile.", {"pile": table.pile}, "Gaps stay open.")
    if not table.market or not table.pile or table.owed:
        return None
    return Breach("The discards are shuffled while a pile is left.", {"pile": table.pile}, "No shuffle.")
