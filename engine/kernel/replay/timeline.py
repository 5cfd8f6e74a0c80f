"""Steps through a game: table snapshots at intervals, and the facts that each step changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from engine.kernel.events import Event
from engine.kernel.replay.fact_digest import Diff, diff_facts
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.table import AnyTable
from engine.kernel.tables.copy import copy_table

EVERY = 64
# A long log has fewer snapshots, so that they do not fill the memory.
MOST_SHOTS = 8


class Step(msgspec.Struct, frozen=True):
    """One event of the replay: what it changed, its judgements, and what of it could not be carried out."""

    seq: int
    event: Event
    changed: Diff
    judgements: tuple[Judgement, ...] = ()
    unapplied: tuple[str, ...] = ()


class Timeline:
    """A log that can be opened at any event without replaying it from the start."""

    def __init__(
        self, run: Replay, entries: list[tuple[int, Event]], met: Callable[[list[Judgement]], None] = list.clear
    ) -> None:
        """Replay the log with `run`, and copy its table at intervals; `met` takes the judgements of each."""
        self.program, self.entries, self.policy = run.program, entries, run.policy
        self._shots = [copy_table(run.table)]
        self._every = max(EVERY, -(-len(entries) // MOST_SHOTS))
        for start in range(0, len(entries), self._every):
            met(run.run(entries[start : start + self._every]).judgements)
            if run.stopped is not None:
                break
            self._shots.append(copy_table(run.table))
        self.stopped = run.stopped

    def __len__(self) -> int:
        return len(self.entries)

    def find_shot_before(self, count: int) -> int:
        """Return the number of events before the nearest snapshot from which the table after `count` can be reached."""
        return min(max(0, min(count, len(self.entries))) // self._every, len(self._shots) - 1) * self._every

    def table_after(self, count: int) -> AnyTable:
        """Return the table after the first `count` events."""
        count = max(0, min(count, len(self.entries)))
        shot = self.find_shot_before(count) // self._every
        table = copy_table(self._shots[shot])
        Replay(self.program, table, policy=self.policy).run(self.entries[shot * self._every : count])
        return table

    def find_place(self, seq: int) -> int:
        """Return the number of events up to and including event `seq` (0 where there is no such event)."""
        return next((i + 1 for i, (s, _) in enumerate(self.entries) if s == seq), 0)

    def walk_steps(self, start: int = 0) -> Iterator[Step]:
        """Iterate over the events after the first `start`, with what each changed."""
        game = self.program.rulebook.game
        run = Replay(self.program, self.table_after(start), policy=self.policy)
        before = game.facts(run.table)
        for entry in self.entries[start:]:
            run.judgements.clear()
            run.run([entry])
            after = game.facts(run.table)
            yield Step(entry[0], entry[1], diff_facts(before, after), tuple(run.judgements), tuple(run.table.unapplied))
            before = after
            if run.stopped is not None:
                return
