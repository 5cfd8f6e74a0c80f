"""Runs trials: replays the log with one change, until its table equals the log's again or the search stops."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from audit.budget import Budget
from audit.causes.places import WhatIf
from audit.findings.replay_outcome import ReplayedLog, compute_result
from audit.model.findings import Finding, Value
from engine.kernel.events import Chance, Event
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.table import AnyTable
from engine.kernel.tables.compare import is_same_table
from engine.kernel.tables.copy import copy_table

# Tables are compared at doubling distances, up to this number of events.
LAST_LOOK = 256
# The number of cached tables; the work of copying a table and of comparing two, in replayed events.
KEPT = 72
COPIED, COMPARED = 2, 1
Key = tuple[int, str]


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The replay of a log with one change, known up to one place and equal to the log from another place on."""

    what_if: WhatIf
    judgements: tuple[Judgement, ...]
    # The place where the replay ended, and the place from which the table equals the log's own.
    until: int
    joined: int
    result: Mapping[str, Value] | None
    # Whether the game is over at the end of the trial.
    over: bool = False
    met: frozenset[Key] = field(default=frozenset())
    places: frozenset[int] = field(default=frozenset())
    # The reduction in the number of breaches, and the first place with a breach that the log does not have.
    mended: int = 0
    astray: int = 0
    # The number of the log's breaches that disappear before that place; the number that can no longer be checked.
    healed: int = 0
    blurred: int = 0
    # The rules that implied events break here but not in the log.
    implied: frozenset[str] = field(default=frozenset())

    @property
    def sure_gain(self) -> int:
        """The reduction in the number of breaches, without those that can no longer be checked."""
        return self.mended - self.blurred

    def may_contain(self, finding: Finding, place: int) -> bool:
        """Return whether a finding is, or may be, in the trial too.

        A claim that is still wrong may now break another rule.
        """
        if place >= min(self.until, self.joined):
            return True
        if finding.status == "mismatch":
            return finding.seq in self.places
        return (finding.seq or 0, finding.rule) in self.met


