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

from audit.live.books import audit_live_game, describe_books, write_record
from audit.live.cache import LiveCache
from audit.live.event_decoder import Misfit, UndecodedError, decode_client_events, decode_events
from audit.live.event_findings import WorkBudget, list_findings
from audit.live.game import LiveSetup, begin_from_log, begin_game
from audit.live.record_events import EventAnswer, advance_game, fold_game
from audit.live.snapshots import ForeignSnapshotError, dump_snapshot, load_snapshot, name_snapshot_version
from audit.live.state import CORRECTIONS, LiveState
from audit.live.views import NOBODY, View

__all__ = [
    "CORRECTIONS",
    "NOBODY",
    "EventAnswer",
    "ForeignSnapshotError",
    "LiveCache",
    "LiveSetup",
    "LiveState",
    "Misfit",
    "UndecodedError",
    "View",
    "WorkBudget",
    "advance_game",
    "audit_live_game",
    "begin_from_log",
    "begin_game",
    "decode_client_events",
    "decode_events",
    "describe_books",
    "dump_snapshot",
    "fold_game",
    "list_findings",
    "load_snapshot",
    "name_snapshot_version",
    "write_record",
]
