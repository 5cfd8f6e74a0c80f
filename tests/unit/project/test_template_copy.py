"""A game copied from the template runs at once: the suite is green over it, and over no other game's folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from fixtures.kits import PACKAGES, TEMPLATE
from fixtures.new_game import copy, prefix_of
from tests.support.paths import ROOT
from tests.support.selection import OVER_FIXTURES

# What the option `--game` needs.
SELECTING = ("__init__", "conftest", "support/__init__", "support/fault_lists", "support/paths", "support/selection")
OVER_GAMES = ("laws/__init__", "laws/test_conservation")
GENERATED = shutil.ignore_patterns("__pycache__")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Build the house again with the template alone: no other game has its fixtures there."""
    for room in ("engine", "audit"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=GENERATED)
    shutil.copytree(ROOT / "fixtures" / TEMPLATE, tmp_path / "fixtures" / TEMPLATE, ignore=GENERATED)
    tests = [ROOT / "tests" / f"{name}.py" for name in (*SELECTING, *OVER_GAMES)]
    rules = OVER_FIXTURES.glob("*.py")
    for source in [ROOT / "pyproject.toml", *(ROOT / "fixtures").glob("*.py"), *tests, *rules]:
        target = tmp_path / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    return tmp_path


def test_a_copy_of_the_template_is_green_at_once(house: Path) -> None:
    new = copy("tic-tac", "TT", house)
    assert {path.relative_to(house).parts[:3] for path in new} >= {("engine", "games", "tic_tac")}
    assert not [path for path in new if "PB-" in (text := path.read_text()) or f"fixtures.{TEMPLATE}" in text]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--game", "tic-tac", "tests"]
    run = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)  # noqa: S603 - this suite
    assert run.returncode == 0, run.stdout
    passed = re.search(r"(\d+) passed", run.stdout)
    assert passed is not None
    assert int(passed[1]) > 70


def test_a_game_is_copied_once_and_under_a_name_that_logs_can_hold(house: Path) -> None:
    for name, prefix in (("Tic Tac", "TT"), ("tic-tac", "tt"), ("tailwinds", "TW")):
        with pytest.raises(SystemExit):
            copy(name, prefix, house)


def test_rules_are_called_by_the_initials_of_a_game_or_by_its_first_letters() -> None:
    assert (prefix_of("north-wind"), prefix_of("nim")) == ("NW", "NI")


def test_no_two_games_are_described_by_the_same_sentence() -> None:
    said = {name: import_module(package).__doc__ or "" for name, package in PACKAGES.items()}
    assert all(": " in doc for doc in said.values()), said
    first = {name: doc.partition(": ")[2].partition(".")[0] for name, doc in said.items()}
    assert TEMPLATE in first
    assert all(first.values())
    assert len(set(first.values())) == len(first), first
