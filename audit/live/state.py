"""How a live game stands: both books folded as far as they go, and what was met on the way. Nothing in it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from audit.findings.replay_outcome import MOST_FOUND
from audit.intake.early_stops import end_where_stopped
from audit.intake.prepared import START, PreparedLog, strange_rules
from audit.live.game import Live
from audit.model.divergence import Entry, alike
from audit.model.hash_chain import START as FIRST_LINK
from audit.model.hash_chain import linked
from engine.kernel.events import Amend, Event, Insert, Retract, Ruling, Stopped
from engine.kernel.log import Fault
from engine.kernel.replay.books import Book as Which
from engine.kernel.replay.books import Effective, effective
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.replay.timeline import EVERY, MOST_SHOTS
from engine.kernel.table import AnyTable
from engine.kernel.tables.copy import copied

# What may change what came before it, or how it is judged.
CORRECTIONS: frozenset[type[Event]] = frozenset({Amend, Retract, Insert, Ruling})
# What changes how claims before it are judged, and is no correction.
LOOKING_BACK = CORRECTIONS | {Stopped}
# How a reader is told an event at the table as they know it.
Tell = Callable[[Event, AnyTable], Event]


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """One book of a game: its events, the table after the last of them, what was met, and tables on the way.

    `shots` are tables by the number of events that had happened. They are never played on, only copied.
    """

    entries: list[Entry]
    table: AnyTable
    judgements: tuple[Judgement, ...]
    shots: dict[int, AnyTable]
    # What was met after there was too much of it to keep.
    unlisted: int = 0

    def place_of(self, seq: int) -> int:
        """How many events have happened once event `seq` has; raises `LookupError` where it does not count here."""
        if seq == 0 or (seq <= len(self.entries) and self.entries[seq - 1][0] == seq):
            return seq
        for place, (own, _) in enumerate(self.entries, 1):
            if own == seq:
                return place
        raise LookupError(seq)


class Carried(NamedTuple):
    """A book carried on, and what was met in what was added."""

    book: Book
    met: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LiveState:
    """A live game after event `seq`. While nothing is corrected, both books are one and the same."""

    live: Live
    played: Book
    adjudicated: Book
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

    def book(self, which: Which) -> Book:
        """One of the two books."""
        return self.played if which == "played" else self.adjudicated

    def effect(self, which: Which) -> Effective:
        """Tell what corrections amount to in one of the books."""
        if which == "played":
            return Effective(self.played.entries)
        return Effective(self.adjudicated.entries, dict(self.rulings), list(self.faults))


def begun(live: Live, told_to: str | None = None) -> LiveState:
    """Set the table; nothing has happened yet."""
    run = Replay(live.program, start(live.prepared, told_to)).run([(0, START)])
    book = Book([], run.table, tuple(run.judgements), {0: copied(run.table)})
    return LiveState(live, book, book, told_to=told_to)


def start(prepared: PreparedLog, told_to: str | None) -> AnyTable:
    """Set the table as a reader is told it: a declared position may name what is hidden from them."""
    table = prepared.table()
    if told_to is not None and prepared.header.position:
        prepared.game.redact(table, told_to)
    return table


def extended(live_state: LiveState, events: Sequence[Event]) -> tuple[LiveState, tuple[Judgement, ...]]:
    """Let more events happen; gives what was met at them in the adjudicated book. The state given stays as it is."""
    live = live_state.live
    added = list(enumerate(events, live_state.seq + 1))
    played, met = carried(live.program, live_state.played, added)
    link = linked(live_state.link, added)
    if not LOOKING_BACK.isdisjoint(map(type, events)):
        after = corrected(live_state, played, link)
        fresh = {seq for seq, _ in added}
        return after, tuple(judgement for judgement in after.adjudicated.judgements if judgement.seq in fresh)
    adjudicated = played
    if live_state.adjudicated is not live_state.played:
        adjudicated, met = carried(live.program, live_state.adjudicated, added)
    return LiveState(live, played, adjudicated, live_state.rulings, live_state.faults, link, live_state.heard), met


def corrected(before: LiveState, played: Book, link: bytes) -> LiveState:
    """Work out what the corrections amount to, and fold anew from the nearest table before what they touch."""
    live = before.live
    counted = counting(live, played.entries)
    adjudicated = played
    if alike(counted.entries, played.entries) < max(len(counted.entries), len(played.entries)):
        adjudicated = refolded(live.program, before.adjudicated, counted.entries)
    return LiveState(live, played, adjudicated, counted.rulings, tuple(counted.faults), link, before.heard)


def counting(live: Live, entries: Sequence[Entry]) -> Effective:
    """Find the events that count once every correction is laid over the record, and the corrections that miss."""
    counted = effective([event for _, event in entries], live.read)
    counted.faults += strange_rules(counted, live.program, live.games)
    end_where_stopped(counted)
    return counted


def carried(program: Program, book: Book, added: Sequence[Entry], tell: Tell | None = None) -> Carried:
    """Check each added event and let it happen, on a copy of the table; keep a table every so often."""
    run = Replay(program, copied(book.table))
    entries = [*book.entries, *added]
    every = stride(len(entries))
    shots = dict(book.shots)
    if every != stride(len(book.entries)):
        shots = {count: table for count, table in shots.items() if count % every == 0}
    start = len(book.entries)
    while start < len(entries):
        end = min(len(entries), (start // every + 1) * every)
        run.run(entries[start:end] if tell is None else _telling(tell, run, entries, range(start, end)))
        start = end
        if end % every == 0:
            shots[end] = copied(run.table)
    room = max(0, MOST_FOUND - len(book.judgements))
    unlisted = book.unlisted + max(0, len(run.judgements) - room)
    return Carried(
        Book(entries, run.table, (*book.judgements, *run.judgements[:room]), shots, unlisted), tuple(run.judgements)
    )


def _telling(tell: Tell, run: Replay, entries: list[Entry], places: range) -> Iterator[Entry]:
    """Put each event in as it is told at the table as it stands by then."""
    for place in places:
        seq, event = entries[place]
        entries[place] = (seq, tell(event, run.table))
        yield entries[place]


def refolded(program: Program, before: Book, entries: list[Entry]) -> Book:
    """Fold a book whose past has changed, from the last table kept before the change."""
    return resumed(program, before, alike(before.entries, entries), entries)


def resumed(program: Program, before: Book, same: int, entries: list[Entry], tell: Tell | None = None) -> Book:
    """Fold a book on, of which so many entries are the `same` as before."""
    if same == len(before.entries):
        return carried(program, before, entries[same:], tell).book
    shot = 0 if before.unlisted else max(count for count in list(before.shots) if count <= same)
    passed = {0, *(seq for seq, _ in entries[:shot])}
    judgements = tuple(judgement for judgement in before.judgements if judgement.seq in passed)
    shots = {count: table for count, table in dict(before.shots).items() if count <= shot}
    kept = Book(before.entries[:shot], before.shots[shot], judgements, shots)
    return carried(program, kept, entries[shot:], tell).book


def table_after(program: Program, book: Book, count: int) -> AnyTable:
    """Set the table as it stood after the first `count` events of a book: the caller's own, to play on."""
    if count >= len(book.entries):
        return copied(book.table)
    every = stride(len(book.entries))
    start = max(kept for kept in list(book.shots) if kept <= count)
    run = Replay(program, copied(book.shots[start]))
    while start < count:
        end = min(count, (start // every + 1) * every)
        run.run(book.entries[start:end])
        start = end
        if end % every == 0:
            # A book read from a snapshot has no tables on the way; whoever looks there leaves one for the next.
            book.shots.setdefault(end, copied(run.table))
    return run.table


def stride(count: int) -> int:
    """How far apart the tables are kept in a game of so many events: a long game keeps no more of them than most."""
    every = EVERY
    while count > every * MOST_SHOTS:
        every *= 2
    return every
