"""The one fold: every event is checked against every rule, and then it happens all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from engine.kernel.events import Claim, Event
from engine.kernel.flow import report_owed_first
from engine.kernel.layers import LaidRule
from engine.kernel.replay.program import UNTOUCHED, Program, RuleAndBreach
from engine.kernel.rules import Breach
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined, is_known

Policy = Literal["as-played", "skip-illegal", "stop"]
POLICIES: tuple[Policy, ...] = ("as-played", "skip-illegal", "stop")
# The most that a record can leave out before one event (passes, the end of a turn); a bound, not a count.
CHAIN = range(12)
# What it costs to go the careful way, in events of which nothing is to be said.
WITH_CARE = 3
Numbered = Iterable[tuple[int, Event]]


class Judgement(msgspec.Struct, frozen=True):
    """One rule met at one event: broken, or (no breach) not to be settled from the record."""

    seq: int
    event: Event
    laid: LaidRule
    breach: Breach | None
    implied: bool = False
    # The general rules that the same breach meets.
    also: tuple[str, ...] = ()
    # What of the event could not be carried out.
    unapplied: tuple[str, ...] = ()


class Replay:
    """One run over a log: a table that moves on, and the judgements made on the way."""

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
        # Work beyond one plain look at each event, counted alike: what was implied, and what was looked at with care.
        self.extra = 0

    def run(self, entries: Numbered) -> Replay:  # noqa: C901 - the hot path: each call saved here counts
        """Check each event, then let it happen."""
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
                # A player's act in their own turn is what most of a log is: nothing to imply, nothing at the gate.
                if gate is not None and (
                    table.owed or table.phase not in in_turn or event.by != table.active  # type: ignore[attr-defined] # in_turn: a Move
                ):
                    if (before := implied(table, event)) is not None:
                        self._catch_up(seq, event, before)
                        if self.stopped is not None:
                            break
                    clear = (table.phase in anytime and not table.owed) or gate(table, event) is None
                    # What nobody knows who did has no fold, also where no check asks who it was.
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
        """Let happen, one thing after the other, what the record leaves out before event `seq`."""
        for _ in CHAIN:
            if before is None or self.stopped is not None:
                break
            self._take_implied_event(seq, before)
            before = self.program.rulebook.game.implied(self.table, event)

    def _take_implied_event(self, seq: int, event: Event) -> None:
        """Check and fold what the record leaves out before event `seq`."""
        self.extra += 1
        # A move of nobody knows whom has no fold; it goes the careful way.
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
        """Let happen what the end of the record implies (a last turn that was over), unless play was stopped."""
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
        """Go the careful way: collect all that an event breaks, then fold as the policy says."""
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
        """Go on as if each line that is found missing had been written, as far as anybody can tell what it held."""
        for _, breach in found:
            if breach is not None and breach.missing is not None:
                self.program.rulebook.game.make_good(self.table, breach.missing)

    def _make_judgement(self, seq: int, event: Event, found: RuleAndBreach, *, implied: bool) -> Judgement:
        laid, breach = found
        also = () if breach is None else self.program.list_repeats(self.table, event, laid.rule.id)
        return Judgement(seq, event, laid, breach, implied, also)

    def _take_without_seat(self, event: Event) -> None:
        """Let happen what nobody knows who did: what was owed has come, and the game says what is no longer sure."""
        owed, game = self.table.owed, self.program.rulebook.game
        if owed and owed[-1].is_settled_by(event):
            game.give_up(self.table, owed.pop())
        game.by_somebody(self.table, event)

    def _give_up_overdue(self, event: Event) -> list[RuleAndBreach]:
        """Name once what was owed before this and never came, then give it up."""
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
    """Let everything happen and check nothing: the yardstick for what checking costs."""
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
