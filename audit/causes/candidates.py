"""Lists the what-ifs of a place in a log: its repairs, ranked nearest first, and other readings of what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

import msgspec

from audit.causes.line_pairs import mend_pairs
from audit.causes.places import RANKS, TWICE, Place, RepairRank, WhatIf, leave_out_event
from audit.causes.repairs import (
    LOOKED_THROUGH,
    NEAREST,
    describe_difference,
    find_alternatives,
    is_left_out,
    is_same_event,
    list_acts_by_others,
    list_different_fields,
)
from audit.causes.unreadable_lines import list_interpretations
from audit.intake.prepared import PreparedLog
from audit.model.findings import Repair
from engine.kernel.events import Chance, Event, Move, Unreadable
from engine.kernel.log import Fault
from engine.kernel.replay.legal import is_legal
from engine.kernel.spellings import make_line_reader, write_line
from engine.kernel.table import AnyTable
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known
from engine.kernel.vocabulary import make_unwritten_event

# The number of events tried in place of a missing one.
MISSING = 12
# The number of a seat's own earlier moves that are questioned, and the number of entries searched for them.
EARLIER = 4
LOOKED_BACK = 16
# The number of entries back in which neighbours are swapped.
SWAPPED_BACK = 5

REALLY = "write down what really happened"


def list_repairs(place: Place) -> Iterator[Iterable[WhatIf]]:
    """Yield the repairs of a place, rank by rank. Repairs of one rank may be tried in any order."""
    event = place.event
    if isinstance(event, Unreadable):
        if not event.fact:
            yield from list_interpretations(place, event)
        return
    if not isinstance(event, (Move, Chance)):
        return
    yield _drop_repeat(place)
    yield _drop_stated_values(place)
    yield _insert_missing_lines(place)
    others = [*_mend_pairs(place), *_list_alternatives(place), *_open_chance_values(place)]
    for rank in (RepairRank.AMOUNT, RepairRank.NAME, RepairRank.SEAT):
        yield [one for one in others if one.rank is rank]
    yield _swap_neighbours(place)
    doubted = () if others else _open_chance_values(place, RepairRank.LEFT_OUT)
    yield [*doubted, leave_out_event(place), *_drop_with_answer(place), *_drop_earlier_repeats(place)]


def list_far_what_ifs(place: Place, seat: str) -> Iterator[WhatIf]:
    """Yield what may have gone wrong before a place: a missing event, or a misrecorded event of that seat."""
    prepared = place.prepared
    if isinstance(place.event, (Move, Chance)):
        yield from _insert_possible_lines(place)
        yield from _swap_earlier_neighbours(place)
        yield from _list_acts_by_others(place)
    back = range(place.place - 1, max(0, place.place - LOOKED_BACK), -1)
    own = (q for q in back if is_by(prepared.entries[q][1], seat))
    for earlier in islice(own, EARLIER):
        _, event = prepared.entries[earlier]
        for _, other in find_alternatives(prepared, place.at(earlier), event, place.look, place.event)[:NEAREST]:
            yield amend_earlier_event(prepared, earlier, other, place.place)


def amend_earlier_event(prepared: PreparedLog, earlier: int, other: Event, until: int) -> WhatIf:
    """Return the what-if that another event happened at an earlier place."""
    seq, event = prepared.entries[earlier]
    tail = tuple(prepared.entries[earlier + 1 : until])
    shown, note = (
        (_open_differences(event, other), REALLY)
        if isinstance(other, Chance)
        else (other, describe_difference(event, other))
    )
    line = f"record: amend {seq} {quote_in_line(write_line(shown, prepared.game.vocabulary))}"
    repair = Repair(line, f"event {seq}: {note}")
    return WhatIf(RepairRank.FAR, earlier, until - earlier, ((seq, other), *tail), repair, frozenset({seq}))


def _drop_repeat(place: Place) -> Iterator[WhatIf]:
    earlier = (event for _, event in place.prepared.entries[max(0, place.place - LOOKED_BACK) : place.place][::-1])
    before = next((event for event in earlier if isinstance(event, (Move, Chance))), None)
    if before is not None and is_same_event(place.event, before):
        yield leave_out_event(place, RepairRank.REPEAT, TWICE)


def _drop_earlier_repeats(place: Place) -> Iterator[WhatIf]:
    """Yield what-ifs that drop a repeated line shortly before the place."""
    entries = place.prepared.entries
    for at in range(place.place - 1, max(1, place.place - LOOKED_BACK), -1):
        (_, before), (seq, event) = entries[at - 1 : at + 1]
        if isinstance(event, (Move, Chance)) and is_same_event(event, before):
            tail = tuple(entries[at + 1 : place.place])
            repair = Repair(f"record: retract {seq}", f"event {seq}: {TWICE}")
            yield WhatIf(RepairRank.LEFT_OUT, at, place.place - at, tail, repair, frozenset({seq}))


def _drop_with_answer(place: Place) -> Iterator[WhatIf]:
    """Drop a move together with the chance event that answers it."""
    after = place.prepared.entries[place.place + 1 : place.place + 2]
    if isinstance(place.event, Move) and after and isinstance(after[0][1], Chance):
        repair = Repair(f"record: retract {place.seq}", f"leave this event out, and event {after[0][0]} with it")
        yield WhatIf(RepairRank.LEFT_OUT, place.place, 2, (), repair)


def _drop_stated_values(place: Place) -> Iterator[WhatIf]:
    """Drop optional values that the line states: each one alone, then all of them."""
    event = place.event
    stated = [name for name in event.__struct_fields__ if name != "seq" and not is_left_out(event, name, missing=True)]
    for names in [[name] for name in stated] + ([stated] if len(stated) > 1 else []):
        defaults = dict(zip(event.__struct_fields__[::-1], event.__struct_defaults__[::-1], strict=False))
        other = msgspec.structs.replace(event, **{name: defaults[name] for name in names})
        yield place.replace_event(RepairRank.UNSTATED, other, describe_difference(event, other))


def _insert_missing_lines(place: Place) -> Iterator[WhatIf]:
    """Insert the event that the findings report as missing, or the event that was due."""
    named = [one.breach.missing for one in place.met if one.breach is not None and one.breach.missing is not None]
    for other in {str(event): event for event in named}.values():
        for written in _fill_in_decision(place, other):
            yield _insert_event(place, RepairRank.MISSING, written, "something like this is missing before")
        yield _insert_event(place, RepairRank.MISSING, other, "this is missing before; write down what really happened")
    if not named and (due := _find_due_event(place)) is not None:
        yield _insert_event(place, RepairRank.MISSING, due, "this was due before; write down what really happened")


def _fill_in_decision(place: Place, missing: Event) -> Iterator[Event]:
    """Fill in the unknown values of a missing decision, in each legal way.

    Later lines show which of them is right.
    """
    open_ = [name for name in missing.__struct_fields__ if not is_known(getattr(missing, name))]
    if not open_ or not isinstance(missing, Move):
        return
    kin = (other for other in _list_offers(place.prepared, place.table) if type(other) is type(missing))
    fitting = (other for other in kin if not set(list_different_fields(missing, other)) - set(open_))
    legal = (other for other in fitting if is_legal(place.prepared.program, place.table, other))
    yield from islice(legal, MISSING)


def _list_alternatives(place: Place) -> Iterator[WhatIf]:
    """Yield events that differ in an amount, in a name, or in the acting seat."""
    found = find_alternatives(place.prepared, place.table, place.event, place.look)
    for change, other in found:
        what_if = place.replace_event(RANKS[change], other, describe_difference(place.event, other))
        if isinstance(other, Chance) and len(found) > 1:
            # Only the players know the real outcome, so the suggestion leaves it open.
            what_if = replace(what_if, repair=Repair(place.write_line(_open_differences(place.event, other)), REALLY))
        yield what_if


def _list_acts_by_others(place: Place) -> Iterator[WhatIf]:
    """Let another seat act in the same way with another amount.

    This covers two slips in one line. It is tried only if the line breaks one rule.
    """
    if sum(one.breach is not None for one in place.met) == 1:
        for other in list_acts_by_others(place.prepared, place.table, place.event, place.look):
            yield place.replace_event(RepairRank.FAR, other, describe_difference(place.event, other))


def _open_chance_values(place: Place, rank: RepairRank = RepairRank.NAME) -> Iterator[WhatIf]:
    """Leave one value of a chance event open, since only the players know the real outcome.

    A required value ranks with leaving out the line, because opening it would excuse too much.
    """
    event = place.event
    if not isinstance(event, Chance):
        return
    for name in event.__struct_fields__:
        value = getattr(event, name)
        stated = not is_left_out(event, name, missing=rank is RepairRank.NAME)
        if name != "seq" and is_known(value) and not isinstance(value, tuple) and stated:
            other = msgspec.structs.replace(event, **{name: UNKNOWN})
            if not isinstance(make_line_reader(place.prepared.game.vocabulary)(place.write_line(other)), Fault):
                yield replace(place.replace_event(rank, other, REALLY), open=True)


def _open_differences(event: Event, other: Event) -> Event:
    """Return the other event with every value that differs replaced by unknown."""
    holes = {name: getattr(other, name) for name in list_different_fields(event, other)}
    return msgspec.structs.replace(
        other,
        **{
            name: (tuple(UNKNOWN for _ in value) if isinstance(value, tuple) else UNKNOWN)
            for name, value in holes.items()
            if not is_left_out(other, name)
        },
    )


def _mend_pairs(place: Place) -> Iterator[WhatIf]:
    """Repair a statement that two lines share: in the other line, or in both."""
    prepared = place.prepared
    choices = [other for _, other in find_alternatives(prepared, place.table, place.event, place.look)]
    for pairing in mend_pairs(prepared, place.place, choices):
        start, end = pairing.first, max(place.place, pairing.last)
        tail = tuple((seq, pairing.lines.get(seq, event)) for seq, event in prepared.entries[start : end + 1])
        notes = [
            f"event {seq}: {describe_difference(event, pairing.lines[seq])}"
            for seq, event in prepared.entries[start : end + 1]
            if seq in pairing.lines
        ]
        (seq, line), *_ = pairing.lines.items()
        text = (
            f"record: amend {seq} {quote_in_line(place.write_line(line))}"
            if seq != place.seq
            else place.write_line(line)
        )
        rank = RepairRank.AMOUNT if pairing.amount else RepairRank.NAME
        changed = frozenset(pairing.lines)
        yield WhatIf(rank, start, end + 1 - start, tail, Repair(text, "; ".join(notes)), changed)


def _insert_possible_lines(place: Place) -> Iterator[WhatIf]:
    """Insert an unwritten event that could have come before this one. A sample of each kind is tried."""
    prepared, table, event = place.prepared, place.table, place.event
    could = [other for other in _list_offers(prepared, table) if is_legal(prepared.program, table, other)]
    if isinstance(event, Move) and not _is_too_early(prepared, table, event):
        could = [other for other in could if isinstance(other, Chance) or is_by(other, event.by)]
    kinds = Counter(type(other) for other in could)
    for other in could[:: max(1, -(-len(could) // MISSING))]:
        several = isinstance(other, Chance) and kinds[type(other)] > 1
        yield _insert_event(
            place,
            RepairRank.FAR,
            other,
            "something like this is missing before",
            shown=make_unwritten_event(type(other)) if several else other,
        )


def _insert_event(place: Place, rank: RepairRank, other: Event, note: str, shown: Event | None = None) -> WhatIf:
    before = place.prepared.entries[place.place - 1][0] if place.place else 0
    line = f"record: insert {before} {quote_in_line(place.write_line(shown or other))}"
    tail = ((place.seq, other), (place.seq, place.event))
    return WhatIf(rank, place.place, 1, tail, Repair(line, note), frozenset({place.seq}))


def is_by(event: Event, seat: str) -> bool:
    """Return whether an event is a move of this seat."""
    return isinstance(event, Move) and is_known(event.by) and is_known(seat) and event.by == seat


def _find_due_event(place: Place) -> Event | None:
    """Find one legal event that settles what was due."""
    table, prepared = place.table, place.prepared
    if not table.owed or not table.owed[-1].is_due_before(place.event):
        return None
    due = table.owed[-1]
    fitting = (other for other in _list_offers(prepared, table) if due.is_settled_by(other))
    return next((other for other in fitting if is_legal(prepared.program, table, other)), None)


def _is_too_early(prepared: PreparedLog, table: AnyTable, event: Event) -> bool:
    gate = prepared.program.steps[type(event)][0]
    try:
        return gate is not None and bool(gate(table, event))
    except Undetermined:
        return False


def _swap_neighbours(place: Place) -> Iterator[WhatIf]:
    """Swap this line with a neighbour."""
    for first in (place.place, place.place - 1):
        pair = place.prepared.entries[first : first + 2] if first > 0 else []
        if len(pair) == 2 and all(isinstance(event, (Move, Chance)) for _, event in pair):  # noqa: PLR2004 - a pair
            (one, earlier), (two, later) = pair
            note = f"written in the wrong order: this comes before event {one}"
            tail = ((two, later), (one, earlier))
            yield WhatIf(RepairRank.SWAP, first, 2, tail, Repair(place.write_line(later), note), frozenset({one, two}))


def _swap_earlier_neighbours(place: Place) -> Iterator[WhatIf]:
    """Swap two neighbouring lines shortly before the place."""
    entries = place.prepared.entries
    for first in range(place.place - 2, max(0, place.place - SWAPPED_BACK), -1):
        (one, earlier), (two, later) = entries[first : first + 2]
        if isinstance(earlier, Move | Chance) and isinstance(later, Move | Chance):
            note = f"written in the wrong order: this comes before event {one}"
            tail = ((two, later), (one, earlier), *entries[first + 2 : place.place])
            yield WhatIf(
                RepairRank.FAR,
                first,
                place.place - first,
                tail,
                Repair(place.write_line(later), note),
                frozenset({one, two}),
            )


def _list_offers(prepared: PreparedLog, table: AnyTable) -> Iterator[Event]:
    """Iterate over the offers at a table, then over the possible chance events."""
    game = prepared.game
    onward = (move for move in game.offers(table) if not game.dead_end(table, move))
    return islice(chain(onward, game.outcomes(table)), LOOKED_THROUGH)


def quote_in_line(line: str) -> str:
    """Quote a line within another line."""
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'