class CauseSearch:
    """One log with the tables along the way and the trials of what-ifs."""

    def __init__(self, log: ReplayedLog, budget: Budget) -> None:
        """Prepare a search. The tables that the log's own replay saved are its starting points."""
        self.prepared, self.actual, self.budget, self.timeline = log.prepared, log.outcome, budget, log.timeline
        self.entries = log.prepared.entries
        self.places = {seq: place for place, (seq, _) in enumerate(self.entries)}
        broken = [(one.seq, one.laid.rule.id) for one in self.actual.judgements if one.breach is not None]
        self.broken = frozenset(broken)
        self._met_at: dict[int, list[Judgement]] = {}
        for one in self.actual.judgements:
            self._met_at.setdefault(one.seq, []).append(one)
        self.implied = frozenset((one.seq, one.laid.rule.id) for one in self.actual.judgements if one.implied)
        # Sorted by place. `breaches` holds the places in the same order.
        self.in_order = sorted(broken, key=lambda key: self.find_place(key[0]))
        self.breaches = [self.find_place(seq) for seq, _ in self.in_order]
        # The judgements that report a missing chance event.
        self.lacking = frozenset(
            (one.seq, one.laid.rule.id)
            for one in self.actual.judgements
            if one.breach is not None and isinstance(one.breach.missing, Chance)
        )
        self._kept: OrderedDict[int, AnyTable] = OrderedDict()

    def find_place(self, seq: int | None) -> int:
        """Return the place of an event among the events that count. Findings on the end of the log come last."""
        return self.places.get(-1 if seq is None else seq, len(self.entries))

    def judgements_at(self, seq: int | None) -> tuple[Judgement, ...]:
        """Return the judgements on an event."""
        return tuple(self._met_at.get(-1 if seq is None else seq, ()))

    def find_event(self, seq: int | None) -> Event | None:
        """Find an event by its seq."""
        place = self.find_place(seq)
        return self.entries[place][1] if place < len(self.entries) else None

    def table_before(self, place: int) -> AnyTable:
        """Return the table before an event. Callers must not change it, because it is cached."""
        if place in self._kept:
            self._kept.move_to_end(place)
            return self._kept[place]
        begin = max((one for one in self._kept if one < place), default=-1)
        shot = self.timeline.find_shot_before(place)
        self.budget.note_work(COPIED)
        if begin < shot:
            table = self.timeline.table_after(place)
            self.budget.note_work(place - shot)
        else:
            table = copy_table(self._kept[begin])
            run = Replay(self.prepared.program, table, policy=self.prepared.asked.policy).run(self.entries[begin:place])
            self.budget.note_replay(run, place - begin)
        self._kept[place] = table
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return table

    def try_change(self, what_if: WhatIf, horizon: int) -> Trial:
        """Replay with one change, up to the horizon, the end, or the place where the table equals the log's own."""
        end, place = len(self.entries), what_if.start + what_if.taken
        until, joined = min(end, place + horizon), end + 1
        replay = Replay(
            self.prepared.program, copy_table(self.table_before(what_if.start)), policy=self.prepared.asked.policy
        )
        replay.run(what_if.tail)
        work = len(what_if.tail)
        for look in _list_checkpoints(place, until):
            if replay.stopped is not None:
                break
            replay.run(self.entries[place:look])
            work += look - place
            place = look
            if look < end and look - what_if.start <= LAST_LOOK:
                self.budget.note_work(COMPARED)
                if is_same_table(self.table_before(look), replay.table):
                    joined = look
                    break
        self.budget.note_replay(replay, work)
        self.budget.note_work(COPIED)
        whole = joined > end and (until == end or replay.stopped is not None)
        if whole:
            replay.close(self.prepared.last_seq)
        return self._make_trial(what_if, replay, end + 1 if whole or joined <= end else until, joined, whole=whole)

    def _make_trial(self, what_if: WhatIf, replay: Replay, until: int, joined: int, *, whole: bool) -> Trial:
        met = tuple(replay.judgements)
        broken = [one for one in met if one.breach is not None]
        fresh = (one.seq for one in broken if (one.seq, one.laid.rule.id) not in self.broken)
        astray = min(
            (self.find_place(seq) for seq in fresh if seq not in what_if.changed), default=len(self.entries) + 1
        )
        # A breach that can no longer be checked is not healed, unless the what-if leaves the outcome of chance open.
        keys = frozenset((one.seq, one.laid.rule.id) for one in (broken if what_if.open else met))
        end = min(until, joined, astray)
        looked_at = self.in_order[bisect_left(self.breaches, what_if.start) : bisect_left(self.breaches, end)]
        healed = sum(key not in keys for key in looked_at)
        unsure = {(one.seq, one.laid.rule.id) for one in met if one.breach is None}
        return Trial(
            what_if,
            met,
            until,
            joined,
            compute_result(self.prepared.game, replay.table)
            if whole
            else self.actual.result
            if joined < until
            else None,
            replay.program.is_over(replay.table) if whole else self.actual.over,
            keys,
            frozenset(one.seq for one in met),
            self._count_breaches(what_if.start, min(until, joined)) - len(broken),
            astray,
            healed,
            len(self.broken & unsure),
            frozenset(
                one.laid.rule.id for one in met if one.implied and (one.seq, one.laid.rule.id) not in self.actual.met
            ),
        )

    def _count_breaches(self, start: int, end: int) -> int:
        """Count the log's own breaches between two places."""
        return bisect_left(self.breaches, end) - bisect_left(self.breaches, start)

    def count_breaches_from(self, place: int) -> int:
        """Count the log's own breaches from a place on."""
        return self._count_breaches(place, len(self.entries) + 1)

    def has_new_breach(self, trial: Trial) -> bool:
        """Return whether a changed line breaks a rule that it did not break before."""
        changed = trial.what_if.changed
        return any(
            one.breach is not None and one.seq in changed and (one.seq, one.laid.rule.id) not in self.broken
            for one in trial.judgements
        )

    def is_cure(self, trial: Trial, finding: Finding) -> bool:
        """Return whether a trial removes a finding. A finding on an implied event must not appear later instead."""
        if trial.may_contain(finding, self.find_place(finding.seq)):
            return False
        return (finding.seq or 0, finding.rule) not in self.implied or finding.rule not in trial.implied


def _list_checkpoints(place: int, until: int) -> Iterator[int]:
    """Yield the places at which tables are compared: at doubling distances, then at the end."""
    step = 1
    while place + step < until and step <= LAST_LOOK:
        yield place + step
        step *= 2
    yield until
