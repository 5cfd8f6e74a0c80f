"""The single fold: checks every event against every rule, and then applies it even if it is illegal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from engine.kernel.events import Claim, Event
from engine.kernel.flow import report_owed_first
from engine.kernel.replay.program import UNTOUCHED, Program, RuleAndBreach
from engine.kernel.rulebook import LaidRule
from engine.kernel.rules import Breach
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined, is_known

Policy = Literal["as-played", "skip-illegal", "stop"]
POLICIES: tuple[Policy, ...] = ("as-played", "skip-illegal", "stop")
# The most events that a record can leave out before one event (passes, the end of a turn): a bound, not a count.
CHAIN = range(12)
# The cost of handling one event with care, in events without findings.
WITH_CARE = 3
Numbered = Iterable[tuple[int, Event]]


class Judgement(msgspec.Struct, frozen=True):
    """One rule at one event: broken, or (without a breach) not to be settled from the record."""

    seq: int
    event: Event
    laid: LaidRule
    breach: Breach | None
    implied: bool = False
    # The general rules that the same breach also breaks.
    also: tuple[str, ...] = ()
    # The parts of the event that could not be carried out.
    unapplied: tuple[str, ...] = ()


class Replay:
    """One run over a log: a table that changes, and the judgements made on the way."""

    def __init__(
        self,
        program: Program,
        table: AnyTable,
        *,
        policy: Policy = "as-played",
        skip: frozenset[int] = frozenset(),
    ) -> None:
        self.program, self.table, self.policy, self.skip = program, table, policy, skip
        self.judgements: list[Judgement] = []
        self.stopped: int | None = None
        # Work beyond one plain look at each event: implied events, and events handled with care.
        self.extra = 0

    def run(self, entries: Numbered) -> Replay:  # noqa: C901 - the hot path: each call saved here counts
        """Check each event, then apply it."""
        table, steps = self.table, self.program.steps
        implied, skip = self.program.rulebook.game.implied, self.skip
        for seq, event in entries:
            if skip and seq in skip:
                continue
            if table.unapplied:
                table.unapplied.clear()
            gate, checks, fold, in_turn, anytime = steps.get(type(event), UNTOUCHED)
            clear = True
            try:
                # Most of a log is acts of players in their own turn: they imply nothing and pass the gate.
                if gate is not None and (
                    table.owed or table.phase not in in_turn or event.by != table.active  # type: ignore[attr-defined] # in_turn: a Move
                ):
                    if (before := implied(table, event)) is not None:
                        self._catch_up(seq, event, before)
                        if self.stopped is not None:
                            break
                    clear = (table.phase in anytime and not table.owed) or gate(table, event) is None
                    # An event by an unknown seat has no fold, even if no check needs the seat.
                    clear = clear and is_known(getattr(event, "by", ""))
                if clear:
                    for check in checks:
                        if check(table, event) is not None:
                            clear = False
                            break
            except Undetermined:
                clear = False
            if clear:
                fold(table, event)
            elif not self._take_carefully(seq, event):
                self.stopped = seq
                break
        return self

    def _catch_up(self, seq: int, event: Event, before: Event | None) -> None:
        """Apply, one by one, the events that the record leaves out before event `seq`."""
        for _ in CHAIN:
            if before is None or self.stopped is not None:
                break
            self._take_implied_event(seq, before)
            before = self.program.rulebook.game.implied(self.table, event)

    def _take_implied_event(self, seq: int, event: Event) -> None:
        """Check and fold an event that the record leaves out before event `seq`."""
        self.extra += 1
        # A move by an unknown seat has no fold; handle it with care.
        step, table, clear = self.program.steps[type(event)], self.table, is_known(getattr(event, "by", ""))
        try:
            for check in step.checks:
                if check(table, event) is not None:
                    clear = False
                    break
        except Undetermined:
            clear = False
        if clear:
            step.fold(table, event)
        elif not self._take_carefully(seq, event, implied=True):
            self.stopped = seq

    def close(self, seq: int) -> Replay:
        """Apply what the end of the record implies (the end of the last turn), unless play was stopped."""
        if self.table.stopped:
            return self
        implied_at_end = self.program.rulebook.game.implied_at_end
        for _ in CHAIN:
            last = _ask_or_none(lambda: implied_at_end(self.table))
            if last is None or self.stopped is not None:
                break
            if not self._take_carefully(seq, last, implied=True):
                self.stopped = seq
        return self

    def _take_carefully(self, seq: int, event: Event, *, implied: bool = False) -> bool:
        """Handle an event with care: collect all that it breaks, then fold it as the policy says."""
        self.extra += WITH_CARE
        found = [] if implied else self._give_up_overdue(event)
        late = len(found)
        found += self.program.find_breaches(self.table, event)
        met = [self._make_judgement(seq, event, one, implied=implied) for one in found]
        self.judgements += met
        broken = any(breach is not None for _, breach in found[late:]) and not isinstance(event, Claim)
        if self.policy == "stop" and (broken or late):
            return False
        if not (broken and self.policy == "skip-illegal") or implied:
            step = self.program.steps.get(type(event), UNTOUCHED)
            if step.gate is not None and not isinstance(event, Claim) and self.program.is_over(self.table):
                self.program.rulebook.game.reopen(self.table)
            self._add_missing_lines(found[late:])
            if is_known(getattr(event, "by", "")):
                step.fold(self.table, event)
            else:
                self._take_without_seat(event)
        if met and self.table.unapplied:
            undone = tuple(self.table.unapplied)
            self.judgements[-len(met) :] = [msgspec.structs.replace(judgement, unapplied=undone) for judgement in met]
        return True

    def _add_missing_lines(self, found: list[RuleAndBreach]) -> None:
        """Continue as if each missing line had been written, as far as its content is certain."""
        for _, breach in found:
            if breach is not None and breach.missing is not None:
                self.program.rulebook.game.make_good(self.table, breach.missing)

    def _make_judgement(self, seq: int, event: Event, found: RuleAndBreach, *, implied: bool) -> Judgement:
        laid, breach = found
        also = () if breach is None else self.program.list_repeats(self.table, event, laid.rule.id)
        return Judgement(seq, event, laid, breach, implied, also)

    def _take_without_seat(self, event: Event) -> None:
        """Apply an event by an unknown seat: settle what was owed, and let the game mark what is uncertain."""
        owed, game = self.table.owed, self.program.rulebook.game
        if owed and owed[-1].is_settled_by(event):
            game.give_up(self.table, owed.pop())
        game.by_somebody(self.table, event)

    def _give_up_overdue(self, event: Event) -> list[RuleAndBreach]:
        """Report once what was owed before this event and never came, then drop it."""
        found: list[RuleAndBreach] = []
        gate = self.program.steps.get(type(event), UNTOUCHED).gate
        owed = self.table.owed
        while owed and gate is not None and not isinstance(event, Claim) and owed[-1].is_due_before(event):
            rule, breach = report_owed_first(owed[-1], event)
            found.append(
                self.program.leave_open_if_clearable(self.table, event, (self.program.rulebook.rules[rule], breach))
            )
            self.program.rulebook.game.give_up(self.table, owed.pop())
        return found


def fold_entries(program: Program, table: AnyTable, entries: Numbered) -> AnyTable:
    """Apply everything and check nothing: the baseline for the cost of checking."""
    game, steps = program.rulebook.game, program.steps
    for _, event in entries:
        table.unapplied.clear()
        step = steps.get(type(event), UNTOUCHED)
        if step.gate is not None:
            for _ in CHAIN:
                before = _ask_or_none(lambda event=event: game.implied(table, event))  # type: ignore[misc] # bound now
                if before is None:
                    break
                steps[type(before)].fold(table, before)
            while table.owed and not isinstance(event, Claim) and table.owed[-1].is_due_before(event):
                game.give_up(table, table.owed.pop())
        step.fold(table, event)
    return table


def _ask_or_none(ask: Callable[[], Event | None]) -> Event | None:
    try:
        return ask()
    except Undetermined:
        return None
