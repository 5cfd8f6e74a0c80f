"""Range: the tiles that count for it, and when and why a voyage ends."""

from __future__ import annotations

from engine.games.north_wind.events import TRADES, CompleteTask, EndVoyage, Equip, ExamineWreck, RevealTile
from engine.games.north_wind.folds.fog import defeated
from engine.games.north_wind.folds.turns import second_action
from engine.games.north_wind.reckoning import at_range_end, mine, used_up, voyage_limit
from engine.games.north_wind.rules.plain_tile import NOT_PLAIN
from engine.games.north_wind.rules.turns import AT_SEA
from engine.games.north_wind.rules.uses import OF_CARGO, Trade, unwritten_use
from engine.games.north_wind.rules.voyage.voyage import numbered, wrong_number
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import CREW, EQUIPMENT, FOG, PIRATES, VOYAGE
from engine.games.north_wind.state import SPENT, Table, Turn
from engine.kernel.events import Event, Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

chapter = Chapter("The end of a voyage")
Use = Trade | Equip | ExamineWreck | CompleteTask
USES: tuple[type[Event], ...] = (*TRADES, ExamineWreck, CompleteTask)
# A voyage is in progress; once it is over, the flow reports it.
REVEALING = frozenset({"voyage", "fog", "pirate", "battle"})


@chapter.rule(
    "NW-VOYAGE-04",
    hangs_on=(SPENT,),
    on=(Start, RevealTile),
    says="A voyage reveals as many tiles as the sailing level, at most.",
    cite=VOYAGE,
    claims=(Wrong.RANGE_SHORT,),
)
def within_range(table: Table, event: Start | RevealTile) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase not in REVEALING:
        return None
    limit, revealed = voyage_limit(table, turn), len(turn.row) + isinstance(event, RevealTile)
    if not is_known(limit) and is_known(table.content.starting.sail) and revealed <= table.content.starting.sail:
        # However high the sail is, no level is ever lost.
        return None
    if revealed <= limit:
        return None
    says = f"Tile {revealed} is revealed at sailing level {limit}."
    raised = Equip(turn.seat, "sail") if isinstance(event, RevealTile) and is_known(turn.seat) else None
    return Breach(says, {"level": limit, "revealed": revealed}, "The voyage is over.", raised)


@chapter.rule(
    "NW-VOYAGE-05",
    on=EndVoyage,
    given="reason",
    says="A sailing level bought on a voyage counts in that same voyage.",
    cite=EQUIPMENT,
    narrows=("NW-VOYAGE-12",),
    rulings=("NW-AMB-11",),
    claims=(Wrong.SAIL_NOT_COUNTED,),
)
def counts_at_once(table: Table, event: EndVoyage) -> Breach | None:
    turn = table.turn
    if turn is None or not turn.sails_bought or not _short_of_range(table, event, turn.sails_bought):
        return None
    limit = voyage_limit(table, turn)
    says = f"The voyage ends at tile {len(turn.row)} as out of range, with a sailing level bought on it."
    return Breach(says, {"range": limit}, f"{limit} tiles.")


def _short_of_range(table: Table, event: EndVoyage, miscounted: int) -> bool:
    """Return whether a voyage is said to be out of range, which is true only if this many tiles are miscounted."""
    turn = table.turn
    if turn is None or table.phase != "voyage" or event.reason != "range":
        return False
    left = voyage_limit(table, turn) - len(turn.row)
    return bool(0 < left <= miscounted)


@chapter.rule(
    "NW-VOYAGE-08",
    on=RevealTile,
    given="index",
    says="Every tile in the row counts for the range, Fog and unused tiles too.",
    cite=(VOYAGE, FOG),
    claims=(Wrong.TILE_NOT_COUNTED,),
)
def all_count(table: Table, event: RevealTile) -> Breach | None:
    turn = table.turn
    wrong = turn is not None and numbered(turn, event.index) is Wrong.TILE_NOT_COUNTED
    return wrong_number(turn, event.index) if turn is not None and wrong else None


