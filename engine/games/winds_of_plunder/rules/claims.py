"""Which rule settles a fact that the table claims wrongly."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.winds_of_plunder.rules import ending, last_act, reputation, treasure
from engine.games.winds_of_plunder.rules import port_claims as port
from engine.games.winds_of_plunder.rules import vote_claims as vote
from engine.games.winds_of_plunder.state import Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import Undetermined, known

ANY = "WP-LOG-03"
# Where no teller knows a rule: what the record says of cubes, pieces and points must add up.
LEDGER = {
    **dict.fromkeys(("wind", "reserve"), "WP-LOG-01"),
    **dict.fromkeys(("tile", "bar", "treasure.deck", "action.deck", "discard"), "WP-LOG-02"),
    **dict.fromkeys(("hand", "actions", "treasure", "treasures"), "WP-LOG-02"),
    "vp": "WP-LOG-05",
}
# How to tell which rule settles a fact here; "" where this teller cannot say, and the next one is asked.
OfTable = Callable[[Table, Claim], str]
OfSeat = Callable[[Table, Player, Claim], str]


def blame(table: Table, claim: Claim, reckoned: object) -> str:
    """Name the special rule that the claim gets wrong, and the general one where there is none."""
    if reckoned is None or not known(reckoned):
        return ANY
    first, _, what = claim.fact.partition(".")
    try:
        if first in table.players and what:
            player = table.players[first]
            told = (tell(table, player, claim) for tell in SEAT_FACTS.get(what, ()))
            last = LEDGER.get(what, ANY)
        else:
            tellers = TABLE_FACTS.get(claim.fact) or TABLE_FACTS.get(first, ())
            told = (tell(table, claim) for tell in tellers)
            last = LEDGER.get(claim.fact) or LEDGER.get(first, ANY)
        return next((rule for rule in told if rule), last)
    except Undetermined:
        return ANY


# Facts of the table, by name; a family of facts (tile.jamaica, marker.crew) by what stands before the dot.
TABLE_FACTS: dict[str, tuple[OfTable, ...]] = {
    "round": (vote.number,),
    "acted": (
        last_act.acted,
        vote.always("WP-ROUND-03"),
    ),
    "turn": (vote.always("WP-ROUND-04"),),
    "left": (last_act.left,),
    "sailed": (last_act.sailed,),
    "wind": (last_act.wind, vote.wind),
    "action.deck": (last_act.action_deck,),
    "discard": (last_act.discard,),
    "blackbeard": (vote.blackbeard,),
    "first": (vote.always("WP-BB-02"),),
    "treasure.deck": (vote.decks, last_act.treasure_deck),
    "bar": (vote.laid, port.bar),
    "tile": (vote.laid, port.tile),
    "marker": (vote.marker, port.marker),
    "area": (reputation.area_claimed,),
    "ending": (vote.ending,),
    "winner": (ending.winner_claimed,),
    "tiebreak": (ending.tie_break_claimed,),
}

# What the points of a turn were for (`Player.scored`), and the rule that settles them; some are for a teller to say.
SCORED: dict[str, str] = {
    "tile": "WP-PORT-04",
    "provisions": "WP-PORT-05",
    "boarding": "WP-BOARD-07",
    "treasure": "WP-TREAS-04",
}


def _score(table: Table, player: Player, claim: Claim) -> str:
    """Tell of `vp` by what was scored: points left out are told by their number, else the last ones went wrong."""
    if not isinstance(claim.value, int):
        return ""
    off = claim.value - player.vp
    if table.ending:
        return ending.score_claimed(table, player, off)
    if off > 0 and player.scored[-1:] == [("treasure", 0)]:
        return "WP-TREAS-04"
    if reputation.unearned(table, player, off):
        return "WP-REP-08"
    scored = [(source, points) for source, points in player.scored if points]
    left_out = [source for source, points in scored if points == -off]
    for source in (*left_out[-1:], *(source for source, _ in scored[-1:])):
        return SCORED.get(source) or (reputation.bonus_claimed(table, player, off) if source == "reputation" else "")
    return ""


# Facts of one player; the first teller that knows a rule is believed.
SEAT_FACTS: dict[str, tuple[OfSeat, ...]] = {
    "compass": (vote.compass,),
    "bid": (vote.bid,),
    "port": (vote.at_first("WP-SETUP-06"), last_act.port),
    "vp": (vote.at_first("WP-SETUP-04"), last_act.played_on, port.points, _score),
    "weapons": (vote.at_first("WP-SETUP-03"), last_act.played_on, port.items),
    "crew": (vote.at_first("WP-SETUP-03"), last_act.played_on, port.items),
    "provisions": (vote.at_first("WP-SETUP-03"), last_act.played_on, port.items),
    "actions": (vote.at_first("WP-SETUP-08"), last_act.hand_size),
    "hand": (vote.at_first("WP-SETUP-08"), last_act.hand),
    "treasures": (vote.at_first("WP-SETUP-07"), port.treasures, treasure.number_claimed),
    "treasure": (vote.at_first("WP-SETUP-07"), treasure.cards_claimed),
    "marks": (vote.marks, port.marks, reputation.marks_claimed),
    "wind": (last_act.cubes, vote.cubes, reputation.cubes_claimed),
    "reserve": (last_act.cubes, vote.cubes, reputation.cubes_claimed),
    "booty": (vote.at_first("WP-SETUP-03"), lambda _, __, ___: "WP-TREAS-03"),
    "bonus": (ending.bonus_claimed,),
    **{f"bonus.{name}": (ending.category_claimed(name),) for name in ending.CATEGORY_RULES},
}
