"""What the command line prints without a log: rules, questions, events, random games, packs, spellings."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from audit.browse.catalogue import cite_rule, explain_missing_pages
from cli.main import COMMANDS
from engine.kernel.spellings import parse_log, write
from tests.support.command_line import asked, kept
from tests.support.games import pebbles

pytestmark = pytest.mark.usefixtures("one_small_game")


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


def test_every_command_teaches_with_an_example() -> None:
    for name in COMMANDS:
        result = asked(name, "--help")
        assert result.exit_code == 0
        assert f"deadreckon {name}" in result.stdout


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


def test_what_stands_on_no_page_says_why_once() -> None:
    heap, turns = pebbles.BOOK("Heap"), pebbles.BOOK("Turns")
    assert cite_rule(pebbles.GAME, (heap, turns)) == "The pebble leaflet, “Heap”, page 1; The pebble leaflet, “Turns”"
    assert explain_missing_pages(pebbles.GAME, (heap, turns, turns)) == ["The turns go over both pages of the leaflet."]
    assert explain_missing_pages(pebbles.GAME, (heap, pebbles.BOOK("Turns", 2))) == []


def test_rules_are_listed_for_people_by_chapter_and_by_status() -> None:
    result = asked("rules", "pebbles", "--status", "recorded")
    assert "Losers are gracious." in result.stdout
    assert "PB-HEAP-01" not in result.stdout
    assert result.stderr == "Pebbles: 1 recorded.\n"


def test_rulings_are_listed_with_their_readings_and_their_default() -> None:
    rulings = json.loads(asked("rulings", "pebbles", "--format", "json").stdout)
    assert [ruling["id"] for ruling in rulings] == ["PB-AMB-01", "PB-AMB-02"]
    assert (rulings[0]["default"], rulings[0]["readings"][1]) == ("three", {"name": "four", "says": "Four at most."})
    assert "three (default; in big-hands: five)" in asked("rulings", "pebbles").stdout


def test_events_are_listed_with_a_line_to_copy() -> None:
    result = asked("events", "pebbles").stdout
    assert "ada: take 2" in result
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
        refused = asked(command, "pb-heap-01")
        assert (refused.exit_code, "deadreckon explain PB-HEAP-01" in refused.stderr) == (2, True)


def with_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = SimpleNamespace(name="three of twenty", log="ada: take 3"), SimpleNamespace(name="five", log="ada: take 5")
    monkeypatch.setitem(sys.modules, "fixtures.cases", SimpleNamespace(examples=lambda _game, _rule, _layer: cases))


def test_a_rule_is_explained_with_citation_readings_and_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    with_cases(monkeypatch)
    result = asked("explain", "pb-heap-01").stdout
    for said in (
        "A turn takes one to three",
        "The pebble leaflet, “Heap”, page 1",
        "four",
        "three of twenty",
        "ada: take 5",
    ):
        assert said in result
    assert "fixtures/pebbles/engine/rules.py:" in result
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


def simulated(
    game: str, players: int | None, seed: int, layers: tuple[str, ...], rulings: dict[str, str], spelling: str
) -> str:
    if players is not None and players > 3:
        raise ValueError("Pebbles is for two or three.")
    assert not layers
    assert not rulings
    log = parse_log(pebbles.log(f"ada: take {seed}"), lambda name: pebbles.GAMES[name].vocabulary)
    return write(log, spelling, pebbles.GAMES[game].vocabulary)


def test_simulated_games_go_to_stdout_or_one_file_each(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fixtures.simulate", SimpleNamespace(simulate=simulated))
    assert asked("simulate", "pebbles", "--seed", "2").stdout.endswith("ada: take 2\n")
    result = asked("simulate", "pebbles", "--count", "3", "--out", str(tmp_path / "games"), "--to", "jsonl")
    assert result.exit_code == 0
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert names == ["pebbles-1.jsonl", "pebbles-2.jsonl", "pebbles-3.jsonl"]


def test_a_simulation_writes_over_nobody_elses_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fixtures.simulate", SimpleNamespace(simulate=simulated))
    (tmp_path / "pebbles-1.log").write_text("mine")
    assert asked("simulate", "pebbles", "--out", str(tmp_path)).exit_code == 2
    assert (tmp_path / "pebbles-1.log").read_text() == "mine"


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
