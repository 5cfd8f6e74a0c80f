"""Which rule of the task board and the end of the game settles a wrong claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES, HARBORS
from engine.games.north_wind.content.pieces import FIELDS
from engine.games.north_wind.flow import wins
from engine.games.north_wind.reckoning import full_crew
from engine.games.north_wind.rules.most_tasks import ahead_with_bonuses, with_bonuses
from engine.games.north_wind.scoring import ENDINGS, FULL_BOARD, NEXT_TURN
from engine.games.north_wind.state import Player, Table
from engine.games.north_wind.task_board import in_columns, leaders, on_board, supplies_all, threshold
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING

LEFT_BOARD = "NW-BONUS-11"
PIECES = "NW-LOG-01"


def listed(claim: Claim) -> list[str]:
    """Which names the claim lists."""
    return [word for word in str(claim.value).split() if word != NOTHING]


def at_a_task(table: Table, seat: str = "") -> bool:
    """Say whether a task was what happened last, and whose it was if that matters."""
    turn = table.turn
    return turn is not None and turn.last == "task" and (not seat or turn.last_by == seat)


def lost_bonuses(table: Table, seat: str) -> int:
    """How many bonus tokens for the most tasks a player has taken back and not placed again."""
    return sum(table.lost[harbor] == seat != table.most[harbor] for harbor in HARBORS)


# Facts of one player


def delivered(table: Table, player: Player, _: Claim) -> str:
    """Tell of gold, goods and captains after a task: what was delivered is gone."""
    return "NW-TASK-03" if at_a_task(table, player.seat) else ""


def tokens(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the tokens in stock: one taken back is there again, one placed is not."""
    lost = lost_bonuses(table, player.seat)
    if lost and isinstance(claim.value, int) and 0 < player.tokens - claim.value <= lost:
        return LEFT_BOARD
    return "NW-TASK-04" if at_a_task(table, player.seat) else PIECES


