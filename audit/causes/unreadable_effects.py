"""Finds violations that an unreadable line may explain. They follow that line, and no player is blamed for them."""

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
from audit.model.findings import Finding
from engine.kernel.events import Chance, Claim, Event, Move, Unreadable
from engine.kernel.replay.legal import is_legal
from engine.kernel.unknown import is_known

# The share of the remaining work that this search may use, and the number of lines tried of one kind.
MOST_WORK = 40_000
ALIKE = 12


def follow_unread_lines(search: CauseSearch, findings: list[Finding]) -> list[Finding]:
    """Let an unreadable line explain later violations.

    A claim follows it if the computed value would differ or be unknown. A violation by a move follows it if some legal
    line in its place removes the violation. Violations that remain under all such lines stay roots.
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
    """Replay with each legal line that may have been written there, up to the last finding that may follow."""
    place = Place(search.prepared, search.table_before, at, (), search.budget.note_work)
    reach = search.find_place(last.seq) + 1 - at
    for what_if in _list_lawful_lines(search, place, least):
        if search.budget.left < least + reach:
            return
        yield search.try_change(what_if, reach)


def _list_lawful_lines(search: CauseSearch, place: Place, least: int) -> Iterator[WhatIf]:
    """Yield legal lines that may have been written there: readings of its words, or else any act of its speaker.

    The search stops when only `least` work is left.
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
    """Replace an unreadable line by another line.

    Later checks that lack a value then blame no player. The exception is a move with open values, which would excuse
    too much.
    """
    line = place.replace_event(RepairRank.NAME, event, "")
    return dataclasses.replace(line, open=isinstance(event, Chance) or not _has_open_value(line))


def _has_open_value(line: WhatIf) -> bool:
    """Return whether a line leaves a required value open."""
    values = msgspec.structs.astuple(line.tail[0][1])
    return not all(is_known(one) for value in values for one in (value if isinstance(value, tuple) else (value,)))


def _fill_in_samples(place: Place, lines: list[Event]) -> Iterator[Event]:
    """Fill the open values of such lines with legal ones: a limited sample, spread over all possibilities."""
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
    """Return whether a finding may be due to an unreadable line, given one trial of it."""
    there = search.find_place(finding.seq)
    if there >= min(trial.until, trial.joined):
        return False
    if not isinstance(search.find_event(finding.seq), Claim):
        return there <= trial.astray and trial.what_if.open and search.is_cure(trial, finding)
    # With a second unreadable line, later violations may be due to that line.
    if there > trial.astray and next_lost > trial.astray:
        return False
    said = finding.facts.get("reckoned")
    met = (one.breach for one in trial.judgements if one.seq == finding.seq and one.breach is not None)
    return all("reckoned" in one.facts and make_report_value(one.facts["reckoned"]) != said for one in met)
