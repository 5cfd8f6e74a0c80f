"""How a live game stands: both books folded as far as they go, and what was met on the way. Nothing in it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from audit.findings.replay_outcome import MOST_FOUND
from audit.intake.early_stops import end_at_stop
from audit.intake.prepared import START, PreparedLog, find_strange_rulings
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

# What may change what came before it, or how it is judged.
CORRECTIONS: frozenset[type[Event]] = frozenset({Amend, Retract, Insert, Ruling})
# What changes how claims before it are judged, and is no correction.
LOOKING_BACK = CORRECTIONS | {Stopped}
# How a reader is told an event at the table as they know it.
Tell = Callable[[Event, AnyTable], Event]


@dataclass(frozen=True, slots=True, eq=False)
class LiveBook:
    """One book of a game: its events, the table after the last of them, what was met, and tables on the way.

    `shots` are tables by the number of events that had happened. They are never played on, only copied.
    """

    entries: list[Entry]
    table: AnyTable
    judgements: tuple[Judgement, ...]
    shots: dict[int, AnyTable]
    # What was met after there was too much of it to keep.
    unlisted: int = 0

    def find_place(self, seq: int) -> int:
        """How many events have happened once event `seq` has; raises `LookupError` where it does not count here."""
        if seq == 0 or (seq <= len(self.entries) and self.entries[seq - 1][0] == seq):
            return seq
        for place, (own, _) in enumerate(self.entries, 1):
            if own == seq:
                return place
        raise LookupError(seq)


class ExtendedBook(NamedTuple):
    """A book carried on, and what was met in what was added."""

    book: LiveBook
    met: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LiveState:
    """A live game after event `seq`. While nothing is corrected, both books are one and the same."""

    live: LiveSetup
    played: LiveBook
    adjudicated: LiveBook
    rulings: Mapping[int, list[tuple[int, Ruling]]] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    link: bytes = FIRST_LINK
    # By seat the latest state that was told to it, and of which state it was told; and whom this one is told to.
    heard: dict[str, tuple[LiveState, LiveState]] = field(default_factory=dict)
    told_to: str | None = None

    @property
    def seq(self) -> int:
        """How many events are recorded."""
        return len(self.played.entries)

    @property
    def head(self) -> str:
        """The last link of the chain of hashes over the events, as a report has it in `log.head`."""
        return self.link.hex()

    @property
    def events(self) -> list[Event]:
        """All that is recorded, in its order."""
        return [event for _, event in self.played.entries]

    def book(self, which: Which) -> LiveBook:
        """One of the two books."""
        return self.played if which == "played" else self.adjudicated

    def effective_book(self, which: Which) -> Effective:
        """Tell what corrections amount to in one of the books."""
        if which == "played":
            return Effective(self.played.entries)
        return Effective(self.adjudicated.entries, dict(self.rulings), list(self.faults))


def begin_state(live: LiveSetup, told_to: str | None = None) -> LiveState:
    """Set the table; nothing has happened yet."""
    run = Replay(live.program, build_table_for(live.prepared, told_to)).run([(0, START)])
    book = LiveBook([], run.table, tuple(run.judgements), {0: copy_table(run.table)})
    return LiveState(live, book, book, told_to=told_to)


def build_table_for(prepared: PreparedLog, told_to: str | None) -> AnyTable:
    """Set the table as a reader is told it: a declared position may name what is hidden from them."""
    table = prepared.build_table()
    if told_to is not None and prepared.header.position:
        prepared.game.redact(table, told_to)
    return table


def extend_state(live_state: LiveState, events: Sequence[Event]) -> tuple[LiveState, tuple[Judgement, ...]]:
    """Let more events happen; gives what was met at them in the adjudicated book. The state given stays as it is."""
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
    """Work out what the corrections amount to, and fold anew from the nearest table before what they touch."""
    live = before.live
    counted = find_effective_events(live, played.entries)
    adjudicated = played
    if count_common_entries(counted.entries, played.entries) < max(len(counted.entries), len(played.entries)):
        adjudicated = refold_book(live.program, before.adjudicated, counted.entries)
    return LiveState(live, played, adjudicated, counted.rulings, tuple(counted.faults), link, before.heard)


def find_effective_events(live: LiveSetup, entries: Sequence[Entry]) -> Effective:
    """Find the events that count once every correction is laid over the record, and the corrections that miss."""
    counted = compute_book([event for _, event in entries], live.read)
    counted.faults += find_strange_rulings(counted, live.program, live.games)
    end_at_stop(counted)
    return counted


def extend_book(program: Program, book: LiveBook, added: Sequence[Entry], tell: Tell | None = None) -> ExtendedBook:
    """Check each added event and let it happen, on a copy of the table; keep a table every so often."""
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
    """Put each event in as it is told at the table as it stands by then."""
    for place in places:
        seq, event = entries[place]
        entries[place] = (seq, tell(event, run.table))
        yield entries[place]


def refold_book(program: Program, before: LiveBook, entries: list[Entry]) -> LiveBook:
    """Fold a book whose past has changed, from the last table kept before the change."""
    return resume_fold(program, before, count_common_entries(before.entries, entries), entries)


def resume_fold(
    program: Program, before: LiveBook, same: int, entries: list[Entry], tell: Tell | None = None
) -> LiveBook:
    """Fold a book on, of which so many entries are the `same` as before."""
    if same == len(before.entries):
        return extend_book(program, before, entries[same:], tell).book
    shot = 0 if before.unlisted else max(count for count in list(before.shots) if count <= same)
    passed = {0, *(seq for seq, _ in entries[:shot])}
    judgements = tuple(judgement for judgement in before.judgements if judgement.seq in passed)
    shots = {count: table for count, table in dict(before.shots).items() if count <= shot}
    kept = LiveBook(before.entries[:shot], before.shots[shot], judgements, shots)
    return extend_book(program, kept, entries[shot:], tell).book


def build_table_after(program: Program, book: LiveBook, count: int) -> AnyTable:
    """Set the table as it stood after the first `count` events of a book: the caller's own, to play on."""
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
            # A book read from a snapshot has no tables on the way; whoever looks there leaves one for the next.
            book.shots.setdefault(end, copy_table(run.table))
    return run.table


def choose_stride(count: int) -> int:
    """How far apart the tables are kept in a game of so many events: a long game keeps no more of them than most."""
    every = EVERY
    while count > every * MOST_SHOTS:
        every *= 2
    return every
