"""A rulebook ready to run: for each class of event its gate, its checks and its fold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, NamedTuple

from msgspec import NODEFAULT

from engine.kernel.events import Claim, Event, Start, Stopped
from engine.kernel.flow import Broken, build_gate, has_gate
from engine.kernel.game import Game
from engine.kernel.layers import Fold
from engine.kernel.replay.claims import ClaimedRules, build_comparison, fold_claim, fold_stop
from engine.kernel.rulebook import LaidRule, Rulebook
from engine.kernel.rules import Breach, Check, Look, Rule
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined

# A rule and its breach, or None if the record cannot settle whether it is broken.
RuleAndBreach = tuple[LaidRule, Breach | None]
Gate = Callable[[AnyTable, Any], list[Broken] | None]


class EventPlan(NamedTuple):
    """How events of one class are handled: the gate, the checks, the fold."""

    gate: Gate | None
    checks: tuple[Check, ...]
    fold: Fold
    # The phases in which the gate accepts it if nothing is owed: from the active seat only, and from any seat.
    in_turn: frozenset[str] = frozenset()
    anytime: frozenset[str] = frozenset()


def fold_no_change(_table: object, _event: object) -> None:
    """Change nothing: the fold of most records."""


# The folds of claims and records, the same in every game.
KERNEL_FOLDS: dict[type[Event], Fold] = {Claim: fold_claim, Stopped: fold_stop}
# The plan for a record, and for an unreadable line.
UNTOUCHED = EventPlan(None, (), fold_no_change)


class Program:
    """All rules of a rulebook, sorted by the class of event that they check."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        kinds: tuple[type[Event], ...] = (Start, *rulebook.game.vocabulary.kinds)
        laid = _sort_by_kind(rulebook, kinds)
        self.rules = {k: [la for la in laid[k] if not la.rule.out_of_turn] for k in kinds}
        self.repeating = _index_repeats(rulebook)
        off = {k: _list_checks([la for la in laid[k] if la.rule.out_of_turn]) for k in kinds}
        self.claimed_rules = ClaimedRules(rulebook.game, (la.rule for la in rulebook.rules.values()))
        at_table, claims = build_gate(rulebook.game.flow, off), build_comparison(rulebook.game, self.claimed_rules)
        self.steps: dict[type[Event], EventPlan] = {}
        for kind in kinds:
            where: Gate | None = at_table if has_gate(kind) else claims if kind is Claim else None
            checks, fold = (
                _fuse_checks(kind, self.rules[kind]),
                rulebook.folds.get(kind, KERNEL_FOLDS.get(kind, fold_no_change)),
            )
            self.steps[kind] = EventPlan(where, checks, fold, *_find_phases(kind, rulebook.game))

    def find_breaches(self, table: AnyTable, event: Event) -> list[RuleAndBreach]:
        """Check every rule against one event, and return those that are broken or unsettled."""
        found = self._check_gate(table, event)
        if found and self.is_over(table):
            return [self.leave_open_if_clearable(table, event, f) for f in found]
        # A rule that the flow has named is not checked again.
        named = {laid.rule.id for laid, _ in found}
        for laid in self.rules.get(type(event), ()):
            if laid.rule.id not in named and (met := _ask_rule(laid, table, event)) is not None:
                found.append(met)
        waived = self.rulebook.game.suspended_rules(table) if found else ()
        found = [self.leave_open_if_clearable(table, event, f) for f in found if f[0].rule.id not in waived]
        return _drop_general(found)

    def leave_open_if_clearable(self, table: AnyTable, event: Event, found: RuleAndBreach) -> RuleAndBreach:
        """Turn a breach into an open question if something that the record lacks could clear it."""
        laid, breach = found
        try:
            open_question = breach is not None and self.rulebook.game.may_be_cleared(table, event, laid.rule)
        except Undetermined:
            open_question = True
        return (laid, None) if open_question else found

    def list_repeats(self, table: AnyTable, event: Event, rule: str) -> tuple[str, ...]:
        """List the general rules that restate a broken rule for an event like this."""
        repeating = (general for general in self.repeating.get(rule, ()) if type(event) in general.where)
        try:
            return tuple(general.id for general in repeating if general.where[type(event)](table, event))
        except Undetermined:
            return ()

    def is_over(self, table: AnyTable) -> bool:
        """Return whether the game has ended at this table."""
        return self.rulebook.game.flow[table.phase].over

    def _check_gate(self, table: AnyTable, event: Event) -> list[RuleAndBreach]:
        where, rules, game = self.steps.get(type(event), UNTOUCHED).gate, self.rulebook.rules, self.rulebook.game
        if where is None:
            return []
        try:
            return [(rules[rule], breach) for rule, breach in where(table, event) or ()]
        except Undetermined:
            if isinstance(event, Claim):
                return [(rules[self.claimed_rules.find_rule(table, event, None)], None)]
            return [(rules[game.flow[table.phase].out_of_turn], None)]


