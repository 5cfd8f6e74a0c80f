"""A made-up tournament of 24 players, counted from its logs and events: every figure was computed by hand."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.model.document import PlayerMark
from audit.tournaments import Tournament, parse_tournament
from audit.tournaments.count.count import TournamentCount, count_tournament
from audit.tournaments.count.matching import Roster, match_logs, read_table_name
from audit.tournaments.count.submission import Submission, audit_submission
from audit.tournaments.events.fold import read_record
from audit.tournaments.report.csv_markdown import defuse_cell, render_csv, render_markdown, spell_mixed_number
from audit.tournaments.report.document import make_count_document
from audit.tournaments.tournament import RosterPlayer
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked
from tests.support.logs.harbour_open import EVENTS, FILE, HERE, counted_as_of, handed_logs

A, B = "a" * 64, "b" * 64
EXPECTED = tomllib.loads((HERE / "expected.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    return parse_tournament(FILE.read_bytes(), GAMES)


@pytest.fixture(scope="module")
def logs(tournament: Tournament) -> list[Submission]:
    return handed_logs(tournament)


def points(count: TournamentCount) -> dict[str, Fraction]:
    return {row.player: row.total for row in count.rank_players()}


def basis(count: TournamentCount) -> dict[str, int]:
    found: dict[str, int] = make_count_document(count)["basis"]
    return {state: number for state, number in found.items() if number}


def test_in_the_end_everybody_stands_where_the_hand_put_them(tournament: Tournament, logs: list[Submission]) -> None:
    final = counted_as_of(tournament, logs)
    rows = final.rank_players()
    assert [row.player for row in rows] == EXPECTED["final"]["order"]
    assert [row.total for row in rows] == EXPECTED["final"]["points"]
    assert [row.label for row in rows] == [str(place) for place in range(1, 25)]
    assert basis(final) == {key: EXPECTED["final"][key] for key in ("verified", "decided")}
    assert make_count_document(final)["final"]
    podium = [row.decided.own.rpartition(" = ")[2] for row in rows[:2] if row.decided]
    ada = Fraction(48, 156) + Fraction(44, 152) + Fraction(44, 157)
    uwe = Fraction(44, 152) + Fraction(42, 154) + Fraction(44, 152)
    assert podium == [str(ada), str(uwe)]


def test_before_any_event_what_is_open_does_not_count(tournament: Tournament, logs: list[Submission]) -> None:
    before = counted_as_of(tournament, logs, 0)
    assert points(before) == EXPECTED["before"]["points"]
    assert basis(before) == {key: EXPECTED["before"][key] for key in ("verified", "provisional", "missing")}
    assert sum(points(before).values()) == 165
    open_tables = {one.table.id for one in before.tables if one.status != "verified"}
    assert open_tables == {"R1T6", "R2T2", "R2T3", "R3T1", "R3T3", "R3T4"}


def test_standings_as_of_an_event_are_those_of_then(tournament: Tournament, logs: list[Submission]) -> None:
    five = points(counted_as_of(tournament, logs, 5))
    assert {player: five[player] for player in EXPECTED["after_five"]["points"]} == EXPECTED["after_five"]["points"]


def test_a_slip_a_reading_and_two_recorders_leave_the_results_that_they_may_mean(
    tournament: Tournament, logs: list[Submission]
) -> None:
    five = {one.table.id: one for one in counted_as_of(tournament, logs, 5).tables}
    slip = five["R3T1"]
    assert slip.whole
    firsts = {next(p for p, f in one.finishes.items() if f.place == 1): one.says for one in slip.possible}
    assert set(firsts) == {"ada", "nils"}
    assert firsts["nils"] == "event 2, line 17 as `yellow: cubes 3`"
    contested = five["R3T3"]
    assert [one.says for one in contested.possible] == [
        "as it is read",
        "WP-AMB-31 read as tie-cancels (event 3, line 18)",
        "as the table claims",
    ]
    before = {one.table.id: one for one in counted_as_of(tournament, logs, 0).tables}
    scores = {result.finishes["uwe"].score for result in before["R2T2"].possible}
    assert scores == {42, 41}
    assert not before["R3T4"].whole


def test_a_log_with_rulings_of_its_own_is_judged_under_the_pins_and_named(
    tournament: Tournament, logs: list[Submission]
) -> None:
    own = next(log for log in logs if log.path == "r1t6.log")
    assert own.own == ("It reads WP-AMB-31 as tie-cancels; the event leaves that open.",)
    pinned = replace(tournament, pins=replace(tournament.pins, rulings={"WP-AMB-31": "holder-scores"}))
    again = audit_submission("r1t6.log", (HERE / "logs" / "r1t6.log").read_bytes(), pinned, GAMES, {})
    assert again.own == ("It reads WP-AMB-31 as tie-cancels; the event has holder-scores.",)
    bare = replace(tournament, pins=replace(tournament.pins, layers=(), pack="wop-bare"))
    third = audit_submission("r1t1.log", (HERE / "logs" / "r1t1.log").read_bytes(), bare, GAMES, {})
    assert third.own == (
        "It names the layers tournament; the event has none.",
        "It names the pack wop-reconstructed-1; the event has wop-bare.",
    )


def test_the_reading_that_is_pinned_decides_what_was_contested(tournament: Tournament) -> None:
    raw = (HERE / "logs" / "r3t3.log").read_bytes()
    firsts = {}
    for reading in ("holder-scores", "tie-cancels"):
        pinned = replace(tournament, pins=replace(tournament.pins, rulings={"WP-AMB-31": reading}))
        log = audit_submission("r3t3.log", raw, pinned, GAMES, {})
        assert log.adjudicated is not None
        firsts[reading] = (log.verdict, next(seat for seat, one in log.adjudicated.items() if one.place == 1))
    assert firsts == {"holder-scores": ("broken", "green"), "tie-cancels": ("clean", "orange")}


def test_the_order_of_handing_in_changes_nothing(tournament: Tournament, logs: list[Submission]) -> None:
    # At the beginning two tables have two logs each; and one log was submitted twice.
    listed = [*logs, *(replace(log, path=f"again-{log.path}") for log in logs[:3])]
    for as_of in (0, None):
        usual = counted_as_of(tournament, listed, as_of)
        for seed in range(5):
            shuffled = list(listed)
            random.Random(seed).shuffle(shuffled)
            assert counted_as_of(tournament, shuffled, as_of) == usual


@pytest.mark.parametrize("step", [1, 5, 7, 23])
def test_other_keys_for_the_players_change_no_place(tournament: Tournament, logs: list[Submission], step: int) -> None:
    keys = {player.id: f"k{at * step % 24:02}" for at, player in enumerate(tournament.roster)}
    text = FILE.read_text("utf-8")
    events = EVENTS.read_text("utf-8")
    for key, new in keys.items():
        text = text.replace(f'"{key}"', f'"{new}"').replace(f"\n{key} = ", f"\n{new} = ")
        events = events.replace(f'"{key}":', f'"{new}":')
    other = parse_tournament(text.encode(), GAMES)
    found = counted_as_of(other, logs, raw=events.encode()).rank_players()
    assert [row.player for row in found] == [keys[player] for player in EXPECTED["final"]["order"]]


# Names and tables


def test_a_name_is_somebodys_only_if_it_is_theirs(tournament: Tournament, logs: list[Submission]) -> None:
    jonn = next(log for log in logs if log.path == "r2t3.log")
    (found,) = match_logs([jonn], tournament, {})
    assert found.table == "R2T3"
    assert found.differs == ('Seat orange is \'Jonn\'. Did you mean Jon? Then write [also] "Jonn" = "jon".',)
    named = tuple(RosterPlayer(p.id, p.name, ("Jonn",) if p.id == "jon" else ()) for p in tournament.roster)
    (sure,) = match_logs([jonn], replace(tournament, roster=named), {})
    assert sure.differs == ()


@pytest.mark.parametrize(
    ("name", "meant"),
    [("John", ["jon"]), ("Jon B.", ["jon"]), ("jonas", ["jon"]), ("Zoe", []), ("", []), ("Cloe", ["cleo"])],
)
def test_who_may_be_meant_is_asked_and_never_taken(tournament: Tournament, name: str, meant: list[str]) -> None:
    roster = Roster(tournament.roster)
    assert roster.find_keys(name) == set()
    assert roster.suggest_keys(name, ["jon", "cleo", "rosa"]) == meant


def table_log(seats: dict[str, str], event: str = "Harbour Open, round 1, table 1") -> Submission:
    players = tuple(PlayerMark(seat, name) for seat, name in seats.items())
    return Submission(path="x.log", sha256="x", event=event, players=players, verdict="clean")


RIGHT = {"green": "Ada", "orange": "Ben", "blue": "Cleo", "yellow": "Dan"}


@pytest.mark.parametrize(
    ("log", "table", "says"),
    [
        (table_log(RIGHT), "R1T1", ""),
        (table_log(RIGHT, "Runde 1 Tisch 1"), "R1T1", ""),
        (table_log(RIGHT, "R1T1"), "R1T1", ""),
        (table_log(RIGHT, ""), "R1T1", "matched by its players"),
        (table_log(RIGHT, "round 1, table 9"), "", "there is no table R1T9"),
        (table_log(RIGHT, "round 1, table 2"), "", "its players sat at R1T1"),
        (table_log({**RIGHT, "yellow": "Eve"}, ""), "", "sat together at no table"),
        (table_log({**RIGHT, "yellow": "Eve"}), "R1T1", "Eve is in seat yellow, and was not seated at this table."),
        (table_log({**RIGHT, "yellow": "Zoe"}), "R1T1", "'Zoe', who is not on the roster"),
        (table_log({**RIGHT, "yellow": "Cleo", "blue": "Dan"}), "R1T1", "Dan sat at blue, where Cleo was seated."),
        (table_log({**RIGHT, "yellow": ""}), "R1T1", ""),
        (table_log({"green": "Ada", "orange": "Ben", "blue": "Cleo"}), "R1T1", "Dan was seated, and is not in the log"),
    ],
)
def test_a_log_finds_its_table_or_says_why_not(tournament: Tournament, log: Submission, table: str, says: str) -> None:
    (found,) = match_logs([log], tournament, {})
    said = " ".join((*found.differs, *found.notes, found.unmatched))
    assert found.table == table
    assert (says in said) if says else (said == "")


def test_two_of_one_name_are_told_apart_by_their_seats(tournament: Tournament) -> None:
    roster = tuple(RosterPlayer(p.id, "Ada" if p.id == "ben" else p.name) for p in tournament.roster)
    log = table_log({**RIGHT, "orange": "Ada"})
    same = replace(tournament, roster=roster)
    right = {"green": "ada", "orange": "ben", "blue": "cleo", "yellow": "dan"}
    (found,) = match_logs([log], same, {})
    assert (found.seats, found.differs) == (right, ())
    # In whatever order a log names its seats; without assigned seats the names decide.
    turned = table_log(dict(reversed({**RIGHT, "orange": "Ada"}.items())))
    (found,) = match_logs([turned], same, {})
    assert (found.seats, found.differs) == (right, ())
    unseated = tuple(replace(table, seats={}) if table.id == "R1T1" else table for table in same.tables)
    (found,) = match_logs([log], replace(same, tables=unseated), {})
    assert found.seats == {"blue": "cleo", "yellow": "dan"}
    assert len(found.differs) == 4


def test_round_and_table_are_read_off_what_people_write() -> None:
    said = ("Round 2, Table 7", "Open (round: 2) table #7", "r2t7", "R2 T7", "Tisch 7 in Runde 2", "Final", "tables 7")
    assert [read_table_name(one) for one in said] == ["R2T7"] * 5 + ["", ""]


# Events


def line(**said: Any) -> str:
    return json.dumps({"who": "Rosa", "why": "as said", **said}) + "\n"


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ("{", "not an event of a tournament"),
        (line(do="decre", table="R1T1"), "not an event of a tournament"),
        (line(do="confirm", table="R9T1"), "no table 'R9T1'"),
        (line(do="confirm", table="R1T1", by="uwe"), "key 'uwe'"),
        (line(do="penalty", player="adda", points=-1), "Did you mean 'ada'?"),
        (line(do="penalty", player="ada", points="much"), "not a number"),
        (line(do="penalty", player="ada", points=-1, why=""), "no reason"),
        (line(do="penalty", player="ada", points=-1, who=" "), "does not say who"),
        (line(do="decide", table="R1T1", places={"ada": 1}), "gives no place to ben, cleo, dan"),
        (line(do="decide", table="R1T1", places={"ada": 1, "ben": 1, "cleo": 2, "dan": 4}), "not possible"),
        (
            line(do="hand-in", table="R1T1", log=A) + line(do="hand-in", table="R1T2", log=A),
            "submitted for R1T1",
        ),
        (line(do="hand-in", table="R1T1", log=A) + line(do="hand-in", table="R1T1", log=B), "another log already"),
        (line(do="replace", table="R1T1", log=A, instead=B), "was not submitted"),
        (line(do="walk-over", table="R1T1", absent=["uwe"]), "key 'uwe'"),
        ("[" * 100_000, "not an event of a tournament"),
        (line(do="hand-in", table="R1T1", log="ZZ"), "'ZZ' names no log"),
        (line(do="replace", table="R1T1", log=A, instead="b" * 63), "names no log"),
        (line(do="confirm", table="R1T1", at="not a date"), "'not a date' is not a date"),
        (line(do="confirm", table="R1T1", at="2026-13-02T15:40"), "is not a date"),
        (line(do="withdraw", player="ada", round=0), "from 1 to 1,000"),
        (line(do="withdraw", player="ada", round=10**12), "no such round"),
        (line(do="bye", player="ada", round=0), "no such round"),
        (line(do="walk-over", table="R1T1", absent=["ada", "ada"]), "names a player twice"),
        (line(do="walk-over", table="R1T1", absent=[]), "names no player"),
        (line(do="break-tie", order=["ada", "ada"]), "names a player twice"),
        (line(do="lift", event=int("9" * 4000)), "no event so numbered before it"),
        (line(do="penalty", player="ada", points=10**9), "up to nine digits"),
        (line(do="penalty", player="ada", points=-int("9" * 4299)), "up to nine digits"),
        (line(do="penalty", player="ada", points="0.1234567"), "up to nine digits"),
        (line(do="penalty", player="ada", points=f"1/{10**9}"), "up to nine digits"),
        (line(do="bye", player="ada", round=1, points="9" * 300), "up to nine digits"),
        (
            line(
                do="decide",
                table="R1T1",
                places={"ada": 1, "ben": 2, "cleo": 3, "dan": 4},
                scores={"ada": 10**9},
            ),
            "not a number that is allowed here",
        ),
    ],
)
def test_an_event_that_cannot_be_is_refused_with_its_line(tournament: Tournament, events: str, says: str) -> None:
    with pytest.raises(LogError) as wrong:
        read_record(events.encode(), tournament)
    fault = wrong.value.faults[-1]
    assert says in f"{fault.says} {fault.hint}"
    assert fault.line == events.strip().count("\n") + 1


def with_events(tournament: Tournament, logs: list[Submission], *events: str) -> TournamentCount:
    return counted_as_of(tournament, logs, raw=(EVENTS.read_text("utf-8") + "".join(events)).encode())


def test_penalties_byes_and_broken_ties_are_lines_of_their_own(tournament: Tournament, logs: list[Submission]) -> None:
    fined = with_events(
        tournament,
        logs,
        line(do="penalty", player="ada", points="-1/2", why="late"),
        line(do="bye", player="tara", round=4),
    )
    assert points(fined)["ada"] == Fraction(25, 2)
    assert points(fined)["tara"] == 4 + Fraction(11, 4)
    assert [row.player for row in fined.rank_players()][:3] == ["uwe", "ben", "ada"]
    assert fined.rank_players()[2].lines[-1].what == "penalty: late"


def test_who_never_came_or_withdrew_has_nothing_and_the_others_keep_theirs(
    tournament: Tournament, logs: list[Submission]
) -> None:
    without = [log for log in logs if log.path != "r1t1.log"]
    alone = with_events(tournament, without, line(do="walk-over", table="R1T1", absent=["ben", "cleo", "dan"]))
    assert {player: points(alone)[player] for player in ("ada", "ben", "cleo", "dan")} == {
        "ada": 5 + 5 + 3, "ben": 10, "cleo": 10, "dan": 8
    }  # fmt: skip
    gone = with_events(tournament, logs, line(do="withdraw", player="tara", round=4))
    assert points(gone)["tara"] == 4
    assert next(row for row in make_count_document(gone)["standings"] if row["player"] == "tara")["withdrawn"] == 4


def test_a_walk_over_of_one_leaves_the_table_to_the_others(tournament: Tournament, logs: list[Submission]) -> None:
    short = [
        replace(log, adjudicated={seat: one for seat, one in (log.adjudicated or {}).items() if seat != "yellow"},
                players=log.players[:3]) if log.path == "r1t1.log" else log
        for log in logs
    ]  # fmt: skip
    found = with_events(tournament, short, line(do="walk-over", table="R1T1", absent=["dan"]))
    assert {player: points(found)[player] for player in ("ada", "ben", "cleo", "dan")} == {
        "ada": 13, "ben": Fraction(5, 2) + 10, "cleo": 1 + 10, "dan": 8
    }  # fmt: skip


def test_a_log_that_was_handed_in_and_is_not_there_is_missed(tournament: Tournament, logs: list[Submission]) -> None:
    found = with_events(tournament, logs, line(do="hand-in", table="R1T1", log=A))
    one = next(one for one in found.tables if one.table.id == "R1T1")
    assert one.status == "provisional"
    assert "is not among the files" in one.notes[-1]


def test_a_line_that_is_changed_later_shows_in_the_head(tournament: Tournament) -> None:
    raw = EVENTS.read_bytes()
    assert read_record(raw, tournament).head != read_record(raw.replace(b"wet", b"lost"), tournament).head
    assert read_record(raw, tournament, 3).head == read_record(b"\n".join(raw.split(b"\n")[:3]), tournament).head


# The forms of a report, and the command


def test_the_command_prints_standings_problems_and_reports(tmp_path: Path) -> None:
    shutil.copytree(HERE, tmp_path / "open")
    file, folder = str(tmp_path / "open" / "open.toml"), str(tmp_path / "open" / "logs")
    final = asked("tournament", "standings", file, folder)
    assert final.exit_code == 0
    assert "Standings: tables 14 verified, 4 decided; as of event 8" in " ".join(final.stdout.split())
    before = asked("tournament", "standings", file, folder, "--as-of", "0")
    assert before.exit_code == 1
    assert "Provisional standings" in before.stdout
    assert "shares of each table's points: 0.88 to 0.85" in final.stdout
    letters = asked("tournament", "problems", file, folder, "--as-of", "5", "-o", str(tmp_path / "letters"))
    assert letters.exit_code == 1
    assert sorted(path.name for path in (tmp_path / "letters").iterdir()) == ["R3T1.txt", "R3T3.txt", "R3T4.txt"]
    letter = (tmp_path / "letters" / "R3T1.txt").read_text("utf-8")
    assert "1. Line 17: yellow: cubes 4  [WP-AP-08]" in letter
    assert "Did you mean: yellow: cubes 3" in letter
    assert "1 Nils (45), 2 Ada (44), 3 Finn (36), 4 Walt (32)" in letter
    assert asked("tournament", "problems", file, folder).stderr == "No table has an open question.\n"


@pytest.mark.parametrize("form", ["html", "json", "csv", "markdown"])
def test_a_report_is_written_in_each_form(form: str, tmp_path: Path) -> None:
    out = tmp_path / "report"
    result = asked("tournament", "report", str(FILE), str(HERE / "logs"), "--format", form, "-o", str(out))
    assert result.exit_code == 0
    text = out.read_text("utf-8")
    assert "Ada" in text
    if form == "json":
        assert [row["player"] for row in json.loads(text)["standings"]] == EXPECTED["final"]["order"]
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [row["key"] for row in rows] == EXPECTED["final"]["order"]
        assert (rows[0]["round 1"], rows[0]["points"]) == ("5", "13.00")


def test_names_are_neither_formulas_nor_markup(tournament: Tournament, logs: list[Submission]) -> None:
    evil = '=HYPERLINK("http://x","<b>|*Ada*|</b>")'
    roster = tuple(RosterPlayer(p.id, evil if p.id == "ada" else p.name) for p in tournament.roster)
    said = make_count_document(count_tournament(replace(tournament, roster=roster), logs, read_record(b"", tournament)))
    for row in csv.reader(io.StringIO(render_csv(said))):
        assert not any(cell.startswith(("=", "+", "@")) for cell in row)
    assert "<b>" not in render_markdown(said)
    from audit.tournaments.report.html import render_page  # noqa: PLC0415 - the page is for the door

    assert "<b>" not in render_page(said)
    assert [defuse_cell(cell) for cell in ("=1", " =1", "-1", "@x", "Ada")] == ["'=1", "' =1", "'-1", "'@x", "Ada"]
    assert [defuse_cell(cell) for cell in ("\uff1d1", "\uff20x")] == ["'\uff1d1", "'\uff20x"]
    assert [spell_mixed_number(value) for value in ("17/2", "-1/2", "3", "-3")] == ["8 1/2", "-0 1/2", "3", "-3"]
