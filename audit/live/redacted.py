"""A live game as one reader is told it: each event less what is hidden from them, and the table that follows.

All that a reader bound to a seat gets is worked out from this state: what the events as told leave out is nowhere in
it, so that no rule, fold or picture can let it slip.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from audit.live.game import LiveSetup
from audit.live.state import LiveBook, LiveState, begin_state, build_table_after, resume_fold
from audit.model.divergence import count_common_entries
from audit.model.step import spell_event
from engine.kernel.events import Amend, Claim, Event, Insert
from engine.kernel.facts import Fact
from engine.kernel.log import Fault
from engine.kernel.table import AnyTable, Own
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def redact_state(live_state: LiveState, seat: str) -> LiveState:
    """Fold a game from what a reader at `seat` is told of it, or go on from where that was done last."""
    if live_state.told_to == seat:
        return live_state
    whole, heard = live_state.heard.get(seat, (None, None))
    if heard is None or whole is None or not _is_continuation(whole, live_state):
        whole, heard = begin_state(live_state.live), begin_state(live_state.live, seat)
    if whole is not live_state:
        heard = _continue_state(SeatRedactor(live_state.live, seat), heard, whole, live_state)
        live_state.heard[seat] = live_state, heard
    return heard


def _is_continuation(before: LiveState, after: LiveState) -> bool:
    """Say whether one state came of the other: of a state that was never kept, another may have taken the place."""
    begins, goes_on = before.played.entries, after.played.entries
    return not begins or (len(begins) <= len(goes_on) and begins[-1] is goes_on[len(begins) - 1])


def _continue_state(teller: SeatRedactor, heard: LiveState, before: LiveState, after: LiveState) -> LiveState:
    """Tell what has happened since; which corrections there are, and which miss, everybody is told."""
    played = teller.redact_book(heard.played, before.played, after.played)
    adjudicated = played
    if after.adjudicated is not after.played:
        adjudicated = teller.redact_book(heard.adjudicated, before.adjudicated, after.adjudicated)
    rulings, faults = after.rulings, after.faults
    return LiveState(after.live, played, adjudicated, rulings, faults, after.link, {}, teller.seat)


@dataclass(frozen=True, slots=True)
class SeatRedactor:
    """Who tells one reader what happens; it knows of the table what this reader has been told."""

    live: LiveSetup
    seat: str

    def redact_book(self, heard: LiveBook, before: LiveBook, after: LiveBook) -> LiveBook:
        """Tell a book as it stands `after`, of which so much as stood `before` was heard already."""
        same = count_common_entries(before.entries, after.entries)
        found = resume_fold(self.live.program, heard, same, after.entries, self.redact_event)
        for place, (seq, event) in enumerate(after.entries):
            # A line is quoted as it would have been told in its place, which stands in the book only now.
            if isinstance(event, Amend | Insert) and not is_known(getattr(found.entries[place][1], "line", "")):
                found.entries[place] = (seq, self.redact_quote(event, found))
        return found

    def redact_event(self, event: Event, before: AnyTable) -> Event:
        """Put the unknown value where an event says what this reader may not see; `before` is the table as told."""
        if isinstance(event, Amend | Insert):
            return replace(event, line=UNKNOWN)
        hidden = self._list_hidden_fields(event, before)
        return replace(event, **{name: _hide_value(getattr(event, name)) for name in hidden}) if hidden else event

    def redact_quote(self, record: Amend | Insert, book: LiveBook) -> Event:
        """Quote the line of a correction as this reader would have been told the event; else nothing of it."""
        event = self.live.read(record.line) if is_known(record.line) else None
        if event is None or isinstance(event, Fault):
            return replace(record, line=UNKNOWN)
        try:
            place = book.find_place(record.at) - isinstance(record, Amend)
        except (LookupError, Undetermined):
            return replace(record, line=UNKNOWN)
        seen = self.redact_event(event, build_table_after(self.live.program, book, max(0, place)))
        return record if seen is event else replace(record, line=spell_event(self.live.game, seen))

    def redact_table(self, table: AnyTable) -> AnyTable:
        """Take off a copy of a table what this reader does not see of it."""
        redacted = copy_table(table)
        self.live.game.redact(redacted, self.seat)
        return redacted

    def _list_hidden_fields(self, event: Event, before: AnyTable) -> tuple[str, ...]:
        if not isinstance(event, Claim):
            return self.live.game.hidden_fields(before, event, self.seat)
        table = self.redact_table(before)
        return () if _is_visible(self.live.game.reckoners(table), event, table) else ("value",)


def _hide_value(value: object) -> object:
    """Say of a hidden value nothing but, of several, how many they are."""
    return (UNKNOWN,) * len(value) if isinstance(value, tuple) else UNKNOWN


def _is_visible(reckoners: Mapping[str, Callable[[Own], Fact]], claim: Claim, table: AnyTable) -> bool:
    """Say whether a fact lies open at the table seen, with every part of it."""
    reckon = reckoners.get(claim.fact) if is_known(claim.fact) else None
    return reckon is not None and str(UNKNOWN) not in str(reckon(table)).split()
