"""Actions: what counts as one, and how many a voyage has."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.folds.fog import event_rolled
from engine.games.north_wind.folds.turns import action_counted
from engine.games.north_wind.folds.voyage import passed
from engine.games.north_wind.reckoning import mine, named, newest, next_tile, used_up, waiting
from engine.games.north_wind.rules.plain_tile import NOT_PLAIN
from engine.games.north_wind.rules.uses import AT_SEA, Trade, again, unfinished, unwritten_use
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import FOG, LETTERS, VOYAGE
from engine.games.north_wind.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Actions")

chapter.upheld(
    "NW-ACTION-01",
    says="Using a tile counts as one action, however much is done with it.",
    cite=VOYAGE,
    rulings=("NW-AMB-28",),
    by=action_counted,
    claims=(Wrong.ACTIONS_MISCOUNTED,),
)


@chapter.rule(
    "NW-ACTION-02",
    on=(*e.TRADES, e.ExamineWreck, e.CompleteTask),
    says="Two actions at most are performed in a voyage.",
    cite=VOYAGE,
    rulings=("NW-AMB-28",),
)
def two_at_most(table: Table, event: Trade | e.Equip | e.ExamineWreck | e.CompleteTask) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase not in AT_SEA or not used_up(turn) or not mine(turn, event.by):
        return None
    if turn.tasks and isinstance(event, e.CompleteTask):
        # The limit of one task a turn is more specific.
        return None
    says = f"{event.by} performs a third action in this voyage."
    return Breach(says, {"actions": turn.actions}, "The voyage is over: the stack is shuffled.")


@chapter.rule(
    "NW-ACTION-03",
    on=(*e.TRADES, e.ExamineWreck),
    says="The player who sails uses each tile once in a voyage.",
    cite=VOYAGE,
    rulings=("NW-AMB-39",),
)
def once_a_tile(table: Table, event: Trade | e.Equip | e.ExamineWreck) -> Breach | None:
    turn, drawn = table.turn, newest(table)
    if turn is None or drawn is None or not again(table, turn, event.by):
        return None
    says = f"{event.by} uses {named(drawn)} a second time in this voyage."
    return Breach(says, {"tile": drawn.tile, "uses": drawn.uses}, "Another tile.", next_tile(table))


chapter.upheld(
    "NW-ACTION-04",
    says="Fog never counts as an action.",
    cite=FOG,
    by=event_rolled,
    claims=(Wrong.FOG_COUNTED,),
)
chapter.upheld(
    "NW-ACTION-05",
    says="A tile that is not used costs no action.",
    cite=VOYAGE,
    rulings=("NW-AMB-28",),
    by=passed,
    claims=(Wrong.UNUSED_COUNTED,),
)


@chapter.rule(
    "NW-ACTION-06",
    on=(e.Buy, e.Sell, e.RevealTile, e.ShuffleStack),
    where={**NOT_PLAIN, e.ShuffleStack: unfinished},
    says="Whoever uses a tile trades something there, for an action as for a letter.",
    cite=(VOYAGE, LETTERS),
)
def something_is_done(table: Table, event: e.Buy | e.Sell | e.RevealTile | e.ShuffleStack) -> Breach | None:
    if isinstance(event, e.Buy | e.Sell):
        if event.goods:
            return None
        verb = "buys" if isinstance(event, e.Buy) else "sells"
        return Breach(f"{event.by} {verb} nothing.", {"seat": event.by}, "At least one unit.")
    drawn = newest(table)
    idle = [] if drawn is None else [seat for seat in waiting(drawn) if seat not in drawn.overdue]
    if drawn is None or not idle:
        return None
    says = f"{idle[0]} has returned a letter for {named(drawn)} and has not used it."
    instead = f"{idle[0]} uses the tile, or keeps the letter."
    return Breach(says, {"seat": idle[0]}, instead, unwritten_use(table, idle[0]))
