"""Task tokens: on the task fields, on the bonus fields, and back again."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.reckoning import earns, leading, lowered
from engine.games.north_wind.scoring import board_full, threshold_reached
from engine.games.north_wind.state import BONUSES, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, known

Placed = tuple[str, str, str]


def token_placed(table: Table, harbor: str, seat: str) -> None:
    """A token goes on the current task field; bonuses and perhaps the end of the game follow."""
    table.placed.clear()
    table.taken_back.clear()
    table.columns[harbor].append(seat)
    table.players[seat].tokens = lowered(table.players[seat].tokens, 1)
    most_settled(table, harbor)
    settle(table, seat)
    board_full(table)


def most_settled(table: Table, harbor: str) -> None:
    """Whoever no longer has the most tokens in a column takes the bonus token back."""
    holder = table.most[harbor]
    try:
        leader = leading(table, harbor)
    except Undetermined:
        table.most[harbor] = UNKNOWN
        return
    if not known(holder):
        table.most[harbor] = leader
    elif holder and holder != leader:
        take_back(table, holder, "most", harbor)


def settle(table: Table, seat: str) -> None:
    """Place what a player has just earned, or let it wait for its owner, as the readings say."""
    if table.terms.bonus_placing == "automatic-immediately":
        place_earned(table, seat)
        return
    table.earned = [(seat, bonus, harbor) for bonus, harbor in fields() if _earns(table, seat, bonus, harbor)]
    threshold_reached(table, seat)


def place_earned(table: Table, seat: str) -> None:
    """Place every bonus token that a player has earned, and see whether that wins."""
    if table.terms.bonus_placing == "automatic-immediately":
        for bonus, harbor in fields():
            if _earns(table, seat, bonus, harbor):
                place(table, seat, bonus, harbor)
    threshold_reached(table, seat)


def fields() -> list[tuple[str, str]]:
    """Every bonus field there is, one for the most tasks at each harbor."""
    return [*(("most", harbor) for harbor in HARBORS), *((bonus, "") for bonus in BONUSES if bonus != "most")]


def _earns(table: Table, seat: str, bonus: str, harbor: str) -> bool:
    try:
        return earns(table, seat, bonus, harbor)
    except Undetermined:
        if bonus != "most":
            table.bonuses_untold = True
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
    """A token comes back from a bonus field to its owner's stock."""
    if bonus == "most":
        table.most[harbor], table.lost[harbor] = "", seat
    else:
        (table.supplied if bonus == "supply" else table.crewed).remove(seat)
    table.players[seat].tokens += 1
    table.taken_back.append((seat, bonus, harbor))


def bonus_placed(table: Table, event: e.PlaceBonus) -> None:
    """The log says that a bonus token was placed: so it was, unless it lies there already."""
    told = (event.by, event.bonus, event.harbor)
    if not known(event.bonus) or not known(event.harbor):
        table.bonuses_untold = True
        return
    if told in table.placed:
        table.placed.remove(told)
        return
    table.earned = [one for one in table.earned if one != told]
    if event.bonus == "most" and event.harbor not in HARBORS:
        return
    holder = table.most[event.harbor] if event.bonus == "most" else ""
    if known(holder) and holder == event.by:
        return
    if known(holder) and holder:
        # Two tokens do not lie on one field: as played, the one before has gone.
        table.players[holder].tokens += 1
    place(table, event.by, event.bonus, event.harbor)
    table.placed.pop()
    threshold_reached(table, event.by)


def bonus_taken_back(table: Table, event: e.TakeBack) -> None:
    """The log says that a bonus token was taken back: so it was, unless it has been already."""
    told = (event.by, event.bonus, event.harbor)
    if not known(event.bonus) or not known(event.harbor):
        table.bonuses_untold = True
        return
    if told in table.taken_back:
        table.taken_back.remove(told)
    elif _has(table, event):
        take_back(table, event.by, event.bonus, event.harbor)
        table.taken_back.pop()


def _has(table: Table, event: e.TakeBack) -> bool:
    if event.bonus == "most":
        holder = table.most.get(event.harbor, "")
        return known(holder) and holder == event.by
    have = table.supplied if event.bonus == "supply" else table.crewed
    return any(known(one) and one == event.by for one in have)
