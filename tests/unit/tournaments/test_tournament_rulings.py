"""An organiser's rulings on a table: applied to its log, counted, shown with who and why, and lifted again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit.tournaments import Tournament, parse_tournament
from audit.tournaments.count.count import CountedTable
from audit.tournaments.count.submission import Submission
from audit.tournaments.events.fold import read_record
from audit.tournaments.safety.safe_places import judge_safety
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked
from tests.support.logs.harbour_open import EVENTS, FILE, counted_as_of, handed_logs, unruled

RULED = {"who": "Rosa", "why": "asked all four"}


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    return parse_tournament(FILE.read_bytes(), GAMES)


@pytest.fixture(scope="module")
def logs(tournament: Tournament) -> list[Submission]:
    return handed_logs(tournament)


def lines(*events: dict[str, object]) -> bytes:
    return "".join(json.dumps(RULED | event) + "\n" for event in events).encode()


def table(tournament: Tournament, logs: list[Submission], name: str, *events: dict[str, object]) -> CountedTable:
    count = counted_as_of(tournament, logs, raw=lines(*events))
    return next(one for one in count.tables if one.table.id == name)


def winner(one: CountedTable, book: str = "adjudicated") -> str:
    return next(player for player, finish in one.books[book].items() if finish.place == 1)


@pytest.mark.parametrize(("reading", "first"), [("holder-scores", "cleo"), ("tie-cancels", "vera")])
def test_a_ruling_on_a_question_decides_a_table_and_is_said(
    tournament: Tournament, logs: list[Submission], reading: str, first: str
) -> None:
    # The marker is worth two: Cleo has 44 with it and 42 without, Vera 43 (expected.toml).
    one = table(tournament, logs, "R3T3", {"do": "rule", "table": "R3T3", "readings": {"WP-AMB-31": reading}})
    assert (one.status, winner(one), one.is_open) == ("decided", first, False)
    assert any(note == f"Ruled by Rosa: WP-AMB-31={reading} (asked all four)" for note in one.notes)
    assert winner(one, "claimed") == "vera"


def test_a_line_that_is_ruled_is_laid_over_the_log_whose_record_stays(
    tournament: Tournament, logs: list[Submission]
) -> None:
    # Nils wrote four cubes for three points: with three he has 45 and wins; as written he has 42, and Ada's 44 win.
    mended = lines({"do": "hand-in", "table": "R3T1", "log": _sha(logs, "r3t1.log")})
    ruled = lines({"do": "rule", "table": "R3T1", "lines": ['amend 2 "yellow: cubes 3"']})
    before = _table_of(tournament, logs, mended)
    assert (before.status, winner(before)) == ("provisional", "ada")
    one = _table_of(tournament, logs, mended + ruled)
    assert (one.status, winner(one), winner(one, "played"), one.is_open) == ("decided", "nils", "ada", False)
    assert one.books["adjudicated"]["nils"].score == 45


def _sha(logs: list[Submission], path: str) -> str:
    return next(log.sha256 for log in logs if log.path == path)


def _table_of(tournament: Tournament, logs: list[Submission], raw: bytes) -> CountedTable:
    return next(one for one in counted_as_of(tournament, logs, raw=raw).tables if one.table.id == "R3T1")


def test_what_is_ruled_for_all_is_a_pin_of_every_table(tmp_path: Path) -> None:
    there = unruled(tmp_path / "open")
    events = there / "open.events.jsonl"
    # The third event confirmed R1T6, which no longer needs it.
    ruled = lines({"do": "rule", "readings": {"WP-AMB-31": "tie-cancels"}}, {"do": "lift", "event": 3})
    events.write_bytes(events.read_bytes() + ruled)
    done = asked("tournament", "report", str(there / "open.toml"), str(there / "logs"), "--format", "json")
    tables = {one["table"]: one for one in json.loads(done.stdout)["tables"]}
    # What R1T6 chose for itself is now in force for all; what R3T3 claims is right.
    assert {tables[name]["status"] for name in ("R1T6", "R3T3")} == {"verified"}
    assert tables["R3T3"]["books"]["adjudicated"]["vera"]["place"] == 1


def test_what_was_taken_back_counts_no_more_and_still_stands_there(
    tournament: Tournament, logs: list[Submission]
) -> None:
    raw = EVENTS.read_bytes() + lines({"do": "lift", "event": 7})
    count = counted_as_of(tournament, logs, raw=raw)
    one = next(one for one in count.tables if one.table.id == "R3T3")
    assert (one.status, len(one.possible), len(count.record.events)) == ("provisional", 3, 9)
    assert judge_safety(count).critical == ("R3T3",)
    penalty = [{"do": "penalty", "player": "ada", "points": -1}, {"do": "lift", "event": 1}]
    assert counted_as_of(tournament, logs, raw=lines(*penalty)).record.penalties == ()


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ({"do": "rule", "table": "R3T3"}, "rules nothing"),
        ({"do": "rule", "lines": ["ruling 3"]}, "the log of one table"),
        ({"do": "rule", "table": "R3T3", "readings": {"WP-AMB-99": "x"}}, "no open question 'WP-AMB-99'"),
        ({"do": "rule", "table": "R3T3", "readings": {"WP-AMB-31": "x"}}, "no reading 'x'"),
        ({"do": "rule", "table": "R3T3", "lines": ["amend 3"]}, "cannot be read"),
        ({"do": "rule", "table": "R3T3", "lines": ["note hello"]}, "neither a correction"),
        ({"do": "rule", "table": "R3T3", "lines": ['amend 2 "yellow: cubes 3"\nretract 1']}, "more than one line"),
        ({"do": "rule", "table": "R9T9", "readings": {"WP-AMB-31": "tie-cancels"}}, "no table 'R9T9'"),
        ({"do": "rule", "table": "R3T3", "lines": ["ruling 3"], "why": " "}, "no reason"),
        ({"do": "lift", "event": 1}, "no event 1 before it"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(tournament: Tournament, event: dict[str, object], says: str) -> None:
    with pytest.raises(LogError, match=says):
        read_record(lines(event), tournament, game=GAMES[tournament.game])


def test_a_log_that_was_handed_in_is_replaced_and_never_taken_back(tournament: Tournament) -> None:
    with pytest.raises(LogError, match="cannot be taken back"):
        read_record(EVENTS.read_bytes() + lines({"do": "lift", "event": 1}), tournament)


def test_a_report_links_each_game_to_a_page_on_which_it_is_played_as_ruled(tmp_path: Path) -> None:
    there = unruled(tmp_path / "open")
    head, *tables = FILE.read_text("utf-8").split("[[tables]]")
    (there / "open.toml").write_text("[[tables]]".join([head, tables[0], tables[12]]), "utf-8")
    for log in (there / "logs").iterdir():
        if log.name not in {"r1t1.log", "r3t1.log"}:
            log.unlink()
    ruled: dict[str, object] = {"do": "rule", "table": "R3T1", "lines": ['amend 2 "yellow: cubes 3"']}
    (there / "open.events.jsonl").write_bytes(lines(ruled))
    out = tmp_path / "out" / "open.html"
    out.parent.mkdir()
    words = (
        "tournament",
        "report",
        str(there / "open.toml"),
        str(there / "logs"),
        "--replays",
        str(tmp_path / "games"),
    )
    assert asked(*words, "-o", str(out)).exit_code == 0
    assert '<a href="../games/R1T1.html">' in out.read_text("utf-8")
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["R1T1.html", "R3T1.html"]
    page = (tmp_path / "games" / "R3T1.html").read_text("utf-8")
    assert "cubes 3" in page, "the game is shown as it was ruled"
    assert "WP-AP-08" not in page
    said = json.loads(asked(*words, "--format", "json").stdout)
    table = next(one for one in said["tables"] if one["table"] == "R1T1")
    assert table["logs"][0]["replay"].endswith("games/R1T1.html")
    assert "R3T1.html>)" in asked(*words, "--format", "markdown").stdout
