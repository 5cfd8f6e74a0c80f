"""The numbers that lines state, in a log where some lines are remarks and others several events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.kernel.events import Event, Unreadable
from engine.kernel.log import Log


def find_misnumbered(log: Log) -> set[int]:
    """List the readable events that state a wrong number, by seq."""
    return {fault.seq for fault in log.faults if fault.seq and type(log.events[fault.seq - 1]) is not Unreadable}


def list_stated_drifts(events: Iterable[Event], lines: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Give the seq of each event with a stated number, and how far that is from its line's place.

    Only lines that hold events have a place.
    """
    place = last = 0
    for seq, (event, line) in enumerate(zip(events, lines, strict=True), 1):
        place, last = place + (line != last), line
        if event.seq:
            yield seq, event.seq - place


def renumber(log: Log) -> list[Event]:
    """Move each stated number with its event, to write one event a line: the same numbers are wrong as before."""
    if not any(event.seq for event in log.events):
        return log.events
    events, wrong = list(log.events), find_misnumbered(log)
    before = drift = 0
    for seq, stated in list_stated_drifts(log.events, log.lines):
        if seq in wrong:
            drift = max(drift + stated - before, 1 - seq)
        before = stated
        events[seq - 1] = replace(events[seq - 1], seq=seq + drift)
    return events
