"""Claims behind a line that nobody wrote: what one lawful line before them puts right is told as one."""

from __future__ import annotations

from msgspec.structs import replace

from audit.causes.missing_lines import (
    MOST_TRIED,
    insert_line_before,
    list_offers_at,
    list_unwritten_events,
    make_place,
    offer_line_first,
)
from audit.causes.places import RepairRank
from audit.causes.trials import CauseSearch, Trial
from audit.model.document import Finding
from engine.kernel.events import Claim

# How much of the work that is left this may use.
MOST_WORK = 20_000


def merge_claim_roots(search: CauseSearch, findings: list[Finding]) -> list[Finding]:
    """Let a wrong claim, and what comes after, be one root where a line written in before it heals them all.

    No violation by a move follows a claim: the first of those is the root then, and the claims before it follow it.
    """
    found, least = list(findings), max(0, search.budget.left - MOST_WORK)
    for at, first in enumerate(found):
        if not (first.is_root and first.status == "mismatch"):
            continue
        later = [n for n in range(at + 1, len(found)) if found[n].is_root]
        trial = _find_line_before_claim(search, first, [found[n] for n in later], least) if later else None
        if trial is not None:
            _mark_consequences(search, found, [at, *(n for n in later if search.is_cure(trial, found[n]))], trial)
    return found


def _find_line_before_claim(search: CauseSearch, first: Finding, later: list[Finding], least: int) -> Trial | None:
    """Find the line that, written in before a claim, heals it and most of what comes later, and brings nothing."""
    place, end = make_place(search, search.find_place(first.seq)), len(search.entries)
    best: tuple[int, Trial] | None = None
    for number, other in enumerate(list_unwritten_events(search, place, list_offers_at(search, place), near=True)):
        if number >= MOST_TRIED or search.budget.left < least + 2 * (end - place.place):
            break
        what_if = insert_line_before(place, RepairRank.FAR, other)
        near = search.try_change(what_if, 1)
        if search.has_new_breach(near) or not search.is_cure(near, first):
            continue
        trial = search.try_change(what_if, end)
        healed = sum(search.is_cure(trial, one) for one in later)
        if trial.astray > end and healed > (0 if best is None else best[0]):
            best = healed, trial
    return None if best is None else best[1]


def _mark_consequences(search: CauseSearch, found: list[Finding], healed: list[int], trial: Trial) -> None:
    """Let what a line explains, with all that followed from it, follow the first violation by a move, or else claim."""
    at = next((n for n in healed if not isinstance(search.find_event(found[n].seq), Claim)), healed[0])
    seq, gone = found[at].seq, {found[n].seq for n in healed if n != at}
    for n, one in enumerate(found):
        if n != at and (n in healed or (one.follows in gone and one.follows != seq)):
            found[n] = replace(one, follows=seq, with_=found[at].rule if one.seq == seq else "")
    found[at] = offer_line_first(found[at], trial)
