"""Merges wrong claims that one missing legal line before them explains into one root."""

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
from audit.model.findings import Finding
from engine.kernel.events import Claim

# The share of the remaining work that this search may use.
MOST_WORK = 20_000


def merge_claim_roots(search: CauseSearch, findings: list[Finding]) -> list[Finding]:
    """Merge a wrong claim and later roots into one root if one inserted line heals them all.

    A violation by a move cannot follow a claim. So the first such violation becomes the root, and earlier claims follow
    it.
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
    """Find the line that heals a claim and the most later roots when inserted before it, and causes no violation."""
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
    """Mark everything that the line explains, with its consequences, as following one root.

    The root is the first violation by a move, or else the first claim.
    """
    at = next((n for n in healed if not isinstance(search.find_event(found[n].seq), Claim)), healed[0])
    seq, gone = found[at].seq, {found[n].seq for n in healed if n != at}
    for n, one in enumerate(found):
        if n != at and (n in healed or (one.follows in gone and one.follows != seq)):
            found[n] = replace(one, follows=seq, with_=found[at].rule if one.seq == seq else "")
    found[at] = offer_line_first(found[at], trial)
