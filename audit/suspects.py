"""Suspects: an earlier line that breaks nothing and yet, said otherwise, would explain several violations at once."""

from __future__ import annotations

from collections.abc import Iterator

from audit.document import Finding
from audit.mend_places import WhatIf
from audit.repair import alternatives
from audit.trials import CauseSearch, Trial
from audit.what_ifs import amended, is_by
from engine.kernel.events import Chance, Event, Move

# How far back lines are doubted, and at how many events it must heal violations to say what chance brought, or what
# somebody decided, otherwise. What is said in two lines, and in two ways, is doubted as soon as chance is.
BACK = 64
CHANCE_HEALS, MOVE_HEALS = 2, 3
# So many ways are tried for one root.
MOST_TRIED = 240


def suspected_before(search: CauseSearch, findings: list[Finding]) -> Trial | None:
    """Find an earlier line that, said otherwise, heals the first of some violations and others, and brings none."""
    first = search.place(findings[0].seq)
    rest = len(search.entries) - first
    best: tuple[int, Trial] | None = None
    for number, (needed, what_if) in enumerate(_doubted(search, first, findings[0].seat or "")):
        if number >= MOST_TRIED or search.budget.left < 2 * rest + BACK:
            break
        # A look at what comes of it here is enough for most.
        near = search.trial(what_if, first + 1 - what_if.start)
        if search.breaks(near) or near.astray <= first or not search.cures(near, findings[0]):
            continue
        trial = search.trial(what_if, len(search.entries))
        healed = len({one.seq for one in findings if search.cures(trial, one)})
        if trial.astray > len(search.entries) and healed >= needed and (best is None or healed > best[0]):
            best = healed, trial
    return None if best is None else best[1]


def _doubted(search: CauseSearch, place: int, seat: str) -> Iterator[tuple[int, WhatIf]]:
    """List other ways to say what stands before a place: chance first, then what the same seat did, then others."""
    back = range(place - 1, max(0, place - BACK), -1)
    faulty = {seq for seq, _ in search.broken}
    lines = [(at, event) for at in back for seq, event in [search.entries[at]] if seq not in faulty]
    chance = [at for at, event in lines if isinstance(event, Chance)]
    own = [at for at, event in lines if is_by(event, seat)]
    others = [at for at, event in lines if isinstance(event, Move) and not is_by(event, seat)]
    for earlier in (*chance, *own, *others):
        event = search.entries[earlier][1]
        for _, other in alternatives(search.prepared, search.table(earlier), event):
            yield _needed(search, event), amended(search.prepared, earlier, other, earlier + 1)


def _needed(search: CauseSearch, event: Event) -> int:
    twice = isinstance(event, tuple(pair.one for pair in search.prepared.game.pairs))
    return CHANCE_HEALS if twice or isinstance(event, Chance) else MOVE_HEALS
