"""What would unlock most: the values of the pack, or the line, for want of which most checks could not be made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from audit.budget import Budget
from audit.causes.repairs import find_alternatives
from audit.findings.replay_outcome import ReplayedLog
from audit.intake.prepared import PreparedLog, list_domains
from audit.model.document import Unlock
from engine.kernel.events import Chance, Event, Move, Unreadable
from engine.kernel.log import Fault, LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.spellings import make_line_reader
from engine.kernel.unknown import Undetermined, is_known

# So many lines are tried.
MOST_TRIED = 6
# What could not be checked: at which event, by which rule.
Open = frozenset[tuple[int, str]]


def find_unlocks(log: ReplayedLog, budget: Budget) -> tuple[Unlock, ...]:
    """Try each source of what nobody knows with something known in its place; what would unlock most comes first."""
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
    """Play with components that are all known: what can be checked then hangs on those that are not."""
    lacking = _count_open_values(prepared)
    if not lacking:
        return
    reads = {rule: lacking.keys() & prepared.program.rulebook.rules[rule].rule.reads for _, rule in open_now}
    others = filter(None, (_prepare_with_pack(prepared, name) for name in prepared.game.shipped[1:]))
    known_all = next(others, None)
    # Where the table has pieces of its own, no other box can be played with; the rules say themselves what they read.
    gone = (
        {one for one in open_now if reads[one[1]]} if known_all is None else open_now - _replay_open_checks(known_all)
    )
    parts = {part for _, rule in gone for part in reads[rule]} or set(lacking)
    if gone:
        yield Unlock(checks=len(gone), parts=tuple(sorted(parts)), values=sum(lacking[part] for part in parts))


def _replay_open_checks(other: PreparedLog) -> Open:
    return _list_open_checks(other.replay_all().judgements)


def _count_open_values(prepared: PreparedLog) -> Mapping[str, int]:
    """Count the values that the pack leaves open, part by part."""
    pack = getattr(prepared.content, "pack", None)
    counts = {part: _count_unknown(value) for part, value in pack.tree.items()} if pack is not None else {}
    return {part: count for part, count in counts.items() if count}


def _count_unknown(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_count_unknown, value.values()))
    return sum(map(_count_unknown, value)) if isinstance(value, list) else int(not is_known(value))


def _prepare_with_pack(prepared: PreparedLog, name: str) -> PreparedLog | None:
    """Prepare the log with another pack, if its names are in that one."""
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
    """Replay with something lawful in the place of what a line leaves open, the first such lines."""
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
    """Find something lawful that the line may have said."""
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
