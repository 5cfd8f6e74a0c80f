"""A rule leads to the code that upholds it: its breaking case enters what it names, and needs it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

import msgspec
import pytest
from msgspec.structs import replace

from audit.browse.catalogue import CatalogueRule, list_catalogue_rules
from audit.intake.prepared import prepare_log
from engine.kernel.game import Game
from engine.kernel.rules import Function
from fixtures.cases import Case, of_rule
from fixtures.kits import GAMES

ENFORCED = [
    pytest.param(entry, id=f"{entry.rule.id}{'' if entry is first else f' in {entry.layer}'}")
    for game in GAMES.values()
    for first in list_catalogue_rules(game)
    for entry in (first, *first.others)
    if entry.rule.status == "enforced"
]
WITHOUT_CHECK = [
    param
    for param in ENFORCED
    if (rule := param.values[0].rule).check is None and not rule.repeats  # type: ignore[union-attr] # an Entry
]
Met = list[tuple[int, str, bool]]


def breaking(entry: CatalogueRule) -> list[Case]:
    cases = of_rule(entry.game.name, entry.rule.id, entry.layer)
    return [case for case in cases if case.breaks is not None]


def met(game: Game, case: Case) -> Met:
    """Replay a case: each rule met, where, and whether it is broken."""
    replay = prepare_log(case.log.encode(), {game.name: game}).replay_all()
    return [(judgement.seq, judgement.laid.rule.id, judgement.breach is not None) for judgement in replay.judgements]


def outcome(game: Game, case: Case) -> Met | str:
    """What a case comes to, be it that it cannot be replayed."""
    try:
        return met(game, case)
    except Exception as wrong:  # noqa: BLE001 - an engine with a part missing may fail in any way
        return repr(wrong)


@contextmanager
def watched() -> Iterator[set[CodeType]]:
    """Note down the code of every function that is entered."""
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
    """Do nothing, whatever is asked."""


@contextmanager
def emptied(function: Function) -> Iterator[None]:
    """Leave a function without a body, wherever it is called from."""
    code = function.__code__
    function.__code__ = nothing.__code__
    try:
        yield
    finally:
        function.__code__ = code


def without_phase(game: Game, name: str) -> Game:
    """Give a game in which one phase has a place for everything, and everybody's turn."""
    everything = frozenset(game.vocabulary.kinds)
    open_phase = msgspec.structs.replace(game.flow[name], accepts=everything, in_turn=frozenset(), over=False)
    return replace(game, flow={**game.flow, name: open_phase})


@pytest.mark.parametrize("entry", ENFORCED)
def test_every_enforced_rule_says_where_it_stands_and_what_it_looks_at(entry: CatalogueRule) -> None:
    assert entry.source_places, entry.rule.id
    assert entry.subjects_of_rule, entry.rule.id
    assert all(inspect.isfunction(function) for function in entry.rule.functions)


@pytest.mark.parametrize("entry", ENFORCED)
def test_a_breaking_case_enters_what_the_rule_names(entry: CatalogueRule) -> None:
    with watched() as entered:
        for case in breaking(entry):
            met(entry.game, case)
    missed = [function.__name__ for function in entry.rule.functions if function.__code__ not in entered]
    assert not missed


@pytest.mark.parametrize("entry", WITHOUT_CHECK)
def test_no_breaking_case_is_found_without_what_the_rule_names(entry: CatalogueRule) -> None:
    game, rule = entry.game, entry.rule
    for function in (*rule.by, *rule.owed_by):
        assert _changes(entry, lambda case, function=function: _with_emptied(game, function, case)), (
            f"{rule.id} comes out the same without {function.__name__}"
        )
    for phase in rule.phases:
        assert _changes(entry, lambda case, phase=phase: outcome(without_phase(game, phase), case)), (
            f"{rule.id} comes out the same without the phase {phase}"
        )


def _with_emptied(game: Game, function: Function, case: Case) -> Met | str:
    with emptied(function):
        return outcome(game, case)


def _changes(entry: CatalogueRule, asked: Callable[[Case], Met | str]) -> bool:
    return any(asked(case) != met(entry.game, case) for case in breaking(entry))
