"""The audit on the command line: its output and streams, its exit codes, and its refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.audit.batch import find_worst_code
from engine.kernel.spellings import parse_log, write
from tests.support.command_line import BROKEN, asked, kept, really
from tests.support.games import pebbles

pytestmark = pytest.mark.usefixtures("one_small_game")


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
    assert first.split()[:4] == ["clean", "result", "confirmed", clean]
    assert second.startswith("2 rules broken")
    assert "event 2, PB-HEAP-01" in second
    assert total == "2 logs: 1 clean, 1 with rules broken."


def test_an_unreadable_log_among_others_is_reported_and_the_others_go_on(clean: str, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("milk\n")
    result = asked("audit", str(tmp_path / "a.log"), clean)
    assert result.exit_code == 3
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["unreadable", "clean", "2"]
    assert "a.log:1:1" in result.stderr


def test_a_directory_stands_for_all_logs_in_it_sorted(tmp_path: Path) -> None:
    for name in ("b.log", "a.jsonl", "c/d.csv", "e.txt"):
        path = Path(kept(tmp_path / name, *pebbles.CLEAN))
        log = parse_log(path.read_bytes(), lambda _: pebbles.GAME.vocabulary)
        path.write_text(
            write(log, {".jsonl": "jsonl", ".csv": "csv"}.get(path.suffix, "text"), pebbles.GAME.vocabulary)
        )
    result = asked("audit", str(tmp_path))
    listed = [Path(line.split()[3]).name for line in result.stdout.splitlines()[:-1]]
    assert listed == ["a.jsonl", "b.log", "d.csv", "e.txt"]
    assert (result.exit_code, result.stderr) == (0, "")


def test_what_is_left_out_of_a_directory_is_named(clean: str) -> None:
    place = Path(clean).parent
    (place / "notes.txt").write_text("bring the game\n")
    (place / "sheet.pdf").write_bytes(b"game: pebbles")
    (place / ".hidden").write_bytes(b"")
    result = asked("audit", str(place))
    assert "clean" in result.stdout.splitlines()[0]
    assert [Path(line).name for line in result.stderr.splitlines()[1:]] == ["notes.txt", "sheet.pdf"]


def test_a_line_of_a_list_says_who_played_where_and_who_won(tmp_path: Path) -> None:
    log = kept(tmp_path / "a.log", *pebbles.CLEAN, header="event: Harbour Open\n")
    first = asked("audit", log, log).stdout.splitlines()[0]
    assert first.endswith("(Ada, Ben, Cleo; Harbour Open; Ben won)"), first


def test_quiet_says_nothing_of_clean_logs(clean: str, broken: str) -> None:
    assert asked("audit", clean, "-q").stdout == ""
    assert [line.split()[0] for line in asked("audit", clean, broken, "-q").stdout.splitlines()] == ["2", "2"]
    assert asked("audit", broken, "-q").stdout == asked("audit", broken).stdout


def test_colour_is_as_asked_for(broken: str) -> None:
    assert "\x1b[" in asked("audit", broken, "--color", "always").stdout
    assert "\x1b[" not in asked("audit", broken).stdout
    assert "\x1b[" not in asked("audit", broken, "--color", "never", color=True).stdout


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
    document = json.loads(asked("audit", clean, broken, "--format", "sarif").stdout)
    assert document["version"] == "2.1.0"
    assert [run["tool"]["driver"]["name"].lower() for run in document["runs"]] == ["deadreckon"]
    assert any(one["ruleId"] == "PB-HEAP-01" for one in document["runs"][0]["results"])


def test_html_is_one_page_about_one_log(broken: str, tmp_path: Path) -> None:
    place = tmp_path / "report.html"
    result = asked("audit", broken, "--format", "html", "--output", str(place))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "PB-HEAP-01" in place.read_text()


def test_pages_about_several_logs_go_to_a_directory_with_an_index(clean: str, broken: str, tmp_path: Path) -> None:
    place = tmp_path / "season"
    assert "--output DIR" in asked("audit", broken, clean, "--format", "html").stderr
    result = asked("audit", broken, clean, "--format", "html", "-o", str(place))
    assert (result.exit_code, result.stdout) == (1, "")
    index = (place / "index.html").read_text()
    links = re.findall(r'href="([^"]+)"', index)
    assert links == ["0001-broken.log.html", "0002-clean.log.html"]
    assert "PB-HEAP-01" in (place / links[0]).read_text()
    assert "<script" not in index
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.html").write_text("mine")
    assert asked("audit", broken, clean, "--format", "html", "-o", str(tmp_path / "other")).exit_code == 2


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
    alone, together = (really("audit", str(tmp_path), "--jobs", jobs) for jobs in ("1", "2"))
    assert alone.stdout == together.stdout
    assert (alone.returncode, together.returncode) == (3, 3)
    assert alone.stderr == together.stderr
    assert together.stdout.endswith(b"60 logs: 50 clean, 9 with rules broken, 1 unreadable.\n")


def test_sarif_and_json_survive_the_way_through_processes(tmp_path: Path) -> None:
    for number in range(55):
        kept(tmp_path / f"{number:03}.log", *BROKEN)
    for form in ("json", "sarif"):
        alone, together = (really("audit", str(tmp_path), "--format", form, "--jobs", jobs) for jobs in ("1", "2"))
        assert json.loads(alone.stdout) == json.loads(together.stdout)


def test_the_worst_file_decides_the_exit_code() -> None:
    assert [find_worst_code(codes) for codes in ([], [0, 0], [0, 1], [1, 3, 0])] == [0, 0, 1, 3]
