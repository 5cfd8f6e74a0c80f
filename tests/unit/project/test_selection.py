"""A run is limited to the requested rule or game, and otherwise takes a sample of the slow tests."""

from __future__ import annotations

import sys
from subprocess import run

import pytest

from fixtures.goldens import goldens
from fixtures.kits import GAMES
from fixtures.readings import readings
from fixtures.spoilers import spoilers
from tests.support.paths import ROOT
from tests.support.selection import Selection, UnknownSelectionError


def narrowed(rule: str = "", game: str = "", *, every: bool = False) -> Selection:
    selection = Selection()
    selection.narrow(rule, game, every=every)
    return selection


def test_a_run_about_one_rule_has_its_entries_and_no_others() -> None:
    selection = narrowed("tw-move-05")
    assert selection.games() == ["tailwinds"]
    assert {case.rule for case in selection.cases()} == {"TW-MOVE-05"}
    assert {laid.rule.id for laid in selection.wordings("tailwinds")} == {"TW-MOVE-05"}
    assert {spoiler.rule for spoiler, _ in selection.spoilers("tailwinds")} == {"TW-MOVE-05"}
    assert 0 < len(selection.goldens()) < len(goldens("tailwinds"))
    assert selection.whole_games() == []
    assert selection.slips() == []


def test_a_rule_has_the_readings_of_the_questions_it_depends_on() -> None:
    selection = narrowed("TW-RAIN-07")
    asked = {question.id for question in selection.questions("tailwinds")}
    assert asked
    assert asked <= {log.question for log in selection.readings()}
    assert len(selection.readings()) < len(readings("tailwinds"))


def test_a_run_about_one_game_has_every_entry_of_it() -> None:
    selection = narrowed(game="tailwinds")
    assert len(selection.readings()) == len(readings("tailwinds"))
    assert len(selection.spoilers("tailwinds")) == len(spoilers("tailwinds").all)
    assert selection.whole_games() == ["tailwinds"]


def test_a_sample_has_something_of_each_chapter_and_every_entry_is_run_where_that_is_asked_for() -> None:
    sample, whole = narrowed(), narrowed(every=True)
    for game in GAMES:
        chapters = {spoiler.rule.rpartition("-")[0] for spoiler, _ in whole.spoilers(game)}
        assert {spoiler.rule.rpartition("-")[0] for spoiler, _ in sample.spoilers(game)} == chapters
        assert len(sample.spoilers(game)) == len(chapters)
    assert {(log.game, log.place) for log in sample.readings()} == {(log.game, log.place) for log in whole.readings()}
    assert len(sample.readings()) < len(whole.readings())
    assert {game for game, _ in sample.slips()} == set(GAMES)
    assert len(sample.cases()) == len(whole.cases())
    assert len(sample.goldens()) == len(whole.goldens())


@pytest.mark.parametrize(
    ("rule", "game", "says"),
    [
        ("TW-MOVE-99", "", "There is no rule TW-MOVE-99. Did you mean TW-MOVE-09"),
        ("", "chess", "There is no game chess; there are tailwinds"),
        ("TW-MOVE-05", "windward", "TW-MOVE-05 is a rule of tailwinds, not of windward."),
    ],
)
def test_a_name_that_is_unknown_is_refused_in_a_sentence(rule: str, game: str, says: str) -> None:
    with pytest.raises(UnknownSelectionError) as refused:
        narrowed(rule, game)
    assert str(refused.value).startswith(says)


def test_a_run_about_an_unknown_rule_ends_with_that_sentence_and_runs_nothing() -> None:
    command = [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", "--rule", "TW-MOVE-99"]
    ended = run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - this suite
    assert ended.returncode == pytest.ExitCode.USAGE_ERROR
    assert ended.stderr.startswith("ERROR: There is no rule TW-MOVE-99.")
    assert ended.stdout == ""
