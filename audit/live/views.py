"""What a reader sees of a live game: facts, steps, legal moves and pictures, less what lies hidden from their seat.

It is taken off here and nowhere else. A place is shown as it lay then: what was hidden when event n had happened stays
so in every look at that place, whatever is known by now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from audit.document import MALFORMED, Finding, laid_out
from audit.findings import plain
from audit.live.live_findings import findings, met_at
from audit.live.state import Book, LiveState, table_after
from audit.steps import facts_document, legal_document, spelled, step_document
from engine.kernel.copying import copied
from engine.kernel.digest import diff
from engine.kernel.effective import Book as Which
from engine.kernel.events import Amend, Claim, Event, Insert
from engine.kernel.facts import Fact
from engine.kernel.jsons import Document
from engine.kernel.legal import surveyed
from engine.kernel.log import Fault
from engine.kernel.replay import Replay
from engine.kernel.rules import Breach
from engine.kernel.table import AnyTable, Own
from engine.kernel.timeline import Step
from engine.kernel.unknown import UNKNOWN, Undetermined, known

WITHHELD = "What this turns on is hidden from your seat."
NOT_CARRIED_OUT = "This correction cannot be carried out."
NOBODY = ""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One book of a live game through the eyes of a reader.

    `seat` is None for whoever may see everything, `NOBODY` for an onlooker, else the seat that the reader sits at.
    """

    live_state: LiveState
    which: Which = "adjudicated"
    seat: str | None = None

    @property
    def book(self) -> Book:
        """The book looked at."""
        return self.live_state.book(self.which)

    def header(self) -> Document:
        """Tell what was agreed before the first event; a position declared there may name what lies hidden."""
        header: Document = msgspec.to_builtins(self.live_state.live.header)
        if self.seat is not None and "position" in header:
            facts = self._facts(self.table(0))
            position = {name: said if known(facts[name]) else str(UNKNOWN) for name, said in header["position"].items()}
            return {**header, "position": position}
        return header

    def facts(self, seq: int | None = None) -> Document:
        """Reckon every fact after event `seq` (else now); raises `LookupError` where it does not count in this book."""
        return facts_document(self._facts(self.table(self._place(seq))))

    def step(self, seq: int) -> Document:
        """Show one event: what it changed, what is wrong with it, all facts after it, and what could be done then."""
        place = self._place(seq)
        if not place:
            start = self.table(0)
            return {**self._start(), **self._rest(start, 0, self._facts(start))}
        before, event = self.table(place - 1), self.book.entries[place - 1][1]
        after = copied(before)
        Replay(self.live_state.live.program, after).run([(seq, event)])
        facts = self._facts(after)
        # What could not be carried out may tell of what lies hidden: only who may see everything is told.
        undone = tuple(after.unapplied) if self.seat is None else ()
        step = Step(seq, self.told(event, before), diff(self._facts(before), facts), unapplied=undone)
        found = [laid_out(finding) for finding in self.findings_at(seq)]
        return {**step_document(self.live_state.live.game, step, seq + 1, found), **self._rest(after, seq, facts)}

    def legal(self, seq: int | None = None) -> Document:
        """List what could be done after event `seq` (else now); who is bound to a seat is told of that seat's moves."""
        place = self._place(seq)
        return self._legal(self.table(place), self.book.entries[place - 1][0] if place else 0)

    def picture(self, seq: int | None = None) -> str:
        """Draw the table after event `seq` (else now) as SVG."""
        return self.live_state.live.game.picture(self.seen(self.table(self._place(seq))))

    def events(self, after: int = 0, limit: int | None = None) -> Iterator[Document]:
        """Tell what is recorded after event `after`, in the order of the record."""
        played, live = self.live_state.played, self.live_state.live
        run = Replay(live.program, table_after(live.program, played, after)) if self.seat is not None else None
        end = len(played.entries) if limit is None else min(len(played.entries), after + limit)
        for seq, event in played.entries[after:end]:
            seen = event if run is None else self.told(event, run.table)
            yield {"seq": seq, "text": spelled(live.game, seen), "event": msgspec.to_builtins(seen)}
            if run is not None:
                run.run([(seq, event)])

    def findings(self) -> list[Finding]:
        """List all findings, as this reader may have them."""
        return [
            reported
            for finding in findings(self.live_state, self.which)
            if (reported := self.reported(finding)) is not None
        ]

    def findings_at(self, seq: int) -> list[Finding]:
        """List the findings at one event."""
        found = met_at(self.live_state, self.which, seq)
        return [reported for finding in found if (reported := self.reported(finding)) is not None]

    def table(self, place: int) -> AnyTable:
        """Set the table as it stood after the first `place` events of the book, with nothing hidden."""
        return table_after(self.live_state.live.program, self.book, place)

    def seen(self, table: AnyTable) -> AnyTable:
        """Take off a copy of a table what this reader may not see."""
        if self.seat is None:
            return table
        redacted = copied(table)
        self.live_state.live.game.redact(redacted, self.seat)
        return redacted

    def told(self, event: Event, before: AnyTable) -> Event:
        """Put the unknown value where an event says what this reader may not see; `before` is the table before it."""
        if self.seat is None:
            return event
        if isinstance(event, Amend | Insert):
            return msgspec.structs.replace(event, line=self._quoted(event))
        hidden = self._hidden(event, before)
        return msgspec.structs.replace(event, **dict.fromkeys(hidden, UNKNOWN)) if hidden else event

    def reported(self, finding: Finding, met: Event | None = None) -> Finding | None:
        """Tell a finding to this reader as far as it follows from what they see.

        What does not, they are told without words about an act of their own, and not at all about anybody else's. `met`
        is the event that broke the rule where that is not the one recorded (a turn's end that nobody wrote).
        """
        if self.seat is None or not finding.seq:
            # The header may declare what lies hidden: nobody at a seat has it quoted.
            return finding if self.seat is None else replace(finding, excerpt="", unapplied=())
        if finding.rule == MALFORMED:
            return replace(finding, says=NOT_CARRIED_OUT, instead="", excerpt="")
        if (seen := self._open_at(finding.seq)) is None:
            return None
        event, before = seen
        # What was corrected is quoted as it was first written, and that may be hidden where this is not.
        as_written = self.live_state.played.entries[finding.seq - 1][1] is event
        finding = finding if as_written else replace(finding, excerpt="")
        own = finding.seat == self.seat and self.seat != NOBODY
        seen_as = self._as_seen(finding, met or event, before)
        if seen_as is not None:
            return replace(seen_as, repairs=finding.repairs if own else (), outcome=None, unapplied=(), implied="")
        return _withheld(finding) if own else None

    def _open_at(self, seq: int) -> tuple[Event, AnyTable] | None:
        """Give an event and the table before it, if it counts in this book and hides nothing from this reader."""
        try:
            place = self.book.place_of(seq)
        except LookupError:
            return None
        before, event = self.table(place - 1), self.book.entries[place - 1][1]
        return None if self._hidden(event, before) else (event, before)

    def _as_seen(self, finding: Finding, event: Event, before: AnyTable) -> Finding | None:
        """Put a finding as it comes out of what this reader sees anyway; None where it does not."""
        for laid, breach in self.live_state.live.program.breaches(self.seen(before), event):
            if laid.rule.id != finding.rule:
                continue
            if finding.status == "unverifiable" or breach is None:
                return finding if finding.status == "unverifiable" and breach is None else None
            # The rule may name a breach that lies hidden first, and one that is seen only behind it.
            says, facts, instead = _words(breach)
            return replace(finding, breach=says, facts=facts, instead=instead)
        return None

    def _hidden(self, event: Event, before: AnyTable) -> tuple[str, ...]:
        game, seat = self.live_state.live.game, self.seat
        if seat is None:
            return ()
        if isinstance(event, Claim):
            redacted = self.seen(before)
            return () if _shows(game.reckoners(redacted), event, redacted) else ("value",)
        return game.hidden_fields(before, event, seat)

    def _quoted(self, record: Amend | Insert) -> Fact:
        """Quote the line of a correction as this reader would have seen the event; what has no place is not told."""
        live, event = self.live_state.live, self.live_state.live.read(record.line) if known(record.line) else None
        if event is None or isinstance(event, Fault):
            return UNKNOWN
        try:
            place = self.book.place_of(record.at) - isinstance(record, Amend)
            before = self.table(max(0, place))
        except (LookupError, Undetermined):
            return UNKNOWN
        if not self._hidden(event, before):
            return record.line
        return spelled(live.game, self.told(event, before))

    def _place(self, seq: int | None) -> int:
        return len(self.book.entries) if seq is None else self.book.place_of(seq)

    def _facts(self, table: AnyTable) -> Document:
        return self.live_state.live.game.facts(self.seen(table))

    def _legal(self, table: AnyTable, seq: int) -> Document:
        live = self.live_state.live
        document = legal_document(live.program, table, seq, self.seat)
        if self.seat is None:
            return document
        # What something hidden allows is as little to be seen as the thing itself; so is whether the record knows it.
        moves, in_doubt = surveyed(live.program, self.seen(table), self.seat)
        follows = {spelled(live.game, move) for move in moves}
        moves_told = [move for move in document["moves"] if move["text"] in follows]
        return {**document, "moves": moves_told, "in_doubt": in_doubt}

    def _rest(self, table: AnyTable, seq: int, facts: Document) -> Document:
        return {"facts": facts_document(facts), "legal": self._legal(table, seq)}

    def _start(self) -> Document:
        return {"seq": 0, "findings": [laid_out(finding) for finding in self.findings_at(0)]}


def _withheld(finding: Finding) -> Finding:
    return replace(
        finding, breach=WITHHELD, facts={}, instead="", repairs=(), outcome=None, also=(), unapplied=(), implied=""
    )


def _words(breach: Breach) -> tuple[str, dict[str, int | str], str]:
    return breach.says, {name: plain(value) for name, value in breach.facts.items()}, breach.instead


def _shows(reckoners: Mapping[str, Callable[[Own], Fact]], claim: Claim, redacted: AnyTable) -> bool:
    """Say whether a fact lies open at the table seen, with every part of it."""
    reckon = reckoners.get(claim.fact) if known(claim.fact) else None
    return reckon is not None and str(UNKNOWN) not in str(reckon(redacted)).split()
