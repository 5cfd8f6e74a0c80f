"""Determines the case of a wrong claim about a fact that several rules share."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from engine.games.winds_of_plunder.rules.claims import card, mark, port, score, turn, vote
from engine.games.winds_of_plunder.state import Player, Table
from engine.kernel.events import Claim

# Determines the case; None passes the claim to the next function.
OfTable = Callable[[Table, Claim], Enum | None]
OfSeat = Callable[[Table, Player, Claim], Enum | None]

# Facts of the table, by name; families of facts (tile.jamaica, marker.crew) by the part before the dot.
TABLE_FACTS: dict[str, tuple[OfTable, ...]] = {
    "round": (vote.number,),
    "acted": (turn.acted,),
    "left": (turn.left,),
    "wind": (turn.wind, vote.wind),
    "action.deck": (card.action_deck,),
    "discard": (card.discard,),
    "blackbeard": (vote.blackbeard,),
    "treasure.deck": (vote.deck, card.treasure_deck),
    "bar": (vote.laid, port.bar),
    "tile": (vote.laid, port.tile),
    "marker": (vote.marker, port.marker),
    "area": (mark.area,),
    "ending": (score.ending,),
    "winner": (score.winner,),
    "tiebreak": (score.tie_break,),
}
# Facts of one player; the first function that returns a case decides.
SEAT_FACTS: dict[str, tuple[OfSeat, ...]] = {
    "compass": (vote.compass,),
    "port": (vote.at_first, turn.port),
    "vp": (vote.at_first, turn.played_on, port.points, score.score),
    **dict.fromkeys(("weapons", "crew", "provisions"), (vote.at_first, turn.played_on, port.items)),
    "actions": (vote.at_first, card.hand_size),
    "hand": (vote.at_first, card.hand),
    "treasures": (vote.at_first, card.treasures),
    "treasure": (vote.at_first, card.treasure),
    "marks": (vote.marks, port.marks, mark.marks),
    **dict.fromkeys(("wind", "reserve"), (turn.cubes, vote.cubes, mark.cubes)),
    "booty": (vote.at_first,),
    "bonus": (score.bonus,),
    **{f"bonus.{name}": (score.bonus_of_a_kind,) for name in score.BONUSES},
}


def wrong(table: Table, claim: Claim, _reckoned: object) -> Enum | None:
    """Return the case, if the fact alone does not determine the broken rule."""
    first, _, what = claim.fact.partition(".")
    if first in table.players and what:
        player = table.players[first]
        cases = (tell(table, player, claim) for tell in SEAT_FACTS.get(what, ()))
    else:
        cases = (tell(table, claim) for tell in TABLE_FACTS.get(claim.fact) or TABLE_FACTS.get(first, ()))
    return next((case for case in cases if case is not None), None)
