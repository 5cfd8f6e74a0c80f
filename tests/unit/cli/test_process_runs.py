"""Real runs of the command: streams, colours, interrupts, and imports."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli import inputs, output
from cli.main import run_command_line
from engine.kernel.basics.visible_text import make_visible
from tests.support.command_line import REAL, kept, really, started

pytestmark = pytest.mark.usefixtures("one_small_game")


def test_a_real_run_keeps_data_and_talk_apart_and_its_exit_codes(clean: str, broken: str, tmp_path: Path) -> None:
    (tmp_path / "no.log").write_bytes(b"")
    for path, code in ((clean, 0), (broken, 1), (str(tmp_path / "no.log"), 3), ("nowhere", 2)):
        done = really("audit", path)
        assert done.returncode == code
        assert (done.stdout == b"") == (code > 1)
        assert (done.stderr == b"") == (code < 2)
        assert b"Traceback" not in done.stderr


def test_no_colour_leaves_a_pipe_or_a_terminal_that_wants_none(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert b"\x1b[" not in really("audit", broken).stdout
    terminal: Any = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert output.has_colour(terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not output.has_colour(terminal)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not output.has_colour(terminal)


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    log = kept(tmp_path / "long.log", *(f"ada: boast {'x' * 60}" for _ in range(3000)))
    with started("convert", log, "--to", "jsonl", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run_:
        assert run_.stdout is not None
        assert run_.stderr is not None
        run_.stdout.read(10)
        run_.stdout.close()
        assert run_.stderr.read() == b""
        assert run_.wait(20) == output.READER_GONE


def test_a_terminal_without_the_letters_shows_their_numbers(tmp_path: Path) -> None:
    log = kept(tmp_path / "u.log", "ada: take 3")
    done = really("replay", log, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"\\u2192" in done.stdout


def test_a_fault_of_ours_is_shown_in_full_and_is_not_a_finding(
    monkeypatch: pytest.MonkeyPatch, clean: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("the sky falls")

    monkeypatch.setattr(inputs, "read_bytes", fails)
    assert run_command_line(["audit", clean]) == 70
    seen = capsys.readouterr().err
    assert "the sky falls" in seen
    assert "bug in Deadreckon" in seen


def test_an_interrupt_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, clean: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(inputs, "read_bytes", interrupted)
    assert run_command_line(["audit", clean]) == 130
    assert "Stopped." in capsys.readouterr().err


def test_one_audit_imports_neither_rich_nor_faker_nor_what_only_other_commands_need(clean: str) -> None:
    seen = REAL.replace("main()", "run_command_line(['audit', sys.argv[1]]); print(*sys.modules)").replace(
        "import main", "import run_command_line"
    )
    with started(clean, code=f"import sys; {seen}", stdout=subprocess.PIPE) as run_:
        out, _ = run_.communicate(timeout=60)
    loaded = set(out.decode().splitlines()[-1].split())
    assert "audit.pipeline" in loaded
    # Pebbles itself is one of the fixtures; every other fixture module needs the kits.
    heavy = {
        "rich",
        "faker",
        "fixtures.kits",
        "pathlib",
        "shutil",
        "multiprocessing",
        "concurrent.futures",
        "sqlalchemy",
    }
    assert not loaded & {*heavy, "cli.commands.replay", "cli.replay.steps"}


def test_everything_printed_is_made_safe_unless_it_was_painted() -> None:
    assert output.join_parts("\x1b[31mred", output.paint("x")) == f"{make_visible(chr(27))}[31mredx"
    assert output.paint("a\u200bb") == "a\\u{200b}b"
