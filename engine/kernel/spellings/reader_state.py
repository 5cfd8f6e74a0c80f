"""A log while it is parsed: every line, readable or not, has its place."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

from engine.kernel.events import Event, Unreadable
from engine.kernel.log import Fault, Header, Log, LogError
from engine.kernel.spellings.misread import Misread

KEPT = 200
MAX_FAULTS = 10_000
# No log has an event with a greater seq.
MAX_SEQ = 10_000_000


class LogBeingRead:
    """Events in the order of the file, with their lines and faults."""

    def __init__(self) -> None:
        """Start without events."""
        self.events: list[Event] = []
        self.lines = array("I")
        self.faults: list[Fault] = []
        self.numbered_comments: list[int] = []
        # The difference between stated and true seqs: a gap is reported once, not on every later line.
        self._drift = 0

    def add(self, event: Event, line: int, text: str) -> None:
        """Add the next event. A stated seq is compared with its place, never used."""
        if event.seq:
            if not 0 < event.seq <= MAX_SEQ:
                fault = Misread("An event cannot have this seq.", "Count from 1, or leave it out.", 1)
                self.refuse(fault, line, text)
                return
            self._check_seq(event.seq, line)
        self.events.append(event)
        self.lines.append(line)

    def refuse(self, fault: Misread, line: int, text: str, *, cut: bool = False) -> None:
        """Add an `Unreadable` in the place of an unreadable line; `cut`: the file ends in it, without a line end."""
        says = f"The file is cut off in the middle of this line. {fault.says}" if cut else fault.says
        hint = f"If the rest of the file is lost, say so in a note. {fault.hint}".strip() if cut else fault.hint
        self._report_fault(Fault(says, hint, line, fault.column or 1, len(self.events) + 1))
        self.events.append(Unreadable(text=text[:KEPT]))
        self.lines.append(line)

    def make_log(self, header: Header, spelling: str, header_lines: Mapping[str, int]) -> Log:
        """Make the log; a header alone is not a log."""
        if not self.events and not self.numbered_comments:
            raise make_no_events_error(max(header_lines.values(), default=1))
        log = Log(header, self.events, self.lines, spelling, self.faults, dict(header_lines))
        log.numbered_comments = self.numbered_comments
        return log

    def _check_seq(self, stated: int, line: int) -> None:
        place = len(self.events) + 1
        drift = stated - place
        if drift != self._drift:
            what = "skips ahead" if drift > self._drift else "repeats or goes back"
            self._report_fault(
                Fault(
                    f"This line says it is event {stated}; the numbering {what} here.",
                    f"It is read as event {place}, by its place in the file.",
                    line,
                    1,
                    place,
                )
            )
        self._drift = drift

    def _report_fault(self, fault: Fault) -> None:
        if len(self.faults) >= MAX_FAULTS:
            raise LogError(
                f"More than {MAX_FAULTS} lines cannot be read.", "Is this the log of another game?", fault.line
            )
        self.faults.append(fault)


def make_no_events_error(line: int) -> LogError:
    """Make the error for a log without events."""
    return LogError("The log has a header and no events.", "Write what happened below the header.", line)
