"""Lines left out: of several roots, those that one line which nobody wrote explains are told as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from audit.causes.candidates import is_by, quoted
from audit.causes.places import MendRank, Place, WhatIf
from audit.causes.repairs import JUDGED, LISTED, left_out
from audit.causes.trials import CauseSearch, Trial
from audit.findings.replay_outcome import Readings
from audit.model.document import Finding, Repair
from engine.kernel.events import Chance, Event, Move
from engine.kernel.facts import Offered
from engine.kernel.replay.legal import allowed
from engine.kernel.unknown import known

# How far back a line may be missing, and one that a rule demands; how many are offered at one place, and tried in all.
BACK = 240
NEAR = 8
OFFERED = 200
MOST_TRIED = 1_000
# How much of the work that is left this may use.
MOST_WORK = 50_000


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
    findings[at] = with_the_line(first, trial) if healed else first


def with_the_line(first: Finding, trial: Trial) -> Finding:
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
    least = max(least, 0)
    for what_if in islice(_lines_left_out(search, first, least), MOST_TRIED):
        if search.budget.left < least + 2 * (end - what_if.start):
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


def _lines_left_out(search: CauseSearch, first: Finding, least: int) -> Iterator[WhatIf]:
    """List lines that may be missing: what the root itself names, by what it may have held; then what was free.

    What whoever broke the rule may have done comes before what others may. With only `least` work left, no more are.
    """
    at = search.place(first.seq)
    place = place_of(search, at)
    named = [one.breach.missing for one in place.met if one.breach is not None and one.breach.missing is not None]
    for missing in named:
        for other in _ways(search, place, missing):
            yield written_in(place, MendRank.MISSING, other)
    yield from _lawful_before(search, first, at, least)


def _lawful_before(search: CauseSearch, first: Finding, at: int, least: int) -> Iterator[WhatIf]:
    """List what could lawfully have gone unwritten before a place, from the latest on."""
    again: list[tuple[Place, Iterable[Event]]] = []
    far: list[tuple[Place, set[str], bool]] = []
    for own in (True, False):
        passed: list[tuple[Place, set[str], bool]] = []
        # Of what may be missing in one turn, each is tried once, as late as it can be; where else in it, at last.
        turn, tried = "", set[str]()
        for before in range(at, max(0, at - BACK), -1):
            if search.budget.left < least:
                return
            earlier = place_of(search, before)
            if isinstance(earlier.event, Move) and known(earlier.event.by) and earlier.event.by != turn:
                turn, tried = earlier.event.by, set()
            others_line = own and not is_by(earlier.event, first.seat or "")
            may_wait = before != at and _word(search, earlier.event) == "free" and not others_line
            if may_wait and not _ends_a_phase(search, before, at):
                # Where the next line may be left out too, most of what is missing is as good after that; not where the
                # turn has come to somebody else.
                passed.append((earlier, tried, own))
                continue
            yield from _not_tried(search, first, earlier, tried, again, own=own)
        # What only an earlier space of the turn allowed; of turns further back, once the latest places were tried.
        far += [one for one in passed if not (own and _near(search, first, one[0]))]
        for place, tried, _ in passed:
            if own and _near(search, first, place):
                yield from _not_tried(search, first, place, tried, again, own=own)
    yield from _tried_later(search, first, again, least)
    again.clear()
    for place, tried, own in far:
        if search.budget.left < least:
            return
        yield from _not_tried(search, first, place, tried, again, own=own)
    yield from _tried_later(search, first, again, least)


def _not_tried(
    search: CauseSearch,
    first: Finding,
    place: Place,
    tried: set[str],
    again: list[tuple[Place, Iterable[Event]]],
    *,
    own: bool,
) -> Iterator[WhatIf]:
    """Write in what whoever broke the rule, or others, may have done at a place; what was tried later waits."""
    offered = [one for one in offered_at(search, place) if is_by(one, first.seat or "") == own]
    again.append((place, [one for one in offered if str(one) in tried]))
    fresh = (one for one in offered if str(one) not in tried)
    for other in could_be_unwritten(search, place, fresh, near=_near(search, first, place)):
        tried.add(str(other))
        yield written_in(place, MendRank.FAR, other)


def _tried_later(
    search: CauseSearch, first: Finding, again: Iterable[tuple[Place, Iterable[Event]]], least: int
) -> Iterator[WhatIf]:
    """Go through what was tried later in the same turn."""
    for place, offered in again:
        for other in could_be_unwritten(search, place, offered, near=_near(search, first, place)):
            if search.budget.left < least:
                return
            yield written_in(place, MendRank.FAR, other)


def _near(search: CauseSearch, first: Finding, place: Place) -> bool:
    """Say whether a place is so near a root that even what a rule demands may be missing there."""
    return search.place(first.seq) - place.place < NEAR


def place_of(search: CauseSearch, at: int) -> Place:
    """Give a place of the log, with what was met there."""
    seq = search.entries[at][0]
    return Place(search.prepared, search.table, at, search.met_at(seq), search.budget.look)


def _ways(search: CauseSearch, place: Place, missing: Event) -> Iterator[Event]:
    """List what a missing line may have held, as far as it is said."""
    for other in offered_at(search, place):
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


def could_be_unwritten(search: CauseSearch, place: Place, offered: Iterable[Event], *, near: bool) -> Iterator[Event]:
    """List what may lawfully have come at a place and left no line, and is missed by nobody there."""
    for other in offered:
        demanded = (isinstance(other, Chance) or near) and _word(search, other) == "due"
        if demanded or _word(search, other) == "free":
            search.budget.look(JUDGED)
            if allowed(search.prepared.program, place.table, other):
                yield other


def offered_at(search: CauseSearch, place: Place) -> Iterator[Event]:
    """List what could be done, and what chance could bring, at a place."""
    game, table = search.prepared.game, place.table
    for offers in (game.offers, game.outcomes):
        listed = list(islice(Offered(offers(table)), OFFERED))
        search.budget.look(1 + len(listed) // LISTED)
        yield from listed


def _ends_a_phase(search: CauseSearch, before: int, at: int) -> bool:
    """Say whether a line near a root goes on where the missing one had its place, as the battle's was."""
    return at - before < NEAR and search.table(before).phase != search.table(before + 1).phase


def _word(search: CauseSearch, event: Event) -> str:
    """Say what the absence of such a line means, if it is one of play."""
    absence = type(event).absence if isinstance(event, (Move, Chance)) else None
    return "" if absence is None else absence.by(search.prepared.program.rulebook).word


def written_in(place: Place, rank: MendRank, other: Event) -> WhatIf:
    """Write one more line in before a place."""
    before = place.prepared.entries[place.place - 1][0] if place.place else 0
    repair = Repair(f"record: insert {before} {quoted(place.line(other))}", "one line that may be missing there")
    tail = ((place.seq, other), (place.seq, place.event))
    return WhatIf(rank, place.place, 1, tail, repair, frozenset({place.seq}))
