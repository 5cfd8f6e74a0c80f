"""What a line that cannot be read may have done: what that would explain follows it, and is held against nobody."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import islice, pairwise, takewhile

import msgspec
from msgspec.structs import replace

from audit.causes.candidates import is_by
from audit.causes.places import Place, RepairRank, WhatIf
from audit.causes.repairs import JUDGED, LISTED, LOOKED_THROUGH, catch_up_table
from audit.causes.trials import CauseSearch, Trial
from audit.causes.unreadable_lines import list_meant_events, list_open_events
from audit.findings.finding import make_report_value
from audit.model.document import Finding
from engine.kernel.events import Chance, Claim, Event, Move, Unreadable
from engine.kernel.replay.legal import is_legal
from engine.kernel.unknown import is_known

# How much of the work that is left this may use, and how many lines of one kind are tried.
MOST_WORK = 40_000
ALIKE = 12


def follow_unread_lines(search: CauseSearch, findings: list[Finding]) -> list[Finding]:
    """Let what a line may have done that cannot be read explain what comes after it.

    A claim follows it where what we reckon would be another or unknown; what a move breaks, where some lawful line in
    its place lets it stand. What is as wrong whatever stood there stays with whoever wrote it.
    """
    found, least = list(findings), max(0, search.budget.left - MOST_WORK)
    lost = [at for at, (_, event) in enumerate(search.entries) if type(event) is Unreadable and not event.fact]
    for at, after in pairwise([*lost, len(search.entries)]):
        later = [n for n, one in enumerate(found) if one.is_root and search.find_place(one.seq) > at]
        for trial in _try_lines(search, at, found[later[-1]], least) if later else ():
            explained = {n for n in later if _may_explain(search, trial, found[n], after)}
            for n in explained:
                found[n] = replace(found[n], follows=search.entries[at][0])
            later = [n for n in later if n not in explained]
            if not later:
                break
    return found


def _try_lines(search: CauseSearch, at: int, last: Finding, least: int) -> Iterator[Trial]:
    """Replay with each line that may have stood there and breaks nothing there, as far as the last that may follow."""
    place = Place(search.prepared, search.table_before, at, (), search.budget.note_work)
    reach = search.find_place(last.seq) + 1 - at
    for what_if in _list_lawful_lines(search, place, least):
        if search.budget.left < least + reach:
            return
        yield search.try_change(what_if, reach)


def _list_lawful_lines(search: CauseSearch, place: Place, least: int) -> Iterator[WhatIf]:
    """List what may have stood there lawfully: what its own words can mean, else whatever its speaker may have done.

    With only `least` work left, nothing more is listed.
    """
    lost = place.event
    assert isinstance(lost, Unreadable), "only these are asked about"  # noqa: S101 - for the type checker
    for events in (list_meant_events(place), list_open_events(place, lost)):
        lines = (_replace_unread_line(place, event) for event in events)
        tried = takewhile(lambda _: search.budget.left > least, lines)
        lawful = [line for line in tried if not search.has_new_breach(search.try_change(line, 1))]
        yield from lawful
        open_ = [line.tail[0][1] for line in lawful if _has_open_value(line)]
        yield from (_replace_unread_line(place, event) for event in _fill_in_samples(place, open_))
        if lawful:
            return


def _replace_unread_line(place: Place, event: Event) -> WhatIf:
    """Write another line in the place of one that cannot be read.

    What nobody can check behind it accuses nobody, but for a move of which nothing is said: that would excuse too much.
    """
    line = place.replace_event(RepairRank.NAME, event, "")
    return dataclasses.replace(line, open=isinstance(event, Chance) or not _has_open_value(line))


def _has_open_value(line: WhatIf) -> bool:
    """Say whether a line leaves open anything that it must say."""
    values = msgspec.structs.astuple(line.tail[0][1])
    return not all(is_known(one) for value in values for one in (value if isinstance(value, tuple) else (value,)))


def _fill_in_samples(place: Place, lines: list[Event]) -> Iterator[Event]:
    """Fill in, by what is legal there, what such lines leave open; so many of each, spread over what there is."""
    program, game = place.prepared.program, place.prepared.game
    for event in lines:
        table = catch_up_table(place.prepared, place.table, event)
        offers = game.offers if isinstance(event, Move) else game.outcomes
        listed = list(islice(offers(table), LOOKED_THROUGH))
        seat = getattr(event, "by", "")
        kin = [one for one in listed if type(one) is type(event) and (not seat or is_by(one, seat))]
        place.look(len(listed) // LISTED + JUDGED * len(kin))
        legal = [one for one in kin if is_legal(program, table, one)]
        yield from legal[:: max(1, -(-len(legal) // ALIKE))]


def _may_explain(search: CauseSearch, trial: Trial, finding: Finding, next_lost: int) -> bool:
    """Say whether a finding may be due to a line that cannot be read, since this may have stood there."""
    there = search.find_place(finding.seq)
    if there >= min(trial.until, trial.joined):
        return False
    if not isinstance(search.find_event(finding.seq), Claim):
        return there <= trial.astray and trial.what_if.open and search.is_cure(trial, finding)
    # Where a second line cannot be read, what goes astray behind it may be due to that.
    if there > trial.astray and next_lost > trial.astray:
        return False
    said = finding.facts.get("reckoned")
    met = (one.breach for one in trial.judgements if one.seq == finding.seq and one.breach is not None)
    return all("reckoned" in one.facts and make_report_value(one.facts["reckoned"]) != said for one in met)
