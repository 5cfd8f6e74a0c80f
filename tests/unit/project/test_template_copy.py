"""A game copied from the template works at once: every test over each game passes for the new one."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

import pytest

from fixtures.kits import PACKAGES, TEMPLATE
from fixtures.new_game import copy, prefix_of
from tests.support.paths import ROOT
from tests.support.template_house import FOLDER, CopiedHouse, build_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> CopiedHouse:
    return build_house(tmp_path_factory.mktemp("house"))


def test_a_copy_of_the_template_names_the_new_game_only(house: CopiedHouse) -> None:
    assert {path.relative_to(house.root).parts[:3] for path in house.new} >= {("engine", "games", FOLDER)}
    texts = {path: path.read_text("utf-8") for path in house.new}
    assert not [path for path, text in texts.items() if "PB-" in text or f"fixtures.{TEMPLATE}" in text]


def test_a_copy_of_the_template_asks_for_a_sentence_of_its_own(house: CopiedHouse) -> None:
    package = house.root / "engine" / "games" / FOLDER / "__init__.py"
    assert package.read_text("utf-8") == '"""Tic Tac: describe the game here in one sentence."""\n'


def test_a_game_is_copied_once_and_under_a_name_that_logs_can_hold(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "engine" / "games" / "tailwinds", tmp_path / "engine" / "games" / "tailwinds")
    for name, prefix in (("Tic Tac", "TT"), ("tic-tac", "tt"), ("tailwinds", "TW")):
        with pytest.raises(SystemExit):
            copy(name, prefix, tmp_path)


def test_rules_are_called_by_the_initials_of_a_game_or_by_its_first_letters() -> None:
    assert (prefix_of("north-wind"), prefix_of("nim")) == ("NW", "NI")


def test_no_two_games_are_described_by_the_same_sentence() -> None:
    said = {name: import_module(package).__doc__ or "" for name, package in PACKAGES.items()}
    assert all(": " in doc for doc in said.values()), said
    first = {name: doc.partition(": ")[2].partition(".")[0] for name, doc in said.items()}
    assert TEMPLATE in first
    assert all(first.values())
    assert len(set(first.values())) == len(first), first
