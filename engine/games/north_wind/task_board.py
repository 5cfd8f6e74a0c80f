"""The task board: current tasks and their demands, the owners of tokens, and earned bonuses."""

from __future__ import annotations

from typing import Any

from engine.games.north_wind.content import HARBORS, Task
from engine.games.north_wind.content.pieces import FIELDS
from engine.games.north_wind.events import PlaceBonus, TakeBack
from engine.games.north_wind.reckoning import full_crew
from engine.games.north_wind.state import Player, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# A bonus field: its name, and for the most tasks the harbor.
Field = tuple[str, str]
BONUS_FIELDS: tuple[Field, ...] = (*(("most", harbor) for harbor in HARBORS), ("supply", ""), ("crew", ""))
# The tasks that the rulebook itself prints: the first of each harbor, regardless of the pack.
FIRST_TASKS: dict[str, dict[str, int]] = {
    "north_cape": {"wine": 1},
    "fort_haven": {"captain": 1},
    "olsand": {"salt": 1, "fish": 1},
}


# Tasks


def current_field(table: Table, harbor: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return the number of the lowest field without a token."""
    return UNKNOWN if harbor in table.heights_untold else len(table.columns[harbor]) + 1


def current_task(table: Table, harbor: str) -> Task | None:
    """Return the current task of a harbor; None: the column is full."""
    return table.content.task(harbor, current_field(table, harbor))


def demands(table: Table, task: Task) -> tuple[dict[str, int], ...]:
    """Return each way to pay a task. Under a reading without a choice, it is the first that the pack lists."""
    if task.field == 1:
        return (FIRST_TASKS[task.harbor],)
    if not is_known(task.demands):
        raise Undetermined
    ways = task.demands if table.terms.field_choice == "choice-per-field" else task.demands[:1]
    if not all(map(is_known, ways)):
        raise Undetermined
    return tuple(dict(way) for way in ways)


def owns(player: Player, goods: dict[str, int]) -> bool:
    """Return whether a player has all this aboard, or in gold."""
    return all(aboard(player, one) >= number for one, number in goods.items())


def aboard(player: Player, goods: str) -> Any:  # noqa: ANN401 - as above
    """Return how much of a commodity, of captains or of gold a player has."""
    if goods == "gold":
        return player.gold
    return player.brig if goods == "captain" else player.hold[goods]


# Tokens


def tokens_in(table: Table, harbor: str, seat: str) -> int:
    """Count the tokens of a player in a task column."""
    if any(not is_known(owner) for owner in table.columns[harbor]):
        raise Undetermined
    return sum(owner == seat for owner in table.columns[harbor])


def in_columns(table: Table, seat: str) -> int:
    """Count the tokens of a player on task fields."""
    return sum(tokens_in(table, harbor, seat) for harbor in HARBORS)


def on_board(table: Table, seat: str) -> int:
    """Count the tokens of a player on the task board, bonus fields included."""
    if table.bonuses_untold or any(not is_known(one) for one in table.most.values()):
        raise Undetermined
    most = sum(one == seat for one in table.most.values())
    total: int = in_columns(table, seat) + most + table.supplied.count(seat) + table.crewed.count(seat)
    return total


def least_on_board(table: Table, seat: str) -> int:
    """Count the tokens of a player that are certainly on the board."""
    lying = [owner for column in table.columns.values() for owner in column]
    lying += [*table.most.values(), *table.supplied, *table.crewed]
    return sum(is_known(owner) and owner == seat for owner in lying)


def most_on_board(table: Table, seat: str) -> int:
    """Count the tokens of a player that may be on the board, including every unknown one."""
    unknown = sum(not is_known(owner) for column in table.columns.values() for owner in column)
    unknown += sum(FIELDS - len(table.columns[harbor]) for harbor in table.heights_untold)
    unknown += sum(not is_known(owner) for owner in table.most.values())
    bonuses = (seat not in table.supplied) + (seat not in table.crewed) if table.bonuses_untold else 0
    return least_on_board(table, seat) + unknown + bonuses


def threshold(table: Table) -> Any:  # noqa: ANN401 - as above
    """Return the number of tokens that wins."""
    return table.content.tokens_for(len(table.seats))


# Bonuses


def leaders(table: Table, harbor: str) -> list[str]:
    """List the players with the most tokens in a column that has any."""
    owners = table.columns[harbor]
    if any(not is_known(owner) for owner in owners):
        raise Undetermined
    most = max((owners.count(seat) for seat in table.seats), default=0)
    return [seat for seat in table.seats if most and owners.count(seat) == most]


def leading(table: Table, harbor: str) -> str:
    """Return the player who must have the bonus token of a harbor; "": none."""
    ahead = leaders(table, harbor)
    if len(ahead) == 1:
        return ahead[0]
    if not ahead or table.terms.tied_lead == "nobody-until-strict-most":
        return ""
    # The other reading covers two players who have both overtaken a former holder.
    if not table.lost[harbor] or table.lost[harbor] in ahead:
        return ""
    owners = table.columns[harbor]
    number = owners.count(ahead[0])
    return min(ahead, key=lambda seat: _reached(owners, seat, number))


def _reached(owners: list[Any], seat: str, number: int) -> int:
    """Return the field on which a player reached this number of tokens."""
    return [at for at, owner in enumerate(owners) if owner == seat][number - 1]


def supplies_all(table: Table, seat: str) -> bool:
    """Return whether a player has a token in each column."""
    return all(tokens_in(table, harbor, seat) for harbor in HARBORS)


def with_bonuses(table: Table, harbor: str, seat: str) -> int:
    """Count a player's tokens in a column as if bonus tokens counted there."""
    return tokens_in(table, harbor, seat) + on_board(table, seat) - in_columns(table, seat)


def ahead_with_bonuses(table: Table, harbor: str, seat: str) -> bool:
    """Return whether a player leads in a column only if bonus tokens are counted as well."""
    counts = {one: with_bonuses(table, harbor, one) for one in table.seats}
    return seat not in leaders(table, harbor) and all(counts[seat] > counts[one] for one in counts if one != seat)


def earns(table: Table, seat: str, bonus: str, harbor: str = "") -> bool:
    """Return whether a player has earned a bonus token and not placed it."""
    if table.terms.out_of_tokens == "check" and not table.players[seat].tokens:
        return False
    if bonus == "most":
        return table.most[harbor] == "" and leading(table, harbor) == seat
    have = table.supplied if bonus == "supply" else table.crewed
    if any(not is_known(one) for one in have) or table.bonuses_untold:
        raise Undetermined
    if seat in have or (have and table.terms.shared_bonuses == "first-player-only"):
        return False
    return supplies_all(table, seat) if bonus == "supply" else full_crew(table.players[seat])


def told(event: PlaceBonus | TakeBack, moved: list[tuple[str, str, str]]) -> tuple[str, str, str]:
    """Return the owner and the field of a moved token. If no harbor is named, use that of a token moved just now."""
    if event.bonus != "most":
        return event.by, event.bonus, ""
    harbors = [harbor for seat, bonus, harbor in moved if seat == event.by and bonus == "most"]
    return event.by, "most", event.harbor or "".join(harbors[:1])
