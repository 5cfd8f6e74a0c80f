"""Live games: recorded event by event, folded from the nearest snapshot, answered with findings at once.

game = begin(header, GAMES)                     a header, proved like that of any log; raises `LogError`
events = decode(game, objects, after=seq)       events, or `UndecodedError` with every fault at its JSON pointer
state = fold(game, events, snapshot)            both books; a value that never changes, so that threads may share it
state, answers = advance(state, events)         a new state, and to each event the findings it makes
View(state, book, seat).facts(seq)              and .header .step .legal .picture .events .findings: what they see
books(state, seat)                              as played, as adjudicated, and where they part
dump(state), edition(game)                      a snapshot as bytes, and all that it depends on beside the events
LiveCache()                                     states at hand, bounded, for all threads
"""

from __future__ import annotations

from audit.live.books import books, record, report
from audit.live.cache import LiveCache
from audit.live.event_decoder import Misfit, UndecodedError, decode, recalled
from audit.live.event_findings import Patience, findings
from audit.live.game import Live, begin, resting_on
from audit.live.record_events import EventAnswer, advance, fold
from audit.live.snapshots import ForeignSnapshotError, dump, edition, load
from audit.live.state import CORRECTIONS, LiveState
from audit.live.views import NOBODY, View

__all__ = [
    "CORRECTIONS",
    "NOBODY",
    "EventAnswer",
    "ForeignSnapshotError",
    "Live",
    "LiveCache",
    "LiveState",
    "Misfit",
    "Patience",
    "UndecodedError",
    "View",
    "advance",
    "begin",
    "books",
    "decode",
    "dump",
    "edition",
    "findings",
    "fold",
    "load",
    "recalled",
    "record",
    "report",
    "resting_on",
]
