"""Which rule of set-up, turns and voyages settles a wrong claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.folds.turns import RELIEF
from engine.games.north_wind.reckoning import has_crew, mine, voyage_limit
from engine.games.north_wind.rules.turns import INCOMES
from engine.games.north_wind.state import Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import known


def _before_sailing(table: Table) -> bool:
    """Say whether nothing can have changed since set-up."""
    if table.header.position:
        return False
    return table.phase == "set-up" or (table.phase == "income" and table.turns == 0 and table.turn is not None)


# Facts of one player


def at_first(rule: str) -> Callable[[Table, Player, Claim], str]:
    """Tell of a fact that is as set-up left it until the first ship sails."""

    def tell(table: Table, _: Player, __: Claim) -> str:
        return rule if _before_sailing(table) else ""

    return tell


def gold(table: Table, player: Player, claim: Claim) -> str:
    """Tell of gold: as dealt, or as the income for the poor has changed it, or has not."""
    turn = table.turn
    if _before_sailing(table):
        return "NW-SETUP-05"
    if turn is None or not mine(turn, player.seat) or not isinstance(claim.value, int):
        return ""
    more = claim.value - player.gold
    if turn.relieved and more == -RELIEF:
        return "NW-INCOME-02"
    if turn.last in {"", "income", "sail"}:
        return _income(turn.income, player, more)
    paid = turn.last in {"buy", "exchange", "equip", "task", "pay"} and turn.last_by == player.seat
    return "NW-INCOME-04" if paid and player.gold == 0 and more in INCOMES else ""


def _income(taken: int, player: Player, more: int) -> str:
    """Which rule an income breaks that was so much more, or less, than it should be."""
    if taken > 1:
        return "NW-INCOME-04" if more < 0 else ""
    if not taken:
        return "" if more not in INCOMES else "NW-INCOME-03" if player.gold else "NW-INCOME-01"
    due = RELIEF if has_crew(player, "treasurer") else 1
    return "NW-INCOME-02" if due + more in INCOMES else "NW-INCOME-01" if due + more == 0 else ""


SEAT: Mapping[str, Callable[[Table, Player, Claim], str]] = {
    "gold": gold,
    "letters": at_first("NW-SETUP-05"),
    "tokens": at_first("NW-SETUP-06"),
    "cannons": at_first("NW-SETUP-07"),
    "sail": at_first("NW-SETUP-08"),
    **{fact: at_first("NW-SETUP-09") for fact in ("hold", *COMMODITIES, "brig", "crew", "crew.aboard")},
}


# Facts of the table


def turn(table: Table, _: Claim) -> str:
    """Tell of whose turn it is."""
    return "NW-SETUP-10" if _before_sailing(table) else "NW-TURN-03"


def first(_: Table, __: Claim) -> str:
    """Tell of who had the first turn."""
    return "NW-SETUP-10"


def stack(table: Table, _: Claim) -> str:
    """Tell of the stack that was chosen."""
    return "NW-VOYAGE-01" if table.turn is not None and table.turn.stack != "" else ""


def revealed(table: Table, claim: Claim) -> str:
    """Tell of how many tiles count for the range."""
    voyage = table.turn
    if voyage is None or not isinstance(claim.value, int):
        return ""
    more = claim.value - len(voyage.row)
    if 0 < more <= voyage.put_under:
        return "NW-VOYAGE-09"
    idle = sum(not drawn.uses for drawn in voyage.row)
    return "NW-VOYAGE-08" if 0 < -more <= idle else "NW-VOYAGE-03"


def row(table: Table, claim: Claim) -> str:
    """Tell of the tiles in the row."""
    if table.turn is None or not all(known(drawn.tile) for drawn in table.turn.row):
        return ""
    told = [] if claim.value == "none" else str(claim.value).split()
    lying = [drawn.tile for drawn in table.turn.row]
    used = [drawn.tile for drawn in table.turn.row if drawn.uses]
    dropped = len(told) < len(lying) and set(used) <= set(told) <= set(lying)
    return "NW-VOYAGE-08" if dropped else "NW-VOYAGE-03"


def range_(table: Table, claim: Claim) -> str:
    """Tell of how far the voyage goes; a level that an opponent bought by letter is for others to tell of."""
    voyage = table.turn
    if voyage is None or not isinstance(claim.value, int):
        return ""
    more = claim.value - voyage_limit(table, voyage)
    if 0 < -more <= voyage.sails_bought:
        return "NW-VOYAGE-05"
    return "" if 0 < more <= voyage.sails_by_letter else "NW-VOYAGE-05" if more > 0 else "NW-VOYAGE-04"


def ended(table: Table, claim: Claim) -> str:
    """Tell of how the voyage ended, or that it did."""
    named = {"actions": "NW-VOYAGE-13", "defeat": "NW-VOYAGE-14"}
    really = table.turn.reason if table.turn is not None else ""
    return named.get(really) or named.get(str(claim.value), "NW-VOYAGE-12")


def contents(table: Table, _: Claim) -> str:
    """Tell of the tiles known to lie in a stack."""
    return "NW-SETUP-02" if _before_sailing(table) else "NW-VOYAGE-18"


TABLE: Mapping[str, Callable[[Table, Claim], str]] = {
    "turn": turn,
    "first": first,
    "stack": stack,
    "revealed": revealed,
    "row": row,
    "range": range_,
    "ended": ended,
    "contents": contents,
}
