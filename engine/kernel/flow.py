"""The turn as a table of phases and obligations, and the four kernel rules that read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from engine.kernel.events import Chance, Event, Move
from engine.kernel.rules import Breach, Check
from engine.kernel.table import AnyTable, Owed, Own
from engine.kernel.unknown import Undetermined

# A rule ID and its breach.
Broken = tuple[str, Breach]
# A missing line, and what would have been legal instead.
Lacking = tuple[Event, str]
# The ID of the rule that a phase cites. Of several, the first whose condition the table meets.
Where = str | tuple[tuple[Callable[[Own], bool], str], ...]


class Phase(msgspec.Struct, frozen=True):
    """One stage of a round: which events it accepts, which of them need the turn, and which rules it cites."""

    name: str
    says: str
    accepts: frozenset[type[Event]]
    elsewhere: Where
    elsewhere_for: Mapping[type[Event], Where] = msgspec.field(default_factory=dict)
    in_turn: frozenset[type[Event]] = frozenset()
    out_of_turn: str = ""
    over: bool = False
    # Finds the missing line because of which an event comes too early here, and what to say about it, if known.
    lacks: Callable[[Own, Event], Lacking | None] = lambda _table, _event: None
    # Describes the state of this table in the game's own words and numbers ("" where the record does not say).
    stands: Callable[[Own], str] = lambda _table: ""

    def describe_state(self, table: AnyTable) -> str:
        """Describe the state of the game as far as it is known."""
        try:
            return self.stands(table)
        except Undetermined:
            return ""

    def list_rules(self) -> frozenset[str]:
        """List every rule that this phase can cite."""
        wheres = (self.out_of_turn, self.elsewhere, *self.elsewhere_for.values())
        return frozenset(rule for where in wheres for _, rule in _list_pairs(where) if rule)


def _list_pairs(where: Where) -> tuple[tuple[Callable[[Own], bool], str], ...]:
    return ((is_any_table, where),) if isinstance(where, str) else where


def is_any_table(_table: object) -> bool:
    """Return true for any table: the condition to put last among several."""
    return True


Gate = Callable[[AnyTable, Event], list[Broken] | None]


def build_gate(flow: Mapping[str, Phase], off_turn: Mapping[type[Event], tuple[tuple[str, Check], ...]]) -> Gate:
    """Build the check that an event has its place: game not over, nothing owed first, phase accepts it, right turn."""

    def check_gate(table: AnyTable, event: Event) -> list[Broken] | None:
        phase = flow[table.phase]
        kind = type(event)
        if table.owed and table.owed[-1].is_due_before(event):
            return [report_owed_first(table.owed[-1], event)]
        if kind not in phase.accepts:
            return [_report_wrong_phase(phase, table, event)]
        if kind in phase.in_turn and event.by != table.active:  # type: ignore[attr-defined] # in_turn holds Moves only
            return _report_wrong_turn(phase, off_turn.get(kind, ()), table, event)
        return None

    return check_gate


def report_owed_first(owed: Owed, event: Event) -> Broken:
    """Report that something else was due before this event."""
    says = f"{owed.says} is due first, before “{_spell_verb(event)}”. {owed.because}".rstrip()
    return owed.rule, Breach(says, instead=owed.says, missing=owed.as_event())


def _report_wrong_phase(phase: Phase, table: AnyTable, event: Event) -> Broken:
    where = phase.elsewhere_for.get(type(event), phase.elsewhere)
    rule = next(rule for look, rule in _list_pairs(where) if look(table))
    stands = phase.describe_state(table)
    if phase.over:
        why = f" ({stands})" if stands else ""
        return rule, Breach(
            f"The game is over{why}, and the log goes on with “{_spell_verb(event)}”.", {"phase": phase.name}
        )
    missing, instead = phase.lacks(table, event) or (None, "")
    says = f"“{_spell_verb(event)}” does not belong here: {stands or phase.says}"
    return rule, Breach(says, {"phase": phase.name}, instead, missing)


def _report_wrong_turn(
    phase: Phase, checks: tuple[tuple[str, Check], ...], table: AnyTable, event: Event
) -> list[Broken]:
    """Return the breaches of the rules written for this case; without one, the phase's own rule is broken."""
    special = [(rule, breach) for rule, check in checks if (breach := check(table, event)) is not None]
    if special:
        return special
    seat = getattr(event, "by", "")
    facts: dict[str, int | str] = {"seat": seat, "turn": str(table.active)}
    missing, instead = phase.lacks(table, event) or (None, "")
    says = f"{seat} acts while it is {table.active}'s turn."
    return [(phase.out_of_turn, Breach(says, facts, instead, missing))]


def _spell_verb(event: Event) -> str:
    tag = event.__struct_config__.tag
    return f"{event.by}: {tag}" if isinstance(event, Move) else str(tag)


def has_gate(kind: type[Event]) -> bool:
    """Return whether events of this kind have a time and place. Claims and records may come anywhere."""
    return issubclass(kind, (Move, Chance))
