"""The table as flat named values; a `position:` header declares the same facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.tailwinds.reckoning import (
    adrift,
    afloat,
    base_points,
    in_last_place,
    label,
    leader,
    ranking,
    resolving,
)
from engine.games.tailwinds.state import FINISHED, LANES, REMOVED, UNSETTLED, WAITING, Boat, Player, Table, Turn
from engine.kernel.facts import NOTHING, Reckoner, build_reckoners, of_seat, spell_names
from engine.kernel.replay.fact_values import LIST
from engine.kernel.unknown import UNKNOWN, is_known


def place(table: Table, boat: Boat | None) -> Any:  # noqa: ANN401 - a fact: a number, words or UNKNOWN
    """Return the place of a boat."""
    if boat is None or boat.state is REMOVED:
        return "out"
    if boat.state is WAITING:
        return "ashore"
    if boat.state is FINISHED or (is_known(table.finish) and is_known(boat.space) and boat.space >= table.finish):
        return "finish"
    if not (is_known(boat.space) and is_known(boat.lane)):
        return UNKNOWN
    return f"{boat.space} {LANES[boat.lane]}" if boat.lane < UNSETTLED else f"{boat.space} unsettled"


def _untold(player: Player) -> bool:
    """Return whether the record does not tell a player's two boats apart."""
    racing = _racing(player)
    return len(racing) > 1 and any(not is_known(b.space) for b in racing)


def _racing(player: Player) -> list[Boat]:
    return [b for b in player.boats if b.state is not REMOVED]


def _aft(player: Player) -> Boat | None:
    return next(iter(_racing(player)), None)


def _fore(player: Player) -> Boat | None:
    racing = _racing(player)
    return racing[1] if len(racing) > 1 else None


def _space(boat: Boat | None) -> Any:  # noqa: ANN401 - as above
    return boat.space if boat is not None else 0


def _hand(player: Player) -> Any:  # noqa: ANN401 - as above
    return UNKNOWN if player.unseen or not is_known(player.hand) else spell_names(player.hand)


def _chosen(player: Player) -> Any:  # noqa: ANN401 - as above
    return NOTHING if player.card is None else player.card


def seat_facts(seat: str) -> dict[str, Reckoner]:
    """The facts of one player."""
    of = of_seat(seat)

    def at(read: Callable[[Player], Boat | None]) -> Reckoner:
        return lambda table: UNKNOWN if _untold(table.players[seat]) else place(table, read(table.players[seat]))

    return {
        f"{seat}.aft": at(_aft),
        f"{seat}.fore": at(_fore),
        f"{seat}.aft.space": of(lambda p: _space(_aft(p))),
        f"{seat}.fore.space": of(lambda p: _space(_fore(p))),
        f"{seat}.boats": of(lambda p: len(_racing(p)) if all(is_known(b.space) for b in p.boats) else UNKNOWN),
        f"{seat}.deck": of(lambda p: p.deck or NOTHING),
        f"{seat}.hand": of(_hand),
        f"{seat}.cards": of(lambda p: p.size),
        f"{seat}.card": of(_chosen),
        f"{seat}.played": of(lambda p: spell_names(p.played)),
        f"{seat}.removed": of(lambda p: spell_names(p.removed)),
        f"{seat}.rainbow": of(lambda p: spell_names(p.rainbow)),
    }


def _turn(read: Callable[[Turn], Any]) -> Reckoner:
    def of(table: Table) -> Any:  # noqa: ANN401 - as above
        turn = table.turn or _awaited(table)
        return NOTHING if turn is None else read(turn)

    return of


def _awaited(table: Table) -> Turn | None:
    """The next turn of this round, before anything is done in it."""
    seat = table.active
    if table.phase != "resolving" or (is_known(seat) and not seat):
        return None
    card = resolving(table, seat)
    return Turn(seat, card, base_points(table, seat, card))


def _named(find: Callable[[Table], Boat | None]) -> Reckoner:
    def name(table: Table) -> Any:  # noqa: ANN401 - as above
        boat = find(table)
        return NOTHING if boat is None else label(table, boat)

    return name


TABLE_FACTS: dict[str, Reckoner] = {
    "round": lambda t: t.round,
    "phase": lambda t: t.phase,
    "turn": lambda t: t.active or NOTHING,
    "acted": lambda t: spell_names(t.acted),
    "value": _turn(lambda t: t.base),
    "points": _turn(lambda t: t.base + t.bonus),
    "left": _turn(lambda t: t.left),
    "last": lambda t: spell_names(label(t, b) for b in afloat(t) if in_last_place(t, b)),
    "leader": _named(leader),
    "ranking": lambda t: " ".join(label(t, b) for b in ranking(t)) or NOTHING,
    "afloat": lambda t: len(afloat(t)),
    "track": lambda t: " ".join(f"{name}/{face}" for name, face in t.track) or NOTHING,
    "rear": lambda t: UNKNOWN if t.rear_lost else t.track[t.rear][0] if t.track else NOTHING,
    "market": lambda t: " ".join(str(c) for c in t.market) or NOTHING,
    "pile": lambda t: t.pile,
    "discard": lambda t: spell_names(t.discard),
    "winner": lambda t: t.winner or (UNKNOWN if adrift(t) else NOTHING),
    "ending": lambda t: t.ending or NOTHING,
}


# The kinds of value that facts have.
VALUES = {
    **dict.fromkeys(("*.aft", "*.fore"), ("number", "lane", "berth", LIST)),
    **dict.fromkeys(("*.aft.space", "*.fore.space", "*.boats", "*.cards"), ("number",)),
    **dict.fromkeys(("round", "value", "points", "left", "afloat", "pile"), ("number",)),
    **dict.fromkeys(("*.hand", "*.played", "*.removed"), ("card", LIST)),
    "*.card": ("card",),
    **dict.fromkeys(("*.rainbow", "market", "discard"), ("rainbow", LIST)),
    **dict.fromkeys(("turn", "winner"), ("seat",)),
    "acted": ("seat", LIST),
    "leader": ("boat",),
    **dict.fromkeys(("last", "ranking"), ("boat", LIST)),
    "rear": ("track",),
    "track": ("track", LIST),
    "*.deck": ("deck",),
    "phase": ("phase",),
    "ending": ("ending",),
}


# Lists every fact of a game with these seats.
reckoners_of = build_reckoners(seat_facts, TABLE_FACTS)


def reckoners(table: Table) -> Mapping[str, Reckoner]:
    """Map every fact of a table to the function that computes it."""
    return reckoners_of(table.seats)


def fact_names(seats: tuple[str, ...]) -> tuple[str, ...]:
    """The names that claims and positions may use."""
    return tuple(reckoners_of(seats))
