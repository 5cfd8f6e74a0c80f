"""The table as flat named values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.games.north_wind.content import COMMODITIES, HARBORS
from engine.games.north_wind.reckoning import bank, captains_left, crew_aboard, in_supply, voyage_limit
from engine.games.north_wind.reckoning.battle import perhaps_beaten
from engine.games.north_wind.state import STACK, Player, Table, Turn
from engine.games.north_wind.task_board import current_field, on_board, threshold
from engine.kernel.facts import NOTHING, Reckoner, build_reckoners, guard_reckoner, of_seat, spell_names, spell_or_none
from engine.kernel.replay.fact_values import LIST
from engine.kernel.unknown import UNKNOWN, has_no_unknown, is_known

LETTERS = 8


def _list(names: Iterable[Any]) -> Any:  # noqa: ANN401 - a fact: words, or UNKNOWN
    listed = list(names)
    return spell_names(listed) if has_no_unknown(listed) else UNKNOWN


def _hold(player: Player) -> Any:  # noqa: ANN401 - as above
    if not has_no_unknown(player.hold.values()):
        return UNKNOWN
    return spell_names(goods for goods, number in player.hold.items() for _ in range(number))


def seat_facts(seat: str) -> dict[str, Reckoner]:
    """The facts of one player."""
    of = of_seat(seat)

    def aboard(goods: str) -> Reckoner:
        return of(lambda p: p.hold[goods])

    return {
        f"{seat}.gold": of(lambda p: p.gold),
        f"{seat}.letters": of(lambda p: p.letters),
        f"{seat}.tokens": of(lambda p: p.tokens),
        f"{seat}.placed": _placed(seat),
        f"{seat}.hold": of(_hold),
        **{f"{seat}.{goods}": aboard(goods) for goods in COMMODITIES},
        f"{seat}.brig": of(lambda p: p.brig),
        f"{seat}.crew": of(lambda p: UNKNOWN if p.crew_untold else _list(p.crew)),
        f"{seat}.crew.aboard": of(crew_aboard),
        f"{seat}.cannons": of(lambda p: p.cannons),
        f"{seat}.sail": of(lambda p: p.sail),
    }


def _turn(read: Callable[[Turn], Any]) -> Reckoner:
    return lambda table: NOTHING if table.turn is None or table.phase == "over" else read(table.turn)


def _row(turn: Turn) -> Any:  # noqa: ANN401 - as above
    tiles = [drawn.tile for drawn in turn.row]
    return " ".join(tiles) or NOTHING if has_no_unknown(tiles) else UNKNOWN


def _range(table: Table) -> Any:  # noqa: ANN401 - as above
    return NOTHING if table.turn is None or table.phase == "over" else voyage_limit(table, table.turn)


def _column(harbor: str) -> Reckoner:
    def owners(table: Table) -> Any:  # noqa: ANN401 - as above
        column = table.columns[harbor]
        return " ".join(column) or NOTHING if has_no_unknown(column) else UNKNOWN

    return owners


def _contents(harbor: str) -> Reckoner:
    """Return the known contents of a stack, with `??` for each unseen tile."""

    def known_tiles(table: Table) -> Any:  # noqa: ANN401 - as above
        stack = table.stacks.get(harbor)
        seen = [tile for tile, number in stack.holds.items() for _ in range(number)] if stack is not None else []
        return spell_names([*seen, *[UNKNOWN] * max(0, STACK - len(seen))])

    return known_tiles


def _bonus(of: Callable[[Table], list[Any]]) -> Reckoner:
    return lambda table: UNKNOWN if table.bonuses_untold else _list(of(table))


def _field(harbor: str) -> Reckoner:
    return lambda table: current_field(table, harbor)


def _most(harbor: str) -> Reckoner:
    return lambda table: spell_or_none(table.most[harbor])


def _supply(goods: str) -> Reckoner:
    return lambda table: in_supply(table, goods)


def _letters(table: Table) -> Any:  # noqa: ANN401 - as above
    return LETTERS - sum(player.letters for player in table.players.values())


def _winner(table: Table) -> Any:  # noqa: ANN401 - as above
    """Return the winner: none, unless tokens that are missing in the log may have won already."""
    if not is_known(table.winner) or table.winner:
        return table.winner
    doubtful = not is_known(threshold(table)) or any(not is_known(_placed(seat)(table)) for seat in table.seats)
    return UNKNOWN if doubtful else NOTHING


def _placed(seat: str) -> Reckoner:
    return guard_reckoner(lambda table: on_board(table, seat))


def _ended(table: Table) -> Any:  # noqa: ANN401 - as above
    """Return how the voyage ended; unknown if the ship may have been defeated."""
    turn = table.turn
    if turn is None or table.phase == "over":
        return NOTHING
    doubtful = not is_known(turn.battle) or (table.phase == "pirate" and perhaps_beaten(table, turn))
    return UNKNOWN if doubtful else spell_or_none(turn.reason)


TABLE_FACTS: dict[str, Reckoner] = {
    "phase": lambda t: t.phase,
    "turn": lambda t: spell_or_none(t.active),
    "first": lambda t: spell_or_none(t.first),
    "stack": _turn(lambda turn: spell_or_none(turn.stack)),
    "row": _turn(_row),
    "revealed": _turn(lambda turn: len(turn.row)),
    "range": _range,
    "actions": _turn(lambda turn: turn.actions),
    "strength": _turn(lambda turn: turn.strength or NOTHING if is_known(turn.strength) else UNKNOWN),
    "hits": _turn(lambda turn: turn.hits),
    "battle": _turn(lambda turn: spell_or_none(turn.battle)),
    "ended": _ended,
    **{f"column.{harbor}": _column(harbor) for harbor in HARBORS},
    **{f"field.{harbor}": _field(harbor) for harbor in HARBORS},
    **{f"most.{harbor}": _most(harbor) for harbor in HARBORS},
    "bonus.supply": _bonus(lambda t: t.supplied),
    "bonus.crew": _bonus(lambda t: t.crewed),
    **{f"contents.{harbor}": _contents(harbor) for harbor in HARBORS},
    "bank": bank,
    "letters": _letters,
    "captains": captains_left,
    **{f"supply.{goods}": _supply(goods) for goods in COMMODITIES},
    "winner": _winner,
    "ending": lambda t: t.ending or NOTHING,
}


# The kinds of value that facts have.
VALUES = {
    **dict.fromkeys(("*.gold", "*.letters", "*.tokens", "*.placed", "*.brig", "*.cannons", "*.sail"), ("number",)),
    **{f"*.{goods}": ("number",) for goods in COMMODITIES},
    **dict.fromkeys(("*.crew.aboard", "revealed", "range", "actions", "strength", "hits"), ("number",)),
    **dict.fromkeys(("field.*", "supply.*", "bank", "letters", "captains"), ("number",)),
    **dict.fromkeys(("turn", "first", "most.*"), ("seat",)),
    **dict.fromkeys(("winner", "bonus.*", "column.*"), ("seat", LIST)),
    **dict.fromkeys(("row", "contents.*"), ("tile", LIST)),
    "*.hold": ("commodity", LIST),
    "*.crew": ("role", LIST),
    "stack": ("harbor",),
    "phase": ("phase",),
    "battle": ("battle end",),
    "ended": ("reason",),
    "ending": ("ending",),
}


# Lists every fact of a game with these seats.
reckoners_of = build_reckoners(seat_facts, TABLE_FACTS)


def reckoners(table: Table) -> Mapping[str, Reckoner]:
    """Map every fact of this table to the function that computes it."""
    return reckoners_of(table.seats)
