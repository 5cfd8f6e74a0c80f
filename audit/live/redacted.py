"""Redacts a live game for one reader: hidden values become unknown, and the table is folded from the rest.

Everything that a reader at a seat gets is computed from this state. It does not contain the hidden values, so no rule,
fold or picture can reveal them.
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
    """Fold a game from the redacted events for a reader at `seat`, starting from the last such state."""
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
    """Return whether one state continues the other. A state that was never stored may have been replaced."""
    begins, goes_on = before.played.entries, after.played.entries
    return not begins or (len(begins) <= len(goes_on) and begins[-1] is goes_on[len(begins) - 1])


def _continue_state(teller: SeatRedactor, heard: LiveState, before: LiveState, after: LiveState) -> LiveState:
    """Fold the events since the last state. Corrections and their faults are visible to every reader."""
    played = teller.redact_book(heard.played, before.played, after.played)
    adjudicated = played
    if after.adjudicated is not after.played:
        adjudicated = teller.redact_book(heard.adjudicated, before.adjudicated, after.adjudicated)
    rulings, faults = after.rulings, after.faults
    return LiveState(after.live, played, adjudicated, rulings, faults, after.link, {}, teller.seat)


@dataclass(frozen=True, slots=True)
class SeatRedactor:
    """Redacts events for one reader, at the table that this reader knows."""

    live: LiveSetup
    seat: str

    def redact_book(self, heard: LiveBook, before: LiveBook, after: LiveBook) -> LiveBook:
        """Redact the book `after`, of which the part `before` has been redacted already."""
        same = count_common_entries(before.entries, after.entries)
        found = resume_fold(self.live.program, heard, same, after.entries, self.redact_event)
        for place, (seq, event) in enumerate(after.entries):
            # A quoted line is redacted as an event at its place would be, and the book has that place only now.
            if isinstance(event, Amend | Insert) and not is_known(getattr(found.entries[place][1], "line", "")):
                found.entries[place] = (seq, self.redact_quote(event, found))
        return found

    def redact_event(self, event: Event, before: AnyTable) -> Event:
        """Replace values that are hidden from this reader by unknown. `before` is the redacted table."""
        if isinstance(event, Amend | Insert):
            return replace(event, line=UNKNOWN)
        hidden = self._list_hidden_fields(event, before)
        return replace(event, **{name: _hide_value(getattr(event, name)) for name in hidden}) if hidden else event

    def redact_quote(self, record: Amend | Insert, book: LiveBook) -> Event:
        """Redact the line that a correction quotes as the event itself would be. Otherwise hide all of it."""
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
        """Return a copy of a table without what is hidden from this reader."""
        redacted = copy_table(table)
        self.live.game.redact(redacted, self.seat)
        return redacted

    def _list_hidden_fields(self, event: Event, before: AnyTable) -> tuple[str, ...]:
        if not isinstance(event, Claim):
            return self.live.game.hidden_fields(before, event, self.seat)
        table = self.redact_table(before)
        return () if _is_visible(self.live.game.reckoners(table), event, table) else ("value",)


def _hide_value(value: object) -> object:
    """Replace a hidden value by unknown. Only the length of a list remains."""
    return (UNKNOWN,) * len(value) if isinstance(value, tuple) else UNKNOWN


def _is_visible(reckoners: Mapping[str, Callable[[Own], Fact]], claim: Claim, table: AnyTable) -> bool:
    """Return whether a fact and all its parts are visible at the table."""
    reckon = reckoners.get(claim.fact) if is_known(claim.fact) else None
    return reckon is not None and str(UNKNOWN) not in str(reckon(table)).split()
