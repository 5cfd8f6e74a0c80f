"""Shows a live game to one reader: facts, steps, legal moves and pictures, without what is hidden from the seat.

The state of a reader at a seat is folded from redacted events (`redact_state`). Every place is shown as of that time:
a value that was hidden after event n stays hidden there, even if it has become known since.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from audit.live.event_findings import list_findings, list_findings_at
from audit.live.redacted import redact_state
from audit.live.state import LiveBook, LiveState, build_table_after
from audit.model.document import convert_to_builtins
from audit.model.findings import MALFORMED, Finding
from audit.model.step import facts_document, legal_moves_document, spell_event, step_document
from engine.kernel.basics.json_types import Document
from engine.kernel.replay.books import Book as Which
from engine.kernel.replay.fact_digest import diff_facts
from engine.kernel.replay.replay import Replay
from engine.kernel.replay.timeline import Step
from engine.kernel.table import AnyTable
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import UNKNOWN, is_known

WITHHELD = "What this depends on is unknown, or hidden from your seat."
NOT_CARRIED_OUT = "This correction cannot be carried out."
NOBODY = ""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One book of a live game as one reader sees it.

    `seat` is None for a reader who may see everything, `NOBODY` for an onlooker, else the reader's seat. `live_state`
    is the game redacted for that reader.
    """

    live_state: LiveState
    which: Which = "adjudicated"
    seat: str | None = None

    def __post_init__(self) -> None:
        """Redact the state for the reader's seat."""
        if self.seat is not None:
            object.__setattr__(self, "live_state", redact_state(self.live_state, self.seat))

    @property
    def book(self) -> LiveBook:
        """The book that the view shows."""
        return self.live_state.book(self.which)

    def header_document(self) -> Document:
        """Return the header. A position that it declares is redacted."""
        header: Document = msgspec.to_builtins(self.live_state.live.header)
        if self.seat is not None and "position" in header:
            facts = self._compute_facts(self.table_at(0))
            position = {
                name: said if is_known(facts[name]) else str(UNKNOWN) for name, said in header["position"].items()
            }
            return {**header, "position": position}
        return header

    def facts_after(self, seq: int | None = None) -> Document:
        """Return all facts after event `seq` (else now). Raises `LookupError` if it does not count in this book."""
        return facts_document(self._compute_facts(self.table_at(self._find_place(seq))))

    def step_document(self, seq: int) -> Document:
        """Describe one event: its changes and findings, all facts after it, and the legal moves then."""
        place = self._find_place(seq)
        if not place:
            start = self.table_at(0)
            return {**self._start_document(), **self._describe_table(start, 0, self._compute_facts(start))}
        before, event = self.table_at(place - 1), self.book.entries[place - 1][1]
        after = copy_table(before)
        Replay(self.live_state.live.program, after).run([(seq, event)])
        facts = self._compute_facts(after)
        # An effect that could not be carried out may reveal hidden values. Only readers who see everything get it.
        undone = tuple(after.unapplied) if self.seat is None else ()
        step = Step(seq, event, diff_facts(self._compute_facts(before), facts), unapplied=undone)
        found = [convert_to_builtins(finding) for finding in self.findings_at(seq)]
        return {
            **step_document(self.live_state.live.game, step, seq + 1, found),
            **self._describe_table(after, seq, facts),
        }

    def legal_document(self, seq: int | None = None) -> Document:
        """List the legal moves after event `seq` (else now). A reader at a seat gets only that seat's moves."""
        place = self._find_place(seq)
        return self._legal_document(self.table_at(place), self.book.entries[place - 1][0] if place else 0)

    def picture_after(self, seq: int | None = None) -> str:
        """Draw the table after event `seq` (else now) as SVG."""
        return self.live_state.live.game.draw_table(self.redact_table(self.table_at(self._find_place(seq))))

    def event_documents(self, after: int = 0, limit: int | None = None) -> Iterator[Document]:
        """Yield the recorded events after event `after`, in order."""
        played, game = self.live_state.played, self.live_state.live.game
        end = len(played.entries) if limit is None else min(len(played.entries), after + limit)
        for seq, event in played.entries[after:end]:
            yield {"seq": seq, "text": spell_event(game, event), "event": msgspec.to_builtins(event)}

    def findings(self) -> list[Finding]:
        """List all findings that this reader may see."""
        return [
            reported
            for finding in list_findings(self.live_state, self.which)
            if (reported := self.report_to_reader(finding)) is not None
        ]

    def findings_at(self, seq: int) -> list[Finding]:
        """List the findings at one event."""
        found = list_findings_at(self.live_state, self.which, seq)
        return [reported for finding in found if (reported := self.report_to_reader(finding)) is not None]

    def table_at(self, place: int) -> AnyTable:
        """Return the table after the first `place` events of the book, as this reader knows it."""
        return build_table_after(self.live_state.live.program, self.book, place)

    def redact_table(self, table: AnyTable) -> AnyTable:
        """Return a copy of a table without what is hidden from this reader."""
        if self.seat is None:
            return table
        redacted = copy_table(table)
        self.live_state.live.game.redact(redacted, self.seat)
        return redacted

    def report_to_reader(self, finding: Finding) -> Finding | None:
        """Return the part of a finding that this reader may see, or None.

        An unverifiable finding is shown without details if it is about an act of the reader's own seat. Others are left
        out, since almost every play of a hidden card causes one.
        """
        if self.seat is None:
            return finding
        if not finding.seq:
            # The header may declare hidden values, so readers at a seat get no excerpt of it.
            return replace(finding, excerpt="", unapplied=())
        if finding.rule == MALFORMED:
            return replace(finding, says=NOT_CARRIED_OUT, instead="", excerpt="")
        own = finding.seat == self.seat and self.seat != NOBODY
        if finding.status == "unverifiable":
            return _withhold_details(finding) if own else None
        excerpt, repairs = finding.excerpt if self._is_original(finding.seq) else "", finding.repairs if own else ()
        return replace(finding, excerpt=excerpt, repairs=repairs, outcome=None, unapplied=(), implied="")

    def _is_original(self, seq: int) -> bool:
        """Return whether an event counts as it was first written. Excerpts show that form."""
        counts, written = self.book.entries[self.book.find_place(seq) - 1], self.live_state.played.entries[seq - 1]
        return counts is written or spell_event(self.live_state.live.game, counts[1]) == spell_event(
            self.live_state.live.game, written[1]
        )

    def _find_place(self, seq: int | None) -> int:
        return len(self.book.entries) if seq is None else self.book.find_place(seq)

    def _compute_facts(self, table: AnyTable) -> Document:
        return self.live_state.live.game.facts(self.redact_table(table))

    def _legal_document(self, table: AnyTable, seq: int) -> Document:
        return legal_moves_document(self.live_state.live.program, self.redact_table(table), seq, self.seat)

    def _describe_table(self, table: AnyTable, seq: int, facts: Document) -> Document:
        return {"facts": facts_document(facts), "legal": self._legal_document(table, seq)}

    def _start_document(self) -> Document:
        return {"seq": 0, "findings": [convert_to_builtins(finding) for finding in self.findings_at(0)]}


def _withhold_details(finding: Finding) -> Finding:
    return replace(
        finding, breach=WITHHELD, facts={}, instead="", repairs=(), outcome=None, also=(), unapplied=(), implied=""
    )
