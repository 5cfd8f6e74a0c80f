"""The case of a wrong claim about facts that supply cards determine."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.events import FlyFlag, SpendHits
from engine.games.windward.reckoning import cards_held
from engine.games.windward.rules.claims.order import more
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING
from engine.kernel.unknown import is_known

HARPOON = "harpoon"


class OfCards(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    GONE = "fewer cards than nothing has taken"
    FLAGGED = "where the attacker is after a False Flag"
    HARPOONED = "hits after a Harpoon"


def _cards(_: Table, player: Player, claim: Claim) -> OfCards | None:
    return OfCards.GONE if more(claim, cards_held(player)) < 0 else None


def _hand(_: Table, player: Player, claim: Claim) -> OfCards | None:
    listed = [card for card in str(claim.value).split() if card != NOTHING]
    return OfCards.GONE if len(listed) < cards_held(player) else None


def _place(table: Table, player: Player, _: Claim) -> OfCards | None:
    turn = table.turn
    flagged = isinstance(table.last, FlyFlag) and turn is not None and is_known(turn.seat) and turn.seat == player.seat
    return OfCards.FLAGGED if flagged else None


def _hits(table: Table, _: Claim) -> OfCards | None:
    last = table.last
    return OfCards.HARPOONED if isinstance(last, SpendHits) and HARPOON in last.cards else None


SEAT = {"cards": _cards, "hand": _hand, "place": _place}
TABLE = {"hits.attack": _hits, "hits.defend": _hits}
