"""Folds a live game into an immutable state: both books, their tables and the judgements along the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from audit.findings.replay_outcome import MOST_FOUND
from audit.intake.early_stops import end_at_stop
from audit.intake.effective_events import find_strange_rulings
from audit.intake.prepared import START, PreparedLog
from audit.live.game import LiveSetup
from audit.model.divergence import Entry, count_common_entries
from audit.model.hash_chain import START as FIRST_LINK
from audit.model.hash_chain import extend_chain
from engine.kernel.events import Amend, Event, Insert, Retract, Ruling, Stopped
from engine.kernel.log import Fault
from engine.kernel.replay.books import Book as Which
from engine.kernel.replay.books import Effective, compute_book
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.replay.timeline import EVERY, MOST_SHOTS
from engine.kernel.table import AnyTable
from engine.kernel.tables.copy import copy_table

# Events that may change earlier events, or how they are judged.
CORRECTIONS: frozenset[type[Event]] = frozenset({Amend, Retract, Insert, Ruling})
# A stop is no correction, but it changes how earlier claims are judged.
LOOKING_BACK = CORRECTIONS | {Stopped}
# Redacts an event for a reader, at the table that this reader knows.
Tell = Callable[[Event, AnyTable], Event]


@dataclass(frozen=True, slots=True, eq=False)
class LiveBook:
    """One book of a game: its events, the table after the last one, the judgements, and tables along the way.

    `shots` maps a number of events to the table after them. These tables are copied, never changed.
    """

    entries: list[Entry]
    table: AnyTable
    judgements: tuple[Judgement, ...]
    shots: dict[int, AnyTable]
    # The number of judgements beyond the limit, which are not stored.
    unlisted: int = 0

    def find_place(self, seq: int) -> int:
        """Return the number of events up to event `seq`.

        Raises `LookupError` if that event does not count in this book.
        """
        if seq == 0 or (seq <= len(self.entries) and self.entries[seq - 1][0] == seq):
            return seq
        for place, (own, _) in enumerate(self.entries, 1):
            if own == seq:
                return place
        raise LookupError(seq)


class ExtendedBook(NamedTuple):
    """A book with more events, and the judgements on those events."""

    book: LiveBook
    met: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LiveState:
    """A live game after event `seq`. Without corrections, both books are the same object."""

    live: LiveSetup
    played: LiveBook
    adjudicated: LiveBook
    rulings: Mapping[int, list[tuple[int, Ruling]]] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    link: bytes = FIRST_LINK
    # For each seat, the latest full state and its redaction. `told_to` is the seat that this state is redacted for.
    heard: dict[str, tuple[LiveState, LiveState]] = field(default_factory=dict)
    told_to: str | None = None

    @property
    def seq(self) -> int:
        """The number of recorded events."""
        return len(self.played.entries)

    @property
    def head(self) -> str:
        """The head of the hash chain over the events, as in `log.head` of a report."""
        return self.link.hex()

    @property
    def events(self) -> list[Event]:
        """All recorded events, in order."""
        return [event for _, event in self.played.entries]

    def book(self, which: Which) -> LiveBook:
        """Return one of the two books."""
        return self.played if which == "played" else self.adjudicated

    def effective_book(self, which: Which) -> Effective:
        """Return the effective events of one of the books."""
        if which == "played":
            return Effective(self.played.entries)
        return Effective(self.adjudicated.entries, dict(self.rulings), list(self.faults))


def begin_state(live: LiveSetup, told_to: str | None = None) -> LiveState:
    """Set up the table, before any event."""
    run = Replay(live.program, build_table_for(live.prepared, told_to)).run([(0, START)])
    book = LiveBook([], run.table, tuple(run.judgements), {0: copy_table(run.table)})
    return LiveState(live, book, book, told_to=told_to)


def build_table_for(prepared: PreparedLog, told_to: str | None) -> AnyTable:
    """Set up the table for a reader. A declared position may contain what is hidden from them."""
    table = prepared.build_table()
    if told_to is not None and prepared.header.position:
        prepared.game.redact(table, told_to)
    return table


def extend_state(live_state: LiveState, events: Sequence[Event]) -> tuple[LiveState, tuple[Judgement, ...]]:
    """Add events. Also return the judgements on them in the adjudicated book. The old state is unchanged."""
    live = live_state.live
    added = list(enumerate(events, live_state.seq + 1))
    played, met = extend_book(live.program, live_state.played, added)
    link = extend_chain(live_state.link, added)
    if not LOOKING_BACK.isdisjoint(map(type, events)):
        after = apply_corrections(live_state, played, link)
        fresh = {seq for seq, _ in added}
        return after, tuple(judgement for judgement in after.adjudicated.judgements if judgement.seq in fresh)
    adjudicated = played
    if live_state.adjudicated is not live_state.played:
        adjudicated, met = extend_book(live.program, live_state.adjudicated, added)
    return LiveState(live, played, adjudicated, live_state.rulings, live_state.faults, link, live_state.heard), met


def apply_corrections(before: LiveState, played: LiveBook, link: bytes) -> LiveState:
    """Apply the corrections, and fold again from the nearest table before the first change."""
    live = before.live
    counted = find_effective_events(live, played.entries)
    adjudicated = played
    if count_common_entries(counted.entries, played.entries) < max(len(counted.entries), len(played.entries)):
        adjudicated = refold_book(live.program, before.adjudicated, counted.entries)
    return LiveState(live, played, adjudicated, counted.rulings, tuple(counted.faults), link, before.heard)


def find_effective_events(live: LiveSetup, entries: Sequence[Entry]) -> Effective:
    """Find the events that count after all corrections, and the corrections that fail."""
    counted = compute_book([event for _, event in entries], live.read)
    counted.faults += find_strange_rulings(counted, live.program, live.games)
    end_at_stop(counted)
    return counted


def extend_book(program: Program, book: LiveBook, added: Sequence[Entry], tell: Tell | None = None) -> ExtendedBook:
    """Check and apply each added event on a copy of the table. Save a table at regular intervals."""
    run = Replay(program, copy_table(book.table))
    entries = [*book.entries, *added]
    every = choose_stride(len(entries))
    shots = dict(book.shots)
    if every != choose_stride(len(book.entries)):
        shots = {count: table for count, table in shots.items() if count % every == 0}
    start = len(book.entries)
    while start < len(entries):
        end = min(len(entries), (start // every + 1) * every)
        run.run(entries[start:end] if tell is None else _redact_entries(tell, run, entries, range(start, end)))
        start = end
        if end % every == 0:
            shots[end] = copy_table(run.table)
    room = max(0, MOST_FOUND - len(book.judgements))
    unlisted = book.unlisted + max(0, len(run.judgements) - room)
    return ExtendedBook(
        LiveBook(entries, run.table, (*book.judgements, *run.judgements[:room]), shots, unlisted), tuple(run.judgements)
    )


def _redact_entries(tell: Tell, run: Replay, entries: list[Entry], places: range) -> Iterator[Entry]:
    """Redact each event at the table before it."""
    for place in places:
        seq, event = entries[place]
        entries[place] = (seq, tell(event, run.table))
        yield entries[place]


def refold_book(program: Program, before: LiveBook, entries: list[Entry]) -> LiveBook:
    """Fold a book with a changed past, from the last saved table before the change."""
    return resume_fold(program, before, count_common_entries(before.entries, entries), entries)


def resume_fold(
    program: Program, before: LiveBook, same: int, entries: list[Entry], tell: Tell | None = None
) -> LiveBook:
    """Fold a book of which the first `same` entries are unchanged."""
    if same == len(before.entries):
        return extend_book(program, before, entries[same:], tell).book
    shot = 0 if before.unlisted else max(count for count in list(before.shots) if count <= same)
    passed = {0, *(seq for seq, _ in entries[:shot])}
    judgements = tuple(judgement for judgement in before.judgements if judgement.seq in passed)
    shots = {count: table for count, table in dict(before.shots).items() if count <= shot}
    kept = LiveBook(before.entries[:shot], before.shots[shot], judgements, shots)
    return extend_book(program, kept, entries[shot:], tell).book


def build_table_after(program: Program, book: LiveBook, count: int) -> AnyTable:
    """Build the table after the first `count` events of a book. The caller owns it and may change it."""
    if count >= len(book.entries):
        return copy_table(book.table)
    every = choose_stride(len(book.entries))
    start = max(kept for kept in list(book.shots) if kept <= count)
    run = Replay(program, copy_table(book.shots[start]))
    while start < count:
        end = min(count, (start // every + 1) * every)
        run.run(book.entries[start:end])
        start = end
        if end % every == 0:
            # A book from a snapshot has no tables along the way. This one is saved for later callers.
            book.shots.setdefault(end, copy_table(run.table))
    return run.table


def choose_stride(count: int) -> int:
    """Choose the distance between saved tables, so that a long game does not save too many."""
    every = EVERY
    while count > every * MOST_SHOTS:
        every *= 2
    return every
