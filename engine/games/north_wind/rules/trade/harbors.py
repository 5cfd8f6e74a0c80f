"""Other actions: examining a shipwreck, and carrying out a task at a Destination Harbor."""

from __future__ import annotations

from engine.games.north_wind.events import CompleteTask, ExamineWreck, ShuffleStack
from engine.games.north_wind.folds.harbors import task_completed, wreck_examined
from engine.games.north_wind.reckoning import newest, next_tile, open_tile, sails, used_up, wreck_gold
from engine.games.north_wind.rules.turns import AT_SEA
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import DESTINATION, OTHER, SHIPWRECK, SHUFFLING, TASKS, TIP, VOYAGE
from engine.games.north_wind.state import Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Shipwrecks and Destination Harbors")


def at_newest_tile(table: Table, event: ExamineWreck | CompleteTask) -> bool:
    """Return whether rules check the kind of this tile: not if time, seat or number are wrong, which others report."""
    turn = table.turn
    if turn is None or not turn.row or table.phase not in AT_SEA or used_up(turn) or not sails(table, event.by):
        return False
    return not event.index or event.index == len(turn.row)


@chapter.rule(
    "NW-WRECK-01",
    on=ExamineWreck,
    says="Whoever examines a shipwreck takes 2 gold.",
    cite=SHIPWRECK,
    reads=("tiles",),
    claims=(Wrong.WRECK_GOLD,),
)
def wreck_brings_gold(table: Table, event: ExamineWreck) -> Breach | None:
    if not at_newest_tile(table, event):
        return None
    tile = open_tile(table)
    if tile is None or tile.kind != "shipwreck":
        says = f"{event.by} examines a shipwreck, and {tile and tile.id} is none."
        return Breach(says, {}, "At a shipwreck tile.", next_tile(table))
    due = wreck_gold(tile)
    if not event.gold or event.gold == due:
        return None
    return Breach(f"{event.by} takes {event.gold} gold from the shipwreck.", {"gold": event.gold}, f"{due} gold.")


chapter.upheld(
    "NW-WRECK-02",
    says="Examining a shipwreck is an action.",
    cite=(SHIPWRECK, VOYAGE),
    reads=("tiles",),
    by=wreck_examined,
    claims=(Wrong.WRECK_NOT_COUNTED,),
)


@chapter.rule(
    "NW-WRECK-03",
    on=ShuffleStack,
    given="count",
    says="A shipwreck that was examined is shuffled into its stack again, for later voyages.",
    cite=(TIP, SHUFFLING),
    narrows=("NW-VOYAGE-15",),
    reads=("tiles",),
)
def wreck_stays(table: Table, event: ShuffleStack) -> Breach | None:
    turn, size = table.turn, table.content.stack_size
    if turn is None or event.count != size - 1 or table.phase not in AT_SEA:
        return None
    used = (drawn.tile for drawn in turn.row if drawn.uses and is_known(drawn.tile))
    if not any(table.content.tile(tile).kind == "shipwreck" for tile in used):
        return None
    says = f"{event.count} tiles are shuffled after a shipwreck was examined, as if its tile were used up."
    return Breach(says, {"tiles": event.count}, f"All {size}, the shipwreck among them.")


@chapter.rule(
    "NW-DEST-01",
    on=CompleteTask,
    says="A Destination Harbor lets the player who has revealed it carry out its own task.",
    cite=DESTINATION,
    narrows=("NW-TASK-02", "NW-TASK-07", "NW-TASK-08"),
    reads=("tiles",),
)
def its_own_task(table: Table, event: CompleteTask) -> Breach | None:
    if not _first_task(table, event):
        return None
    tile = open_tile(table)
    if tile is not None and tile.harbor == event.harbor:
        return None
    reached = _harbors_reached(table)
    # A harbor left behind is no longer reached; the player chose not to use one further back in the row.
    if not reached or tile is None:
        return None
    says = f"{event.by} carries out a task of {event.harbor} at {tile.id}."
    facts: dict[str, int | str] = {"harbor": event.harbor, "tile": tile.id}
    instead = f"Only {tile.harbor}'s." if tile.harbor else "At the harbor's own tile."
    return Breach(says, facts, instead, next_tile(table))


def _first_task(table: Table, event: CompleteTask) -> bool:
    """Return whether rules check where the task is done: a second one in the turn is wrong anywhere."""
    return at_newest_tile(table, event) and table.turn is not None and not table.turn.tasks


def _harbors_reached(table: Table) -> list[str]:
    """List the harbors whose tiles are in the row; raises `Undetermined` if only an unknown tile may be one."""
    row = table.turn.row if table.turn is not None else []
    tiles = [drawn.tile for drawn in row if is_known(drawn.tile)]
    reached = [harbor for tile in tiles if (harbor := table.content.tile(tile).harbor)]
    if not reached and len(tiles) < len(row):
        raise Undetermined
    return reached


chapter.upheld(
    "NW-DEST-02",
    says="Carrying out a task is an action.",
    cite=(DESTINATION, VOYAGE),
    reads=("tiles",),
    by=task_completed,
    claims=(Wrong.TASK_NOT_COUNTED,),
)


@chapter.rule(
    "NW-DEST-03",
    on=CompleteTask,
    says="No task is carried out in a voyage that has not revealed a Destination Harbor.",
    cite=TASKS,
    narrows=("NW-TASK-02", "NW-TASK-07", "NW-TASK-08"),
    reads=("tiles",),
)
def harbor_revealed(table: Table, event: CompleteTask) -> Breach | None:
    none_yet = table.phase == "voyage" and sails(table, event.by) and newest(table) is None
    if not none_yet and (not _first_task(table, event) or _harbors_reached(table)):
        return None
    says = f"{event.by} carries out a task of {event.harbor}, and no Destination Harbor has been revealed."
    return Breach(says, {"harbor": event.harbor}, "Once its tile is revealed.", next_tile(table))


@chapter.rule(
    "NW-DEST-04",
    on=CompleteTask,
    out_of_turn=True,
    says="Only the player who sails carries out a task; a commercial letter lets nobody join in.",
    cite=OTHER,
)
def no_letters_for_tasks(table: Table, event: CompleteTask) -> Breach | None:
    says = f"{event.by} carries out a task of {event.harbor} in {table.active}'s voyage."
    return Breach(says, {"harbor": event.harbor}, f"A letter serves for trade only; the task is {table.active}'s.")
