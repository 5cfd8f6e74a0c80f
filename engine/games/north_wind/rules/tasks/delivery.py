"""The delivery for a task: exactly what its field shows, complete, and returned to the supply."""

from __future__ import annotations

from engine.games.north_wind.content import WANTED
from engine.games.north_wind.events import CompleteTask
from engine.games.north_wind.folds.harbors import given
from engine.games.north_wind.reckoning import counted
from engine.games.north_wind.rules.tasks.tasks import HERE
from engine.games.north_wind.rules.uses import OF_CARGO
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import TASKS
from engine.games.north_wind.state import GAINED, SPENT, Table
from engine.games.north_wind.task_board import FIRST_TASKS, aboard, current_field, current_task, demands, owns
from engine.kernel.rules import Breach, Chapter, Facts

chapter = Chapter("What a task asks for")

Goods = dict[str, int]


def in_words(goods: Goods) -> str:
    """Spell a payment: 1 salt and 1 fish."""
    parts = [f"{number} {one}" for one, number in goods.items() if number]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:]))) or "nothing"


@chapter.rule(
    "NW-TASK-02",
    hangs_on=(SPENT, GAINED),
    on=CompleteTask,
    where=HERE,
    says="A task takes exactly what its field shows, and the player must have it aboard or in gold.",
    cite=TASKS,
    rulings=(*OF_CARGO, "NW-AMB-42"),
    reads=("tasks",),
)
def exactly_what_is_asked(table: Table, event: CompleteTask) -> Breach | None:
    if (task := current_task(table, event.harbor)) is None:
        return None
    player, ways = table.players[event.by], demands(table, task)
    asked = " or ".join(map(in_words, ways))
    facts: Facts = {"harbor": event.harbor, "field": task.field}
    if event.paid:
        paid = counted(event.paid)
        if paid not in ways:
            says = f"{event.by} delivers {in_words(paid)}, and task {task.field} of {event.harbor} asks for {asked}."
            return Breach(says, facts, f"Deliver {asked}.")
        ways = (paid,)
    if any(owns(player, way) for way in ways):
        return None
    there = in_words({one: aboard(player, one) for one in ways[0]})
    says = f"Task {task.field} of {event.harbor} asks for {asked}, and of that {event.by} has {there}."
    return Breach(says, facts, "Leave the task for a later voyage.")


chapter.upheld(
    "NW-TASK-03",
    says="What is delivered goes back: goods and captains to the supply, gold to the bank.",
    cite=TASKS,
    rulings=(*OF_CARGO, "NW-AMB-42"),
    reads=("tasks",),
    by=given,
    claims=(Wrong.DELIVERED,),
)


@chapter.rule(
    "NW-TASK-08",
    on=CompleteTask,
    where=HERE,
    given="paid",
    says="A task is delivered whole, or not at all.",
    cite=TASKS,
    narrows=("NW-TASK-02",),
    rulings=("NW-AMB-42",),
    reads=("tasks",),
)
def delivered_whole(table: Table, event: CompleteTask) -> Breach | None:
    if (task := current_task(table, event.harbor)) is None:
        return None
    paid = counted(event.paid)
    ways = demands(table, task)
    if paid in ways or not any(_part_of(paid, way) for way in ways):
        return None
    asked = " or ".join(map(in_words, ways))
    says = f"{event.by} delivers {in_words(paid)} only: task {task.field} of {event.harbor} asks for {asked}."
    return Breach(says, {"harbor": event.harbor, "field": task.field}, f"Deliver {asked}, or nothing.")


def _part_of(paid: Goods, way: Goods) -> bool:
    return all(number <= way.get(one, 0) for one, number in paid.items())


@chapter.rule(
    "NW-TASK-09",
    on=CompleteTask,
    where=HERE,
    given="paid",
    says="The first tasks ask for 1 wine at North Cape, 1 captain at Fort Haven, 1 salt and 1 fish at Olsand.",
    cite=TASKS,
    narrows=("NW-TASK-02", "NW-TASK-08", "NW-TASK-12"),
)
def the_first_tasks(table: Table, event: CompleteTask) -> Breach | None:
    if current_field(table, event.harbor) != 1:
        return None
    paid, asked = counted(event.paid), FIRST_TASKS[event.harbor]
    if paid == asked:
        return None
    says = f"{event.by} delivers {in_words(paid)} for the first task of {event.harbor}."
    return Breach(says, {"harbor": event.harbor, "field": 1}, f"Deliver {in_words(asked)}.")


@chapter.rule(
    "NW-TASK-12",
    on=CompleteTask,
    where=HERE,
    given="paid",
    says="North Cape asks for wine and gold, Fort Haven for captains, wine and gold, Olsand for goods.",
    cite=TASKS,
    narrows=("NW-TASK-02",),
)
def what_the_harbor_asks_for(_: Table, event: CompleteTask) -> Breach | None:
    stray = next((one for one in event.paid if one not in WANTED[event.harbor]), "")
    if not stray:
        return None
    says = f"{event.by} delivers {stray} to {event.harbor}, which never asks for it."
    return Breach(says, {"harbor": event.harbor, "goods": stray}, f"It asks for {', '.join(WANTED[event.harbor])}.")
