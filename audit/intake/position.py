"""Parses the position in a header as facts and values, and reports all its faults at once."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

import msgspec

from engine.kernel.facts import Fact
from engine.kernel.log import Fault, Header, Log, LogError
from engine.kernel.positions import Position, Value
from engine.kernel.replay.claims import is_same_value
from engine.kernel.replay.fact_values import Values
from engine.kernel.spellings import Misread, echo_text, explain_stranger
from engine.kernel.unknown import UNKNOWN, is_known

# Computes the facts of a position at the table it declares. Raises `LogError` for an impossible fact.
Lay = Callable[[Position], Mapping[str, Fact]]
Faults = Iterable[Fault]


def resolve_position(
    log: Log, header: Header, values: Values, facts: Container[str] | None
) -> tuple[Header, tuple[Fault, ...]]:
    """Parse the position as facts and values. Also return the faults of entries that name no fact or value."""
    position: dict[str, Value] = {}
    places, faults = dict(log.fact_places), list[Fault]()
    for named, said in header.position.items():
        fact = values.find_fact(named)
        line, column = log.fact_places.get(named, (log.header_lines.get("position", 1), 1))
        try:
            _check_position_fact(named, fact, position, facts)
            position[fact], places[fact] = values.read_value(fact, said), (line, column)
        except Misread as wrong:
            strange = None if facts is None or fact in facts else ("fact", fact)
            faults.append(Fault(wrong.says, wrong.hint, line, column, fact=fact, strange=strange))
            places[fact] = line, column
    log.fact_places = places
    return msgspec.structs.replace(header, position=position), tuple(faults)


def _check_position_fact(named: str, fact: str, position: Container[str], facts: Container[str] | None) -> None:
    if fact in position:
        raise Misread(f"{echo_text(named)} is {fact}, and that is given twice.", "Keep one of them.")
    if facts is not None and fact not in facts:
        # An unknown fact would otherwise be ignored silently.
        strange = explain_stranger("position", named, "fact", facts)
        raise Misread(strange.says, strange.hint)


def refuse_impossible_position(
    log: Log, position: Position, lay: Lay, ordered: Container[str], unread: Faults = ()
) -> None:
    """Refuse a position that no table can show. All faults are reported at once, each at its fact.

    `ordered` names the facts that are ordered lists. `unread` holds faults of entries that could not be parsed.
    """
    faults = list(unread)
    # Without a valid phase, the other facts cannot be checked.
    left = {} if any(fault.fact == "phase" for fault in faults) else dict(position)
    # Each refused fact is removed and the rest is tried again, so that further faults are found too.
    while left:
        try:
            reckoned = lay(left)
            # An entry that could not be parsed may be the one that makes the others agree.
            faults += () if unread else _list_contradictions(left, reckoned, ordered)
            break
        except LogError as wrong:
            faults.append(wrong.fault)
            if wrong.fault.fact not in left:
                break
            del left[wrong.fault.fact]
    if faults:
        raise _order_faults(faults, log)


def _list_contradictions(position: Position, reckoned: Mapping[str, Fact], ordered: Container[str]) -> Iterable[Fault]:
    """Yield a fault for each fact that differs from the table that the position declares."""
    for name, said in position.items():
        there = reckoned.get(name, said)
        if is_known(there) and said != str(UNKNOWN) and not _is_consistent(said, there, ordered=name in ordered):
            by_count = f"from all that it says, our count is {echo_text(there)}"
            says = f"The position says {echo_text(name)} is {echo_text(said)}; {by_count}."
            yield Fault(says, "Leave it out, or correct what it follows from.", fact=name)


def _is_consistent(said: Value, reckoned: object, *, ordered: bool) -> bool:
    """Compare values as claims do. `T1` also matches `T1/standard`."""
    words, full = str(said).split(), str(reckoned).split()
    short = len(words) == len(full) and all(
        two.startswith(f"{one}/") or one == two for one, two in zip(words, full, strict=True)
    )
    return short or (not ordered and is_same_value(said, reckoned))


def _order_faults(faults: Iterable[Fault], log: Log) -> LogError:
    """Sort the faults of a position by their place in the file."""
    line = log.header_lines.get("position", 1)
    placed = []
    for fault in faults:
        at, column = log.fact_places.get(fault.fact, (fault.line if fault.line > 1 else line, fault.column))
        placed.append(msgspec.structs.replace(fault, line=at, column=column))
    return LogError.from_faults(sorted(placed, key=lambda fault: (fault.line, fault.column)))
