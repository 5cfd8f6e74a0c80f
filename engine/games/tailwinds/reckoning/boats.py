"""Finds the boat that a line names, and ranks boats."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.tailwinds.state import AFLOAT, AFT, FORE, REMOVED, WAITING, Boat, Table
from engine.kernel.unknown import UNKNOWN, Undetermined

OWN = ("aft", "fore")
FAR_AHEAD = 1 << 30


def adrift(table: Table, seat: str = "") -> bool:
    """Return whether a boat (of this seat, or any) is in an unknown place."""
    if not table.blurred:
        return False
    boats = table.players[seat].boats if seat else table.boats
    return any(b.state is AFLOAT and (b.space is UNKNOWN or b.lane is UNKNOWN) for b in boats)


def unsure(aft: Boat, fore: Boat) -> bool:
    """Return whether it is unknown which of a player's two boats is ahead."""
    if aft.space is UNKNOWN or fore.space is UNKNOWN:
        return True
    return (aft.lane is UNKNOWN or fore.lane is UNKNOWN) and bool(aft.space == fore.space)


def boat_named(table: Table, seat: str, name: str) -> Boat | None:
    """Find the boat that a log calls `aft`, `fore`, `out` or `orange.fore`; None if there is no such boat."""
    if name is UNKNOWN:
        raise Undetermined
    if name in OWN:
        aft, fore = table.players[seat].boats
        if aft.state is not REMOVED and fore.state is not REMOVED:
            if table.blurred and unsure(aft, fore):
                raise Undetermined
            return aft if name == "aft" else fore
    owner, dot, label = name.rpartition(".")
    player = table.players[owner if dot else seat]
    if label == "out":
        return next((b for b in player.boats if b.state == REMOVED), None)
    racing = [b for b in player.boats if b.state != REMOVED]
    if len(racing) == 1 and label == "fore" and table.terms.single_boat == "aft-only":
        return None
    if table.blurred and label in OWN and len(racing) > 1 and unsure(*racing):
        raise Undetermined
    return racing[AFT if label == "aft" else FORE - 2 + len(racing)] if racing else None


def label(table: Table, boat: Boat, seat: str = "") -> str:
    """Name a boat as a log would, in short form for its own player."""
    player = table.players[boat.seat]
    racing = [b for b in player.boats if b.state != REMOVED]
    name = "out" if boat.state == REMOVED else "aft" if boat is racing[0] else "fore"
    return name if seat == boat.seat else f"{boat.seat}.{name}"


def partner(table: Table, boat: Boat) -> Boat:
    """The other boat of the same player."""
    one, other = table.players[boat.seat].boats
    return other if boat is one else one


def rank(boat: Boat) -> int:
    """Return a sort key: a further space is ahead; on one space a lane further in is."""
    return boat.space * 8 - boat.lane


def afloat(table: Table) -> list[Boat]:
    """All boats still on the track."""
    return [b for b in table.boats if b.state is AFLOAT]


def last_boat(table: Table) -> Boat | None:
    """The rearmost boat of all."""
    return min(afloat(table), key=rank, default=None)


def leader(table: Table) -> Boat | None:
    """The foremost boat still on the track."""
    return max((b for b in afloat(table) if b.space != table.finish), key=rank, default=None)


def in_last_place(table: Table, boat: Boat) -> bool:
    """Return whether a boat is in last place. The reading decides whether boats share it."""
    if boat.state is not AFLOAT:
        return False
    if table.terms.last_place == "whole-rearmost-space":
        return all(boat.space <= b.space for b in afloat(table))
    return last_boat(table) is boat


def ranking(table: Table) -> list[Boat]:
    """All boats on the track, the leader first."""
    return sorted(afloat(table), key=rank, reverse=True)


def next_placer(table: Table) -> str:
    """Return the seat that places the next boat, after the first one ("" when all are placed)."""
    seats, last = table.seats, table.placed[-1]
    waiting = [s for s in seats if any(b.state is WAITING for b in table.players[s].boats)]
    start = seats.index(last)
    return next((s for s in (*seats[start:], *seats[:start]) if s in waiting), "")


def still_to_act(table: Table) -> list[str]:
    """List the players with a card on the table whose turn has not come."""
    return [s for s in table.seats if s not in table.acted and table.players[s].card is not None]


def order_of(table: Table, seats: Iterable[str]) -> tuple[str, ...]:
    """Sort seats by their rearmost boat, last place first; a seat without boats on the track comes last."""
    rearmost = _rearmost(table)
    return tuple(sorted(seats, key=lambda seat: rearmost.get(seat, FAR_AHEAD)))


def _rearmost(table: Table) -> dict[str, int]:
    """The rank of each seat's rearmost boat."""
    rearmost: dict[str, int] = {}
    for boat in table.boats:
        if boat.state is AFLOAT:
            place, seat = boat.space * 8 - boat.lane, boat.seat
            if seat not in rearmost or place < rearmost[seat]:
                rearmost[seat] = place
    return rearmost


def next_seat(table: Table, left: list[str]) -> str:
    """Return the next seat of those still to act in this round ("": all have acted)."""
    if not left:
        return ""
    if len(left) == 1:
        return left[0]
    if table.terms.turn_order == "snapshot-at-reveal":
        return next((s for s in table.order if s in left), left[0])
    rearmost = _rearmost(table)
    return min(left, key=lambda seat: rearmost.get(seat, FAR_AHEAD))
