"""Viewing a game on the command line: step by step, place by place, and the legal moves."""

from __future__ import annotations

import json
import os
import pty
import termios
import time
from pathlib import Path

import click
import pytest

import engine.games
from audit import AuditOptions
from cli.open_log import open_log_with_report
from cli.replay.position import format_table
from cli.replay.screen import draw_screen
from cli.replay.steps import HELP, ShownPlace, apply_key, apply_keys
from engine.kernel.basics.visible_text import make_visible
from fixtures import kits
from tests.support.command_line import BROKEN, asked, kept, started
from tests.support.paths import ROOT

pytestmark = pytest.mark.usefixtures("one_small_game")


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
    assert ">heap: 17<" in asked("replay", broken, "--at", "1", "--format", "svg").stdout


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


def test_where_the_record_leaves_open_what_could_be_done_legal_says_so(tmp_path: Path) -> None:
    log = kept(tmp_path / "u.log", "ada: take ??")
    open_heap = asked("legal", log, "--at", "1")
    assert (open_heap.exit_code, open_heap.stdout) == (0, "")
    assert "The record leaves open what could be done here" in open_heap.stderr
    assert "has a decision" not in open_heap.stderr
    assert json.loads(asked("legal", log, "--at", "1", "--format", "json").stdout)["in_doubt"] is True
    assert json.loads(asked("legal", log, "--at", "0", "--format", "json").stdout)["in_doubt"] is False


START = ShownPlace(0, 30, findings=(3, 12), seqs=tuple(range(1, 31)))
RIGHT, LEFT, HOME, END, PAGE_DOWN, PAGE_UP = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[6~", "\x1b[5~"


def stepped(*keys: str, place: ShownPlace = START) -> ShownPlace:
    for key in keys:
        place = apply_key(key, place)
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
    assert apply_keys(f"{RIGHT}{RIGHT}n{PAGE_DOWN}12\r\xe0M", START).at == 13


def test_a_key_without_meaning_points_to_the_help() -> None:
    assert "?" in stepped("z").note
    assert any(line.startswith("n p") for line in HELP)


def test_events_left_out_of_the_book_are_no_place_to_go_to() -> None:
    place = stepped("2", "\r", place=ShownPlace(1, 2, seqs=(1, 3)))
    assert place.at == 1
    assert "no event 2" in place.note
    assert stepped("3", "\r", place=ShownPlace(1, 2, seqs=(1, 3))).at == 2


def test_on_a_terminal_a_replay_is_stepped_through_with_the_keys(broken: str) -> None:
    reader, terminal = pty.openpty()
    with started("replay", broken, stdin=terminal, stdout=terminal, stderr=terminal, env={"TERM": "dumb"}) as game:
        os.close(terminal)
        screens = ""
        for key, awaited in ((b"n", "? help"), (b"?", "Event 2 of 4"), (b"q", "next finding")):
            while awaited not in screens.rpartition("\x00")[2]:
                screens += os.read(reader, 10_000).decode(errors="replace")
            # A key that comes before the terminal reads single keys would be lost.
            while termios.tcgetattr(reader)[3] & termios.ICANON:
                time.sleep(0.01)
            screens += "\x00"
            os.write(reader, key)
        assert game.wait(20) == 0
    os.close(reader)
    assert "Before the first of 4 events" in screens


@pytest.mark.parametrize("name", ["tailwinds", "north_wind", "winds_of_plunder", "windward"])
def test_every_place_of_a_game_fits_a_small_terminal_with_event_and_finding_in_sight(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(engine.games, "GAMES", kits.GAMES)
    opened = open_log_with_report((ROOT / "fixtures" / name / "logs" / "demo.log").read_bytes(), AuditOptions())
    for at in range(len(opened.entries) + 1):
        lines = draw_screen(opened, ShownPlace(at, len(opened.entries)), 24)
        # Each ends a line: with as many, a screen of 24 rows would lose the first, which names the event.
        assert len(lines) < 24
        text = click.unstyle("\n".join(lines))
        assert text.startswith(("Event ", "Before the first of"))
        step = opened.step_at(at)
        if step is not None:
            assert make_visible(opened.spell_event(step.event)) in text
        for finding in opened.findings_at(at)[:1]:
            assert finding.rule in text


def test_what_does_not_fit_is_scrolled_to_and_stepping_on_begins_at_its_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.games, "GAMES", kits.GAMES)
    opened = open_log_with_report((ROOT / "fixtures" / "north_wind" / "logs" / "demo.log").read_bytes(), AuditOptions())
    place = ShownPlace(5, len(opened.entries))
    top, last = draw_screen(opened, place, 24), format_table(opened, 5)[-1]
    assert last not in top
    assert "lines more: d" in click.unstyle(top[-1])
    down = stepped(*"ddddddddd", place=place)
    assert last in draw_screen(opened, down, 24)
    assert stepped("u", place=stepped("d", place=place)).scrolled == 0
    assert stepped(RIGHT, place=down).scrolled == 0
