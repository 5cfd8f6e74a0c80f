"""Reads lines that are not canonical if they have only one meaning. The file is not changed."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from audit.intake.event_numbers import find_misnumbered, list_stated_drifts
from engine.kernel.events import Event, Unreadable
from engine.kernel.log import Fault, Log, TypedLine
from engine.kernel.spellings.reader_state import KEPT
from engine.kernel.spellings.text import write_line
from engine.kernel.spellings.typed.outcome import Unclear
from engine.kernel.spellings.typed.reader import TypedReader

# Attempts before the lenient parser gives up. An attempt uses one up, and a line that is understood adds three.
PATIENCE = 150


class _Reread:
    """A log whose refused lines are parsed once more, leniently."""

    def __init__(self, log: Log, lines: Sequence[str], reader: TypedReader) -> None:
        self.log, self.text, self.reader = log, lines, reader
        self.events: list[Event] = []
        self.lines = array("I")
        self.typed: list[TypedLine] = []
        self.faults: list[Fault] = []
        self.meant: dict[int, tuple[str, ...]] = {}
        # Maps old seqs to new ones. The faults of a line that was understood are dropped.
        self.places: dict[int, int] = {}
        self.patience = PATIENCE
        reader.events_on = self._list_events_on

    def keep_event(self, event: Event, line: int, seq: int) -> None:
        self.events.append(event)
        self.lines.append(line)
        self.places[seq] = len(self.events)

    def reread_event(self, event: Unreadable, line: int, seq: int) -> None:
        """Parse a refused line leniently, or keep it with its possible meanings."""
        try:
            self.take_line_events(line)
        except Unclear as fault:
            self.keep_event(event, line, seq)
            if fault.sure:
                self.meant.update({len(self.events): fault.meant} if fault.meant else {})
                self.faults.append(Fault(fault.says, fault.hint, line, self._find_column(line), len(self.events)))
                del self.places[seq]

    def reread_comment(self, line: int) -> None:
        """Parse a comment that holds an event after a number. Other comments stay comments."""
        text = self.text[line - 1]
        if self.patience < 0 or not self.reader.may_be_event(text):
            return
        try:
            self.take_line_events(line)
        except Unclear as fault:
            self.keep_event(Unreadable(text=text[:KEPT]), line, 0)
            self.faults.append(Fault(fault.says, fault.hint, line, self._find_column(line), len(self.events)))
            if fault.meant:
                self.meant[len(self.events)] = fault.meant

    def take_line_events(self, line: int) -> None:
        """Add the events that a line means to the log."""
        self.patience -= 1
        meaning = self.reader.read(self.text[line - 1].rstrip("\r"))
        self.patience += 3 * bool(meaning.events)
        for event in meaning.events:
            self.events.append(event)
            self.lines.append(line)
        lines = tuple(write_line(event, self.reader.vocabulary) for event in meaning.events)
        self.typed.append(TypedLine(line, lines))

    def _list_events_on(self, line: int) -> Sequence[int]:
        return range(bisect_left(self.lines, line) + 1, bisect_right(self.lines, line) + 1)

    def _find_column(self, line: int) -> int:
        text = self.text[line - 1]
        return len(text) - len(text.lstrip()) + 1


def read_typed_lines(log: Log, lines: Sequence[str], reader: TypedReader) -> None:
    """Parse each line that the canonical parser refused with the lenient one. `log` is changed in place."""
    reread = _Reread(log, lines, reader)
    comments = list(reversed(log.numbered_comments))
    for at, (event, line) in enumerate(zip(log.events, log.lines, strict=True)):
        if reread.patience < 0:
            return
        while comments and comments[-1] < line:
            reread.reread_comment(comments.pop())
        if type(event) is Unreadable:
            reread.reread_event(event, line, at + 1)
        else:
            reread.keep_event(event, line, at + 1)
    for line in reversed(comments[: max(reread.patience, 0)]):
        reread.reread_comment(line)
    # If no line can be parsed, the file is not a log of this game, whatever its lines resemble.
    if any(type(event) is not Unreadable for event in reread.events):
        _take_over_lines(log, reread)


def _take_over_lines(log: Log, reread: _Reread) -> None:
    # A number is not at fault if only remarks, or lines of several events, before it make it wrong.
    stated = find_misnumbered(log)
    gaps = _find_gaps(reread) if stated else set()
    right = {seq for seq in stated if reread.places[seq] not in gaps}
    kept = (_move_fault(fault, reread.places) for fault in log.faults if fault.seq not in right)
    faults = [*filter(None, kept), *reread.faults]
    log.events[:] = reread.events
    log.lines, log.typed, log.meant = reread.lines, [*log.typed, *reread.typed], reread.meant
    log.faults[:] = sorted(faults, key=lambda fault: (fault.line, fault.column))


def _find_gaps(reread: _Reread) -> set[int]:
    drifts = list_stated_drifts(reread.events, reread.lines)
    return {seq for (_, before), (seq, drift) in pairwise(((0, 0), *drifts)) if drift != before}


def _move_fault(fault: Fault, places: Mapping[int, int]) -> Fault | None:
    """Give a fault the new seq of its event. Return None if the line was understood after all."""
    if fault.seq is None:
        return fault
    return replace(fault, seq=places[fault.seq]) if fault.seq in places else None
