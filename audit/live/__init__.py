"""Runs live games: records events one by one, answers each with findings, and loads state from snapshots.

setup = begin_game(header, GAMES)                   a header, checked like that of any log; raises `LogError`
events = decode_client_events(setup, items, seq)    events, or `UndecodedError` with every fault at its JSON pointer
state = fold_game(setup, events, snapshot)          both books; immutable, so that threads may share it
state, answers = advance_game(state, events)        a new state, and for each event the findings that it causes
View(state, which, seat).facts_after(seq)           and other methods: what a reader at that seat sees
describe_books(state, seat)                         as played, as adjudicated, and where they diverge
dump_snapshot(state), name_snapshot_version(setup)  a snapshot as bytes, and the digest of all that it depends on
LiveCache()                                         a bounded cache of states, for all threads
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
