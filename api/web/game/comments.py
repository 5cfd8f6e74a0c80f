"""The comments in a record, each with the event that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.kernel.events import Note
from engine.kernel.unknown import is_known

if TYPE_CHECKING:
    from api.web.game.seat_view import SeatView
    from audit.browse.viewer import LogViewer

# The prefix by which a comment names its event. Players may type it in their notes, too.
ABOUT = re.compile(r"event (\d{1,6}): ")


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment, and the place that it is about."""

    place: int
    who: str
    text: str


def list_comments(log: LogViewer, eyes: SeatView | None = None) -> Iterator[Comment]:
    """List the comments of a log, each at the event that it names, or else at its own place."""
    places = {seq: place for place, (seq, _) in enumerate(log.entries, 1)}
    for place, (_, written) in enumerate(log.entries, 1):
        event = eyes.event(place) if eyes else written
        if isinstance(event, Note) and is_known(event.text):
            about = ABOUT.match(event.text)
            at = places.get(int(about[1])) if about else None
            text = event.text if at is None or about is None else event.text[about.end() :]
            yield Comment(place if at is None else at, event.who if is_known(event.who) else "", text)
