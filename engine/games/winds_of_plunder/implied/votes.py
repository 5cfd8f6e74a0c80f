"""Infers what a vote leaves unwritten: from the other line of a pair, or from the next step."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.implied.set_up import not_laid_yet
from engine.games.winds_of_plunder.implied.turns import round_over
from engine.games.winds_of_plunder.state import NO_VOTE, NOT_WRITTEN, OVERDUE, Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known

DIRECTIONS = (e.SetCompass, e.RevealCompasses)
CUBES = (e.Bid, e.RevealBids)
STEPS: tuple[type[Event], ...] = (*DIRECTIONS, *CUBES, e.AwardTile, e.ChooseWind, e.NameFirst)


def before_vote(table: Table, event: Event) -> Event | None:
    """Return what a line of the vote proves: the last round is over, set-up is done, earlier steps are done."""
    decides = not isinstance(event, (*DIRECTIONS, *CUBES))
    if table.phase == "plunder":
        return None if decides else round_over(table, even_so=isinstance(event, DIRECTIONS))
    if table.phase == "set-up":
        return None if decides else not_laid_yet(table)
    if table.phase == "compass" and not isinstance(event, DIRECTIONS):
        return None if _stray(table, event, "compass") else turned_up(table)
    if table.phase == "bid" and decides:
        return None if _stray(table, event, "bid") else opened(table)
    if table.phase == "award" and isinstance(event, (e.ChooseWind, e.NameFirst)):
        return _awarded_to(table, event.by)
    if table.phase == "wind" and isinstance(event, e.NameFirst):
        return e.ChooseWind(table.blackbeard, UNKNOWN, seq=OVERDUE)
    if table.phase == "first" and table.tied_winds and isinstance(event, e.ChooseWind):
        return e.NameFirst(table.blackbeard, UNKNOWN, seq=NOT_WRITTEN)
    return None


def before_plunder(table: Table, seat: str) -> Event | None:
    """Return what an act of plundering proves before the vote is over. The first to act was named first."""
    if table.phase == "set-up":
        return not_laid_yet(table)
    if table.phase == "compass":
        return turned_up(table, otherwise=NO_VOTE)
    if table.phase == "bid":
        return opened(table, otherwise=NO_VOTE)
    if table.phase == "award":
        return e.AwardTile(table.blackbeard, UNKNOWN, seq=OVERDUE)
    if table.phase == "wind":
        return e.ChooseWind(table.blackbeard, UNKNOWN, seq=OVERDUE)
    return e.NameFirst(table.blackbeard, seat, seq=NOT_WRITTEN) if table.phase == "first" else None


def turned_up(table: Table, otherwise: int = OVERDUE) -> Event:
    """Return the reveal of the compasses as set; a single missing compass is due."""
    idle = _idle(table, "compass")
    if len(idle) == 1 and not table.somebody:
        return e.SetCompass(idle[0], UNKNOWN, seq=OVERDUE)
    shown = tuple(UNKNOWN if p.compass is None else p.compass for p in table.players.values())
    if len(idle) == len(table.seats):
        return e.RevealCompasses(shown, seq=otherwise)
    return e.RevealCompasses(shown, seq=OVERDUE if idle else NOT_WRITTEN)


def opened(table: Table, otherwise: int = OVERDUE) -> Event:
    """Return the reveal of the bids; a single missing bid is due, unless this vote already lacks a line."""
    idle = _idle(table, "bid")
    if len(idle) == 1 and not table.somebody and not table.vote_lacks:
        return e.Bid(idle[0], UNKNOWN, seq=OVERDUE)
    shown = tuple(UNKNOWN if p.bid is None else p.bid for p in table.players.values())
    if table.vote_lacks or not idle:
        return e.RevealBids(shown, seq=NOT_WRITTEN)
    return e.RevealBids(shown, seq=otherwise if len(idle) == len(table.seats) else OVERDUE)


def all_closed(table: Table) -> bool:
    """Return whether all players have bid."""
    return not _idle(table, "bid")


def _idle(table: Table, what: str) -> list[str]:
    return [seat for seat, player in table.players.items() if getattr(player, what) is None]


def _stray(table: Table, event: Event, what: str) -> bool:
    """Return whether a tile is given away, or the wind turned, without any vote: this implies no vote."""
    return isinstance(event, (e.AwardTile, e.ChooseWind)) and len(_idle(table, what)) == len(table.seats)


def _awarded_to(table: Table, seat: str) -> Event | None:
    """A player who acts as the new holder of the tile was awarded it, if tied for it; else the holder is unknown."""
    if not is_known(seat):
        return e.AwardTile(table.blackbeard, UNKNOWN, seq=NOT_WRITTEN)
    return e.AwardTile(table.blackbeard, seat, seq=NOT_WRITTEN) if seat in table.tied else None
