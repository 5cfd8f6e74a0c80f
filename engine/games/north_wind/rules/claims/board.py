"""The case of a wrong claim about the task board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES, HARBORS
from engine.games.north_wind.content.pieces import FIELDS
from engine.games.north_wind.reckoning import full_crew
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.state import Player, Table
from engine.games.north_wind.task_board import (
    ahead_with_bonuses,
    in_columns,
    leaders,
    on_board,
    supplies_all,
    with_bonuses,
)
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING


def listed(claim: Claim) -> list[str]:
    """Return the names that the claim lists."""
    return [word for word in str(claim.value).split() if word != NOTHING]


def at_a_task(table: Table, seat: str = "") -> bool:
    """Return whether a task was the last act, and of this player if one is given."""
    turn = table.turn
    return turn is not None and turn.last == "task" and (not seat or turn.last_by == seat)


def just_taken_back(table: Table, seat: str) -> bool:
    """Return whether the last task has cost a player the bonus token for the most tasks."""
    harbor = table.turn.moved.get("harbor") if table.turn is not None and at_a_task(table) else None
    return harbor in HARBORS and bool(table.lost[harbor] == seat != table.most[harbor])


# Facts of one player


def delivered(table: Table, player: Player, _: Claim) -> Wrong | None:
    """Judge gold, goods and captains after a task: what was delivered is gone."""
    return Wrong.DELIVERED if at_a_task(table, player.seat) else None


def tokens(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the tokens in stock: one taken back is there again, one placed is not."""
    if claim.value == player.tokens - 1 and just_taken_back(table, player.seat):
        return Wrong.STOCK_SHORT
    return Wrong.PLACED_FOR_TASK if at_a_task(table, player.seat) else None


def placed(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the tokens on the board: bonus tokens count, one just taken back does not."""
    if not isinstance(claim.value, int):
        return None
    if claim.value == in_columns(table, player.seat):
        return Wrong.BONUSES_NOT_COUNTED
    if claim.value == on_board(table, player.seat) + 1 and just_taken_back(table, player.seat):
        return Wrong.TAKEN_BACK_COUNTED
    return Wrong.PLACED_FOR_TASK if at_a_task(table, player.seat) else None


# Facts of the table: tasks


def column(table: Table, claim: Claim) -> Wrong | None:
    """Judge a column: too long, or after a task with another's token, without one, or with two."""
    if len(listed(claim)) > FIELDS:
        return Wrong.FIELD_BEYOND
    return Wrong.PLACED_FOR_TASK if at_a_task(table) else None


def field(table: Table, claim: Claim) -> Wrong | None:
    """Judge the current field: one with a token on it, one further up, or none at all."""
    harbor = claim.fact.partition(".")[2]
    if not isinstance(claim.value, int) or claim.value > FIELDS + 1:
        return Wrong.FIELD_BEYOND
    return Wrong.FIELD_TAKEN if claim.value <= len(table.columns[harbor]) else None


def supply(table: Table, _: Claim) -> Wrong | None:
    """Judge the supply and the bank: a task fills them, and otherwise they hold what no player has."""
    return Wrong.DELIVERED if at_a_task(table) else None


# Facts of the table: bonus tokens


def most(table: Table, claim: Claim) -> Wrong | None:
    """Judge the bonus for the most tasks at a harbor."""
    harbor = claim.fact.partition(".")[2]
    said, ahead = str(claim.value), leaders(table, harbor)
    if said not in table.players:
        # A value that is no seat denies nothing if no player has the bonus.
        return _denied(table, harbor, ahead) if table.most[harbor] else None
    former = table.lost[harbor] == said
    if said not in ahead:
        with_them = bool(ahead) and ahead_with_bonuses(table, harbor, said)
        return Wrong.BONUSES_COUNTED if with_them else Wrong.FORMER_HOLDER if former else Wrong.MOST_TASKS
    if len(ahead) == 1:
        return Wrong.MOST_TASKS
    return Wrong.FORMER_HOLDER if former else Wrong.LEVEL


def _denied(table: Table, harbor: str, ahead: list[str]) -> Wrong:
    """The claim says that no player has the bonus, but one has."""
    holder = table.most[harbor]
    if len(table.columns[harbor]) == 1:
        return Wrong.FIRST_IN_COLUMN
    if (table.lost[harbor] and holder in ahead) or _tie_broken(table, harbor):
        return Wrong.MOST_AGAIN
    others = (with_bonuses(table, harbor, seat) for seat in table.seats if seat != holder)
    return Wrong.BONUSES_COUNTED if with_bonuses(table, harbor, holder) <= max(others, default=0) else Wrong.MOST_TASKS


def _tie_broken(table: Table, harbor: str) -> bool:
    """Return whether the last task has ended a tie for the most tokens in this column."""
    if not table.columns[harbor]:
        return False
    *before, last = table.columns[harbor]
    number = max((before.count(seat) for seat in before), default=0)
    level = len({seat for seat in before if before.count(seat) == number})
    return at_a_task(table, last) and level > 1


def supplied(table: Table, claim: Claim) -> Wrong | None:
    """Judge the supply bonus: first players who should not have it, then players who should."""
    said = listed(claim)
    if extra := [seat for seat in said if seat in table.players and seat not in table.supplied]:
        return Wrong.SUPPLY_BONUS_OF_OTHERS if supplies_all(table, extra[0]) else Wrong.SUPPLY_BONUS
    left_out = [seat for seat in table.supplied if seat not in said]
    if not left_out:
        # A player is listed twice.
        return Wrong.SUPPLY_BONUS_OF_OTHERS
    if not at_a_task(table, left_out[0]):
        return Wrong.SUPPLY_BONUS_KEPT
    return Wrong.SUPPLY_BONUS_OF_OTHERS if said else Wrong.SUPPLY_BONUS


def crewed(table: Table, claim: Claim) -> Wrong | None:
    """Judge the bonus for the full crew in the same way."""
    said, turn = listed(claim), table.turn
    if extra := [seat for seat in said if seat in table.players and seat not in table.crewed]:
        return Wrong.CREW_BONUS_KEPT if full_crew(table.players[extra[0]]) else Wrong.CREW_BONUS
    left_out = [seat for seat in table.crewed if seat not in said]
    hired = turn is not None and turn.last == "equip" and turn.last_by in left_out
    return Wrong.CREW_BONUS if hired else Wrong.CREW_BONUS_KEPT


SEAT: Mapping[str, Callable[[Table, Player, Claim], Wrong | None]] = {
    **dict.fromkeys(("gold", "brig", "hold", *COMMODITIES), delivered),
    "tokens": tokens,
    "placed": placed,
}
TABLE: Mapping[str, Callable[[Table, Claim], Wrong | None]] = {
    "column": column,
    "field": field,
    "most": most,
    "bonus.supply": supplied,
    "bonus.crew": crewed,
    **dict.fromkeys(("bank", "captains", "supply"), supply),
}
