"""The case of a wrong claim about set-up, turns and voyages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.reckoning import RELIEF, has_crew, mine, voyage_limit
from engine.games.north_wind.rules.turns import INCOMES
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.state import Player, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.unknown import is_known


def _before_sailing(table: Table) -> bool:
    """Return whether nothing can have changed since set-up."""
    if table.header.position:
        return False
    return table.phase == "set-up" or (table.phase == "income" and table.turns == 0 and table.turn is not None)


# Facts of one player


def at_first(about: Wrong) -> Callable[[Table, Player, Claim], Wrong | None]:
    """Make a function that judges a fact that stays as in set-up until the first ship sails."""

    def tell(table: Table, _: Player, __: Claim) -> Wrong | None:
        return about if _before_sailing(table) else None

    return tell


def gold(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge gold: as dealt, or as the income for the poor has or has not changed it."""
    turn = table.turn
    if _before_sailing(table):
        return Wrong.DEALT_AT_FIRST
    if turn is None or not mine(turn, player.seat) or not isinstance(claim.value, int):
        return None
    more = claim.value - player.gold
    if turn.relieved and more == -RELIEF:
        return Wrong.TREASURER_FORGOTTEN
    if turn.last in {"", "income", "sail"}:
        return _income(turn.income, player, more)
    paid = turn.last in {"buy", "exchange", "equip", "task", "pay"} and turn.last_by == player.seat
    return Wrong.INCOME_OUT_OF_TIME if paid and player.gold == 0 and more in INCOMES else None


def _income(taken: int, player: Player, more: int) -> Wrong | None:
    """Judge an income that differs by `more` from what it should be."""
    if taken > 1:
        return Wrong.INCOME_OUT_OF_TIME if more < 0 else None
    if not taken:
        return None if more not in INCOMES else Wrong.INCOME_OF_THE_RICH if player.gold else Wrong.INCOME_UNTAKEN
    due = RELIEF if has_crew(player, "treasurer") else 1
    return Wrong.TREASURER_FORGOTTEN if due + more in INCOMES else Wrong.INCOME_UNTAKEN if due + more == 0 else None


SEAT: Mapping[str, Callable[[Table, Player, Claim], Wrong | None]] = {
    "gold": gold,
    "letters": at_first(Wrong.DEALT_AT_FIRST),
    "tokens": at_first(Wrong.TOKENS_AT_FIRST),
    "cannons": at_first(Wrong.CANNONS_AT_FIRST),
    "sail": at_first(Wrong.SAIL_AT_FIRST),
    **{fact: at_first(Wrong.ABOARD_AT_FIRST) for fact in ("hold", *COMMODITIES, "brig", "crew", "crew.aboard")},
}


# Facts of the table


def turn(table: Table, _: Claim) -> Wrong | None:
    """Judge whose turn it is."""
    return Wrong.FIRST_TURN if _before_sailing(table) else None


def stack(table: Table, _: Claim) -> Wrong | None:
    """Judge the chosen stack."""
    return Wrong.OTHER_STACK if table.turn is not None and table.turn.stack != "" else None


def revealed(table: Table, claim: Claim) -> Wrong | None:
    """Judge how many tiles count for the range."""
    voyage = table.turn
    if voyage is None or not isinstance(claim.value, int):
        return None
    return misnumbered(voyage, claim.value - len(voyage.row))


def misnumbered(turn: Turn, more: int) -> Wrong:
    """Judge a wrong number of tiles: which were counted that do not count, or were not counted."""
    if 0 < more <= turn.put_under:
        return Wrong.TILE_UNDER_COUNTED
    idle = sum(not drawn.uses for drawn in turn.row)
    return Wrong.TILE_NOT_COUNTED if 0 < -more <= idle else Wrong.ROW_MISTAKEN


def row(table: Table, claim: Claim) -> Wrong | None:
    """Judge the tiles in the row."""
    if table.turn is None or not all(is_known(drawn.tile) for drawn in table.turn.row):
        return None
    claimed = [] if claim.value == "none" else str(claim.value).split()
    lying = [drawn.tile for drawn in table.turn.row]
    used = [drawn.tile for drawn in table.turn.row if drawn.uses]
    dropped = len(claimed) < len(lying) and set(used) <= set(claimed) <= set(lying)
    return Wrong.TILE_NOT_COUNTED if dropped else Wrong.ROW_MISTAKEN


def range_(table: Table, claim: Claim) -> Wrong | None:
    """Judge the range of the voyage. A level that an opponent bought by letter is judged with trade."""
    voyage = table.turn
    if voyage is None or not isinstance(claim.value, int):
        return None
    more = claim.value - voyage_limit(table, voyage)
    if 0 < -more <= voyage.sails_bought:
        return Wrong.SAIL_NOT_COUNTED
    return None if 0 < more <= voyage.sails_by_letter else Wrong.SAIL_NOT_COUNTED if more > 0 else Wrong.RANGE_SHORT


def ended(table: Table, claim: Claim) -> Wrong | None:
    """Judge how the voyage ended, or that it did."""
    ends = {"actions": Wrong.ENDED_BY_ACTIONS, "defeat": Wrong.ENDED_BY_DEFEAT}
    really = table.turn.reason if table.turn is not None else ""
    return ends.get(really) or ends.get(str(claim.value))


def contents(table: Table, _: Claim) -> Wrong | None:
    """Judge the known tiles in a stack."""
    return Wrong.STACK_AT_FIRST if _before_sailing(table) else None


TABLE: Mapping[str, Callable[[Table, Claim], Wrong | None]] = {
    "turn": turn,
    "stack": stack,
    "revealed": revealed,
    "row": row,
    "range": range_,
    "ended": ended,
    "contents": contents,
}