def placed(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the tokens on the board: bonus tokens count, those taken back do not."""
    if not isinstance(claim.value, int):
        return ""
    more = claim.value - on_board(table, player.seat)
    if claim.value == in_columns(table, player.seat):
        return "NW-WIN-03"
    if 0 < more <= lost_bonuses(table, player.seat):
        return "NW-WIN-07"
    return "NW-TASK-04" if at_a_task(table, player.seat) else ""


# Facts of the table: tasks


def column(table: Table, claim: Claim) -> str:
    """Tell of a column: too long, or after a task with another's token, without one, or with two."""
    if len(listed(claim)) > FIELDS:
        return "NW-TASK-07"
    return "NW-TASK-04" if at_a_task(table) else ""


def field(table: Table, claim: Claim) -> str:
    """Tell of the current field: one with a token on it, one further up, or none at all."""
    harbor = claim.fact.partition(".")[2]
    if not isinstance(claim.value, int) or claim.value > FIELDS + 1:
        return "NW-TASK-07"
    return "NW-TASK-05" if claim.value <= len(table.columns[harbor]) else "NW-TASK-01"


def supply(table: Table, _: Claim) -> str:
    """Tell of the supply and the bank: a task fills them, and otherwise they hold what nobody has."""
    return "NW-TASK-03" if at_a_task(table) else PIECES


def pieces(_: Table, __: Claim) -> str:
    """Tell of the letters in the supply."""
    return PIECES


# Facts of the table: bonus tokens


def most(table: Table, claim: Claim) -> str:
    """Tell of the bonus for the most tasks at a harbor."""
    harbor = claim.fact.partition(".")[2]
    said, ahead = str(claim.value), leaders(table, harbor)
    if said not in table.players:
        # What is no seat at all denies nothing where nobody has the bonus.
        return _denied(table, harbor, ahead) if table.most[harbor] else ""
    former = table.lost[harbor] == said
    if said not in ahead:
        with_them = bool(ahead) and ahead_with_bonuses(table, harbor, said)
        return "NW-BONUS-06" if with_them else "NW-BONUS-03" if former else "NW-BONUS-01"
    if len(ahead) == 1:
        return "NW-BONUS-01"
    return "NW-BONUS-03" if former else "NW-BONUS-04"


def _denied(table: Table, harbor: str, ahead: list[str]) -> str:
    """The table says that nobody has the bonus; we reckon that somebody does."""
    holder = table.most[harbor]
    if len(table.columns[harbor]) == 1:
        return "NW-BONUS-02"
    if (table.lost[harbor] and holder in ahead) or _tie_broken(table, harbor):
        return "NW-BONUS-05"
    others = (with_bonuses(table, harbor, seat) for seat in table.seats if seat != holder)
    return "NW-BONUS-06" if with_bonuses(table, harbor, holder) <= max(others, default=0) else "NW-BONUS-01"


def _tie_broken(table: Table, harbor: str) -> bool:
    """Say whether the task just done has ended a tie for the most tokens in this column."""
    *before, last = table.columns[harbor]
    number = max((before.count(seat) for seat in before), default=0)
    level = len({seat for seat in before if before.count(seat) == number})
    return at_a_task(table, last) and level > 1


def supplied(table: Table, claim: Claim) -> str:
    """Tell of the supply bonus: who has it and should not, then who should have it."""
    said = listed(claim)
    if extra := [seat for seat in said if seat in table.players and seat not in table.supplied]:
        return "NW-BONUS-08" if supplies_all(table, extra[0]) else "NW-BONUS-07"
    left_out = [seat for seat in table.supplied if seat not in said]
    if not left_out:
        # Somebody is listed twice.
        return "NW-BONUS-08"
    if not at_a_task(table, left_out[0]):
        return "NW-BONUS-13"
    return "NW-BONUS-08" if said else "NW-BONUS-07"


def crewed(table: Table, claim: Claim) -> str:
    """Tell of the bonus for the full crew, as above."""
    said, turn = listed(claim), table.turn
    if extra := [seat for seat in said if seat in table.players and seat not in table.crewed]:
        return "NW-BONUS-10" if full_crew(table.players[extra[0]]) else "NW-BONUS-09"
    left_out = [seat for seat in table.crewed if seat not in said]
    hired = turn is not None and turn.last == "equip" and turn.last_by in left_out
    return "NW-BONUS-09" if hired else "NW-BONUS-10"


# Facts of the table: the end


def winner(table: Table, claim: Claim) -> str:
    """Tell of the winner: two of them, too few tokens, some that were taken back, or another's turn."""
    said = listed(claim)
    if len(said) > 1:
        return "NW-WIN-06"
    if not said or said[0] not in table.players:
        return wins(table)
    tokens_there, due = on_board(table, said[0]), threshold(table)
    if tokens_there >= due:
        # Enough tokens: in another's turn, or after somebody else.
        return wins(table) if table.ending else "NW-WIN-04"
    return "NW-WIN-07" if tokens_there + lost_bonuses(table, said[0]) >= due else wins(table)


def ending(table: Table, claim: Claim) -> str:
    """Tell of the end: whether enough tokens lie on the board, in whose turn, and which of them made it."""
    told = (table.ending, claim.value)
    if any(how not in ENDINGS or how == FULL_BOARD for how in told):
        return wins(table)
    return "NW-WIN-04" if NEXT_TURN in told else "NW-WIN-03"


def phase(table: Table, claim: Claim) -> str:
    """Tell of the phase, where it is about whether the game is over."""
    if claim.value == "over":
        return wins(table)
    return "NW-WIN-05" if table.phase == "over" else ""


SEAT: Mapping[str, Callable[[Table, Player, Claim], str]] = {
    **dict.fromkeys(("gold", "brig", "hold", *COMMODITIES), delivered),
    "tokens": tokens,
    "placed": placed,
}
TABLE: Mapping[str, Callable[[Table, Claim], str]] = {
    "column": column,
    "field": field,
    "most": most,
    "bonus.supply": supplied,
    "bonus.crew": crewed,
    **dict.fromkeys(("bank", "captains", "supply"), supply),
    "letters": pieces,
    "winner": winner,
    "ending": ending,
    "phase": phase,
}
