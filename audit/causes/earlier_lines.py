"""Suspects: an earlier line that breaks nothing and yet, said otherwise, would explain several violations at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from audit.causes.candidates import amend_earlier_event, is_by
from audit.causes.places import WhatIf
from audit.causes.repairs import find_alternatives
from audit.causes.trials import CauseSearch, Trial
from audit.model.document import Finding
from engine.kernel.events import Chance, Move

# How far back lines are doubted, and at how many events it must heal violations to say one of them otherwise.
BACK = 64
HEALS = 2
# These lines right before a violation are doubted first, whosever they are.
NEAREST = 2
# So many ways are tried for one root.
MOST_TRIED = 240


class Suspect(NamedTuple):
    """The earlier line that is probably the cause, if any, and whatever else would heal the first violation."""

    cause: Trial | None
    healing: tuple[Trial, ...]


def find_suspect_before(search: CauseSearch, findings: list[Finding], least: int) -> Suspect:
    """Find earlier lines that, said otherwise, heal the first of some violations, and bring none.

    The one that heals most is the cause, if it heals others as well. Work stops where only `least` is left.
    """
    first = search.find_place(findings[0].seq)
    rest = len(search.entries) - first
    best: tuple[int, Trial] | None = None
    healing: list[Trial] = []
    for number, what_if in enumerate(_list_alternatives_before(search, first, findings[0].seat or "")):
        if number >= MOST_TRIED or search.budget.left < max(least, 2 * rest + BACK):
            break
        # A look at what comes of it here is enough for most.
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
    """List other ways to say what stands before a place: chance first, then what the same seat did, then others."""
    back = range(place - 1, max(0, place - BACK), -1)
    # Tables are set from the front, each from the one before it; so they are at hand when one looks back.
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
