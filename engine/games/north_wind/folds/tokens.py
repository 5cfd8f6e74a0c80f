"""Task tokens: placed on the task fields and the bonus fields, and taken back."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.reckoning import lowered
from engine.games.north_wind.scoring import board_full, threshold_reached
from engine.games.north_wind.state import Table
from engine.games.north_wind.task_board import BONUS_FIELDS, Field, earns, leading, told
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

CREW_FIELD: Field = ("crew", "")


def token_placed(table: Table, harbor: str, seat: str) -> None:
    """A token goes on the current task field; bonuses and perhaps the end of the game follow."""
    table.placed.clear()
    table.taken_back.clear()
    before = waiting(table, seat)
    table.columns[harbor].append(seat)
    table.players[seat].tokens = lowered(table.players[seat].tokens, 1)
    most_settled(table, harbor)
    threshold_reached(table, seat)
    if table.phase != "over":
        settle(table, seat, (("most", harbor), ("supply", "")), before)
        board_full(table)


def token_somewhere(table: Table, seat: str) -> None:
    """A token goes on an unknown task field."""
    table.bonuses_untold = True
    _stocks_untold(table)
    for harbor in HARBORS:
        table.columns[harbor].append(UNKNOWN)
        table.heights_untold.add(harbor)
        table.most[harbor] = UNKNOWN
    threshold_reached(table, seat)


def _stocks_untold(table: Table) -> None:
    """A bonus token may have moved, so the number of tokens that each player has left is unknown."""
    for player in table.players.values():
        player.tokens = UNKNOWN


def most_settled(table: Table, harbor: str) -> None:
    """A player who no longer has the most tokens in a column takes the bonus token back."""
    holder = table.most[harbor]
    try:
        leader = leading(table, harbor)
    except Undetermined:
        table.most[harbor] = UNKNOWN
        _stocks_untold(table)
        return
    if not is_known(holder):
        _perhaps_moved(table, harbor, leader)
    elif holder and holder != leader:
        take_back(table, holder, "most", harbor)


def _perhaps_moved(table: Table, harbor: str, leader: str) -> None:
    """The holder of the bonus token is known again, but not the previous one, so the log may say that it moved."""
    _stocks_untold(table)
    if table.terms.bonus_placing != "automatic-immediately":
        return
    table.most[harbor] = leader
    table.placed += [(leader, "most", harbor)] if leader else []
    table.taken_back += [(seat, "most", harbor) for seat in table.seats if seat != leader]


def waiting(table: Table, seat: str) -> list[Field]:
    """List the bonus fields for which a player has earned a token and not placed it, as far as is known."""
    if table.terms.bonus_placing == "automatic-immediately":
        return []
    return [field for field in BONUS_FIELDS if _earns(table, seat, field)]


def settle(table: Table, seat: str, fields: Iterable[Field], before: Iterable[Field] = ()) -> None:
    """Place bonus tokens that a player has just earned, or let them wait for their owner, as the readings say."""
    if table.terms.bonus_placing == "automatic-immediately":
        for field in fields:
            # The winner has no token left for another bonus, whether the turn is played to its end or not.
            if table.phase != "over" and not _none_left(table, seat) and _earns(table, seat, field):
                place(table, seat, *field)
                threshold_reached(table, seat, field[0])
    else:
        table.earned += [
            (seat, *field) for field in BONUS_FIELDS if field not in before and _may_earn(table, seat, field)
        ]
    threshold_reached(table, seat)


def _may_earn(table: Table, seat: str, field: Field) -> bool:
    """Return whether a bonus token is earned, as far as is known."""
    try:
        return earns(table, seat, *field)
    except Undetermined:
        return True


def _none_left(table: Table, seat: str) -> bool:
    tokens = table.players[seat].tokens
    return is_known(tokens) and not tokens


def _earns(table: Table, seat: str, field: Field) -> bool:
    try:
        return earns(table, seat, *field)
    except Undetermined:
        if field[0] != "most" and table.terms.bonus_placing == "automatic-immediately":
            table.bonuses_untold = True
            table.players[seat].tokens = UNKNOWN
        return False


def place(table: Table, seat: str, bonus: str, harbor: str) -> None:
    """A token goes on a bonus field."""
    if bonus == "most":
        table.most[harbor] = seat
    else:
        (table.supplied if bonus == "supply" else table.crewed).append(seat)
    table.players[seat].tokens = lowered(table.players[seat].tokens, 1)
    table.placed.append((seat, bonus, harbor))


def take_back(table: Table, seat: str, bonus: str, harbor: str) -> None:
    """A token returns from a bonus field to its owner's stock."""
    if bonus == "most":
        table.most[harbor], table.lost[harbor] = "", seat
    else:
        (table.supplied if bonus == "supply" else table.crewed).remove(seat)
    table.players[seat].tokens += 1
    table.taken_back.append((seat, bonus, harbor))


def bonus_untold(table: Table) -> None:
    """An unknown bonus token was placed or taken back."""
    table.bonuses_untold = True
    _stocks_untold(table)


def bonus_placed(table: Table, event: e.PlaceBonus) -> None:
    """The log says that a bonus token was placed: place it, unless it is already there."""
    if not is_known(event.bonus) or not is_known(event.harbor):
        bonus_untold(table)
        return
    one = told(event, table.placed)
    if one in table.placed:
        table.placed.remove(one)
        return
    table.earned = [earned for earned in table.earned if earned != one]
    _, bonus, harbor = one
    if bonus == "most" and harbor not in HARBORS:
        return
    holder = table.most[harbor] if bonus == "most" else ""
    if is_known(holder) and holder == event.by:
        return
    if _none_left(table, event.by):
        table.unapplied.append(f"{event.by} has no token left for a bonus field")
        return
    if is_known(holder) and holder:
        # A field has one token, so the earlier one must be gone.
        table.players[holder].tokens += 1
    place(table, event.by, bonus, harbor)
    table.placed.pop()
    threshold_reached(table, event.by, bonus)


def bonus_taken_back(table: Table, event: e.TakeBack) -> None:
    """The log says that a bonus token was taken back: take it back, unless that has already happened."""
    if not is_known(event.bonus) or not is_known(event.harbor):
        bonus_untold(table)
        return
    one = told(event, table.taken_back)
    if one in table.taken_back:
        table.taken_back.remove(one)
    elif _has(table, one):
        take_back(table, *one)
        table.taken_back.pop()


def _has(table: Table, one: tuple[str, str, str]) -> bool:
    seat, bonus, harbor = one
    if bonus == "most":
        holder = table.most.get(harbor, "")
        return is_known(holder) and holder == seat
    have = table.supplied if bonus == "supply" else table.crewed
    return any(is_known(owner) and owner == seat for owner in have)
