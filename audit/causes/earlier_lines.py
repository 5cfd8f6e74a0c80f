"""Finds an earlier legal line that, worded differently, would explain several later violations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from audit.causes.candidates import amend_earlier_event, is_by
from audit.causes.places import WhatIf
from audit.causes.repairs import find_alternatives
from audit.causes.trials import CauseSearch, Trial
from audit.model.findings import Finding
from engine.kernel.events import Chance, Move

# The number of entries searched back, and the number of events that a change must heal to be named as the cause.
BACK = 64
HEALS = 2
# These lines right before a violation are questioned first, whichever seat they belong to.
NEAREST = 2
# The number of changes tried for one root.
MOST_TRIED = 240


class Suspect(NamedTuple):
    """The earlier line that is probably the cause, if any, and all changes that heal the first violation."""

    cause: Trial | None
    healing: tuple[Trial, ...]


def find_suspect_before(search: CauseSearch, findings: list[Finding], least: int) -> Suspect:
    """Find earlier lines that, worded differently, heal the first violation and cause no new one.

    The line that heals most is the cause, if it heals other violations too. The search stops when only `least` work is
    left.
    """
    first = search.find_place(findings[0].seq)
    rest = len(search.entries) - first
    best: tuple[int, Trial] | None = None
    healing: list[Trial] = []
    for number, what_if in enumerate(_list_alternatives_before(search, first, findings[0].seat or "")):
        if number >= MOST_TRIED or search.budget.left < max(least, 2 * rest + BACK):
            break
        # For most changes, a replay up to this place is enough.
        near = search.try_change(what_if, first + 1 - what_if.start)
        if search.has_new_breach(near) or near.astray <= first or not search.is_cure(near, findings[0]):
            continue
        trial = search.try_change(what_if, len(search.entries))
        if trial.astray <= len(search.entries):
            continue
        healing.append(trial)
        healed = len({one.seq for one in findings if search.is_cure(trial, one)})
        if healed >= HEALS and (best is None or healed > best[0]):
            best = healed, trial
    return Suspect(None if best is None else best[1], tuple(healing))


def _list_alternatives_before(search: CauseSearch, place: int, seat: str) -> Iterator[WhatIf]:
    """Yield changes of earlier lines: the nearest, then chance events, then this seat's moves, then others' moves."""
    back = range(place - 1, max(0, place - BACK), -1)
    # Each table is built from the one before it. Building them in order caches them for the search backwards.
    for at in reversed(back):
        search.table_before(at)
    faulty = {seq for seq, _ in search.broken}
    lines = [(at, event) for at in back for seq, event in [search.entries[at]] if seq not in faulty]
    nearest = [at for at, _ in lines[:NEAREST]]
    chance = [at for at, event in lines if isinstance(event, Chance)]
    own = [at for at, event in lines if is_by(event, seat)]
    others = [at for at, event in lines if isinstance(event, Move) and not is_by(event, seat)]
    for earlier in dict.fromkeys((*nearest, *chance, *own, *others)):
        event = search.entries[earlier][1]
        found = find_alternatives(
            search.prepared, search.table_before(earlier), event, search.budget.note_work, search.entries[place][1]
        )
        for _, other in found:
            yield amend_earlier_event(search.prepared, earlier, other, earlier + 1)