def _sort_by_kind(rulebook: Rulebook, kinds: Iterable[type[Event]]) -> dict[type[Event], list[LaidRule]]:
    """Sort the rules with a check by class of event, without those that do not apply under the terms in force."""
    laid: dict[type[Event], list[LaidRule]] = {kind: [] for kind in kinds}
    for one in rulebook.rules.values():
        for kind in one.rule.on if one.rule.check is not None else ():
            if kind not in one.rule.under or one.rule.under[kind](rulebook.terms):
                laid[kind].append(one)
    return laid


def _index_repeats(rulebook: Rulebook) -> dict[str, list[Rule]]:
    """Index the general rules by the rules that they repeat."""
    repeating: dict[str, list[Rule]] = {}
    for general in (laid.rule for laid in rulebook.rules.values()):
        for rule in (rule for chapter in general.repeats for rule in chapter.rules if rule.check is not None):
            repeating.setdefault(rule.id, []).append(general)
    return repeating


def _find_phases(kind: type[Event], game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """Return the phases that accept such an event on its own turn, and on any turn.

    An event that may imply others has no phase on its own turn, so that the replay always asks the game what it
    implies.
    """
    accepting = {name for name, phase in game.flow.items() if kind in phase.accepts}
    in_turn = {name for name in accepting if kind in game.flow[name].in_turn}
    return frozenset(in_turn if kind not in game.implying else ()), frozenset(accepting - in_turn)


def _ask_rule(laid: LaidRule, table: AnyTable, event: Event) -> RuleAndBreach | None:
    rule = laid.rule
    assert rule.check is not None  # noqa: S101 - only rules with a check are sorted by class
    look = rule.where.get(type(event))
    try:
        if (rule.given and not getattr(event, rule.given)) or (look is not None and not look(table, event)):
            return None
        breach = rule.check(table, event)
    except Undetermined:
        return laid, None
    return None if breach is None else (laid, breach)


def _list_checks(laid: list[LaidRule]) -> tuple[tuple[str, Check], ...]:
    return tuple((la.rule.id, la.rule.check) for la in laid if la.rule.check is not None)


def _fuse_checks(kind: type[Event], laid: list[LaidRule]) -> tuple[Check, ...]:
    """Combine the rules that share a condition, and those that need a stated field, to test each condition once."""
    free = [la.rule for la in laid if not la.rule.given]
    checks = [rule.check for rule in free if kind not in rule.where and rule.check is not None]
    behind: dict[Look, list[Check]] = {}
    for rule in free:
        if kind in rule.where and rule.check is not None:
            behind.setdefault(rule.where[kind], []).append(rule.check)
    checks += [_put_behind_look(look, tuple(shared)) for look, shared in behind.items()]
    asked = [(la.rule.given, la.rule.check) for la in laid if la.rule.given and la.rule.check is not None]
    return (*checks, _skip_if_silent(kind, asked)) if asked else tuple(checks)


def _put_behind_look(look: Look, checks: tuple[Check, ...]) -> Check:
    first, *others = checks

    def check_the_one(table: AnyTable, event: Event) -> Breach | None:
        return first(table, event) if look(table, event) else None

    def check_any(table: AnyTable, event: Event) -> Breach | None:
        if look(table, event):
            for check in checks:
                if (breach := check(table, event)) is not None:
                    return breach
        return None

    return check_any if others else check_the_one


def _read_defaults(kind: type[Event]) -> SimpleNamespace:
    """Map each field to its default. `structs.fields` would read all types for that."""
    said, given = kind.__struct_defaults__, kind.__struct_fields__
    required = dict.fromkeys(given, NODEFAULT)
    return SimpleNamespace(**{**required, **dict(zip(given[len(given) - len(said) :], said, strict=True))})


def _skip_if_silent(kind: type[Event], asked: list[tuple[str, Check]]) -> Check:
    fields = tuple(dict.fromkeys(name for name, _ in asked))
    stated: Callable[[Any], Any] = attrgetter(*fields)
    # The field values of an event that states none of these. Comparing with them is the fastest test.
    silent = stated(_read_defaults(kind))

    def check_any(table: AnyTable, event: Event) -> Breach | None:
        if stated(event) == silent:
            return None
        found = (check(table, event) for name, check in asked if getattr(event, name))
        return next((breach for breach in found if breach is not None), None)

    return check_any


def _drop_general(found: list[RuleAndBreach]) -> list[RuleAndBreach]:
    """Drop a general rule where a special case of it is found."""
    if len(found) < 2:  # noqa: PLR2004 - a single finding
        return found
    silent = {general for laid, breach in found if breach is not None for general in laid.rule.narrows}
    return [f for f in found if f[0].rule.id not in silent]
