"""The bonus for the most tasks at a harbor: who has it, and who takes it back."""

from __future__ import annotations

from engine.games.north_wind.events import PlaceBonus, TakeBack
from engine.games.north_wind.rules.bonuses import PLACED, PLACING, RETURNED, in_time, left_there, unsaid
from engine.games.north_wind.sources import MOST_TASKS
from engine.games.north_wind.state import Table
from engine.games.north_wind.task_board import in_columns, leaders, leading, on_board, tokens_in, told
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, known

chapter = Chapter("Bonus for the most tasks")
OF_MOST = (*PLACING, "NW-AMB-30")


def with_bonuses(table: Table, harbor: str, seat: str) -> int:
    """How many tokens somebody would count in a column who took bonus tokens for tokens in it."""
    return tokens_in(table, harbor, seat) + on_board(table, seat) - in_columns(table, seat)


def ahead_with_bonuses(table: Table, harbor: str, seat: str) -> bool:
    """Say whether a player leads in a column only if bonus tokens are counted as well."""
    counts = {one: with_bonuses(table, harbor, one) for one in table.seats}
    return seat not in leaders(table, harbor) and all(counts[seat] > counts[one] for one in counts if one != seat)


def not_the_most(table: Table, event: PlaceBonus) -> str:
    """Which rule a token for the most tasks breaks; "": none."""
    _, bonus, harbor = told(event, table.placed)
    if bonus != "most" or not unsaid(table, event):
        return ""
    if not harbor:
        raise Undetermined
    ahead = leaders(table, harbor)
    if leading(table, harbor) == event.by:
        late = not in_time(table, event)
        return "NW-BONUS-01" if table.most[harbor] == event.by or late else ""
    if event.by in ahead:
        return "NW-BONUS-04"
    return "NW-BONUS-06" if ahead and ahead_with_bonuses(table, harbor, event.by) else "NW-BONUS-01"


def _misplaced(table: Table, event: PlaceBonus, why: str) -> Breach:
    _, _, harbor = told(event, table.placed)
    due = leading(table, harbor) or "nobody"
    number = tokens_in(table, harbor, event.by)
    says = f"{event.by} places the bonus token for the most tasks at {harbor}, {why}."
    return Breach(says, {"seat": event.by, "harbor": harbor, "tokens": number}, f"It is {due}'s to place.")


@chapter.rule(
    "NW-BONUS-01",
    on=PlaceBonus,
    where=PLACED,
    says="Whoever has the most tokens in a harbor's column places one more on that harbor's bonus field.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
)
def the_most_tasks(table: Table, event: PlaceBonus) -> Breach | None:
    if not_the_most(table, event) != "NW-BONUS-01":
        return None
    _, _, harbor = told(event, table.placed)
    if table.most[harbor] == event.by:
        return _misplaced(table, event, "where one lies already")
    late = leading(table, harbor) == event.by
    return _misplaced(table, event, "not at the time for it" if late else "and does not have the most")


chapter.by_flow(
    "NW-BONUS-02", says="The first token in a column is the most already.", cite=MOST_TASKS, rulings=OF_MOST
)


@chapter.rule(
    "NW-BONUS-03",
    on=TakeBack,
    where=RETURNED,
    says="As soon as another player has as many tokens in the column, and only then, the bonus token is taken back.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
)
def taken_back_when_level(table: Table, event: TakeBack) -> Breach | None:
    _, bonus, harbor = told(event, table.taken_back)
    if bonus != "most" or not left_there(table, event):
        return None
    if not harbor:
        raise Undetermined
    holder = table.most[harbor]
    if known(holder) and holder != event.by:
        says = f"{event.by} takes a bonus token back from {harbor}, and has none there."
    elif leading(table, harbor) == event.by:
        says = f"{event.by} takes the bonus token back from {harbor}, and still has the most tokens there."
    else:
        return None
    return Breach(says, {"seat": event.by, "harbor": harbor}, "The token stays as it is.")


@chapter.rule(
    "NW-BONUS-04",
    on=PlaceBonus,
    where=PLACED,
    says="While several are level at the top of a column, nobody has its bonus.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
)
def nobody_when_level(table: Table, event: PlaceBonus) -> Breach | None:
    if not_the_most(table, event) != "NW-BONUS-04":
        return None
    return _misplaced(table, event, "and another has as many tokens there")


chapter.by_flow(
    "NW-BONUS-05",
    says="Whoever comes to have the most again, or instead, places the bonus token.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
)


@chapter.rule(
    "NW-BONUS-06",
    on=PlaceBonus,
    where=PLACED,
    says="Only tokens in the column count for the most tasks, not those on bonus fields.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
)
def only_the_column_counts(table: Table, event: PlaceBonus) -> Breach | None:
    if not_the_most(table, event) != "NW-BONUS-06":
        return None
    return _misplaced(table, event, "and has the most only if bonus tokens are counted")


chapter.by_flow(
    "NW-BONUS-11",
    says="A bonus token taken back returns to its owner's stock.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
)
chapter.permission("NW-BONUS-12", says="One player may have the most tasks at several harbors.", cite=MOST_TASKS)
