"""Merges several roots into one if a single missing line explains them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from audit.causes.candidates import is_by, quote_in_line
from audit.causes.places import Place, RepairRank, WhatIf
from audit.causes.repairs import JUDGED, LISTED, is_left_out
from audit.causes.trials import CauseSearch, Trial
from audit.findings.replay_outcome import Readings
from audit.model.findings import Finding, Repair
from engine.kernel.events import Chance, Event, Move
from engine.kernel.facts import Offered
from engine.kernel.replay.legal import is_legal
from engine.kernel.unknown import is_known

# Entries searched back; the same for lines that a rule requires; offers per place; lines tried in all.
BACK = 240
NEAR = 8
OFFERED = 200
MOST_TRIED = 1_000
# The share of the remaining work that this search may use.
MOST_WORK = 50_000


class _LineTrial(NamedTuple):
    """The trial of one inserted line, and the other readings of the log."""

    trial: Trial
    readings: Readings


def merge_roots(search: CauseSearch, findings: list[Finding], readings: Readings) -> list[Finding]:
    """Let roots follow an earlier one if one inserted line heals them all and causes no violation."""
    found, least = list(findings), search.budget.left - MOST_WORK
    for at in range(len(found)):
        later = _list_later_roots(search, found, at)
        trial = _find_missing_line(search, found[at], [found[n] for n in later], least) if later else None
        if trial is not None:
            _mark_consequences(search, found, at, later, _LineTrial(trial, readings))
    return found


def _list_later_roots(search: CauseSearch, findings: list[Finding], at: int) -> list[int]:
    """List the roots that may follow this one."""
    if not findings[at].is_root or not isinstance(search.find_event(findings[at].seq), (Move, Chance)):
        return []
    return [n for n in range(at + 1, len(findings)) if findings[n].is_root]


def _is_surer(later: Finding, first: Finding, readings: Readings) -> bool:
    """Return whether a violation remains under every reading that lifts an earlier contested one."""
    if first.status != "contested" or later.status == "contested":
        return False
    return all(readings.replay_under(turn.id, turn.reading).may_contain(later) for turn in first.rulings)


def _mark_consequences(
    search: CauseSearch, findings: list[Finding], at: int, later: list[int], tells: _LineTrial
) -> None:
    """Let the roots that a line explains, with their consequences, follow the first root.

    The line becomes the first repair of that root.
    """
    first, trial = findings[at], tells.trial
    healed = [n for n in later if search.is_cure(trial, findings[n])]
    surer = {n for n in healed if _is_surer(findings[n], first, tells.readings)}
    if surer and healed == later:
        # No reading saves this record, because the line is missing under each of them.
        first = replace(first, status="illegal", rulings=())
    elif surer:
        healed = [n for n in healed if n not in surer]
    gone = {findings[n].seq for n in healed} - {first.seq}
    for n in healed:
        with_ = first.rule if findings[n].seq == first.seq else findings[n].with_
        findings[n] = replace(findings[n], follows=first.seq, with_=with_)
    for n, one in enumerate(findings):
        if one.follows in gone:
            findings[n] = replace(one, follows=first.seq)
    findings[at] = offer_line_first(first, trial) if healed else first


def offer_line_first(first: Finding, trial: Trial) -> Finding:
    """List the inserted line as the first repair, unless the root already names it."""
    line = trial.what_if.repair
    if trial.what_if.rank is not RepairRank.FAR:
        return first
    others = tuple(one for one in first.repairs if one.line != line.line)
    return replace(first, repairs=(line, *others)[: max(1, len(first.repairs))])


def _find_missing_line(search: CauseSearch, first: Finding, later: list[Finding], least: int) -> Trial | None:
    """Find the line that heals a root and the most later ones when inserted, and causes no violation."""
    at, end = search.find_place(first.seq), len(search.entries)
    best: tuple[int, Trial] | None = None
    least = max(least, 0)
    for what_if in islice(_list_missing_lines(search, first, least), MOST_TRIED):
        if search.budget.left < least + 2 * (end - what_if.start):
            break
        # For most lines, a replay up to this place is enough.
        near = search.try_change(what_if, at + 1 - what_if.start - what_if.taken)
        if search.has_new_breach(near) or near.astray <= at or not search.is_cure(near, first):
            continue
        trial = search.try_change(what_if, end)
        healed = sum(search.is_cure(trial, one) for one in later)
        if trial.astray > end and healed > (0 if best is None else best[0]):
            best = healed, trial
            if healed == len(later):
                break
    return None if best is None else best[1]


def _list_missing_lines(search: CauseSearch, first: Finding, least: int) -> Iterator[WhatIf]:
    """Yield lines that may be missing: first those that the root names, then unrecorded legal ones.

    Lines of the seat that broke the rule come first. The search stops when only `least` work is left.
    """
    at = search.find_place(first.seq)
    place = make_place(search, at)
    named = [one.breach.missing for one in place.met if one.breach is not None and one.breach.missing is not None]
    for missing in named:
        for other in _list_possible_events(search, place, missing):
            yield insert_line_before(place, RepairRank.MISSING, other)
    yield from _list_lawful_lines_before(search, first, at, least)


def _list_lawful_lines_before(search: CauseSearch, first: Finding, at: int, least: int) -> Iterator[WhatIf]:
    """Yield legal events that may have gone unrecorded before a place, from the latest place back."""
    again: list[tuple[Place, Iterable[Event]]] = []
    far: list[tuple[Place, set[str], bool]] = []
    for own in (True, False):
        passed: list[tuple[Place, set[str], bool]] = []
        # Within one turn, each missing line is tried once, as late as possible. Its other places are tried last.
        turn, tried = "", set[str]()
        for before in range(at, max(0, at - BACK), -1):
            if search.budget.left < least:
                return
            earlier = make_place(search, before)
            if isinstance(earlier.event, Move) and is_known(earlier.event.by) and earlier.event.by != turn:
                turn, tried = earlier.event.by, set()
            others_line = own and not is_by(earlier.event, first.seat or "")
            may_wait = before != at and _name_absence(search, earlier.event) == "free" and not others_line
            if may_wait and not _is_phase_end(search, before, at):
                # If the next line may be missing too, a later place serves most missing lines as well. This does not
                # hold after the turn has passed to another seat.
                passed.append((earlier, tried, own))
                continue
            yield from _try_new_lines(search, first, earlier, tried, again, own=own)
        # These places catch lines that only an earlier point of the turn allowed. Earlier turns follow after the latest
        # places.
        far += [one for one in passed if not (own and _is_near(search, first, one[0]))]
        for place, tried, _ in passed:
            if own and _is_near(search, first, place):
                yield from _try_new_lines(search, first, place, tried, again, own=own)
    yield from _retry_postponed_lines(search, first, again, least)
    again.clear()
    for place, tried, own in far:
        if search.budget.left < least:
            return
        yield from _try_new_lines(search, first, place, tried, again, own=own)
    yield from _retry_postponed_lines(search, first, again, least)


def _try_new_lines(
    search: CauseSearch,
    first: Finding,
    place: Place,
    tried: set[str],
    again: list[tuple[Place, Iterable[Event]]],
    *,
    own: bool,
) -> Iterator[WhatIf]:
    """Insert the possible events of the offending seat, or of other seats, at a place.

    Events already tried in this turn are added to `again`.
    """
    offered = [one for one in list_offers_at(search, place) if is_by(one, first.seat or "") == own]
    again.append((place, [one for one in offered if str(one) in tried]))
    fresh = (one for one in offered if str(one) not in tried)
    for other in list_unwritten_events(search, place, fresh, near=_is_near(search, first, place)):
        tried.add(str(other))
        yield insert_line_before(place, RepairRank.FAR, other)


def _retry_postponed_lines(
    search: CauseSearch, first: Finding, again: Iterable[tuple[Place, Iterable[Event]]], least: int
) -> Iterator[WhatIf]:
    """Try the postponed events of each turn."""
    for place, offered in again:
        for other in list_unwritten_events(search, place, offered, near=_is_near(search, first, place)):
            if search.budget.left < least:
                return
            yield insert_line_before(place, RepairRank.FAR, other)


def _is_near(search: CauseSearch, first: Finding, place: Place) -> bool:
    """Return whether a place is so near a root that even a required line may be missing there."""
    return search.find_place(first.seq) - place.place < NEAR


def make_place(search: CauseSearch, at: int) -> Place:
    """Return a place of the log with the judgements there."""
    seq = search.entries[at][0]
    return Place(search.prepared, search.table_before, at, search.judgements_at(seq), search.budget.note_work)


def _list_possible_events(search: CauseSearch, place: Place, missing: Event) -> Iterator[Event]:
    """Yield the events that match the known values of a missing line."""
    for other in list_offers_at(search, place):
        if type(other) is type(missing) and all(_may_fit(missing, other, name) for name in missing.__struct_fields__):
            yield other


def _may_fit(missing: Event, other: Event, name: str) -> bool:
    """Return whether a field of another event may hold the value of the missing line."""
    said, value = getattr(missing, name), getattr(other, name)
    if name == "seq" or not is_known(said) or is_left_out(other, name):
        return True
    if isinstance(said, tuple):
        return len(said) == len(value) and all(map(_may_be_same, said, value))
    return bool(said == value)


def _may_be_same(said: object, value: object) -> bool:
    return not is_known(said) or said == value


def list_unwritten_events(
    search: CauseSearch, place: Place, offered: Iterable[Event], *, near: bool
) -> Iterator[Event]:
    """Yield events that may legally have happened at a place without leaving a line."""
    for other in offered:
        demanded = (isinstance(other, Chance) or near) and _name_absence(search, other) == "due"
        if demanded or _name_absence(search, other) == "free":
            search.budget.note_work(JUDGED)
            if is_legal(search.prepared.program, place.table, other):
                yield other


def list_offers_at(search: CauseSearch, place: Place) -> Iterator[Event]:
    """Yield the offers and the possible chance events at a place."""
    game, table = search.prepared.game, place.table
    for offers in (game.offers, game.outcomes):
        listed = list(islice(Offered(offers(table)), OFFERED))
        search.budget.note_work(1 + len(listed) // LISTED)
        yield from listed


def _is_phase_end(search: CauseSearch, before: int, at: int) -> bool:
    """Return whether a line near a root changes the phase, so that the missing line belongs before it."""
    return at - before < NEAR and search.table_before(before).phase != search.table_before(before + 1).phase


def _name_absence(search: CauseSearch, event: Event) -> str:
    """Return the meaning of the absence of such a line: "free" or "due", empty if the line is not part of play."""
    absence = type(event).absence if isinstance(event, (Move, Chance)) else None
    return "" if absence is None else search.prepared.program.rulebook.read_absence(absence).word


def insert_line_before(place: Place, rank: RepairRank, other: Event) -> WhatIf:
    """Return the what-if that inserts one line before a place."""
    before = place.prepared.entries[place.place - 1][0] if place.place else 0
    repair = Repair(
        f"record: insert {before} {quote_in_line(place.write_line(other))}", "one line that may be missing there"
    )
    tail = ((place.seq, other), (place.seq, place.event))
    return WhatIf(rank, place.place, 1, tail, repair, frozenset({place.seq}))
