"""A workplace for the command line: one small game, a clean log, a broken one, and both ways to run a command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

import engine.games
from cli.main import app
from tests.support.games import pebbles
from tests.support.paths import ROOT

# A real run of the command, with a game that needs no components.
REAL = (
    "import engine.games; from tests.support.games import pebbles; engine.games.GAMES = pebbles.GAMES;"
    "from cli.main import main; main()"
)
BROKEN = ("ada: take 3", "ben: take 5", "ben: take 1", "claim: heap 11")


@pytest.fixture
def one_small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register pebbles, and no other game."""
    monkeypatch.setattr(engine.games, "GAMES", pebbles.GAMES)


@pytest.fixture
def clean(tmp_path: Path) -> str:
    """Store a clean log."""
    return kept(tmp_path / "clean.log", *pebbles.CLEAN)


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """Store a log with an illegal move."""
    return kept(tmp_path / "broken.log", *BROKEN)


def kept(place: Path, *lines: str, header: str = "") -> str:
    """Write a log of pebbles to a file."""
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(pebbles.log(*lines, header=header))
    return str(place)


def asked(*arguments: str, **more: Any) -> Result:
    """Run in this process; every exception except an exit is a bug, and so is `serve`, which does not end."""
    with patch("cli.commands.serve._serve", side_effect=AssertionError("It would serve now: nothing was refused.")):
        result = CliRunner().invoke(app, arguments, prog_name="deadreckon", **more)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def started(*arguments: str, code: str = REAL, **more: Any) -> subprocess.Popen[bytes]:
    """Start a separate process, with the requested streams."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    return subprocess.Popen([sys.executable, "-c", code, *arguments], env=environment, **more)  # noqa: S603 - this program


def really(*arguments: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run in a separate process, and wait for it."""
    with started(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more) as run:
        out, err = run.communicate(timeout=60)
    return subprocess.CompletedProcess(run.args, run.returncode, out, err)
