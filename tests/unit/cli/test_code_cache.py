"""Summaries of modules are stored between processes, and never used for a module that has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from audit.model.auditor_version import NOT_JUDGING
from cli.code_cache import CodeCache
from engine.kernel.fingerprint import code, source
from engine.kernel.fingerprint.summaries import Summaries
from tests.support.command_line import asked

COVERED = ("engine/kernel", "engine/games/tailwinds", "audit")
LOG = "fixtures/tailwinds/logs/demo.log"


def start_process(monkeypatch: pytest.MonkeyPatch, memory: CodeCache | None) -> Summaries:
    """Forget everything except the stored summaries, as at the start of a process."""
    summaries = Summaries()
    if memory is None:
        summaries.compute_anew()
    summaries.memory = memory
    for module in (code, source):
        monkeypatch.setattr(module, "SUMMARIES", summaries)
    return summaries


def compute_digests() -> tuple[str, str]:
    """Compute both digests from the current files."""
    return (
        " ".join(code.digest_package.__wrapped__(package) for package in ("engine.kernel", "engine.games.tailwinds")),
        code.digest_package.__wrapped__("audit", except_=NOT_JUDGING),
    )


def refuse_to_summarize(_source: bytes) -> None:
    raise AssertionError("This was remembered.")


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Copy everything that the digests cover, so that a test may edit it."""
    for package in COVERED:
        shutil.copytree(package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(code, "files", lambda name: tmp_path.joinpath(*name.split(".")))
    return tmp_path


@pytest.fixture
def memory(tmp_path: Path) -> CodeCache:
    return CodeCache({"XDG_CACHE_HOME": str(tmp_path / "cache")})


def test_what_is_remembered_is_not_parsed_again_and_gives_the_digest_computed_anew(
    monkeypatch: pytest.MonkeyPatch, memory: CodeCache, tmp_path: Path
) -> None:
    start_process(monkeypatch, None)
    anew = compute_digests()
    start_process(monkeypatch, memory)
    assert compute_digests() == anew
    start_process(monkeypatch, memory)
    monkeypatch.setattr(source, "_summarize_anew", refuse_to_summarize)
    assert compute_digests() == anew
    (file,) = (tmp_path / "cache/deadreckon").iterdir()
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize(
    "name", ["engine/kernel/log.py", "engine/games/tailwinds/content/bare.toml", "audit/options.py"]
)
def test_an_edited_file_gives_another_digest_even_with_the_size_and_times_of_before(
    monkeypatch: pytest.MonkeyPatch, memory: CodeCache, copied: Path, name: str
) -> None:
    file = copied / name
    file.write_bytes(file.read_bytes() + b"0")
    start_process(monkeypatch, memory)
    before, was = compute_digests(), file.stat()
    file.write_bytes(file.read_bytes()[:-1] + b"1")
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert file.stat().st_size == was.st_size
    for process in ("that computes it", "that remembers it"):
        start_process(monkeypatch, memory)
        assert compute_digests() != before, process


@pytest.mark.parametrize("damage", [b"", b"[", b"\xff\xfe", b'["another maker",{}]', b'["",{"a":["b"]}]'])
def test_a_damaged_memory_is_replaced(
    monkeypatch: pytest.MonkeyPatch, memory: CodeCache, tmp_path: Path, damage: bytes
) -> None:
    start_process(monkeypatch, memory)
    digest = code.digest_package.__wrapped__("engine.kernel.tables")
    (file,) = (tmp_path / "cache/deadreckon").iterdir()
    good = file.read_bytes()
    file.write_bytes(damage)
    start_process(monkeypatch, memory)
    assert code.digest_package.__wrapped__("engine.kernel.tables") == digest
    assert file.read_bytes() == good


def test_a_summary_that_other_code_made_is_not_used(monkeypatch: pytest.MonkeyPatch, memory: CodeCache) -> None:
    start_process(monkeypatch, memory)
    code.digest_package.__wrapped__("engine.kernel.tables")
    monkeypatch.setattr("engine.kernel.fingerprint.summaries._digest_maker", lambda: "0" * 64)
    start_process(monkeypatch, memory)
    monkeypatch.setattr(source, "_summarize_anew", refuse_to_summarize)
    with pytest.raises(AssertionError, match="remembered"):
        code.digest_package.__wrapped__("engine.kernel.tables")


@pytest.mark.parametrize("place", ["a file", "no folder/below a file", ""])
def test_where_nothing_can_be_stored_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str
) -> None:
    (tmp_path / "a file").write_bytes(b"")
    (tmp_path / "no folder").write_bytes(b"")
    monkeypatch.setenv("HOME", "nowhere")
    monkeypatch.chdir(tmp_path)
    memory = CodeCache({"XDG_CACHE_HOME": str(tmp_path / place) if place else ""})
    memory.write("name", b"content")
    assert memory.read("name") == b""
    assert {file.name for file in tmp_path.rglob("*")} == {"a file", "no folder"}


@pytest.mark.parametrize("command", ["verify", "recheck"])
def test_the_commands_that_check_a_database_compute_every_digest_anew(
    monkeypatch: pytest.MonkeyPatch, memory: CodeCache, tmp_path: Path, command: str
) -> None:
    summaries = start_process(monkeypatch, memory)
    monkeypatch.setattr(import_module(f"cli.commands.db.{command}"), "SUMMARIES", summaries)
    compute_digests()
    assert summaries._known
    asked("db", command, "--database", f"sqlite:///{tmp_path / 'club.db'}")
    assert (summaries.memory, summaries._known, summaries.find_summary("0" * 64)) == (None, {}, None)


def test_the_command_line_remembers_in_the_cache_folder_of_the_user(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli.main", "audit", "--format", "json", LOG]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, check=False).stdout  # noqa: S603 - this program
        for _ in range(2)
    )
    assert [file.name.startswith("code-") for file in (tmp_path / "deadreckon").iterdir()] == [True]
    assert first == second != b""
