"""What the suite must contain: a case, a spoiler and a citation for every rule, and a log for every ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest

from engine.kernel.flow import Phase, has_gate
from engine.kernel.game import Game
from engine.kernel.rulebook import LaidRule, list_all_rules, stack_layers
from fixtures.cases import Case, of_rule
from fixtures.kits import GAMES, catalogue
from fixtures.spoilers import spoilers
from tests.support.fault_lists import expect_no_faults
from tests.support.selection import SELECTION

# Rules that no random game can be made to break, with the reason; an entry that is no longer needed fails the suite.
NO_SPOILER: dict[str, str] = {}
NO_BREAKING_CASE: dict[str, str] = {}

each_game = pytest.mark.parametrize("game", SELECTION.games())


def list_cases(game: str, laid: LaidRule) -> list[Case]:
    return of_rule(game, laid.rule.id, laid.layer)


def list_enforced(game: str) -> Iterator[LaidRule]:
    return (laid for laid in SELECTION.wordings(game) if laid.rule.status == "enforced")


def name_faults(wordings: Iterable[LaidRule], find_faults: Callable[[LaidRule], Iterable[str]]) -> Iterator[str]:
    """Name the rule, and the layer that words it, before each of its faults."""
    return (f"{laid.rule.id} ({laid.layer}): {fault}" for laid in wordings for fault in find_faults(laid))


@each_game
def test_every_rule_has_a_sentence_and_a_citation_that_resolves(game: str) -> None:
    texts = {source.key: source for source in GAMES[game].sources}

    def find_faults(laid: LaidRule) -> Iterator[str]:
        if not laid.rule.says.endswith("."):
            yield f"is no sentence: {laid.rule.says}"
        if not laid.rule.cites:
            yield "cites nothing"
        for cite in laid.rule.cites:
            source = texts.get(cite.source)
            if source is None or cite.section not in source.sections:
                yield f"{cite.source}, {cite.section}: there is no such section"
            elif cite.page is None and not source.unpaged:
                yield f"{source.title}, {cite.section}: no page, and nothing says why"

    expect_no_faults(name_faults(SELECTION.wordings(game), find_faults))


@each_game
def test_every_rule_that_lets_something_pass_has_a_passing_case(game: str) -> None:
    passing = [laid for laid in SELECTION.wordings(game) if laid.rule.status in {"enforced", "permission"}]
    without = (laid for laid in passing if all(case.breaks is not None for case in list_cases(game, laid)))
    expect_no_faults(name_faults(without, lambda _: ["no passing case"]))


@each_game
def test_every_enforced_rule_has_a_breaking_case(game: str) -> None:
    def find_faults(laid: LaidRule) -> Iterator[str]:
        has = any(case.breaks is not None for case in list_cases(game, laid))
        if has == (laid.rule.id in NO_BREAKING_CASE):
            yield "the exception is not needed" if has else "no breaking case"

    expect_no_faults(name_faults(list_enforced(game), find_faults))


@each_game
def test_every_enforced_rule_has_a_spoiler(game: str) -> None:
    def find_faults(laid: LaidRule) -> Iterator[str]:
        known = spoilers(game).of(laid.rule.id)
        has = (
            bool(known)
            if len(list_all_rules(GAMES[game])[laid.rule.id]) == 1
            else laid.layer in {s.layer(game) for s in known}
        )
        if has == (laid.rule.id in NO_SPOILER):
            yield "the exception is not needed" if has else "no spoiler"

    expect_no_faults(name_faults(list_enforced(game), find_faults))


@each_game
def test_what_is_not_enforced_says_why(game: str) -> None:
    silent = (
        laid
        for laid in SELECTION.wordings(game)
        if laid.rule.status in {"recorded", "not-modelled"} and len(laid.rule.why.split()) <= 3
    )
    expect_no_faults(name_faults(silent, lambda laid: [f"{laid.rule.status}, and its reason is {laid.rule.why!r}"]))


@each_game
def test_every_rule_names_rules_and_rulings_that_exist(game: str) -> None:
    rules, questions = list_all_rules(GAMES[game]).keys(), GAMES[game].questions.keys()

    def find_faults(laid: LaidRule) -> Iterator[str]:
        for name in (set(laid.rule.narrows) - rules) | (set(laid.rule.rulings) - questions):
            yield f"names {name}, which is not there"

    expect_no_faults(name_faults(SELECTION.wordings(game), find_faults))


@pytest.mark.parametrize("game", [game for game in SELECTION.games() if catalogue(game)])
def test_every_rule_of_the_catalogue_is_registered_and_no_other(game: str) -> None:
    listed, registered = Counter(catalogue(game)), Counter(list(list_all_rules(GAMES[game])))
    counts = {rule: (listed[rule], registered[rule]) for rule in sorted(listed | registered)}
    expect_no_faults(
        f"{rule}: {there} times in the catalogue, {here} times registered"
        for rule, (there, here) in counts.items()
        if there != here
    )


def citing(game: Game, phase: Phase) -> Iterator[str]:
    """List the rules that a phase names for events without a place in it, and for acts out of turn."""
    kinds = (kind for kind in game.vocabulary.kinds if has_gate(kind) and kind not in phase.accepts)
    wheres = [phase.elsewhere_for.get(kind, phase.elsewhere) for kind in kinds]
    for where in (*wheres, *([phase.out_of_turn] if phase.in_turn else ())):
        yield from (rule for _, rule in where) if isinstance(where, tuple) else (where,)


@each_game
def test_a_rule_without_a_check_names_every_phase_that_names_it(game: str) -> None:
    rules = stack_layers(GAMES[game]).rules
    cited = {(rule, phase.name) for phase in GAMES[game].flow.values() for rule in citing(GAMES[game], phase)}
    named = {(rule, phase) for rule, laid in rules.items() for phase in laid.rule.phases}
    unnamed = {(rule, phase) for rule, phase in cited - named if rules[rule].rule.check is None}
    expect_no_faults(
        [
            *(f"{rule}: does not name the phase {phase}, which names it" for rule, phase in sorted(unnamed)),
            *(f"{rule}: names the phase {phase}, which does not name it" for rule, phase in sorted(named - cited)),
        ]
    )
