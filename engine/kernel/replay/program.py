"""A rulebook made ready to run: per class of event its gate, its checks and its fold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, NamedTuple

from msgspec import NODEFAULT

from engine.kernel.events import Claim, Event, Start, Stopped
from engine.kernel.flow import Broken, build_gate, has_gate
from engine.kernel.game import Game
from engine.kernel.layers import Fold, LaidRule, Rulebook
from engine.kernel.replay.claims import ClaimedRules, build_comparison, fold_claim, fold_stop
from engine.kernel.rules import Breach, Check, Look, Rule
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined

# A rule met: broken with a breach, or None where the record cannot settle it.
RuleAndBreach = tuple[LaidRule, Breach | None]
Gate = Callable[[AnyTable, Any], list[Broken] | None]


class EventPlan(NamedTuple):
    """What is done with one class of event: who lets it pass, what is asked, what happens."""

    gate: Gate | None
    checks: tuple[Check, ...]
    fold: Fold
    # The phases in which the gate stands open for it, as long as nothing is owed: to whose turn it is, and to anybody.
    in_turn: frozenset[str] = frozenset()
    anytime: frozenset[str] = frozenset()


def fold_no_change(_table: object, _event: object) -> None:
    """Change nothing: what a record or claim does at the table."""


# What claims and records do at the table of any game.
KERNEL_FOLDS: dict[type[Event], Fold] = {Claim: fold_claim, Stopped: fold_stop}
# What is done with a record, and with a line that could not be read.
UNTOUCHED = EventPlan(None, (), fold_no_change)


class Program:
    """All rules of a rulebook, sorted by the class of event that they look at."""

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
        """Ask every rule about one event, and keep all answers but "nothing wrong"."""
        found = self._check_gate(table, event)
        if found and self.is_over(table):
            return [self.leave_open_if_clearable(table, event, f) for f in found]
        # What the flow has named already is not named again by its own check.
        named = {laid.rule.id for laid, _ in found}
        for laid in self.rules.get(type(event), ()):
            if laid.rule.id not in named and (met := _ask_rule(laid, table, event)) is not None:
                found.append(met)
        waived = self.rulebook.game.suspended_rules(table) if found else ()
        found = [self.leave_open_if_clearable(table, event, f) for f in found if f[0].rule.id not in waived]
        return _drop_general(found)

    def leave_open_if_clearable(self, table: AnyTable, event: Event, found: RuleAndBreach) -> RuleAndBreach:
        """Take a breach for an open question where what the record lacks could clear it."""
        laid, breach = found
        try:
            open_question = breach is not None and self.rulebook.game.may_be_cleared(table, event, laid.rule)
        except Undetermined:
            open_question = True
        return (laid, None) if open_question else found

    def list_repeats(self, table: AnyTable, event: Event, rule: str) -> tuple[str, ...]:
        """Name the general rules that say a broken rule once more for an event like this."""
        repeating = (general for general in self.repeating.get(rule, ()) if type(event) in general.where)
        try:
            return tuple(general.id for general in repeating if general.where[type(event)](table, event))
        except Undetermined:
            return ()

    def is_over(self, table: AnyTable) -> bool:
        """Say whether the game has ended at this table."""
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
    """Sort the rules with a check by what they look at; some have nothing to say under the terms in force."""
    laid: dict[type[Event], list[LaidRule]] = {kind: [] for kind in kinds}
    for one in rulebook.rules.values():
        for kind in one.rule.on if one.rule.check is not None else ():
            if kind not in one.rule.under or one.rule.under[kind](rulebook.terms):
                laid[kind].append(one)
    return laid


def _index_repeats(rulebook: Rulebook) -> dict[str, list[Rule]]:
    """Sort the general rules by the rules that they repeat."""
    repeating: dict[str, list[Rule]] = {}
    for general in (laid.rule for laid in rulebook.rules.values()):
        for rule in (rule for chapter in general.repeats for rule in chapter.rules if rule.check is not None):
            repeating.setdefault(rule.id, []).append(general)
    return repeating


def _find_phases(kind: type[Event], game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """In which phases such an event has its place: in its own turn, and in anybody's. What implies more is let wait."""
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
    """Put the rules that share a look behind that one look, and those that ask for a stated field behind another."""
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
    """Give each field what stands there if nothing is said; `structs.fields` would read all types for that."""
    said, given = kind.__struct_defaults__, kind.__struct_fields__
    required = dict.fromkeys(given, NODEFAULT)
    return SimpleNamespace(**{**required, **dict(zip(given[len(given) - len(said) :], said, strict=True))})


def _skip_if_silent(kind: type[Event], asked: list[tuple[str, Check]]) -> Check:
    fields = tuple(dict.fromkeys(name for name, _ in asked))
    stated: Callable[[Any], Any] = attrgetter(*fields)
    # What an event gives that states none of these; to compare with it is the fastest way to see that.
    silent = stated(_read_defaults(kind))

    def check_any(table: AnyTable, event: Event) -> Breach | None:
        if stated(event) == silent:
            return None
        found = (check(table, event) for name, check in asked if getattr(event, name))
        return next((breach for breach in found if breach is not None), None)

    return check_any


def _drop_general(found: list[RuleAndBreach]) -> list[RuleAndBreach]:
    """Drop a general rule where a special case of it speaks."""
    if len(found) < 2:  # noqa: PLR2004 - one is alone
        return found
    silent = {general for laid, breach in found if breach is not None for general in laid.rule.narrows}
    return [f for f in found if f[0].rule.id not in silent]
