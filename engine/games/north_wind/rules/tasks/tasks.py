"""Tasks: their order, one in a turn, and the tokens on their fields."""

from __future__ import annotations

from typing import Any

from engine.games.north_wind.content.pieces import FIELDS
from engine.games.north_wind.events import CompleteTask, PlaceBonus
from engine.games.north_wind.rules.uses import AT_SEA, joins_in
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import CURRENT_TASK, END, FURTHER, TASKS
from engine.games.north_wind.state import Table
from engine.games.north_wind.task_board import current_field, told
from engine.kernel.events import Event
from engine.kernel.rules import Breach, Chapter, Facts, Look
from engine.kernel.unknown import is_known

chapter = Chapter("Tasks")

# The readings that decide whether bonus tokens are placed.
OF_TOKENS = ("NW-AMB-18", "NW-AMB-19", "NW-AMB-30", "NW-AMB-31", "NW-AMB-38")


def at_harbor(table: Table, event: CompleteTask) -> bool:
    """Return whether rules check how a task is done.

    At other tiles, and the second time in a turn, other rules apply.
    """
    turn = table.turn
    return turn is not None and table.phase == "voyage" and not turn.tasks and not joins_in(table, event.by)


HERE: dict[type[Event], Look] = {CompleteTask: at_harbor}


def stated_field(table: Table, event: CompleteTask) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return the field: the one that the log states, else the current one."""
    return event.field if not is_known(event.field) or event.field else current_field(table, event.harbor)


def _field_breach(table: Table, event: CompleteTask, says: str) -> Breach:
    facts: Facts = {"harbor": event.harbor, "field": event.field}
    current = current_field(table, event.harbor)
    return Breach(f"{event.by} carries out task {event.field} of {event.harbor}, {says}", facts, f"Task {current}.")


@chapter.rule(
    "NW-TASK-01",
    on=CompleteTask,
    where=HERE,
    given="field",
    says="In each column the tasks are carried out from the bottom up, one after another.",
    cite=TASKS,
    # A delivery for a field other than the current one is no additional mistake.
    narrows=("NW-TASK-02", "NW-TASK-08", "NW-TASK-09"),
    claims=("field.*",),
)
def from_the_bottom_up(table: Table, event: CompleteTask) -> Breach | None:
    current = current_field(table, event.harbor)
    if event.field <= current or event.field > FIELDS:
        return None
    return _field_breach(table, event, f"and task {current} is not done yet.")


@chapter.rule(
    "NW-TASK-04",
    on=CompleteTask,
    where=HERE,
    given="token",
    says="Whoever carries out a task puts one token of their own on its field.",
    cite=TASKS,
    rulings=OF_TOKENS,
    claims=(Wrong.PLACED_FOR_TASK,),
)
def a_token_of_their_own(_: Table, event: CompleteTask) -> Breach | None:
    if event.token == event.by:
        return None
    says = f"{event.by} carries out the task, and the token on its field is {event.token}'s."
    return Breach(says, {"seat": event.by, "token": event.token}, f"A token of {event.by}'s.")


@chapter.rule(
    "NW-TASK-05",
    on=CompleteTask,
    where=HERE,
    given="field",
    says="Each task field takes one token, so that a task is done once in a game.",
    cite=TASKS,
    narrows=("NW-TASK-02", "NW-TASK-08", "NW-TASK-09"),
    claims=(Wrong.FIELD_TAKEN,),
)
def one_token_a_field(table: Table, event: CompleteTask) -> Breach | None:
    # Below the unknown height of a column there may or may not be a token.
    if event.field >= current_field(table, event.harbor):
        return None
    return _field_breach(table, event, "and a token lies there already.")


@chapter.rule(
    "NW-TASK-06",
    on=CompleteTask,
    says="A player carries out one task in a turn, the current one, even with what the next one asks for aboard.",
    cite=CURRENT_TASK,
    narrows=("NW-ACTION-02", "NW-VOYAGE-07", "NW-DEST-01"),
)
def one_task_a_turn(table: Table, event: CompleteTask) -> Breach | None:
    turn = table.turn
    if turn is None or not turn.tasks or table.phase not in AT_SEA or event.by != turn.seat:
        return None
    says = f"{event.by} carries out a second task in this turn."
    return Breach(says, {"seat": event.by, "harbor": event.harbor}, "The next task waits for a later turn.")


@chapter.rule(
    "NW-TASK-07",
    on=CompleteTask,
    where=HERE,
    says="Each harbor has nine tasks; with all of them done its tile cannot be used.",
    cite=TASKS,
    rulings=("NW-AMB-41",),
    claims=(Wrong.FIELD_BEYOND,),
)
def nine_tasks(table: Table, event: CompleteTask) -> Breach | None:
    field = stated_field(table, event)
    if field <= FIELDS:
        return None
    says = f"{event.by} carries out task {field} of {event.harbor}, and a column has {FIELDS} fields."
    return Breach(says, {"harbor": event.harbor, "field": field}, f"Tasks 1 to {FIELDS}.")


chapter.permission(
    "NW-TASK-10", says="Anybody may carry out the current task, whoever did the ones before it.", cite=TASKS
)


@chapter.rule(
    "NW-TASK-11",
    on=(CompleteTask, PlaceBonus),
    says="A token comes from the player's own stock: 10 tokens, or 8 with four players.",
    cite=(FURTHER, END),
    where=HERE,
    under={PlaceBonus: lambda terms: terms.out_of_tokens == "check"},
    rulings=("NW-AMB-16", "NW-AMB-17", "NW-AMB-31"),
    reads=("tokens",),
)
def from_their_own_stock(table: Table, event: CompleteTask | PlaceBonus) -> Breach | None:
    if table.players[event.by].tokens > 0:
        return None
    if isinstance(event, PlaceBonus) and told(event, table.placed) in table.placed:
        return None
    says = f"{event.by} places a token and has none left: all of them lie on the board."
    return Breach(says, {"seat": event.by, "tokens": 0}, "No further token.")
