"""A rule names the code that enforces it: its breaking case calls that code, and needs it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

import msgspec
import pytest
from msgspec.structs import replace

from audit.browse.catalogue import CatalogueRule, list_catalogue_rules
from audit.intake.preparation import prepare_log
from engine.kernel.game import Game
from engine.kernel.rules import Function
from fixtures.cases import Case, of_rule
from fixtures.kits import GAMES
from tests.support.fault_lists import expect_no_faults
from tests.support.selection import SELECTION

each_game = pytest.mark.parametrize("game", SELECTION.games())
Met = list[tuple[int, str, bool]]


def list_enforced(game: str) -> list[CatalogueRule]:
    """List the enforced rules of a game in each of their wordings."""
    wordings = [entry for first in list_catalogue_rules(GAMES[game]) for entry in (first, *first.others)]
    return [one for one in wordings if one.rule.status == "enforced" and SELECTION.is_about(one.rule.id)]


def name_faults(rules: Iterable[CatalogueRule], find_faults: Callable[[CatalogueRule], Iterable[str]]) -> Iterator[str]:
    """Name the rule, and the layer that words it, before each of its faults."""
    return (f"{entry.rule.id} ({entry.layer}): {fault}" for entry in rules for fault in find_faults(entry))


def breaking(entry: CatalogueRule) -> list[Case]:
    cases = of_rule(entry.game.name, entry.rule.id, entry.layer)
    return [case for case in cases if case.breaks is not None]


def met(game: Game, case: Case) -> Met:
    """Replay a case: each rule met, where, and whether it is broken."""
    replay = prepare_log(case.log.encode(), {game.name: game}).replay_all()
    return [(judgement.seq, judgement.laid.rule.id, judgement.breach is not None) for judgement in replay.judgements]


def outcome(game: Game, case: Case) -> Met | str:
    """Return the outcome of a case, including that it cannot be replayed."""
    try:
        return met(game, case)
    except Exception as wrong:  # noqa: BLE001 - an engine with a part missing may fail in any way
        return repr(wrong)


@contextmanager
def watched() -> Iterator[set[CodeType]]:
    """Record the code of every function that is called."""
    entered: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(before)


def nothing(*_args: object, **_kwargs: object) -> None:
    """Do nothing, whatever the arguments are."""


@contextmanager
def emptied(function: Function) -> Iterator[None]:
    """Empty a function, wherever it is called from."""
    code = function.__code__
    function.__code__ = nothing.__code__
    try:
        yield
    finally:
        function.__code__ = code


def without_phase(game: Game, name: str) -> Game:
    """Return a game in which one phase accepts every event, from every player."""
    everything = frozenset(game.vocabulary.kinds)
    open_phase = msgspec.structs.replace(game.flow[name], accepts=everything, in_turn=frozenset(), over=False)
    return replace(game, flow={**game.flow, name: open_phase})


@each_game
def test_every_enforced_rule_says_where_it_stands_and_what_it_looks_at(game: str) -> None:
    def find_faults(entry: CatalogueRule) -> Iterator[str]:
        if not entry.source_places:
            yield "does not say where it stands"
        if not entry.subjects_of_rule:
            yield "does not say what it looks at"
        yield from (f"{one} is no function" for one in entry.rule.functions if not inspect.isfunction(one))

    expect_no_faults(name_faults(list_enforced(game), find_faults))


@each_game
def test_a_breaking_case_enters_what_the_rule_names(game: str) -> None:
    def find_faults(entry: CatalogueRule) -> Iterator[str]:
        with watched() as entered:
            for case in breaking(entry):
                met(entry.game, case)
        missed = [function for function in entry.rule.functions if function.__code__ not in entered]
        yield from (f"no breaking case enters {function.__name__}" for function in missed)

    expect_no_faults(name_faults(list_enforced(game), find_faults))


@each_game
def test_no_breaking_case_is_found_without_what_the_rule_names(game: str) -> None:
    def find_faults(entry: CatalogueRule) -> Iterator[str]:
        rule = entry.rule
        for function in (*rule.by, *rule.owed_by):
            if not _changes(entry, lambda case, function=function: _with_emptied(entry.game, function, case)):
                yield f"comes out the same without {function.__name__}"
        for phase in rule.phases:
            if not _changes(entry, lambda case, phase=phase: outcome(without_phase(entry.game, phase), case)):
                yield f"comes out the same without the phase {phase}"

    without_check = [one for one in list_enforced(game) if one.rule.check is None and not one.rule.repeats]
    expect_no_faults(name_faults(without_check, find_faults))


def _with_emptied(game: Game, function: Function, case: Case) -> Met | str:
    with emptied(function):
        return outcome(game, case)


def _changes(entry: CatalogueRule, asked: Callable[[Case], Met | str]) -> bool:
    return any(asked(case) != met(entry.game, case) for case in breaking(entry))
