"""Files from Windows: their line ends are preserved; their paths are ordinary words, and may name files."""

from __future__ import annotations

import json
from pathlib import Path, PureWindowsPath

import pytest

from audit import audit
from audit.intake.preparation import prepare_log
from audit.report.sarif import make_relative_uri
from audit.rewrite.mend import mend_log
from audit.rewrite.tidy import tidy_log
from engine.games import GAMES
from engine.kernel.events import Unreadable
from engine.kernel.spellings.text import write_line
from tests.support.command_line import asked
from tests.support.paths import SHORT_DEMO, SHORT_DEMOS

PATHS = [
    PureWindowsPath(r"C:\logs\new\table 7.log"),
    PureWindowsPath(r"\\club\share\night.log"),
    PureWindowsPath(r"..\logs\a.log"),
    PureWindowsPath("D:a.log"),
]
HEAD = "game: tailwinds\r\nplayers: green=Ada/sailor, orange=Ben/crew\r\n---\r\n"


def as_on_windows(path: Path) -> bytes:
    return path.read_bytes().replace(b"\n", b"\r\n")


@pytest.mark.parametrize("demo", SHORT_DEMOS, ids=lambda path: path.parts[-3])
def test_line_ends_change_nothing_of_a_report_but_the_bytes_it_is_about(demo: Path) -> None:
    here, there = (audit(raw, GAMES).found for raw in (demo.read_bytes(), as_on_windows(demo)))
    assert there.findings == here.findings
    assert (there.verdict, there.result, there.read_as) == (here.verdict, here.result, here.read_as)
    assert there.log.sha256 != here.log.sha256


def test_a_log_that_is_mended_or_tidied_keeps_its_line_ends(tmp_path: Path) -> None:
    raw = as_on_windows(SHORT_DEMO)
    text, mends = mend_log(raw, GAMES, prepare_log(raw, GAMES).asked, "records")
    assert mends
    assert text.count("\n") == text.count("\r\n") == raw.count(b"\n") + len(mends)
    path = tmp_path / "demo.log"
    path.write_bytes(raw)
    shown = asked("audit", str(path), "--fix", "--diff").stdout.splitlines()
    assert [line for line in shown if line.startswith("-")] == [f"--- {path}"]
    typed = (HEAD + "# slowly\r\nAda places 3\r\n").encode()
    assert tidy_log(typed, prepare_log(typed, GAMES)) == HEAD + "# slowly\r\ngreen: place 3\r\n"
    # If lines end in both ways, the output has one.
    mixed = typed.replace(b"slowly\r\n", b"slowly\n")
    assert "\r" not in tidy_log(mixed, prepare_log(mixed, GAMES))


@pytest.mark.parametrize("path", PATHS, ids=str)
@pytest.mark.parametrize("line", ["record: note photo in {}", 'record: note "photo in {}"', "{}", "# {}"])
def test_a_path_in_a_line_is_a_word_and_never_an_event(line: str, path: PureWindowsPath) -> None:
    prepared = prepare_log(f"{HEAD}fate: roll start 4 seat=green\r\n{line.format(path)}\r\n".encode(), GAMES)
    first, *others = prepared.log.events
    assert write_line(first, GAMES["tailwinds"].vocabulary) == "fate: roll start 4 seat=green"
    if line.startswith("record"):
        (note,) = others
        assert write_line(note, GAMES["tailwinds"].vocabulary) == f"record: note {json.dumps(f'photo in {path}')}"
    else:
        assert all(type(event) is Unreadable for event in others)


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_a_path_in_a_header_is_taken_as_it_stands(path: PureWindowsPath) -> None:
    head = f"game: tailwinds\nplayers: green=CLUB\\ada/sailor, orange=Ben/crew\nevent: {path}\n---\nfate: shuffle\n"
    log = audit(head.encode(), GAMES).found.log
    assert (log.event, log.players[0].name) == (str(path), "CLUB\\ada")


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_a_file_that_is_named_as_on_windows_is_told_by_its_name(path: PureWindowsPath, tmp_path: Path) -> None:
    (tmp_path / str(path)).write_bytes(as_on_windows(SHORT_DEMO))
    there = str(tmp_path / str(path))
    done = asked("audit", there, there, "--format", "json")
    assert [one["file"] for one in json.loads(done.stdout)] == [there, there]
    uri = make_relative_uri(str(path))
    assert "\\" not in uri
    assert ":" not in uri
    assert uri.endswith(path.name.rpartition(":")[2].replace(" ", "%20"))
    pages = tmp_path / "pages"
    assert asked("audit", there, there, "--format", "html", "-o", str(pages)).exit_code == 1
    assert all(name.isascii() and not set(name) & set("\\: ") for name in (page.name for page in pages.iterdir()))
