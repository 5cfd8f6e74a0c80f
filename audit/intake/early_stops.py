"""Ends the record of a game where the log says that play was stopped."""

from __future__ import annotations

from engine.kernel.events import Chance, Claim, Event, Move, Note, Stopped
from engine.kernel.log import Fault
from engine.kernel.replay.books import Effective


def end_at_stop(counted: Effective) -> None:
    """If play was stopped, put the stop before the final claims, and report play after it.

    `counted` is changed in place.
    """
    if any(type(event) is Stopped for _, event in counted.entries):
        counted.entries = put_stop_first(counted.entries)
        counted.faults += find_play_after_stop(counted.entries)


def put_stop_first(entries: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """Move claims and remarks right before the stop to after it, so that they describe the stopped game."""
    at = next(place for place, (_, event) in enumerate(entries) if type(event) is Stopped)
    before = at
    while before and isinstance(entries[before - 1][1], Claim | Note):
        before -= 1
    return [*entries[:before], entries[at], *entries[before:at], *entries[at + 1 :]]


def find_play_after_stop(entries: list[tuple[int, Event]]) -> list[Fault]:
    """Report the first event at the table after play was stopped."""
    stop = next(place for place, (_, event) in enumerate(entries) if type(event) is Stopped)
    later = [seq for seq, event in entries[stop + 1 :] if isinstance(event, Move | Chance)]
    says = f"Event {entries[stop][0]} says that play was stopped, and the log goes on."
    hint = f"Write what came later into a log of its own (continues: SHA-256), or: record: retract {entries[stop][0]}"
    return [Fault(says, hint, seq=seq) for seq in later[:1]]
