"""Lines left out: of several roots, those that one line which nobody wrote explains are told as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from audit.document import Finding, Repair
from audit.mend_places import MendRank, Place, WhatIf
from audit.outcome import Readings
from audit.repair import left_out
from audit.trials import CauseSearch, Trial
from audit.what_ifs import is_by, quoted
from engine.kernel.events import Chance, Event, Move
from engine.kernel.facts import Offered
from engine.kernel.legal import allowed
from engine.kernel.unknown import known

# How far back a line may be missing, and one that a rule demands; how many are offered at one place, and tried in all.
BACK = 240
NEAR = 8
OFFERED = 200
MOST_TRIED = 1_000
# How much of the work that is left this may use.
MOST_WORK = 20_000


class _Told(NamedTuple):
    """One line written in, and how else the log may be read."""

    trial: Trial
    readings: Readings


def told_as_one(search: CauseSearch, findings: list[Finding], readings: Readings) -> list[Finding]:
    """Let roots follow an earlier one where one line written in before it heals them all, and brings none."""
    found, least = list(findings), search.budget.left - MOST_WORK
    for at in range(len(found)):
        later = _later(search, found, at)
        trial = _explaining(search, found[at], [found[n] for n in later], least) if later else None
        if trial is not None:
            _mark(search, found, at, later, _Told(trial, readings))
    return found


def _later(search: CauseSearch, findings: list[Finding], at: int) -> list[int]:
    """List the roots that may follow one."""
    if not findings[at].root or not isinstance(search.event(findings[at].seq), (Move, Chance)):
        return []
    return [n for n in range(at + 1, len(findings)) if findings[n].root]


def _surer(later: Finding, first: Finding, readings: Readings) -> bool:
    """Say whether a violation stands under each reading that saves a contested one before it."""
    if first.status != "contested" or later.status == "contested":
        return False
    return all(readings.outcome(turn.id, turn.reading).keeps(later) for turn in first.rulings)


def _mark(search: CauseSearch, findings: list[Finding], at: int, later: list[int], tells: _Told) -> None:
    """Let what a line explains follow its root, with all that followed from it; the line is the first mend."""
    first, trial = findings[at], tells.trial
    healed = [n for n in later if search.cures(trial, findings[n])]
    surer = {n for n in healed if _surer(findings[n], first, tells.readings)}
    if surer and healed == later:
        # No reading saves this record: the line is missing whichever way it is read.
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
    findings[at] = _with_the_line(first, trial) if healed else first


def _with_the_line(first: Finding, trial: Trial) -> Finding:
    """Offer the line first, where the root does not name it itself."""
    line = trial.what_if.repair
    if trial.what_if.rank is not MendRank.FAR:
        return first
    others = tuple(one for one in first.repairs if one.line != line.line)
    return replace(first, repairs=(line, *others)[: max(1, len(first.repairs))])


def _explaining(search: CauseSearch, first: Finding, later: list[Finding], least: int) -> Trial | None:
    """Find the line that, written in, heals a root and most of the later ones, and brings nothing."""
    at, end = search.place(first.seq), len(search.entries)
    best: tuple[int, Trial] | None = None
    for what_if in islice(_lines_left_out(search, first), MOST_TRIED):
        if search.budget.left < max(least, 0) + 2 * (end - what_if.start):
            break
        # A look at what comes of it here is enough for most.
        near = search.trial(what_if, at + 1 - what_if.start - what_if.taken)
        if search.breaks(near) or near.astray <= at or not search.cures(near, first):
            continue
        trial = search.trial(what_if, end)
        healed = sum(search.cures(trial, one) for one in later)
        if trial.astray > end and healed > (0 if best is None else best[0]):
            best = healed, trial
            if healed == len(later):
                break
    return None if best is None else best[1]


def _lines_left_out(search: CauseSearch, first: Finding) -> Iterator[WhatIf]:
    """List lines that may be missing: what the root itself names, by what it may have held; then what was free.

    What whoever broke the rule may have done comes before what others may.
    """
    at = search.place(first.seq)
    place = _place(search, at)
    named = [one.breach.missing for one in place.met if one.breach is not None and one.breach.missing is not None]
    for missing in named:
        for other in _ways(search, place, missing):
            yield _written_in(place, MendRank.MISSING, other)
    for own in (True, False):
        for before in range(at, max(0, at - BACK), -1):
            earlier = _place(search, before)
            # Where the next line may be left out too, what is missing is as good after that.
            if before == at or _word(search, earlier.event) != "free":
                offered = (one for one in _offered(search, earlier) if is_by(one, first.seat or "") == own)
                for other in _could_be_unwritten(search, earlier, offered, near=at - before < NEAR):
                    yield _written_in(earlier, MendRank.FAR, other)


def _place(search: CauseSearch, at: int) -> Place:
    seq = search.entries[at][0]
    return Place(search.prepared, search.table, at, tuple(one for one in search.actual.judgements if one.seq == seq))


def _ways(search: CauseSearch, place: Place, missing: Event) -> Iterator[Event]:
    """List what a missing line may have held, as far as it is said."""
    for other in _offered(search, place):
        if type(other) is type(missing) and all(_fits(missing, other, name) for name in missing.__struct_fields__):
            yield other


def _fits(missing: Event, other: Event, name: str) -> bool:
    """Say whether a field of another event may be what a missing line held."""
    said, value = getattr(missing, name), getattr(other, name)
    if name == "seq" or not known(said) or left_out(other, name):
        return True
    if isinstance(said, tuple):
        return len(said) == len(value) and all(map(_may_be, said, value))
    return bool(said == value)


def _may_be(said: object, value: object) -> bool:
    return not known(said) or said == value


def _could_be_unwritten(search: CauseSearch, place: Place, offered: Iterable[Event], *, near: bool) -> Iterator[Event]:
    """List what may lawfully have come at a place and left no line, and is missed by nobody there."""
    for other in offered:
        demanded = (isinstance(other, Chance) or near) and _word(search, other) == "due"
        if (demanded or _word(search, other) == "free") and allowed(search.prepared.program, place.table, other):
            yield other


def _offered(search: CauseSearch, place: Place) -> Iterator[Event]:
    game, table = search.prepared.game, place.table
    yield from islice(Offered(game.offers(table)), OFFERED)
    yield from islice(Offered(game.outcomes(table)), OFFERED)


def _word(search: CauseSearch, event: Event) -> str:
    """Say what the absence of such a line means, if it is one of play."""
    absence = type(event).absence if isinstance(event, (Move, Chance)) else None
    return "" if absence is None else absence.by(search.prepared.program.rulebook).word


def _written_in(place: Place, rank: MendRank, other: Event) -> WhatIf:
    before = place.prepared.entries[place.place - 1][0] if place.place else 0
    repair = Repair(f"record: insert {before} {quoted(place.line(other))}", "one line that may be missing there")
    tail = ((place.seq, other), (place.seq, place.event))
    return WhatIf(rank, place.place, 1, tail, repair, frozenset({place.seq}))
