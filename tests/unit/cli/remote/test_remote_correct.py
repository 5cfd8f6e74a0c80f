"""The command line against a server's logs, for a judge: corrections recorded next to their bytes, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.store import Role
from tests.support.command_line import asked, kept
from tests.support.servers.remote_server import TOKEN, There

pytestmark = pytest.mark.usefixtures("nobody_logged_in")
MOVES = ("ada: take 3", "ben: take 5", "cleo: take 1")
AMEND = b'record: amend 2 "ben: take 3" who=Judge why=misheard\n'


def pushed(tmp_path: Path) -> str:
    result = asked("remote", "push", kept(tmp_path / "game.log", *MOVES))
    assert result.exit_code == 0, result.stderr
    return result.stdout.split()[0]


def test_a_log_that_is_kept_there_is_corrected_and_stays_what_it_was(there: There, tmp_path: Path) -> None:
    sha256 = pushed(tmp_path)
    assert asked("remote", "audit", sha256).exit_code == 1
    result = asked("remote", "correct", sha256, "-", input=AMEND)
    assert result.exit_code == 0, result.stderr
    assert "no longer at event 2: PB-HEAP-01" in result.stdout
    assert result.stdout.splitlines()[-1] == "clean · recorded up to correction 1"
    assert asked("remote", "audit", sha256).exit_code == 0
    pulled = asked("remote", "pull", sha256).stdout_bytes
    assert pulled == (tmp_path / "game.log").read_bytes()
    whole = asked("remote", "pull", sha256, "--adjudicated").stdout_bytes
    assert whole == pulled + AMEND
    assert asked("audit", "-", input=whole).exit_code == 0
    assert asked("remote", "pull", "a-live-game", "--adjudicated").exit_code == 2
    assert len(there.store.list_uploads("harbour-open")) == 1


def test_the_same_corrections_are_recorded_once_unless_it_is_said(there: There, tmp_path: Path) -> None:
    sha256 = pushed(tmp_path)
    assert [asked("remote", "correct", sha256, "-", input=AMEND).exit_code for _ in range(2)] == [0, 6]
    assert there.store.read_decisions_head("harbour-open", sha256).seq == 1


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (b'record: amend 9 "ben: take 3"\n', "-:1:"),
        (b"# why\nben: take 3\n", "-:2:"),
        (b"record: amend\n", "-:1:"),
        (b"", "There is nothing"),
    ],
)
def test_what_is_no_correction_is_refused_with_its_line(there: There, tmp_path: Path, lines: bytes, place: str) -> None:
    sha256 = pushed(tmp_path)
    result = asked("remote", "correct", sha256, "-", input=lines)
    assert (result.exit_code, result.stdout) == (3, "")
    assert place in result.stderr.replace("<stdin>", "-").replace("stdin", "-")
    assert there.store.read_decisions_head("harbour-open", sha256).seq == 0


def test_only_a_judge_corrects_and_only_what_is_there(
    there: There, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha256 = pushed(tmp_path)
    assert "There is no log" in asked("remote", "correct", "0" * 64, "-", input=AMEND).stderr
    monkeypatch.setenv(TOKEN, there.token(Role.RECORDER))
    result = asked("remote", "correct", sha256, "-", input=AMEND)
    assert (result.exit_code, "judge" in result.stderr) == (5, True)