@chapter.rule(
    "NW-VOYAGE-09",
    on=(RevealTile, EndVoyage),
    says="A tile that the Lookout puts under the stack does not count for the range.",
    cite=CREW,
    where=NOT_PLAIN,
    narrows=("NW-VOYAGE-12",),
    claims=(Wrong.TILE_UNDER_COUNTED,),
)
def put_away(table: Table, event: RevealTile | EndVoyage) -> Breach | None:
    turn = table.turn
    if turn is None or not turn.put_under:
        return None
    if isinstance(event, EndVoyage):
        if not event.reason or not _short_of_range(table, event, turn.put_under):
            return None
        limit = voyage_limit(table, turn)
        says = f"The voyage ends at tile {len(turn.row)} as out of range, with a tile put away by the Lookout."
        return Breach(says, {"range": limit}, f"{limit} tiles, without that one.")
    counted = event.index and numbered(turn, event.index) is Wrong.TILE_UNDER_COUNTED
    return wrong_number(turn, event.index) if counted else None


@chapter.rule(
    "NW-VOYAGE-12",
    on=(EndVoyage, *USES),
    says="A voyage ends when as many tiles as its range have been revealed, or when its player stops it.",
    cite=VOYAGE,
    where=dict.fromkeys(USES, lambda table, _: table.phase == "home"),
    rulings=("NW-AMB-01", "NW-AMB-11"),
    claims=("ended",),
)
def why_it_ends(table: Table, event: EndVoyage | Use) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase not in AT_SEA:
        return None
    if not isinstance(event, EndVoyage):
        return _after_its_end(turn, event) if table.phase == "home" else None
    if not event.reason and table.terms.stopping == "may-stop":
        return None
    ends = _ends(table, turn)
    facts: dict[str, int | str] = {"revealed": len(turn.row), "actions": turn.actions}
    if table.phase == "voyage" and table.terms.stopping == "must-continue" and ends == {"stopped"}:
        says, instead = f"The voyage ends after {_so_far(turn)}.", "The next tile is revealed."
        return Breach(says, facts, instead, unwritten_use(table, turn.seat) or RevealTile(UNKNOWN))
    if not event.reason or event.reason in ends:
        return None
    says = f"The log says “{event.reason}” of a voyage that ends after {_so_far(turn)}."
    return Breach(says, facts, " or ".join(sorted(ends)))


def _after_its_end(turn: Turn, event: Use) -> Breach | None:
    """Report that a player uses a tile after the voyage.

    A third action, a tile used twice and a return to an earlier tile are cases of their own.
    """
    if (
        not mine(turn, event.by)
        or not turn.row
        or turn.battle == "lost"
        or used_up(turn)
        or 0 < event.index < len(turn.row)
    ):
        return None
    # Under one reading a harbor counts as used without its task.
    if turn.tasks if isinstance(event, CompleteTask) else turn.row[-1].uses:
        return None
    return Breach(f"{event.by} uses a tile after the voyage has ended.", {"ended": turn.reason}, "Before it ends.")


def _so_far(turn: Turn) -> str:
    tiles, actions = len(turn.row), turn.actions
    return f"{tiles} tile{'s' * (tiles != 1)} and {actions} action{'s' * (actions != 1)}"


def _ends(table: Table, turn: Turn) -> set[str]:
    """Return the true reasons for the end of a voyage."""
    if not is_known(turn.battle):
        raise Undetermined
    if turn.battle == "lost":
        return {"defeat"}
    ends = {"actions"} if used_up(turn) and table.phase != "voyage" else set[str]()
    if at_range_end(table, turn):
        ends.add("range")
    return ends or {"stopped"}


chapter.upheld(
    "NW-VOYAGE-13",
    says="A voyage ends at once with its second action.",
    cite=VOYAGE,
    rulings=("NW-AMB-11", "NW-AMB-28"),
    by=second_action,
    phases=("home",),
    claims=(Wrong.ENDED_BY_ACTIONS,),
)
chapter.upheld(
    "NW-VOYAGE-14",
    hangs_on=(SPENT,),
    says="A voyage ends at once when pirates defeat the ship.",
    cite=PIRATES,
    rulings=(*OF_CARGO, "NW-AMB-26"),
    by=defeated,
    phases=("home",),
    claims=(Wrong.ENDED_BY_DEFEAT,),
)
