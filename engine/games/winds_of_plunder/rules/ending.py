"""The end of the game: bonuses, the winner, and how a tie is broken."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.winds_of_plunder.rules.record import OF_MARKS, OF_POINTS
from engine.games.winds_of_plunder.sources import BOARD, DURATION, END_BONUSES, OVERVIEW, TIE_BREAKERS
from engine.games.winds_of_plunder.state import Player, Table
from engine.kernel.events import Claim
from engine.kernel.rules import Chapter

chapter, ties = Chapter("The end of the game"), Chapter("Breaking a tie")
BONUSES = ("WP-AMB-23", "WP-AMB-31")
HOLDER = ("WP-AMB-24", "WP-AMB-25", "WP-AMB-35")
BY_MARKERS = ("WP-AMB-29", "WP-AMB-30", *HOLDER)

chapter.by_flow(
    "WP-END-01", says="The final bonuses are scored once, after the ninth round.", cite=(DURATION, END_BONUSES)
)
chapter.by_flow(
    "WP-END-02",
    says="At the end every full 3 Wind cubes score 1 VP; the reserve does not count.",
    cite=END_BONUSES,
    rulings=("WP-AMB-23",),
    reads=("end",),
)
chapter.by_flow(
    "WP-END-03",
    says="At the end every full 3 Weapons score 1 VP.",
    cite=(END_BONUSES, BOARD),
    rulings=("WP-AMB-01", "WP-AMB-23"),
    reads=("end",),
)
chapter.by_flow(
    "WP-END-04",
    says="At the end every full 2 Crew score 1 VP.",
    cite=(END_BONUSES, BOARD),
    rulings=("WP-AMB-01", "WP-AMB-23"),
    reads=("end",),
)
chapter.by_flow(
    "WP-END-05",
    says="At the end every Provision scores 1 VP.",
    cite=(END_BONUSES, BOARD),
    rulings=("WP-AMB-01", "WP-AMB-23"),
    reads=("end",),
)
chapter.by_flow(
    "WP-END-06",
    says="At the end every advantage marker scores 2 VP for its holder.",
    cite=(END_BONUSES, BOARD),
    rulings=(*BONUSES, *HOLDER),
    reads=("end",),
)
chapter.by_flow(
    "WP-END-07",
    says="Each kind of final bonus is rounded down by itself; what is left over is not put together.",
    cite=END_BONUSES,
    rulings=(*BONUSES, *HOLDER),
    reads=("end",),
)
chapter.by_flow(
    "WP-END-08",
    says="The player with the most VP wins.",
    cite=OVERVIEW,
    # Whatever has changed a score on the way can change who wins.
    rulings=(*BONUSES, *OF_POINTS, *OF_MARKS),
)
chapter.by_flow("WP-END-09", says="After the end nothing more is played.", cite=DURATION)

ties.by_flow("WP-TIE-01", says="A tie is won by whoever holds Blackbeard's tile.", cite=TIE_BREAKERS, rulings=BONUSES)
ties.by_flow(
    "WP-TIE-02",
    says="If none of those tied holds Blackbeard's tile, the one with most advantage markers wins.",
    cite=TIE_BREAKERS,
    rulings=BY_MARKERS,
)
ties.by_flow(
    "WP-TIE-03",
    says="If they are level in markers, the one with the Most Weapons marker wins.",
    cite=TIE_BREAKERS,
    rulings=BY_MARKERS,
)
ties.by_flow(
    "WP-TIE-04",
    says="If none of them has the Most Weapons marker, the one with the Largest Crew marker wins.",
    cite=TIE_BREAKERS,
    rulings=BY_MARKERS,
)
ties.by_flow(
    "WP-TIE-05",
    says="If none of them has the Largest Crew marker, the one with most unused Action cards wins.",
    cite=TIE_BREAKERS,
    rulings=("WP-AMB-29", "WP-AMB-30"),
)
ties.by_flow(
    "WP-TIE-06",
    says="In a tournament, and only there, what comes last is who sits next clockwise from Blackbeard's tile.",
    cite=TIE_BREAKERS,
    rulings=("WP-AMB-40",),
)
ties.by_flow(
    "WP-TIE-07",
    says="Outside a tournament, those whom nothing tells apart share the victory.",
    cite=TIE_BREAKERS,
    rulings=("WP-AMB-30", "WP-AMB-40"),
)

# The rule of each kind of bonus, and of each tie-break.
CATEGORY_RULES = {
    "wind": "WP-END-02",
    "weapons": "WP-END-03",
    "crew": "WP-END-04",
    "provisions": "WP-END-05",
    "markers": "WP-END-06",
}
TIE_RULES = {
    "blackbeard": "WP-TIE-01",
    "markers": "WP-TIE-02",
    "weapons-marker": "WP-TIE-03",
    "crew-marker": "WP-TIE-04",
    "action-cards": "WP-TIE-05",
    "seating": "WP-TIE-06",
}
TOO_SOON = "WP-ROUND-01"


# What a wrong claim about bonuses, scores and the winner breaks


def category_claimed(name: str) -> Callable[[Table, Player, Claim], str]:
    """Judge a claim about one kind of bonus."""
    return lambda table, _, __: CATEGORY_RULES[name] if table.ending else "WP-END-01"


def bonus_claimed(table: Table, player: Player, claim: Claim) -> str:
    """Judge a claim about all bonuses of a player together."""
    if not table.ending or not isinstance(claim.value, int):
        return "WP-END-01"
    return score_claimed(table, player, claim.value - sum(player.bonus.values()))


def score_claimed(table: Table, player: Player, off: int) -> str:
    """Judge how far off the bonuses are: all, one kind, Treasure cards counted, or leftovers put together."""
    total = sum(player.bonus.values())
    if off in {-total, total}:
        return "WP-END-01"
    for name, rule in CATEGORY_RULES.items():
        if player.bonus[name] and player.bonus[name] == -off:
            return rule
    if off > 0 and off == unplayed(table, player):
        return "WP-TREAS-07"
    return "WP-END-07"


def unplayed(table: Table, player: Player) -> int:
    """What the Treasure cards in hand would have scored if they had been played."""
    values = table.content.booty_values
    return sum(values[player.booty : player.booty + len(player.treasures)])


def winner_claimed(table: Table, claim: Claim) -> str:
    """Judge who is called the winner: too soon, with too few points, or of those tied by the wrong tie-break."""
    if not table.ending:
        return TOO_SOON
    best = _best(table)
    if len(best) == 1 or not set(str(claim.value).split()) <= set(best):
        return "WP-END-08"
    return TIE_RULES.get(table.tie_break, "WP-TIE-07")


def tie_break_claimed(table: Table, claim: Claim) -> str:
    """Judge by what the tie is said to have been broken."""
    if not table.ending:
        return TOO_SOON
    if table.tie_break:
        return TIE_RULES[table.tie_break]
    return TIE_RULES.get(str(claim.value), "WP-TIE-07") if len(_best(table)) > 1 else "WP-END-08"


def _best(table: Table) -> list[str]:
    most = max(player.vp for player in table.players.values())
    return [seat for seat, player in table.players.items() if player.vp == most]
