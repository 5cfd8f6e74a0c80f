"""A stored log as one seat or an onlooker sees it: values hidden from them stay hidden at every step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from api.problems import Problem
from api.service import get_service
from audit.live import NOBODY, View, begin_game, fold_game
from engine.kernel.log import LogError
from engine.kernel.replay.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from api.web.game.view_options import ViewOptions
    from audit.browse.viewer import LogViewer
    from audit.model.findings import Finding
    from engine.kernel.events import Event
    from engine.kernel.game import Game
    from engine.kernel.replay.books import Book
    from engine.kernel.table import AnyTable

ONLOOKER = "onlooker"


@dataclass(frozen=True)
class SeatView:
    """One reader of a log, who sees only what their seat may know, as in a live game (`audit.live.View`)."""

    log: LogViewer
    view: View

    def tables(self) -> Iterator[AnyTable]:
        """Replay the redacted game once, and yield each table as this reader sees it."""
        run = Replay(self.view.live_state.live.program, self.view.table_at(0))
        yield self.view.redact_table(run.table)
        for entry in self.view.book.entries:
            run.run([entry])
            yield self.view.redact_table(run.table)

    def table(self, place: int) -> AnyTable:
        """Return the table at a place, as this reader sees it."""
        return self.view.redact_table(self.view.table_at(place))

    def event(self, place: int) -> Event:
        """Return the event before a place, as this reader sees it."""
        return self.view.book.entries[place - 1][1]

    def findings(self, seq: int) -> list[Finding]:
        """List the findings at an event that this reader can derive, with their lines in this log."""
        return [
            replace(one, line=self.log.line_number(seq) if seq else one.line)
            for one in self._findings_by_event.get(seq, ())
        ]

    @cached_property
    def _findings_by_event(self) -> dict[int | None, list[Finding]]:
        found: dict[int | None, list[Finding]] = {}
        for finding in self.view.findings():
            found.setdefault(finding.seq, []).append(finding)
        return found


def make_seat_view(log: LogViewer, look: ViewOptions) -> SeatView | None:
    """Make the view of the requested seat. Return None for a reader who may see everything."""
    if not look.seat:
        return None
    if look.seat != ONLOOKER and look.seat not in log.seats:
        raise Problem("invalid", f"There is no such seat. There is: {', '.join(log.seats)}, and an {ONLOOKER}.")
    game = log.prepared.game
    if any(type(event) not in game.vocabulary.by_class for event in log.log.events):
        raise Problem("invalid", "Some lines cannot be read, and what they hide is unknown.")
    try:
        return view_from_seat(log, get_service().games, look.asked.book, NOBODY if look.seat == ONLOOKER else look.seat)
    except LogError as wrong:
        raise Problem("invalid", wrong.fault.says) from None


def view_from_seat(log: LogViewer, games: Mapping[str, Game], book: Book, seat: str) -> SeatView:
    """Make the view of a seat. The log is folded as a live game once, and cached with it. Raises `LogError`."""
    if view_from_seat not in log.notes:
        live = begin_game(msgspec.json.encode(log.prepared.header), games, log.prepared.asked.packs)
        log.notes[view_from_seat] = fold_game(live, [replace(event, seq=0) for event in log.log.events])
    return SeatView(log, View(log.notes[view_from_seat], book, seat))
