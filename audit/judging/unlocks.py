"""Finds what would unlock most checks: the pack values or the line that they lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from audit.budget import Budget
from audit.causes.repairs import find_alternatives
from audit.findings.replay_outcome import ReplayedLog
from audit.intake.domains import list_domains
from audit.intake.prepared import PreparedLog
from audit.model.document import Unlock
from engine.kernel.events import Chance, Event, Move, Unreadable
from engine.kernel.log import Fault, LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.spellings import make_line_reader
from engine.kernel.unknown import Undetermined, is_known

# The number of lines tried.
MOST_TRIED = 6
# The checks that could not be made, as event and rule.
Open = frozenset[tuple[int, str]]


def find_unlocks(log: ReplayedLog, budget: Budget) -> tuple[Unlock, ...]:
    """Replace each source of unknowns by something known. Return the sources that unlock checks, most first."""
    prepared = log.prepared
    open_now = _list_open_checks(log.outcome.judgements)
    tries = min(MOST_TRIED, budget.left // max(1, len(prepared.entries)) - 1)
    if not open_now or log.outcome.beyond is not None or tries < 0:
        return ()
    found = [*_try_packs(prepared, open_now), *_try_lines(log, open_now, tries)]
    return tuple(sorted(found, key=lambda one: -one.checks))


def _list_open_checks(judgements: tuple[Judgement, ...] | list[Judgement]) -> Open:
    return frozenset((one.seq, one.laid.rule.id) for one in judgements if one.breach is None)


def _try_packs(prepared: PreparedLog, open_now: Open) -> Iterator[Unlock]:
    """Replay with fully known components, to find the checks that depend on unknown ones."""
    lacking = _count_open_values(prepared)
    if not lacking:
        return
    reads = {rule: lacking.keys() & prepared.program.rulebook.rules[rule].rule.reads for _, rule in open_now}
    others = filter(None, (_prepare_with_pack(prepared, name) for name in prepared.game.shipped[1:]))
    known_all = next(others, None)
    # A table with components of its own fits no other pack. Then the rules name the parts they read.
    gone = (
        {one for one in open_now if reads[one[1]]} if known_all is None else open_now - _replay_open_checks(known_all)
    )
    parts = {part for _, rule in gone for part in reads[rule]} or set(lacking)
    if gone:
        yield Unlock(checks=len(gone), parts=tuple(sorted(parts)), values=sum(lacking[part] for part in parts))


def _replay_open_checks(other: PreparedLog) -> Open:
    return _list_open_checks(other.replay_all().judgements)


def _count_open_values(prepared: PreparedLog) -> Mapping[str, int]:
    """Count the unknown values of the pack for each part."""
    pack = getattr(prepared.content, "pack", None)
    counts = {part: _count_unknown(value) for part, value in pack.tree.items()} if pack is not None else {}
    return {part: count for part, count in counts.items() if count}


def _count_unknown(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_count_unknown, value.values()))
    return sum(map(_count_unknown, value)) if isinstance(value, list) else int(not is_known(value))


def _prepare_with_pack(prepared: PreparedLog, name: str) -> PreparedLog | None:
    """Prepare the log with another pack. Return None if that pack lacks a name of the log."""
    game, header = prepared.game, replace(prepared.header, pack=name, inline="")
    try:
        other = replace(prepared, header=header, content=game.content(header, {}))
        domains = list_domains(game, header, other.content)
        strangers = game.vocabulary.check_names((event for _, event in prepared.entries), domains)
        other.build_table()
    except (PackError, LogError):
        return None
    return None if strangers else other


def _try_lines(log: ReplayedLog, open_now: Open, tries: int) -> Iterator[Unlock]:
    """Replay with a legal event in place of each incomplete line, for the first few such lines."""
    prepared = log.prepared
    for place, (seq, event) in enumerate(prepared.entries):
        if tries <= 0:
            return
        if not _has_open_values(event):
            continue
        tries -= 1
        meant = _find_lawful_event(log, place, seq, event)
        if meant is not None:
            gone = open_now - _list_open_checks(_replay_from(log, place, seq, meant))
            gone = frozenset(one for one in gone if one[0] != seq) if type(event) is Unreadable else gone
            if gone:
                yield Unlock(checks=len(gone), seq=seq, line=prepared.log.lines[seq - 1])


def _has_open_values(event: Event) -> bool:
    if type(event) is Unreadable:
        return True
    return isinstance(event, Move | Chance) and any(not _is_known(getattr(event, f)) for f in event.__struct_fields__)


def _is_known(value: object) -> bool:
    return all(map(_is_known, value)) if isinstance(value, tuple) else is_known(value)


def _find_lawful_event(log: ReplayedLog, place: int, seq: int, event: Event) -> Event | None:
    """Find a legal event that the line may have recorded."""
    prepared = log.prepared
    if type(event) is Unreadable:
        domains = list_domains(prepared.game, prepared.header, prepared.content)
        read = make_line_reader(prepared.game.vocabulary, domains)
        lines = map(read, prepared.log.meant.get(seq, ()))
        return next((one for one in lines if not isinstance(one, Fault)), None)
    try:
        found = find_alternatives(prepared, log.timeline.table_after(place), event)
    except Undetermined:
        return None
    return next((other for _, other in found if not _has_open_values(other)), None)


def _replay_from(log: ReplayedLog, place: int, seq: int, meant: Event) -> list[Judgement]:
    prepared = log.prepared
    kept = [one for one in log.outcome.judgements if one.seq in {before for before, _ in prepared.entries[:place]}]
    run = Replay(prepared.program, log.timeline.table_after(place), policy=prepared.asked.policy)
    entries = [(seq, msgspec.structs.replace(meant, seq=0)), *prepared.entries[place + 1 :]]
    return [*kept, *run.run(entries).close(prepared.last_seq).judgements]
