"""Games that were stopped before their end: what the record says of them ends there."""

from __future__ import annotations

from engine.kernel.events import Chance, Claim, Event, Move, Note, Stopped
from engine.kernel.log import Fault
from engine.kernel.replay.books import Effective


def end_at_stop(counted: Effective) -> None:
    """Let a record that says that play was stopped end there."""
    if any(type(event) is Stopped for _, event in counted.entries):
        counted.entries = put_stop_first(counted.entries)
        counted.faults += find_play_after_stop(counted.entries)


def put_stop_first(entries: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """Let what the table states right before it stops be said of the game that was stopped."""
    at = next(place for place, (_, event) in enumerate(entries) if type(event) is Stopped)
    before = at
    while before and isinstance(entries[before - 1][1], Claim | Note):
        before -= 1
    return [*entries[:before], entries[at], *entries[before:at], *entries[at + 1 :]]


def find_play_after_stop(entries: list[tuple[int, Event]]) -> list[Fault]:
    """Find what happens at the table after play was stopped; the first of it is named."""
    stop = next(place for place, (_, event) in enumerate(entries) if type(event) is Stopped)
    later = [seq for seq, event in entries[stop + 1 :] if isinstance(event, Move | Chance)]
    says = f"Event {entries[stop][0]} says that play was stopped, and the log goes on."
    hint = f"Write what came later into a log of its own (continues: SHA-256), or: record: retract {entries[stop][0]}"
    return [Fault(says, hint, seq=seq) for seq in later[:1]]
