"""The words of the picture: the state of the game, the current turn, and where things are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.games.north_wind.content import EQUIPMENT, HARBORS, Content, Task, Tile
from engine.games.north_wind.content.pieces import FIELDS
from engine.games.north_wind.reckoning import voyage_limit
from engine.games.north_wind.state import ACTIONS, CAPTAIN, CAPTAIN_GOLD, TREASURE, Drawn, Player, Stack, Table, Turn
from engine.games.north_wind.task_board import FIRST_TASKS, current_field, on_board
from engine.kernel.drawing.lettering import list_names, result, spell_count, spell_title, spell_value
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

PHASE: Final = {
    "income": "before the voyage",
    "voyage": "the voyage",
    "fog": "in the fog",
    "pirate": "a pirate",
    "battle": "a battle",
    "home": "the voyage is over",
}
REASON: Final = {
    "range": "the end of the range",
    "actions": "both actions performed",
    "defeat": "beaten by a pirate",
    "stopped": "stopped",
}
REWARD: Final = {TREASURE: "a treasure, 1 gold", CAPTAIN: "a captain taken", CAPTAIN_GOLD: "1 gold, the brig is full"}
KIND: Final = {
    "commercial": "Commercial Harbor",
    "equipment": "Equipment Harbor",
    "merchant": "Merchant",
    "destination": "Destination Harbor",
    "shipwreck": "Shipwreck",
    "fog": "Fog",
}


def moment(table: Table) -> str:
    """Describe the state of the game."""
    if table.phase == "over":
        return "The end of the game"
    if table.phase == "set-up":
        return "Set-up"
    phase = PHASE.get(table.phase, spell_value(table.phase))
    # In a log that begins in mid-game the number of earlier turns is unknown.
    return f"Turn {table.turns + 1} · {phase}" if is_known(table.turns) else phase[:1].upper() + phase[1:]


def to_move(table: Table) -> str:
    """Name the winner, or the player to act."""
    if table.phase == "over":
        return result(table.winner, table.seats)
    if table.phase == "set-up":
        waiting = [spell_title(harbor) for harbor in HARBORS if harbor not in table.stacks]
        return f"Stacks to build: {list_names(waiting)}" if waiting else "Who is the youngest is to be said"
    if not is_known(table.active):
        return "nobody wrote down whose turn it is"
    acts = {"income": "chooses a stack", "pirate": "pays or fights", "home": "is home"}
    dice = {"fog": "is in the fog: the white die is next", "battle": "fights: the black die is next"}
    return f"{spell_value(table.active)} {({**acts, **dice}).get(table.phase, _sails(table))}"


def _sails(table: Table) -> str:
    where = harbor_name(table)
    return f"sails into {where}" if where != "?" else "sails, the harbor was not written down"


def harbor_name(table: Table) -> str:
    """Name the stack of the voyage."""
    turn = table.turn
    return spell_title(turn.stack) if turn is not None and is_known(turn.stack) and turn.stack else "?"


def beneath(table: Table) -> str:
    """Name what is due first, how the voyage goes, or how the game was decided."""
    if table.phase == "over":
        return {"full-board": "The task board is full", "": ""}.get(table.ending, "Enough task tokens are on the board")
    if table.owed:
        return f"Due first: {table.owed[-1].says}"
    if table.turn is None or table.phase in {"set-up", "income"}:
        return ""
    return ", ".join(said for said in (_course(table, table.turn), _joined(table.turn), _won(table)) if said)


def _course(table: Table, turn: Turn) -> str:
    used = f"{spell_value(turn.actions)} of {spell_count(ACTIONS, 'action')} used"
    revealed = f"{len(turn.row)} of {spell_count(voyage_limit(table, turn), 'tile')} revealed"
    return f"{used}, {revealed}{f', ended: {ended(turn)}' if ended(turn) else ''}"


def ended(turn: Turn) -> str:
    """Name the reason why the voyage ended."""
    return "" if is_known(turn.reason) and not turn.reason else REASON.get(str(turn.reason), spell_value(turn.reason))


def _joined(turn: Turn) -> str:
    if is_known(turn.joined) and not turn.joined:
        return ""
    return f"{spell_value(turn.joined)} has returned a letter"


def _won(table: Table) -> str:
    if table.perhaps_over:
        return "tokens that nobody wrote down may have ended the game"
    return f"{spell_value(table.won)} wins at the end of the turn" if not is_known(table.won) or table.won else ""


# Stacks and tiles


def face(content: Content, name: object) -> Tile:
    """Return a sea tile, as far as the pack knows it. An unknown name gives an unknown face."""
    try:
        return content.tile(str(name)) if is_known(name) else Tile("")
    except KeyError:
        return Tile(spell_value(name))


def tile_name(content: Content, name: object) -> str:
    """Name a sea tile as a player does: salt, Equipment Harbor, Olsand."""
    if not is_known(name):
        return "?"
    shown = face(content, name)
    if not is_known(shown.kind):
        return spell_value(name)
    if shown.kind == "commercial" and is_known(shown.commodities):
        return " or ".join(map(spell_value, shown.commodities))
    return spell_title(shown.harbor) if shown.kind == "destination" else KIND.get(shown.kind, spell_value(name))


def tile_words(content: Content, name: object) -> str:
    """Describe a sea tile."""
    if not is_known(name):
        return "unknown tile"
    shown = face(content, name)
    if not is_known(shown.kind):
        return f"{spell_value(name)}: kind not known"
    offers = _offer(shown)
    return f"{spell_value(name)}: {KIND.get(shown.kind, spell_value(shown.kind))}{f', {offers}' if offers else ''}"


def _offer(shown: Tile) -> str:
    if shown.kind == "commercial":
        goods = " or ".join(map(spell_value, shown.commodities)) if is_known(shown.commodities) else "?"
        return f"{goods} for {spell_value(shown.price)} gold"
    if shown.kind == "equipment":
        return ", ".join(f"{item} {spell_value(shown.cost(item))} gold" for item in EQUIPMENT)
    if shown.kind == "merchant":
        return f"any commodity for {spell_value(shown.price)} gold"
    if shown.kind == "destination":
        return spell_title(shown.harbor)
    return f"{spell_value(shown.gold)} gold" if shown.kind == "shipwreck" else ""


def used(drawn: Drawn) -> bool:
    """Return whether a tile has been used, and so is turned. A use after passing counts too."""
    return not is_known(drawn.uses) or drawn.uses > 0


def use_of(drawn: Drawn) -> str:
    """Name what has been done with a tile."""
    if used(drawn):
        return f"used {drawn.uses} times" if is_known(drawn.uses) and drawn.uses > 1 else "used"
    return "passed by" if drawn.passed else ""


def holds(content: Content, stack: Stack) -> str:
    """List the known tiles of a stack, including those in the row."""
    tiles = Counter[str]()
    for name, number in stack.holds.items():
        tiles[tile_name(content, name)] += number
    return list_names(name if number == 1 else f"{name} ({number})" for name, number in tiles.items())


def still_unseen(content: Content, stack: Stack) -> str:
    """Return how many tiles of a stack are unknown."""
    size = content.stack_size
    unseen = max(0, size - sum(stack.holds.values())) if is_known(size) else UNKNOWN
    return f"{spell_count(unseen, 'tile')} not seen yet" if not is_known(unseen) or unseen else "all have been seen"


def lookout(turn: Turn) -> str:
    """Describe what went under the stack, or was seen on top of it."""
    put = f"the Lookout put {spell_count(turn.put_under, 'tile')} under" if turn.put_under else ""
    saw = {"keep": "the Lookout kept the top tile"}.get(str(turn.looked), "")
    return "; ".join(said for said in ("tiles cut" if turn.cut else "", put, saw) if said)


# Fog


def fog(table: Table) -> str:
    """Describe what fog has brought, and what became of it."""
    turn = table.turn
    if turn is None:
        return ""
    if table.phase == "fog":
        return "The white die is to be rolled"
    if not is_known(turn.strength):
        fate = _fate(table, turn) if turn.paid or turn.fought else ""
        return f"What the fog brought is not known{fate}"
    if turn.strength:
        return f"Pirate of strength {spell_value(turn.strength)}{_fate(table, turn)}"
    return f"The fog brought {reward(turn)}" if reward(turn) else ""


def _fate(table: Table, turn: Turn) -> str:
    if turn.paid:
        return ", paid"
    if table.phase == "battle":
        return ", in battle: the black die is to be rolled"
    if not is_known(turn.battle):
        return f", {spell_count(turn.hits, 'hit')}: won or lost is not known"
    if not turn.battle:
        return ", to be paid or fought" if table.phase == "pirate" else ""
    won = f": {reward(turn)}" if reward(turn) else ""
    lost = "" if turn.fought else " at once"
    return f", {spell_count(turn.hits, 'hit')}, {turn.battle}{won}" if turn.fought else f", {turn.battle}{lost}"


def reward(turn: Turn) -> str:
    """Name the prize."""
    if not is_known(turn.reward):
        return "?"
    return REWARD.get(str(turn.reward), "")


# The task board


def way_words(way: Mapping[str, Any]) -> str:
    """Describe one way to pay a task."""
    if not is_known(way):
        return "?"
    return " and ".join(_amount(goods, number) for goods, number in way.items()) or "nothing"


def _amount(goods: str, number: object) -> str:
    return spell_count(number, goods) if goods == "captain" else f"{spell_value(number)} {spell_value(goods)}"


def ways_of(task: Task | None) -> Any:  # noqa: ANN401 - the ways to pay a task, or UNKNOWN
    """Return each way to pay a task. The rulebook prints the first of each harbor, regardless of the pack."""
    if task is None:
        return UNKNOWN
    return (FIRST_TASKS[task.harbor],) if task.field == 1 and not is_known(task.demands) else task.demands


def task_words(task: Task | None) -> str:
    """Describe what a task asks for."""
    ways = ways_of(task)
    return " or ".join(map(way_words, ways)) if is_known(ways) else "?"


def column_words(table: Table, harbor: str) -> str:
    """Describe how far a column is filled, and what the harbor asks for now."""
    owners, number = table.columns[harbor], current_field(table, harbor)
    if is_known(number):
        wants = "all tasks done" if number > FIELDS else f"asks for {task_words(table.content.task(harbor, number))}"
    else:
        owners, wants = [*owners, UNKNOWN], "asks for ?"
    return f"{spell_title(harbor)}: tokens {list_names(owners)}; {wants}; most {holder(table.most.get(harbor, ''))}"


def bonus_owners(table: Table, owners: Iterable[Any]) -> list[Any]:
    """List the tokens on a bonus field, with one for those that are unknown."""
    return [*owners, UNKNOWN] if table.bonuses_untold else list(owners)


def holder(seat: object) -> str:
    """Name the holder of something."""
    return "nobody" if is_known(seat) and not seat else spell_value(seat)


# Ships


def placed(table: Table, seat: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Count a player's tokens on the board."""
    try:
        return on_board(table, seat)
    except Undetermined:
        return UNKNOWN


def crew_words(player: Player) -> str:
    """List the crew, with one unknown if there may be others."""
    return list_names([*player.crew, UNKNOWN] if player.crew_untold else player.crew)


def hold_words(hold: Mapping[str, Any]) -> str:
    """List the goods aboard, including those of unknown number."""
    aboard = ((number, goods) for goods, number in hold.items() if not is_known(number) or number)
    return ", ".join(f"{spell_value(number)} {goods}" for number, goods in aboard) or "empty"
