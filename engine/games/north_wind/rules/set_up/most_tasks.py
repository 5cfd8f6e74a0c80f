"""The bonus for the most tasks at a harbor: which player has it, and when it is taken back."""

from __future__ import annotations

from engine.games.north_wind.events import CompleteTask, PlaceBonus, TakeBack
from engine.games.north_wind.folds.tokens import settle, take_back
from engine.games.north_wind.reckoning import mine
from engine.games.north_wind.rules.set_up.bonuses import PLACED, PLACING, RETURNED, in_time, left_there, unsaid
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import MOST_TASKS
from engine.games.north_wind.state import Table
from engine.games.north_wind.task_board import ahead_with_bonuses, leaders, leading, tokens_in, told
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, has_no_unknown, is_known

chapter = Chapter("Bonus for the most tasks")
OF_MOST = (*PLACING, "NW-AMB-30")


def not_the_most(table: Table, event: PlaceBonus) -> Wrong | None:
    """Return what is wrong with a token placed for the most tasks."""
    _, bonus, harbor = told(event, table.placed)
    if bonus != "most" or not unsaid(table, event):
        return None
    if not harbor:
        raise Undetermined
    ahead = leaders(table, harbor)
    if leading(table, harbor) == event.by:
        late = not in_time(table, event)
        return Wrong.MOST_TASKS if table.most[harbor] == event.by or late else None
    if event.by in ahead:
        return Wrong.LEVEL
    return Wrong.BONUSES_COUNTED if ahead and ahead_with_bonuses(table, harbor, event.by) else Wrong.MOST_TASKS


def _held_by_another(table: Table) -> Breach | None:
    """Find a harbor in a declared position whose bonus token belongs to a player with fewer tokens."""
    for harbor, holder in table.most.items():
        told_all = harbor not in table.heights_untold and has_no_unknown(table.columns[harbor])
        if told_all and is_known(holder) and holder and holder not in leaders(table, harbor):
            due = leading(table, harbor) or "nobody"
            says = f"The bonus token for the most tasks at {harbor} is {holder}'s, who does not have the most."
            return Breach(says, {"seat": holder, "harbor": harbor, "fact": f"most.{harbor}"}, f"It is {due}'s.")
    return None


def _misplaced(table: Table, event: PlaceBonus, why: str) -> Breach:
    _, _, harbor = told(event, table.placed)
    due = leading(table, harbor) or "nobody"
    number = tokens_in(table, harbor, event.by)
    says = f"{event.by} places the bonus token for the most tasks at {harbor}, {why}."
    facts: dict[str, int | str] = {"seat": event.by, "harbor": harbor, "tokens": number}
    return Breach(says, facts, f"It is {due}'s to place.", _task_there(table, event, harbor))


def _task_there(table: Table, event: PlaceBonus, harbor: str) -> CompleteTask | None:
    """Return the task that must have been carried out, if this voyage has revealed that harbor."""
    turn = table.turn
    if turn is None or turn.tasks or not mine(turn, event.by):
        return None
    row = [table.content.tile(drawn.tile).harbor for drawn in turn.row if is_known(drawn.tile)]
    return CompleteTask(event.by, harbor) if harbor in [one for one in row if is_known(one)] else None


@chapter.rule(
    "NW-BONUS-01",
    on=(Start, PlaceBonus),
    where=PLACED,
    says="Whoever has the most tokens in a harbor's column places one more on that harbor's bonus field.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
    claims=(Wrong.MOST_TASKS,),
)
def the_most_tasks(table: Table, event: Start | PlaceBonus) -> Breach | None:
    if isinstance(event, Start):
        return _held_by_another(table)
    if not_the_most(table, event) is not Wrong.MOST_TASKS:
        return None
    _, _, harbor = told(event, table.placed)
    if table.most[harbor] == event.by:
        return _misplaced(table, event, "where one lies already")
    late = leading(table, harbor) == event.by
    return _misplaced(table, event, "not at the time for it" if late else "and does not have the most")


chapter.upheld(
    "NW-BONUS-02",
    says="The first token in a column is the most already.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
    by=leading,
    claims=(Wrong.FIRST_IN_COLUMN,),
)


@chapter.rule(
    "NW-BONUS-03",
    on=TakeBack,
    where=RETURNED,
    says="As soon as another player has as many tokens in the column, and only then, the bonus token is taken back.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
    claims=(Wrong.FORMER_HOLDER,),
)
def taken_back_when_level(table: Table, event: TakeBack) -> Breach | None:
    _, bonus, harbor = told(event, table.taken_back)
    if bonus != "most" or not left_there(table, event):
        return None
    if not harbor:
        raise Undetermined
    holder = table.most[harbor]
    if is_known(holder) and not holder and _placed_unwritten(table, event.by, harbor):
        return None
    if is_known(holder) and holder != event.by:
        says = f"{event.by} takes a bonus token back from {harbor}, and has none there."
    elif leading(table, harbor) == event.by:
        says = f"{event.by} takes the bonus token back from {harbor}, and still has the most tokens there."
    else:
        return None
    return Breach(says, {"seat": event.by, "harbor": harbor}, "The token stays as it is.")


def _placed_unwritten(table: Table, seat: str, harbor: str) -> bool:
    """Return whether taking a token back proves that it was placed: not automatically, but its owner could."""
    owners = table.columns[harbor][:-1]
    if table.terms.bonus_placing == "automatic-immediately" or any(not is_known(owner) for owner in owners):
        return False
    return all(owners.count(seat) > owners.count(other) for other in table.seats if other != seat)


@chapter.rule(
    "NW-BONUS-04",
    on=PlaceBonus,
    where=PLACED,
    says="While several are level at the top of a column, nobody has its bonus.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
    claims=(Wrong.LEVEL,),
)
def nobody_when_level(table: Table, event: PlaceBonus) -> Breach | None:
    if not_the_most(table, event) is not Wrong.LEVEL:
        return None
    return _misplaced(table, event, "and another has as many tokens there")


chapter.upheld(
    "NW-BONUS-05",
    says="Whoever comes to have the most again, or instead, places the bonus token.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
    by=settle,
    claims=(Wrong.MOST_AGAIN,),
)


@chapter.rule(
    "NW-BONUS-06",
    on=PlaceBonus,
    where=PLACED,
    says="Only tokens in the column count for the most tasks, not those on bonus fields.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
    claims=(Wrong.BONUSES_COUNTED,),
)
def only_the_column_counts(table: Table, event: PlaceBonus) -> Breach | None:
    if not_the_most(table, event) is not Wrong.BONUSES_COUNTED:
        return None
    return _misplaced(table, event, "and has the most only if bonus tokens are counted")


chapter.upheld(
    "NW-BONUS-11",
    says="A bonus token taken back returns to its owner's stock.",
    cite=MOST_TASKS,
    rulings=OF_MOST,
    by=take_back,
    claims=(Wrong.STOCK_SHORT,),
)
chapter.permission("NW-BONUS-12", says="One player may have the most tasks at several harbors.", cite=MOST_TASKS)
