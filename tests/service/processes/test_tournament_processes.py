"""Several processes count a tournament alike."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from audit.tournaments import Tournament, parse_tournament
from engine.games import GAMES
from tests.support.command_line import asked
from tests.support.paths import FIXTURES

HERE = FIXTURES / "tournaments" / "harbour_open"


@pytest.fixture
def tournament() -> Tournament:
    return parse_tournament((HERE / "open.toml").read_bytes(), GAMES)


def test_several_processes_count_the_same(tmp_path: Path) -> None:
    for copy in range(3):
        shutil.copytree(HERE / "logs", tmp_path / "logs" / str(copy))
    shutil.copy(HERE / "open.toml", tmp_path)
    arguments = ("tournament", "report", str(tmp_path / "open.toml"), str(tmp_path / "logs"), "--format", "json")
    assert asked(*arguments, "--jobs", "2").stdout == asked(*arguments, "--jobs", "1").stdout
