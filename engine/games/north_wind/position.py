"""Sets a table in mid-game from the facts that a header declares; everything else is unknown."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.games.north_wind.content import COMMODITIES, HARBORS, ROLES
from engine.games.north_wind.content.pieces import CANNONS, CREW, FIELDS
from engine.games.north_wind.folds.turns import own_harbor
from engine.games.north_wind.reckoning import lowered
from engine.games.north_wind.state import ACTIONS, STACK, Drawn, Player, Table, Turn, stack_of, unknown_order
from engine.games.north_wind.task_board import on_board, threshold
from engine.kernel.events import MAX_NUMBER
from engine.kernel.facts import NOTHING
from engine.kernel.log import LogError
from engine.kernel.positions import (
    Value,
    read_names,
    read_number,
    read_one_of,
    read_phase,
    refuse_more_than_there_are,
    refuse_out_of_bounds,
    refuse_repeats,
    refuse_strangers,
    refuse_sum,
)
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

PHASES = ("income", "voyage")
# The box has 8 of each commodity, of captains and of letters. A ship that broke a limit may have had them all.
BOX = 8
THINGS = {"brig": "captains", "letters": "letters"}


def declare(table: Table, position: Mapping[str, Value]) -> None:
    """Set the table as the header says. Every fact that it leaves out is unknown."""
    refuse_strangers(position, _zones(table))
    refuse_repeats(position, ("bonus.supply", "bonus.crew"), "a player", "Each places one token there at most.")
    refuse_out_of_bounds(position, _bounds(table))
    _refuse_long_lists(table, position)
    _refuse_more_than_the_box_holds(table, position)
    table.phase = read_phase(position, PHASES)
    if over := next((name for name in ("winner", "ending") if position.get(name, NOTHING) != NOTHING), ""):
        raise LogError("A position cannot start after the end of the game.", "Leave winner and ending out.", fact=over)
    for harbor in HARBORS:
        _board(table, harbor, position)
        _stack(table, harbor, position)
    _bonuses(table, position)
    for seat, player in table.players.items():
        _player(table, player, {k.removeprefix(f"{seat}."): v for k, v in position.items() if k.startswith(f"{seat}.")})
    table.built = list(HARBORS)
    table.first = read_one_of(position, "first", table.seats)
    table.active = read_one_of(position, "turn", table.seats)
    table.turns = 1 if is_known(table.first) and is_known(table.active) and table.first != table.active else UNKNOWN
    table.turn = Turn(table.active)
    if table.phase == "voyage":
        _voyage(table, table.turn, position)


def _zones(table: Table) -> dict[str, Container[str]]:
    """Map the facts that list tiles, goods and players to their allowed names."""
    zones: dict[str, Container[str]] = {"row": table.content.tile_names}
    for harbor in HARBORS:
        zones |= {f"column.{harbor}": table.seats, f"contents.{harbor}": table.content.tile_names}
    zones |= {"bonus.supply": table.seats, "bonus.crew": table.seats}
    for seat in table.seats:
        zones |= {f"{seat}.hold": COMMODITIES, f"{seat}.crew": ROLES}
    return zones


def _bounds(table: Table) -> dict[str, tuple[int, int]]:
    """Return the bounds of the numbers in a position."""
    bounds = {"actions": (0, ACTIONS), "letters": (0, BOX), "captains": (0, BOX), "revealed": (0, STACK)}
    bounds |= {f"supply.{goods}": (0, BOX) for goods in COMMODITIES}
    bounds |= {f"field.{harbor}": (1, FIELDS + 1) for harbor in HARBORS}
    top = table.content.ship.sail_max
    fastest = top if is_known(top) and table.terms.highest_sail != "unlimited" else MAX_NUMBER
    own = table.content.tokens_for(len(table.seats))
    most = own if is_known(own) else MAX_NUMBER
    for seat in table.seats:
        bounds |= {f"{seat}.gold": (0, MAX_NUMBER), f"{seat}.letters": (0, BOX), f"{seat}.brig": (0, BOX)}
        bounds |= {f"{seat}.cannons": (0, CANNONS), f"{seat}.sail": (1, fastest), f"{seat}.tokens": (0, most)}
        bounds |= {f"{seat}.{goods}": (0, BOX) for goods in COMMODITIES}
    return bounds


def _refuse_long_lists(table: Table, position: Mapping[str, Value]) -> None:
    for name, most in (
        *((f"column.{harbor}", FIELDS) for harbor in HARBORS),
        *((f"contents.{harbor}", STACK) for harbor in HARBORS),
        *((f"{seat}.crew", CREW) for seat in table.seats),
        ("row", STACK),
    ):
        if len(read_names(position.get(name, "none"))) > most:
            raise LogError(f"The position lists more as {name} than there can be.", f"Name {most} at most.", fact=name)


def _refuse_more_than_the_box_holds(table: Table, position: Mapping[str, Value]) -> None:
    """Refuse more goods, captains and letters than there are, over all ships."""
    for what in (*COMMODITIES, "brig", "letters"):
        refuse_sum(position, (f"{seat}.{what}" for seat in table.seats), BOX, THINGS.get(what, f"of {what}"))
    holds = [f"{seat}.hold" for seat in table.seats if not any(f"{seat}.{goods}" in position for goods in COMMODITIES)]
    refuse_more_than_there_are(position, holds, lambda _: BOX)


def _board(table: Table, harbor: str, position: Mapping[str, Value]) -> None:
    said = position.get(f"column.{harbor}", "??")
    table.columns[harbor] = read_names(said)
    if said == "??":
        table.heights_untold.add(harbor)
    table.most[harbor] = read_one_of(position, f"most.{harbor}", (*table.seats, "none"))


def _stack(table: Table, harbor: str, position: Mapping[str, Value]) -> None:
    holds = own_harbor(table, harbor)
    listed: dict[str, int] = {}
    for tile in read_names(position.get(f"contents.{harbor}", "??")):
        if is_known(tile):
            listed[tile] = listed.get(tile, 0) + 1
    table.stacks[harbor] = stack_of(unknown_order(table.content.stack_size), {**holds, **listed})


def _bonuses(table: Table, position: Mapping[str, Value]) -> None:
    for name, have in (("bonus.supply", table.supplied), ("bonus.crew", table.crewed)):
        said = read_names(position.get(name, "??"))
        have += [seat for seat in said if is_known(seat)]
        table.bonuses_untold = table.bonuses_untold or len(have) < len(said)


def _player(table: Table, player: Player, said: Mapping[str, Value]) -> None:
    for name in ("gold", "letters", "brig", "cannons", "sail"):
        setattr(player, name, read_number(said, name, of=player.seat))
    listed = read_names(said.get("hold", "??"))
    complete = all(map(is_known, listed))
    for goods in COMMODITIES:
        counted = listed.count(goods) if complete else UNKNOWN
        player.hold[goods] = read_number(said, goods, of=player.seat) if goods in said else counted
    crew = read_names(said.get("crew", "??"))
    player.crew = [role for role in crew if is_known(role)]
    player.crew_untold = len(player.crew) < len(crew)
    if len(set(player.crew)) < len(player.crew):
        raise LogError(
            f"The position gives {player.seat} a role twice.", "Each role has one slot.", fact=f"{player.seat}.crew"
        )
    try:
        player.tokens = lowered(threshold(table), on_board(table, player.seat))
    except Undetermined:
        player.tokens = read_number(said, "tokens", of=player.seat)


def _voyage(table: Table, turn: Turn, position: Mapping[str, Value]) -> None:
    """Set a voyage in progress: its stack, its row, and what has been done."""
    turn.stack = read_one_of(position, "stack", HARBORS)
    turn.row = [Drawn(tile) for tile in read_names(position.get("row", "none"))]
    turn.actions = read_number(position, "actions") if "actions" in position else 0
    turn.income = 1
    if is_known(turn.stack):
        stack, listed = table.stacks[turn.stack], [drawn.tile for drawn in turn.row if is_known(drawn.tile)]
        stack.order = stack.order[len(turn.row) :]
        for tile in listed:
            stack.show(tile, listed.count(tile))
    if turn.row and not (is_known(turn.actions) and turn.actions == 0):
        # The position does not say which tiles the actions were performed with.
        for drawn in turn.row:
            drawn.uses = UNKNOWN
