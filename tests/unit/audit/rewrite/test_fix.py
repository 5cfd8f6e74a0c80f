"""`deadreckon audit --fix`: suggested repairs, shown or written; and the same repairs as fixes for editors."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from audit import audit
from audit.options import DEFAULT_OPTIONS
from audit.report import render_sarif
from audit.rewrite.mend import mend_log
from engine.kernel.log import LogError
from tests.support.command_line import asked, kept
from tests.support.games import pebbles
from tests.support.games.pebbles import GAMES, log
from tests.support.paths import ROOT

# Ben takes five although three are legal; the claims about the heap and about ada's pebbles are wrong.
WRONG = ("ada: take 3", "ben: take 5", "cleo: take 3", "claim: heap 11", "claim: ada.taken 4")


def test_a_log_is_mended_by_lines_about_the_record_and_nothing_written_changes() -> None:
    raw = log(*WRONG)
    text, mends = mend_log(raw, GAMES, DEFAULT_OPTIONS, "records")
    assert text.encode().startswith(raw)
    assert mends
    assert all(line.startswith("record: ") for line in text[len(raw) :].splitlines())
    assert audit(text.encode(), GAMES).verdict == "clean"
    assert audit(text.encode(), GAMES).found.corrections


def test_a_log_is_mended_in_its_lines_and_keeps_its_comments() -> None:
    raw = log("# first round", *WRONG, "ben: take 1 # why not")
    text, _ = mend_log(raw, GAMES, DEFAULT_OPTIONS, "lines")
    assert "# first round" in text
    assert "# why not" in text
    assert "record:" not in text
    assert audit(text.encode(), GAMES).verdict == "clean"


def test_what_is_forgotten_is_written_in_where_it_belongs() -> None:
    # At thirteen pebbles the heap spills before the next turn.
    raw = log("ada: take 3", "ben: take 3", "cleo: take 1", "ada: take 1")
    text, (mend,) = mend_log(raw, GAMES, DEFAULT_OPTIONS, "lines")
    assert mend.insert
    assert text.splitlines()[6:8] == [mend.line, "ada: take 1"]


def test_a_mend_after_which_as_much_is_wrong_is_left_alone() -> None:
    for game in ("tailwinds", "north_wind", "winds_of_plunder"):
        raw = (ROOT / "fixtures" / game / "logs" / "demo.log").read_bytes()
        from engine.games import GAMES as REAL  # noqa: PLC0415 - only here

        before = len([f for f in audit(raw, REAL).findings if f.status in {"illegal", "mismatch"}])
        text, mends = mend_log(raw, REAL, DEFAULT_OPTIONS, "records")
        after = len([f for f in audit(text.encode(), REAL).findings if f.status in {"illegal", "mismatch"}])
        assert mends
        assert after < before, game


def test_a_clean_log_stays_as_it_is() -> None:
    raw = log(*pebbles.CLEAN)
    assert mend_log(raw, GAMES, DEFAULT_OPTIONS, "records") == (raw.decode(), ())


def test_a_sheet_is_not_mended() -> None:
    with pytest.raises(LogError, match="Only a log in text"):
        mend_log(b"game,pebbles\nplayers,ada=Ada,ben=Ben\nby,do,1\nada,take,9\n", GAMES, DEFAULT_OPTIONS, "lines")


@pytest.mark.usefixtures("one_small_game")
def test_the_log_is_written_shown_or_written_over_and_only_as_asked(tmp_path: Path) -> None:
    path = Path(kept(tmp_path / "x.log", *WRONG))
    raw = path.read_bytes()
    shown = asked("audit", str(path), "--fix", "--diff")
    assert (shown.exit_code, path.read_bytes()) == (0, raw)
    assert "+record: amend 2" in shown.stdout
    assert "-ben: take 5" in asked("audit", str(path), "--fix", "--lines", "--diff").stdout
    assert asked("audit", "--fix", str(path)).stdout.startswith(raw.decode())
    new = tmp_path / "new.log"
    assert asked("audit", "--fix", str(path), "-o", str(new)).exit_code == 0
    assert path.read_bytes() == raw
    assert asked("audit", "--fix", str(path), "--in-place").exit_code == 0
    assert path.read_bytes() == new.read_bytes() != raw
    assert "Before: 2 rules broken; now: clean." in asked("audit", "--fix", kept(tmp_path / "y.log", *WRONG)).stderr


@pytest.mark.usefixtures("one_small_game")
@pytest.mark.parametrize(
    "options",
    [["--diff"], ["--lines"], ["--fix", "--diff", "--in-place"], ["--fix", "--book", "played"], ["--fix", "."]],
)
def test_what_makes_no_sense_is_refused(clean: str, options: list[str]) -> None:
    assert asked("audit", clean, *options).exit_code == 2


def sarif(raw: bytes, spelling: str = "x.log") -> list[dict[str, object]]:
    (run,) = json.loads(render_sarif([(spelling, audit(raw, GAMES))]))["runs"]
    results: list[dict[str, object]] = run["results"]
    return results


def test_an_editor_that_applies_a_fix_gets_a_legal_line() -> None:
    raw = log(*WRONG)
    lines = raw.decode().splitlines(keepends=True)
    tried = 0
    for result in sarif(raw):
        for fix in result.get("fixes", []):  # type: ignore[attr-defined] # a list, if it is there
            (change,) = fix["artifactChanges"]
            (replacement,) = change["replacements"]
            region = replacement["deletedRegion"]
            at, end = region["startLine"] - 1, region["endColumn"] - 1
            new = replacement["insertedContent"]["text"] + lines[at][end:]
            text = "".join([*lines[:at], new, *lines[at + 1 :]])
            rule = result["ruleId"]
            assert (region["startLine"], rule) not in {
                (f.line, f.rule) for f in audit(text.encode(), GAMES).findings if f.status == "illegal"
            }
            assert change["artifactLocation"]["uri"] == "x.log"
            tried += 1
    assert tried >= 3


def test_what_is_forgotten_is_a_fix_that_puts_a_line_before() -> None:
    result = sarif(log("ada: take 3", "ben: take 3", "cleo: take 1", "ada: take 1"))[0]
    fixes: list[dict[str, object]] = result["fixes"]  # type: ignore[assignment] # as above
    (replacement,) = fixes[0]["artifactChanges"][0]["replacements"]  # type: ignore[index] # as above
    assert replacement["deletedRegion"]["endColumn"] == 1
    assert replacement["insertedContent"]["text"].startswith("fate: spill")
    assert replacement["insertedContent"]["text"].endswith("\n")


def test_a_log_that_is_not_text_gets_no_fixes() -> None:
    raw = b'{"game":"pebbles","players":[{"seat":"ada"},{"seat":"ben"}]}\n{"do":"take","by":"ada","count":9}\n'
    assert all("fixes" not in result for result in sarif(raw))


def test_the_hook_for_commits_runs_a_command_that_there_is() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    (entry,) = [line.split(":", 1)[1].split() for line in text.splitlines() if line.strip().startswith("entry:")]
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert entry[0] in scripts
    assert asked(*entry[1:], str(ROOT / "fixtures" / "tailwinds" / "logs" / "two-books.log")).exit_code == 0
