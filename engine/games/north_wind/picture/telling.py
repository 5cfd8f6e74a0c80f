"""The position in sentences, for readers who cannot see the picture."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.north_wind.content import COMMODITIES, HARBORS
from engine.games.north_wind.picture.words import (
    beneath,
    bonus_owners,
    column_words,
    crew_words,
    fog,
    harbor_name,
    hold_words,
    holds,
    lookout,
    moment,
    placed,
    still_unseen,
    tile_words,
    to_move,
    use_of,
)
from engine.games.north_wind.reckoning import bank, captains_left, in_supply
from engine.games.north_wind.state import Drawn, Player, Table
from engine.kernel.drawing.alt_text import Telling
from engine.kernel.drawing.lettering import list_names, name_seat, spell_count, spell_title, spell_value


def telling(table: Table) -> Telling:
    """Describe the whole position."""
    return Telling("north-wind", "North Wind", moment(table), to_move(table), beneath(table), tuple(_rest(table)))


def _rest(table: Table) -> Iterator[str]:
    for harbor in HARBORS:
        yield column_words(table, harbor)
    supplied, crewed = bonus_owners(table, table.supplied), bonus_owners(table, table.crewed)
    yield f"All three harbors supplied: {list_names(supplied)}; crew of four: {list_names(crewed)}"
    for harbor in HARBORS:
        yield _stack(table, harbor)
    yield from _voyage(table)
    yield _supply(table)
    for seat in table.seats:
        yield _player(table, table.players[seat])


def _stack(table: Table, harbor: str) -> str:
    stack = table.stacks.get(harbor)
    if stack is None:
        return f"Stack of {spell_title(harbor)}: not built"
    there = f"holds {holds(table.content, stack)}; {still_unseen(table.content, stack)}"
    return f"Stack of {spell_title(harbor)}: {spell_count(len(stack.order), 'tile')}; {there}"


def _voyage(table: Table) -> Iterator[str]:
    turn = table.turn
    if turn is None:
        return
    if turn.row:
        yield f"In the row from {harbor_name(table)}: {'; '.join(_drawn(table, one) for one in turn.row)}"
    yield lookout(turn)
    yield fog(table)


def _drawn(table: Table, one: Drawn) -> str:
    letters = f", letters of {list_names(one.joiners)}" if one.joiners else ""
    declined = f", declined by {list_names(dict.fromkeys(one.declined))}" if one.declined else ""
    done = use_of(one)
    return f"{tile_words(table.content, one.tile)}{f', {done}' if done else ''}{letters}{declined}"


def _supply(table: Table) -> str:
    goods = ", ".join(f"{spell_value(in_supply(table, one))} {one}" for one in COMMODITIES)
    return f"Supply: {goods}, {spell_count(captains_left(table), 'captain')}, {spell_value(bank(table))} gold"


def _player(table: Table, player: Player) -> str:
    return (
        f"{name_seat(table.header, player.seat)}: {spell_value(player.gold)} gold, "
        f"{spell_count(player.letters, 'letter')}, {spell_count(placed(table, player.seat), 'token')} on the board and "
        f"{spell_value(player.tokens)} left; sailing level {spell_value(player.sail)}, "
        f"{spell_count(player.cannons, 'cannon')}; "
        f"hold {hold_words(player.hold)}; brig {spell_count(player.brig, 'captain')}; crew {crew_words(player)}"
    )
