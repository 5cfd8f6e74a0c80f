"""The command line: what it prints where, with which exit code, and how it refuses."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import engine.games
from cli import inputs, printing
from cli.main import COMMANDS, app, run
from cli.stepping import HELP, Place, all_turned, turned
from cli.verdicts import worst
from engine.kernel.spellings import parse, shown, write
from tests import pebbles

ROOT = Path(__file__).parent.parent
# What a real run of the command does, with a game that needs no box.
REAL = (
    "import engine.games; from tests import pebbles; engine.games.GAMES = pebbles.GAMES;"
    "from cli.main import main; main()"
)
BROKEN = ("ada: take 3", "ben: take 5", "ben: take 1", "claim: heap 11")


@pytest.fixture(autouse=True)
def one_small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.games, "GAMES", pebbles.GAMES, raising=False)


@pytest.fixture
def clean(tmp_path: Path) -> str:
    return kept(tmp_path / "clean.log", *pebbles.CLEAN)


@pytest.fixture
def broken(tmp_path: Path) -> str:
    return kept(tmp_path / "broken.log", *BROKEN)


def kept(place: Path, *lines: str, header: str = "") -> str:
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(pebbles.log(*lines, header=header))
    return str(place)


def asked(*arguments: str, **more: Any) -> Result:  # noqa: ANN401 - what CliRunner takes
    result = CliRunner().invoke(app, arguments, prog_name="deadreckon", **more)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def really(*arguments: str, **more: Any) -> subprocess.CompletedProcess[bytes]:  # noqa: ANN401 - what subprocess takes
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    command = [sys.executable, "-c", REAL, *arguments]
    return subprocess.run(command, capture_output=True, env=environment, check=False, timeout=60, **more)  # noqa: S603 - this program


# ---- audit


def test_a_clean_log_ends_with_0_and_says_so(clean: str) -> None:
    result = asked("audit", clean)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "clean" in result.stdout
    assert "winner ben" in result.stdout


def test_findings_end_with_1_and_name_rule_line_and_page(broken: str) -> None:
    result = asked("audit", broken)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "PB-HEAP-01" in result.stdout
    assert "ben: take 5" in result.stdout
    assert "page 1" in result.stdout


def test_a_file_that_is_no_log_ends_with_3_and_says_where_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "shopping.log"
    path.write_text("milk\nbread\n")
    result = asked("audit", str(path))
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"{path}:1:1: " in result.stderr
    assert "---" in result.stderr


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\xfe\x00", b"\x00" * 9, b"[" * 100_000, b'{"game":"pebbles"', b"\xef\xbb\xbf"]
)
@pytest.mark.parametrize(
    "command", [["audit"], ["audit", "--format", "json"], ["replay"], ["legal"], ["convert", "--to", "csv"]]
)
def test_no_bytes_bring_a_command_down(raw: bytes, command: list[str]) -> None:
    result = asked(*command, "-", input=raw)
    assert result.exit_code == 3
    assert "<stdin>" in result.stderr


def test_a_log_may_be_piped_in(clean: str) -> None:
    assert asked("audit", "-", input=Path(clean).read_bytes()).exit_code == 0


def test_a_file_that_is_not_there_is_wrong_usage() -> None:
    result = asked("audit", "nowhere.log")
    assert result.exit_code == 2
    assert "There is no file 'nowhere.log'" in result.stderr


def test_several_logs_get_a_line_each_and_a_total(clean: str, broken: str) -> None:
    result = asked("audit", clean, broken)
    first, second, total = result.stdout.splitlines()
    assert result.exit_code == 1
    assert first.split()[:3] == ["clean", "confirmed", clean]
    assert second.startswith("broken")
    assert "event 2, PB-HEAP-01" in second
    assert total == "2 logs: 1 clean, 1 broken."


def test_an_unreadable_log_among_others_is_reported_and_the_others_go_on(clean: str, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("milk\n")
    result = asked("audit", str(tmp_path / "a.log"), clean)
    assert result.exit_code == 3
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["unreadable", "clean", "2"]
    assert "a.log:1:1" in result.stderr


def test_a_directory_stands_for_all_logs_in_it_sorted(tmp_path: Path) -> None:
    for name in ("b.log", "a.jsonl", "c/d.csv", "notes.txt"):
        path = Path(kept(tmp_path / name, *pebbles.CLEAN))
        log = parse(path.read_bytes(), lambda _: pebbles.GAME.vocabulary)
        path.write_text(
            write(log, {".jsonl": "jsonl", ".csv": "csv"}.get(path.suffix, "text"), pebbles.GAME.vocabulary)
        )
    result = asked("audit", str(tmp_path))
    assert [Path(line.split()[2]).name for line in result.stdout.splitlines()[:-1]] == ["a.jsonl", "b.log", "d.csv"]
    assert result.exit_code == 0


def test_a_directory_without_logs_is_wrong_usage(tmp_path: Path) -> None:
    assert "There is no log" in asked("audit", str(tmp_path)).stderr


def test_json_is_the_report_of_one_log_and_an_array_for_several(clean: str, broken: str) -> None:
    alone = json.loads(asked("audit", broken, "--format", "json").stdout)
    assert alone["schema"] == "deadreckon.report/1"
    both = json.loads(asked("audit", clean, broken, "--format", "json").stdout)
    assert [(Path(one["file"]).name, one["report"]["verdict"]) for one in both] == [
        ("clean.log", "clean"), ("broken.log", "broken"),
    ]  # fmt: skip
    assert both[1]["report"] == alone


def test_sarif_holds_all_logs_in_one_document(clean: str, broken: str) -> None:
    told = json.loads(asked("audit", clean, broken, "--format", "sarif").stdout)
    assert told["version"] == "2.1.0"
    assert [run["tool"]["driver"]["name"].lower() for run in told["runs"]] == ["deadreckon"]
    assert any(one["ruleId"] == "PB-HEAP-01" for one in told["runs"][0]["results"])


def test_html_is_one_page_about_one_log(clean: str, broken: str, tmp_path: Path) -> None:
    place = tmp_path / "report.html"
    result = asked("audit", broken, "--format", "html", "--output", str(place))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "PB-HEAP-01" in place.read_text()
    assert asked("audit", broken, clean, "--format", "html").exit_code == 2


def test_a_report_is_never_written_over_the_log_it_is_about(broken: str) -> None:
    before = Path(broken).read_bytes()
    result = asked("audit", broken, "--output", broken)
    assert result.exit_code == 2
    assert Path(broken).read_bytes() == before


def test_a_report_that_cannot_be_written_is_wrong_usage(broken: str, tmp_path: Path) -> None:
    result = asked("audit", broken, "--output", str(tmp_path / "no" / "such" / "place"))
    assert result.exit_code == 2
    assert "Cannot write" in result.stderr


def test_a_ruling_and_a_layer_on_the_command_line_change_what_is_legal(tmp_path: Path) -> None:
    four = kept(tmp_path / "four.log", "ada: take 4")
    assert asked("audit", four).exit_code == 1
    assert asked("audit", four, "--ruling", "PB-AMB-01=four").exit_code == 0
    assert asked("audit", four, "--layer", "big-hands").exit_code == 0


@pytest.mark.parametrize(
    ("option", "value", "remedy"),
    [
        ("--ruling", "PB-AMB-01=for", "Did you mean 'four'?"),
        ("--ruling", "PB-AMB-1=four", "Did you mean 'PB-AMB-01'?"),
        ("--ruling", "four", "Write QUESTION=READING"),
        ("--layer", "big-hand", "Did you mean 'big-hands'?"),
        ("--policy", "strict", "as-played"),
        ("--format", "xml", "sarif"),
        ("--pack", "nowhere.toml", "Cannot read nowhere.toml"),
        ("--jobs", "0", "x>=1"),
    ],
)
def test_a_wrong_option_is_refused_with_its_remedy(clean: str, option: str, value: str, remedy: str) -> None:
    result = asked("audit", clean, option, value)
    assert result.exit_code == 2
    assert remedy in result.stderr
    assert "Traceback" not in result.stderr


def test_a_pack_file_is_known_by_its_id_to_logs_that_name_it(tmp_path: Path) -> None:
    log = kept(tmp_path / "ours.log", *pebbles.CLEAN, header="pack: our-copy\n")
    pack = tmp_path / "any-name.toml"
    pack.write_text('[pack]\ngame = "pebbles"\nid = "our-copy"\n')
    assert asked("audit", log).exit_code == 3
    assert asked("audit", log, "--pack", str(pack)).exit_code == 0


def test_contradictory_layers_end_with_3_and_one_message(clean: str) -> None:
    result = asked("audit", clean, "--layer", "big-hands", "--layer", "small-hands")
    assert result.exit_code == 3
    assert "contradict" in result.stderr


def test_many_jobs_give_the_same_answers_in_the_same_order(tmp_path: Path) -> None:
    for number in range(60):
        kept(tmp_path / f"{number:03}.log", *(BROKEN if number % 7 == 3 else pebbles.CLEAN))
    (tmp_path / "030.log").write_text("milk\n")
    alone, together = (asked("audit", str(tmp_path), "--jobs", jobs) for jobs in ("1", "2"))
    assert alone.stdout == together.stdout
    assert (alone.exit_code, together.exit_code) == (3, 3)
    assert alone.stderr == together.stderr
    assert together.stdout.endswith("60 logs: 50 clean, 9 broken, 1 unreadable.\n")


def test_sarif_and_json_survive_the_way_through_processes(tmp_path: Path) -> None:
    for number in range(30):
        kept(tmp_path / f"{number:03}.log", *BROKEN)
    for form in ("json", "sarif"):
        alone, together = (asked("audit", str(tmp_path), "--format", form, "--jobs", jobs) for jobs in ("1", "2"))
        assert json.loads(alone.stdout) == json.loads(together.stdout)


def test_the_worst_file_decides_the_exit_code() -> None:
    assert [worst(codes) for codes in ([], [0, 0], [0, 1], [1, 3, 0])] == [0, 0, 1, 3]


# ---- replay and legal


def test_a_replay_shows_each_event_with_what_it_changed_and_what_is_wrong(broken: str) -> None:
    result = asked("replay", broken)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].strip() == "1   ada: take 3"
    assert "heap       20 → 17" in result.stdout
    assert any("✗ ben: take 5" in line for line in lines)
    assert "PB-HEAP-01" in result.stdout


def test_a_replay_for_programs_is_an_object_a_line(broken: str) -> None:
    steps = [json.loads(line) for line in asked("replay", broken, "--format", "json").stdout.splitlines()]
    assert [step["text"] for step in steps] == list(BROKEN)
    assert steps[0]["changed"]["heap"] == [20, 17]
    assert [finding["rule"] for finding in steps[1]["findings"]] == ["PB-HEAP-01"]


def test_one_place_of_a_replay_shows_the_table_and_the_line_of_the_file(broken: str) -> None:
    shown_place = asked("replay", broken, "--at", "2").stdout
    assert "Event 2 of 4   line 5" in shown_place
    assert "heap     12" in shown_place
    place = json.loads(asked("replay", broken, "--at", "2", "--format", "json").stdout)
    assert (place["seq"], place["facts"]["heap"], place["facts"]["ben.taken"]) == (2, 12, 5)


def test_the_start_is_a_place_too(broken: str) -> None:
    assert json.loads(asked("replay", broken, "--at", "0", "--format", "json").stdout)["facts"]["heap"] == 20
    assert "Before the first of 4 events" in asked("replay", broken, "--at", "0").stdout


def test_a_replay_gives_the_picture_of_a_place(broken: str) -> None:
    assert "<text>17</text>" in asked("replay", broken, "--at", "1", "--format", "svg").stdout


def test_an_event_that_is_not_there_is_wrong_usage(broken: str) -> None:
    result = asked("replay", broken, "--at", "44")
    assert result.exit_code == 2
    assert "There is no event 44. The log has events 1 to 4" in result.stderr


def test_a_replay_that_stops_shows_nothing_behind_the_stop(broken: str) -> None:
    assert "claim" not in asked("replay", broken, "--policy", "stop").stdout
    assert asked("replay", broken, "--policy", "stop", "--at", "4").exit_code == 2


def test_a_retracted_event_is_no_place_of_the_adjudicated_book(tmp_path: Path) -> None:
    log = kept(tmp_path / "r.log", "ada: take 3", "ada: take 3", 'record: retract 2 why="written twice"')
    assert "does not count" in asked("replay", log, "--at", "2").stderr
    assert asked("replay", log, "--at", "2", "--book", "played").exit_code == 0


def test_unknown_facts_are_shown_as_such(tmp_path: Path) -> None:
    log = kept(tmp_path / "u.log", "ada: take ??")
    assert "heap       20 → ??" in asked("replay", log).stdout
    assert json.loads(asked("replay", log, "--at", "1", "--format", "json").stdout)["facts"]["heap"] == "??"


def test_legal_moves_are_lines_that_the_log_could_go_on_with(broken: str) -> None:
    result = asked("legal", broken, "--at", "1")
    assert result.stdout.splitlines() == ["ben: take 1", "ben: take 2", "ben: take 3"]
    assert "turn of ben" in result.stderr
    five = asked("legal", broken, "--at", "1", "--layer", "big-hands", "--format", "json")
    assert [move["text"] for move in json.loads(five.stdout)["moves"]] == [f"ben: take {n}" for n in range(1, 6)]


def test_where_nothing_is_to_be_decided_legal_says_what_is_due(clean: str) -> None:
    due = asked("legal", clean, "--at", "3")
    assert (due.exit_code, due.stdout) == (0, "")
    assert "A spill" in due.stderr
    assert "The game is over" in asked("legal", clean).stderr


# ---- stepping with the keyboard

START = Place(0, 30, findings=(3, 12), seqs=tuple(range(1, 31)))
RIGHT, LEFT, HOME, END, PAGE_DOWN, PAGE_UP = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[6~", "\x1b[5~"


def stepped(*keys: str, place: Place = START) -> Place:
    for key in keys:
        place = turned(key, place)
    return place


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        ([RIGHT], 1), ([LEFT], 0), ([RIGHT, RIGHT, LEFT], 1), ([END], 30), ([END, RIGHT], 30), ([END, HOME], 0),
        ([PAGE_DOWN], 10), ([PAGE_DOWN, PAGE_DOWN, PAGE_UP], 10), ([PAGE_DOWN] * 9, 30),
        (["n"], 3), (["n", "n"], 12), (["n", "n", "n"], 12), (["n", "n", "p"], 3), (["n", "p"], 3), ([END, "p"], 12),
        (["1", "7", "\r"], 17), (["1", "7", "\x7f", "\r"], 1), (["9", "9", "\r"], 0), (["5", "\r", "0", "\r"], 0),
        (["\r"], 1), (["4", RIGHT], 1),
    ],
)  # fmt: skip
def test_each_key_leads_where_the_help_says(keys: list[str], at: int) -> None:
    assert stepped(*keys).at == at


def test_where_no_finding_follows_the_reader_is_told() -> None:
    assert stepped("n", "n", "n").note == "No finding after this."
    assert stepped("p").note == "No finding before this."
    assert stepped("n", "n", "n", LEFT).note == ""


def test_the_question_mark_opens_and_closes_the_help() -> None:
    assert stepped("?").help
    assert not stepped("?", "?").help
    assert not stepped("?", RIGHT).help


def test_q_leaves_and_escape_first_closes_what_is_open() -> None:
    assert stepped("q").over
    assert stepped("\x1b").over
    assert not stepped("?", "\x1b").over
    assert not stepped("1", "\x1b").over


def test_keys_typed_in_a_rush_are_all_heard() -> None:
    assert all_turned(f"{RIGHT}{RIGHT}n{PAGE_DOWN}12\r\xe0M", START).at == 13


def test_a_key_without_meaning_points_to_the_help() -> None:
    assert "?" in stepped("z").note
    assert any(line.startswith("n p") for line in HELP)


def test_events_left_out_of_the_book_are_no_place_to_go_to() -> None:
    place = stepped("2", "\r", place=Place(1, 2, seqs=(1, 3)))
    assert place.at == 1
    assert "no event 2" in place.note
    assert stepped("3", "\r", place=Place(1, 2, seqs=(1, 3))).at == 2


def test_on_a_terminal_a_replay_is_stepped_through_with_the_keys(broken: str) -> None:
    reader, terminal = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
    command = [sys.executable, "-c", REAL, "replay", broken]
    with subprocess.Popen(  # noqa: S603 - this program
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ) as game:
        os.close(terminal)
        screens = ""
        for key, awaited in ((b"n", "? help"), (b"?", "Event 2 of 4"), (b"q", "next finding")):
            while awaited not in screens.rpartition("\x00")[2]:
                screens += os.read(reader, 10_000).decode(errors="replace")
            # A key that comes before the terminal is ready for single keys would be lost.
            while termios.tcgetattr(reader)[3] & termios.ICANON:
                time.sleep(0.01)
            screens += "\x00"
            os.write(reader, key)
        assert game.wait(20) == 0
    os.close(reader)
    assert "Before the first of 4 events" in screens


# ---- spellings


def test_a_log_converted_round_the_three_spellings_is_the_same_log(clean: str) -> None:
    jsonl = asked("convert", clean, "--to", "jsonl").stdout
    csv = asked("convert", "-", "--to", "csv", input=jsonl).stdout
    text = asked("convert", "-", "--to", "text", input=csv).stdout
    assert text == Path(clean).read_text()


def test_a_log_with_a_line_that_cannot_be_read_is_not_converted(tmp_path: Path) -> None:
    log = kept(tmp_path / "x.log", "ada: take 3", "ben: tkae 2")
    result = asked("convert", log, "--to", "jsonl")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "x.log:5:" in result.stderr
    assert "take" in result.stderr


def test_names_that_hide_or_turn_text_are_shown_escaped(tmp_path: Path) -> None:
    log = kept(tmp_path / "odd.log", 'ada: boast "\u202eevil\u202c"')
    result = asked("replay", log)
    assert "\u202e" not in result.stdout
    assert "\\u{202e}evil" in result.stdout


# ---- what there is to know


def test_every_command_teaches_with_an_example() -> None:
    for name in COMMANDS:
        told = asked(name, "--help")
        assert told.exit_code == 0
        assert f"deadreckon {name}" in told.stdout


def test_an_unknown_command_is_refused_with_the_one_meant() -> None:
    result = asked("audt")
    assert result.exit_code == 2
    assert "Did you mean 'audit'?" in result.stderr


def test_rules_are_listed_for_programs_with_status_and_citation() -> None:
    rules = {rule["id"]: rule for rule in json.loads(asked("rules", "pebbles", "--format", "json").stdout)}
    assert len(rules) == 9
    assert rules["PB-HEAP-01"]["cites"] == [{"source": "leaflet", "section": "Heap", "page": 1}]
    assert rules["PB-HEAP-01"]["rulings"] == ["PB-AMB-01", "PB-AMB-02"]
    assert rules["PB-END-03"]["status"] == "permission"
    assert rules["PB-END-04"]["why"] == "Nobody writes it down."


def test_rules_are_listed_for_people_by_chapter_and_by_status() -> None:
    result = asked("rules", "pebbles", "--status", "recorded")
    assert "Losers are gracious." in result.stdout
    assert "PB-HEAP-01" not in result.stdout
    assert result.stderr == "Pebbles: 1 recorded.\n"


def test_rulings_are_listed_with_their_readings_and_their_default() -> None:
    rulings = json.loads(asked("rulings", "pebbles", "--format", "json").stdout)
    assert [ruling["id"] for ruling in rulings] == ["PB-AMB-01", "PB-AMB-02"]
    assert (rulings[0]["default"], rulings[0]["readings"][1]) == ("three", {"name": "four", "says": "Four at most."})
    assert "three (default)" in asked("rulings", "pebbles").stdout


def test_events_are_listed_with_a_line_to_copy() -> None:
    told = asked("events", "pebbles").stdout
    assert "ada: take 2" in told
    verbs = [event["verb"] for event in json.loads(asked("events", "pebbles", "--format", "json").stdout)]
    assert verbs[:3] == ["take", "boast", "spill"]
    assert "retract" in verbs


def test_games_and_new_say_how_to_begin() -> None:
    assert json.loads(asked("games", "--format", "json").stdout)[0]["name"] == "pebbles"
    assert "big-hands" in asked("games").stdout
    assert asked("new", "pebbles").stdout == pebbles.GAME.sample


def test_an_unknown_game_is_refused_with_the_one_meant() -> None:
    for command in ("rules", "rulings", "events", "new", "simulate"):
        result = asked(command, "peebles")
        assert result.exit_code == 2
        assert "Did you mean 'pebbles'?" in result.stderr


def with_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = SimpleNamespace(name="three of twenty", log="ada: take 3"), SimpleNamespace(name="five", log="ada: take 5")
    monkeypatch.setitem(sys.modules, "fixtures.cases", SimpleNamespace(examples=lambda _rule, _game: cases))


def test_a_rule_is_explained_with_citation_readings_and_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    with_cases(monkeypatch)
    told = asked("explain", "pb-heap-01").stdout
    for said in (
        "A turn takes one to three",
        "The pebble leaflet, “Heap”, page 1",
        "four",
        "three of twenty",
        "ada: take 5",
    ):
        assert said in told
    assert "tests/pebbles.py:" in told
    document = json.loads(asked("explain", "PB-HEAP-01", "--format", "json").stdout)
    assert document["breaks"] == [{"name": "five", "log": "ada: take 5"}]


def test_an_open_question_is_explained_with_the_rules_that_depend_on_it() -> None:
    assert "Rules that depend on it: PB-HEAP-01" in asked("explain", "PB-AMB-02").stdout


def test_a_rule_nobody_wrote_is_refused_with_the_nearest() -> None:
    result = asked("explain", "PB-HAEP-01")
    assert result.exit_code == 2
    assert "Did you mean 'PB-HEAP-01'?" in result.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_completion(shell: str) -> None:
    assert "_DEADRECKON_COMPLETE" in asked("completion", shell).stdout


# ---- made-up games


def simulated(
    game: str, players: int, seed: int, layers: tuple[str, ...], rulings: dict[str, str], spelling: str
) -> str:
    if players > 3:
        raise ValueError("Pebbles is for two or three.")
    assert not layers
    assert not rulings
    log = parse(pebbles.log(f"ada: take {seed}"), lambda name: pebbles.GAMES[name].vocabulary)
    return write(log, spelling, pebbles.GAMES[game].vocabulary)


def test_simulated_games_go_to_stdout_or_one_file_each(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fixtures.simulate", SimpleNamespace(simulate=simulated))
    assert asked("simulate", "pebbles", "--seed", "2").stdout.endswith("ada: take 2\n")
    result = asked("simulate", "pebbles", "--count", "3", "--out", str(tmp_path / "games"), "--to", "jsonl")
    assert result.exit_code == 0
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert names == ["pebbles-2p-1.jsonl", "pebbles-2p-2.jsonl", "pebbles-2p-3.jsonl"]


def test_a_simulation_writes_over_nobody_elses_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fixtures.simulate", SimpleNamespace(simulate=simulated))
    (tmp_path / "pebbles-2p-1.log").write_text("mine")
    assert asked("simulate", "pebbles", "--out", str(tmp_path)).exit_code == 2
    assert (tmp_path / "pebbles-2p-1.log").read_text() == "mine"


def test_a_simulation_that_cannot_be_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fixtures.simulate", SimpleNamespace(simulate=simulated))
    assert "two or three" in asked("simulate", "pebbles", "--players", "9").stderr
    assert "--out" in asked("simulate", "pebbles", "--count", "2").stderr


def test_a_spoiled_log_goes_to_stdout_and_the_place_to_stderr(monkeypatch: pytest.MonkeyPatch, clean: str) -> None:
    monkeypatch.setitem(
        sys.modules, "fixtures.spoilers", SimpleNamespace(spoil=lambda _g, log, _r, _s: (log.upper(), 4))
    )
    result = asked("spoil", clean, "--rule", "pb-heap-01")
    assert result.stdout == Path(clean).read_text().upper()
    assert result.stderr == "Event 4 now breaks PB-HEAP-01.\n"
    assert asked("spoil", clean, "--rule", "PB-HEAP-9").exit_code == 2
    assert "no log can be shown to break it" in asked("spoil", clean, "--rule", "PB-END-04").stderr


def test_a_slip_names_its_kinds_and_its_place(monkeypatch: pytest.MonkeyPatch, clean: str) -> None:
    slips = SimpleNamespace(slip=lambda log, _kind, seed: (log, seed), KINDS=("doubled", "swapped"))
    monkeypatch.setitem(sys.modules, "fixtures.slips", slips)
    assert asked("slip", clean, "--kind", "doubled", "--seed", "5").stderr == "Slip 'doubled' at event 5.\n"
    assert "Did you mean 'swapped'?" in asked("slip", clean, "--kind", "swaped").stderr


# ---- packs


def test_a_pack_with_faults_lists_them_all_with_their_lines(tmp_path: Path) -> None:
    pack = tmp_path / "p.toml"
    pack.write_text("[pack\n")
    result = asked("pack", "check", str(pack))
    assert result.exit_code == 3
    assert f"{pack}:1:" in result.stderr
    pack.write_text('[pack]\ngame = "chess"\nid = "x"\nversion = "1"\nfilled_by = "Ada"\nprovenance = "public"\n')
    assert "pebbles" in asked("pack", "check", str(pack)).stderr


def test_a_good_pack_says_what_it_rests_on(tmp_path: Path) -> None:
    pack = tmp_path / "p.toml"
    head = '[pack]\ngame = "pebbles"\nid = "x"\nversion = "1"\nfilled_by = "Ada"\nprovenance = "verified"\n'
    pack.write_text(head + '[heap]\nsize = 20\nweight = "??"\n')
    result = asked("pack", "check", str(pack))
    assert result.exit_code == 0
    assert "1 values read off a physical copy" in result.stdout
    assert "1 values unknown" in result.stdout


# ---- real runs


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
    assert printing.coloured(terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not printing.coloured(terminal)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not printing.coloured(terminal)


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    log = kept(tmp_path / "long.log", *(f"ada: boast {'x' * 60}" for _ in range(3000)))
    command = [sys.executable, "-c", REAL, "convert", log, "--to", "jsonl"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(  # noqa: S603 - this program
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as run_:
        assert run_.stdout is not None
        assert run_.stderr is not None
        run_.stdout.read(10)
        run_.stdout.close()
        assert run_.stderr.read() == b""
        assert run_.wait(20) == printing.READER_GONE


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

    monkeypatch.setattr(inputs, "raw_bytes", fails)
    assert run(["audit", clean]) == 70
    told = capsys.readouterr().err
    assert "the sky falls" in told
    assert "fault of Deadreckon" in told


def test_an_interrupt_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, clean: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(inputs, "raw_bytes", interrupted)
    assert run(["audit", clean]) == 130
    assert "Stopped." in capsys.readouterr().err


def test_one_audit_imports_neither_rich_nor_faker_nor_what_only_other_commands_need(clean: str) -> None:
    told = REAL.replace("main()", "run(['audit', sys.argv[1]]); print(*sys.modules)").replace(
        "import main", "import run"
    )
    command = [sys.executable, "-c", f"import sys; {told}", clean]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: S603 - this program
        command, capture_output=True, env=environment, check=True, text=True, timeout=60
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "audit.auditing" in loaded
    heavy = {"rich", "faker", "fixtures", "pathlib", "shutil", "multiprocessing", "concurrent.futures", "sqlalchemy"}
    assert not loaded & {*heavy, "cli.commands.replay", "cli.stepping"}


def test_everything_printed_is_made_safe_unless_it_was_painted() -> None:
    assert printing.line("\x1b[31mred", printing.paint("x")) == f"{shown(chr(27))}[31mredx"
    assert printing.paint("a\u200bb") == "a\\u{200b}b"
