"""Odd, huge or malicious tournaments: each fault is reported, and nothing is accepted silently."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from audit.pipeline import audit_with_replay
from audit.tournaments import Tournament, parse_tournament
from audit.tournaments.count.count import count_tournament
from audit.tournaments.count.submission import Submission, audit_submission
from audit.tournaments.events.fold import read_record
from audit.tournaments.report.csv_markdown import render_csv
from audit.tournaments.report.document import make_count_document
from engine.games import GAMES
from tests.support.command_line import asked
from tests.support.logs.tournament_events import made_up
from tests.support.paths import FIXTURES

HERE = FIXTURES / "tournaments" / "harbour_open"
STOPPED = """\
game: winds-of-plunder
layers: tournament
pack: wop-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo, yellow=Dan
event: Harbour Open, round 1, table 1
position: round=8, phase=plunder, wind=N, blackbeard=green, first=green, acted=green orange blue
position: marker.weapons=none, marker.crew=none, marker.provisions=none
position: green.vp=41, orange.vp=38, blue.vp=38, yellow.vp=39, yellow.port=nassau, yellow.reserve=19
---
yellow: windlock
"""


@pytest.fixture
def tournament() -> Tournament:
    return parse_tournament((HERE / "open.toml").read_bytes(), GAMES)


def handed_log(tournament: Tournament, text: str, path: str = "x.log") -> Submission:
    return audit_submission(path, text.encode(), tournament, GAMES, {})


@pytest.mark.parametrize(("how", "places"), [("standing", [1, 3, 3, 2]), ("draw", [1, 1, 1, 1])])
def test_a_game_stopped_by_the_clock_counts_as_the_event_says(
    tournament: Tournament, how: str, places: list[int]
) -> None:
    event = replace(tournament, scoring=replace(tournament.scoring, stopped=how))
    log = handed_log(event, STOPPED + 'record: stopped why="time is up"\n')
    assert log.adjudicated is not None
    assert [log.adjudicated[seat].place for seat in ("green", "orange", "blue", "yellow")] == places
    one = count_tournament(event, [log], read_record(b"", event)).tables[0]
    assert (one.status, one.notes) == ("verified", ("Play was stopped before the end; it counts as the event says.",))


def test_a_log_that_just_ends_says_nothing_of_the_result(tournament: Tournament) -> None:
    one = count_tournament(tournament, [handed_log(tournament, STOPPED)], read_record(b"", tournament)).tables[0]
    assert (one.status, one.books, one.whole) == ("provisional", {}, False)


def test_the_same_bytes_under_two_names_are_one_log(tournament: Tournament) -> None:
    raw = (HERE / "logs" / "r1t1.log").read_text("utf-8")
    logs = [handed_log(tournament, raw, path) for path in ("b.log", "a.log")]
    one = count_tournament(tournament, logs, read_record(b"", tournament)).tables[0]
    assert (one.status, [matched.log.path for matched in one.logs]) == ("verified", ["a.log"])


def test_a_log_that_names_another_table_than_its_players_sat_at_counts_for_none(tournament: Tournament) -> None:
    raw = (HERE / "logs" / "r1t1.log").read_text("utf-8").replace("table 1", "table 2")
    count = count_tournament(tournament, [handed_log(tournament, raw)], read_record(b"", tournament))
    assert {one.status for one in count.tables} == {"missing"}
    assert "its players sat at R1T1" in count.unmatched[0].unmatched


def test_a_log_that_was_handed_in_for_another_table_is_that_tables_and_asked_about(
    tournament: Tournament,
) -> None:
    log = handed_log(tournament, (HERE / "logs" / "r1t1.log").read_text("utf-8"))
    event = {"do": "hand-in", "table": "R1T2", "log": log.sha256, "who": "Ada"}
    count = count_tournament(tournament, [log], read_record(json.dumps(event).encode(), tournament))
    tables = {one.table.id: one for one in count.tables}
    assert (tables["R1T1"].status, tables["R1T2"].status) == ("missing", "provisional")
    assert "Ada is in seat green, and was not seated at this table." in tables["R1T2"].notes
    assert {row.total for row in count.rank_players() if row.player in tables["R1T1"].table.players} == {0}


def test_a_circle_of_wins_leaves_all_level() -> None:
    rows = made_up("R1T1 A9 B8|R2T1 B9 C8|R3T1 C9 A8", keys=("direct", "places")).rank_players()
    assert [row.label for row in rows] == ["1=", "1=", "1="]
    assert [key.says for key in rows[0].keys if key.key == "direct"] == ["1 + 0 = 1"]


def test_two_of_one_name_at_a_table_are_told_apart_by_their_seats_where_the_log_leaves_names_out(
    tournament: Tournament,
) -> None:
    same = replace(tournament, roster=tuple(replace(player, name="Ada") for player in tournament.roster))
    raw = (HERE / "logs" / "r1t1.log").read_text("utf-8")
    twice = handed_log(same, raw.replace("=Ben", "=Ada"))
    assert "Tell the two apart" in twice.refused
    nameless = raw
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        nameless = nameless.replace(f"={name}", "")
    one = count_tournament(same, [handed_log(same, nameless)], read_record(b"", same)).tables[0]
    assert (one.status, one.books["adjudicated"]["ada"].place) == ("verified", 1)


def test_a_roster_of_a_hundred_thousand_is_read() -> None:
    players = "".join(f'p{at} = "Player {at}"\n' for at in range(100_000))
    seats = "".join(
        f'[[tables]]\nround = 1\ntable = {at + 1}\nplayers = ["p{2 * at}", "p{2 * at + 1}"]\n' for at in range(2_000)
    )
    text = f'[tournament]\nname = "Big"\ngame = "tailwinds"\n[players]\n{players}{seats}'
    found = parse_tournament(text.encode(), GAMES)
    assert (len(found.roster), len(found.tables)) == (100_000, 2_000)
    assert (found.roster[-1].name, found.tables[-1].players) == ("Player 99999", ("p3998", "p3999"))


def test_a_fault_of_ours_on_one_log_leaves_the_others_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HERE, tmp_path / "open")

    def failing(raw: bytes, *more: object) -> object:
        if b"round 1, table 3" in raw:
            raise ZeroDivisionError
        return audit_with_replay(raw, *more)  # type: ignore[arg-type] # passed on as they came

    monkeypatch.setattr("audit.tournaments.count.submission.audit_with_replay", failing)
    result = asked("tournament", "standings", str(tmp_path / "open" / "open.toml"), str(tmp_path / "open" / "logs"))
    assert result.exit_code == 1
    assert "This is a bug in Deadreckon" in result.stderr
    assert "13 verified, 4 decided, 1 missing" in " ".join(result.stdout.split())


def test_a_tournament_to_which_nothing_happened_needs_no_events_and_may_lie_among_its_logs(tmp_path: Path) -> None:
    shutil.copytree(HERE / "logs", tmp_path / "open")
    shutil.copy(HERE / "open.toml", tmp_path / "open")
    result = asked("tournament", "standings", str(tmp_path / "open" / "open.toml"), str(tmp_path / "open"))
    assert result.exit_code == 1
    assert "12 verified, 5 provisional, 1 missing" in " ".join(result.stdout.split())


def test_an_empty_folder_is_a_tournament_without_logs(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    shutil.copy(HERE / "open.toml", tmp_path)
    result = asked("tournament", "standings", str(tmp_path / "open.toml"), str(tmp_path / "logs"))
    assert result.exit_code == 1
    assert "18 missing" in result.stdout


def test_no_cell_of_a_sheet_begins_like_a_formula(tournament: Tournament) -> None:
    evil = ("=", "+", "-", "@", "|", "%", "\t=", "\r", " =")
    roster = tuple(replace(player, name=f"{evil[at % len(evil)]}1+1") for at, player in enumerate(tournament.roster))
    # Of no table: it concerns names only.
    bare = replace(tournament, roster=roster, tables=())
    said = make_count_document(count_tournament(bare, [], read_record(b"", bare)))
    names = [row["name"] for row in csv.DictReader(io.StringIO(render_csv(said)))]
    assert len(names) == 24
    # Characters other than letters are spelled out, so that none begins a formula.
    assert all(name.startswith(("'", "\\")) for name in names), names


def test_files_that_are_no_logs_of_this_event_are_listed(tournament: Tournament) -> None:
    for raw in (b"", b"\xff", b"game: tailwinds\nplayers: green=Ada/sailor\n---\n", b"game: chess\n---\n"):
        log = audit_submission("x.log", raw, tournament, GAMES, {})
        assert log.refused
        count = count_tournament(tournament, [log], read_record(b"", tournament))
        assert [one.log.path for one in count.unmatched] == ["x.log"]
        assert all(one.status == "missing" for one in count.tables)
