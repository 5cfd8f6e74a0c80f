"""`deadreckon tidy` writes what was read, preserves lines that are not events, and changes no verdict."""

from __future__ import annotations

from pathlib import Path

from audit import AuditOptions, audit
from engine.games import GAMES
from tests.support.command_line import asked

HEAD = "game: tailwinds\npack: tailwinds-reconstructed-1\nplayers: green=Ada/sailor, orange=Ben/crew\n---\n"
TYPED = HEAD + (
    "# Who begins\n\nRound 0\n#1 roll start 4 Ada\nBen rolls\nfate: roll start 2 seat=orange\n"
    "> Ada places 3, place 2   # both at once\nOrange: place 3\n# 5\norange place two\n"
)
TIDY = HEAD + (
    "# Who begins\n\n# Round 0\nfate: roll start 4 seat=green\nBen rolls\nfate: roll start 2 seat=orange\n"
    "green: place 3 # both at once\ngreen: place 2\norange: place 3\n# 5\norange: place 2\n"
)


def test_each_line_is_written_as_it_was_read_and_all_else_stays(tmp_path: Path) -> None:
    log = tmp_path / "evening.txt"
    log.write_text(TYPED.replace("\n", "\r\n"), "utf-8", newline="")
    done = asked("tidy", str(log))
    assert done.stdout == TIDY
    assert done.exit_code == 1, "a line could not be read"
    assert "evening.txt:11: read as green: place 3; green: place 2" in done.stderr
    assert log.read_bytes().count(b"\r\n") == TYPED.count("\n"), "the file stays as it is"


def test_a_tidied_log_is_tidy_canonical_and_judged_alike(tmp_path: Path) -> None:
    log, tidy = tmp_path / "evening.txt", tmp_path / "evening.log"
    log.write_text(TYPED.replace("Ben rolls\n", ""), "utf-8")
    assert asked("tidy", str(log), "-o", str(tidy)).exit_code == 0
    assert asked("tidy", str(tidy)).stdout == tidy.read_text("utf-8")
    one, two = (audit(path.read_bytes(), GAMES).found for path in (log, tidy))
    strict = audit(tidy.read_bytes(), GAMES, AuditOptions(strict=True)).found
    assert one.read_as
    assert not two.read_as
    assert one.verdict == two.verdict == strict.verdict
    assert [(f.rule, f.seq) for f in one.findings] == [(f.rule, f.seq) for f in strict.findings]


def test_in_place_writes_over_the_file_and_diff_writes_nothing(tmp_path: Path) -> None:
    log = tmp_path / "evening.txt"
    log.write_text(TYPED, "utf-8")
    shown = asked("tidy", str(log), "--diff").stdout
    assert "-orange place two\n+orange: place 2\n" in shown
    assert log.read_text("utf-8") == TYPED
    asked("tidy", str(log), "--in-place")
    assert log.read_text("utf-8") == TIDY
    assert asked("tidy", str(log), "--in-place", "--diff").exit_code == 2


def test_a_sheet_is_not_tidied_line_by_line(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("game,tailwinds\nplayers,green=Ada/sailor\nby,do,1,2\ngreen,place,3\n", "utf-8")
    done = asked("tidy", str(sheet))
    assert done.exit_code == 3
    assert "deadreckon convert --to text" in done.stderr
