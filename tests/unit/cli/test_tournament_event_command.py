"""Events of a tournament are recorded by a command: checked first, appended after all others, and never changed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import Result

from audit.tournaments import parse_tournament
from audit.tournaments.events.fold import read_record
from engine.games import GAMES
from tests.support.command_line import asked
from tests.support.logs.harbour_open import EVENTS, FILE, unruled

ROSA = ("--who", "Rosa", "--why", "so")


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(unruled(tmp_path / "open") / "open.toml")


def event(file: str, *words: str) -> Result:
    return asked("tournament", "event", file, *words)


def written(file: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (Path(file).parent / EVENTS.name).read_text("utf-8").splitlines()]


def test_each_kind_of_event_is_written_behind_the_others(file: str) -> None:
    log = str(Path(file).parent / "logs" / "r1t1.log")
    mended = str(Path(file).parent / "logs" / "r1t3.log")
    before = (Path(file).parent / EVENTS.name).read_bytes()
    for words in (
        ("hand-in", "--table", "R1T1", "--log", log, "--who", "Ada"),
        ("replace", "--table", "R1T1", "--log", mended, "--instead", log, *ROSA),
        ("confirm", "--table", "R1T1", "--by", "ada", "--who", "Ada"),
        ("rule", "--table", "R3T3", "--reading", "WP-AMB-31=tie-cancels", *ROSA),
        ("decide", "--table", "R1T2", "--place", "eve=1", "--place", "finn=2", "--place", "gwen=3", "--place", "hugo=3",
         "--score", "eve=44", "--dropped", "hugo", *ROSA),
        ("walk-over", "--table", "R2T1", "--absent", "eve", *ROSA),
        ("withdraw", "--player", "tara", "--round", "3", *ROSA),
        ("penalty", "--player", "finn", "--points", "-1", *ROSA),
        ("bye", "--player", "gwen", "--round", "2", "--who", "Rosa"),
        ("break-tie", "--order", "ada", "--order", "uwe", *ROSA),
        ("lift", "--event", "15", *ROSA),
    ):  # fmt: skip
        done = event(file, *words)
        assert done.exit_code == 0, (words, done.stderr)
    after = (Path(file).parent / EVENTS.name).read_bytes()
    assert after.startswith(before)
    record = read_record(after, parse_tournament(FILE.read_bytes(), GAMES), game=GAMES["winds-of-plunder"])
    assert (len(record.events), len(record.penalties)) == (7 + 11, 0), "event 15, the penalty, was taken back"
    assert record.logs[hashlib.sha256(Path(mended).read_bytes()).hexdigest()] == "R1T1"
    assert record.decided["R1T2"].places == {"eve": 1, "finn": 2, "gwen": 3, "hugo": 3}
    assert record.absent["R3T2"] == {"tara"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("penalty", "--player", "fin", "--points", "-1", *ROSA), "Did you mean 'finn'?"),
        (("penalty", "--player", "finn", "--points", "x", *ROSA), "'x' is not a number"),
        (("penalty", "--player", "finn", "--points", "1", "--who", "Rosa"), "gives no reason"),
        (("confirm", "--who", "Rosa"), "missing required field `table`"),
        (("confirm", "--table", "R1T1", "--player", "ada", "--who", "Rosa"), "unknown field `player`"),
        (("decide", "--table", "R1T1", "--place", "ada", *ROSA), "is not a pair"),
        (("decide", "--table", "R1T1", "--place", "ada=first", *ROSA), "Expected `int`"),
        (("hand-in", "--table", "R1T1", "--log", "nowhere.log", "--who", "Ada"), "neither a file nor a SHA-256"),
        (("hand-in", "--table", "R1T1", "--log", "0" * 64, "--who", " "), "says nothing"),
    ],
)
def test_what_cannot_have_happened_is_not_written(file: str, words: tuple[str, ...], says: str) -> None:
    before = written(file)
    done = event(file, *words)
    assert (done.exit_code, says in " ".join(done.stderr.split())) == (2, True), done.stderr
    assert written(file) == before


def test_events_that_are_at_fault_already_are_told_with_their_line(file: str) -> None:
    (Path(file).parent / EVENTS.name).write_text("nonsense\n", "utf-8")
    done = event(file, "confirm", "--table", "R1T1", "--who", "Rosa")
    assert (done.exit_code, "open.events.jsonl:1" in done.stderr) == (3, True)
