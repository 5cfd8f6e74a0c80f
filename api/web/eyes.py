"""A stored log through the eyes of one seat, or of an onlooker: what lay hidden from them stays so at every step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from api.problems import Problem
from api.service import service
from audit.live import NOBODY, View, begin, fold
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from api.web.looking import Look
    from audit.document import Finding
    from audit.viewer import LogViewer
    from engine.kernel.events import Event
    from engine.kernel.table import AnyTable

ONLOOKER = "onlooker"


@dataclass(frozen=True, slots=True)
class Eyes:
    """One reader of a log; everything is taken off by `audit.live.View`, as in a live game."""

    view: View

    def table(self, table: AnyTable) -> AnyTable:
        """Show a table as this reader saw it."""
        return self.view.seen(table)

    def event(self, event: Event, before: AnyTable) -> Event:
        """Tell an event as this reader heard it."""
        return self.view.told(event, before)

    def findings(self, found: Iterable[Finding]) -> list[Finding]:
        """Tell findings as far as they follow from what this reader saw; sums and causes may not."""
        seen = (self.view.reported(finding) for finding in found)
        return [replace(one, cause=None, sum=None, last_right=None, rests_on=()) for one in seen if one is not None]


def eyes_of(log: LogViewer, look: Look) -> Eyes | None:
    """Give the eyes that are asked for; None: those of whoever may see everything."""
    if not look.seat:
        return None
    if look.seat != ONLOOKER and look.seat not in log.seats:
        raise Problem("invalid", f"There is no such seat. There is: {', '.join(log.seats)}, and an {ONLOOKER}.")
    game = log.prepared.game
    if any(type(event) not in game.vocabulary.by_class for event in log.log.events):
        raise Problem("invalid", "There are lines that cannot be read, and nobody can say what they hide.")
    try:
        live = begin(msgspec.json.encode(log.prepared.header), service().games, look.asked.packs)
    except LogError as wrong:
        raise Problem("invalid", wrong.fault.says) from None
    state = fold(live, [replace(event, seq=0) for event in log.log.events])
    return Eyes(View(state, look.asked.book, NOBODY if look.seat == ONLOOKER else look.seat))
