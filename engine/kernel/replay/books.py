"""The two books of a log: as played, and as adjudicated with corrections. Nothing is erased or renumbered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from engine.kernel.events import Amend, Event, Insert, Record, Retract, Ruling
from engine.kernel.log import Fault
from engine.kernel.unknown import is_known

Book = Literal["adjudicated", "played"]
Read = Callable[[str], Event | Fault]
_CORRECTIONS: frozenset[type[Event]] = frozenset({Amend, Retract, Insert, Ruling})


class Effective(msgspec.Struct):
    """The events of one book, each with its permanent seq, and the corrections that refer to no earlier event."""

    entries: list[tuple[int, Event]]
    rulings: dict[int, list[tuple[int, Ruling]]] = msgspec.field(default_factory=dict)
    faults: list[Fault] = msgspec.field(default_factory=list)


def compute_book(events: Sequence[Event], read: Read, book: Book = "adjudicated") -> Effective:
    """Compute the requested book. `read` parses the line that a correction quotes."""
    numbered = list(enumerate(events, 1))
    if book == "played" or _CORRECTIONS.isdisjoint(map(type, events)):
        return Effective(numbered)
    records = [(seq, e) for seq, e in numbered if isinstance(e, (Amend, Retract, Insert, Ruling))]
    work = _Corrections(dict(numbered))
    for seq, record in work.drop_retractions(records):
        work.apply(seq, record, read)
    return Effective(work.list_entries(), work.rulings, sorted(work.faults, key=lambda f: f.seq or 0))


class _Corrections:
    """The log while corrections are applied to it, oldest first."""

    def __init__(self, events: dict[int, Event]) -> None:
        self.events = events
        self.gone: set[int] = set()
        self.behind: dict[int, list[int]] = {}
        self.rulings: dict[int, list[tuple[int, Ruling]]] = {}
        self.faults: list[Fault] = []

    def drop_retractions(self, records: Sequence[tuple[int, Record]]) -> list[tuple[int, Record]]:
        """Leave out the corrections that a later `retract` takes back."""
        taken: set[int] = set()
        for seq, record in reversed(records):
            if isinstance(record, Retract) and seq not in taken and is_known(record.at):
                target = self.events.get(record.at)
                if isinstance(target, (Amend, Retract, Insert, Ruling)) and record.at < seq:
                    taken |= {record.at, seq}
        return [(seq, r) for seq, r in records if seq not in taken]

    def apply(self, seq: int, record: Record, read: Read) -> None:
        at = record.at  # type: ignore[attr-defined] # all four classes of correction have it
        if not is_known(at) or at < 0 or at >= seq or (at == 0 and not isinstance(record, Insert)):
            self._note_miss(seq, f"This correction is about event {at}, which does not stand before it.")
        elif isinstance(record, Ruling):
            self.rulings.setdefault(at, []).append((seq, record))
        elif isinstance(record, Retract):
            self.gone.add(at)
        elif isinstance(record, (Amend, Insert)):
            self._write_event(seq, record, read)

    def _write_event(self, seq: int, record: Amend | Insert, read: Read) -> None:
        if not is_known(record.line):
            self._note_miss(seq, "The corrected line was not written down.", "Quote the line as it should have been.")
            return
        event = read(record.line)
        if isinstance(event, Fault):
            self._note_miss(seq, f"The line quoted here cannot be read: {event.says}", event.hint)
        elif isinstance(event, Record):
            self._note_miss(seq, "A correction may quote a move, chance or claim, not another correction.")
        elif isinstance(record, Amend):
            self.events[record.at] = event
        else:
            self.events[seq] = event
            self.behind.setdefault(record.at, []).append(seq)

    def _note_miss(self, seq: int, says: str, hint: str = "") -> None:
        self.faults.append(Fault(says, hint or "Name the number of an event that stands earlier in this log.", seq=seq))

    def list_entries(self) -> list[tuple[int, Event]]:
        moved = {seq for late in self.behind.values() for seq in late}
        order: list[int] = []
        for seq in (0, *self.events):
            if seq not in moved:
                order += self._list_with_late(seq)
        return [(seq, self.events[seq]) for seq in order if seq and seq not in self.gone]

    def _list_with_late(self, seq: int) -> list[int]:
        """List an event, then the events inserted after it, and after those in turn."""
        order, waiting = [], [seq]
        # A loop, because a chain of corrections may be longer than calls can be nested.
        while waiting:
            order.append(waiting.pop())
            waiting += reversed(self.behind.get(order[-1], ()))
        return order
