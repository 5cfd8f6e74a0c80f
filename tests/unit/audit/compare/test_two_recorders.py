"""Two records of one game: every difference is found, the rules decide where they can, and each decision is stated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit.two_recorders import Comparison, compare_logs, merge_logs
from audit.two_recorders.alignment import MOST_EDITS
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked, kept
from tests.support.games import pebbles
from tests.support.logs.harbour_open import LOGS

CLEAN = ("ada: take 3", "ben: take 2", "cleo: take 1", "ada: take 2")


def both(one: tuple[str, ...], other: tuple[str, ...], header: str = "") -> Comparison:
    return compare_logs(pebbles.log(*one), pebbles.log(*other, header=header), pebbles.GAMES)


def told(comparison: Comparison) -> list[tuple[str, list[str], list[str], str | None, str]]:
    return [
        (d.kind, [e.line for e in d.a], [e.line for e in d.b], b.side, b.why)
        for d, b in zip(comparison.both.differences, comparison.bearings, strict=True)
    ]


def test_a_line_missing_doubled_swapped_or_written_otherwise_is_told_as_that() -> None:
    assert told(both(CLEAN, CLEAN)) == []
    (missing,) = told(both(CLEAN, (CLEAN[0], *CLEAN[2:])))
    assert missing == ("missing", ["ben: take 2"], [], "a", "one")
    (doubled,) = told(both((CLEAN[0], *CLEAN), CLEAN))
    assert doubled[0] == "doubled"
    assert doubled[3] == "b"
    (swapped,) = told(both(CLEAN, (CLEAN[1], CLEAN[0], *CLEAN[2:])))
    assert swapped == ("swapped", list(CLEAN[:2]), [CLEAN[1], CLEAN[0]], "a", "one")
    (differing,) = told(both(CLEAN, (*CLEAN[:3], "ada: take 4")))
    assert differing == ("differing", ["ada: take 2"], ["ada: take 4"], "a", "one")


def test_what_both_allow_or_neither_is_left_open() -> None:
    assert told(both(CLEAN, ("ada: take 3", "ben: take 1", *CLEAN[2:])))[0][3:] == (None, "neither")
    assert told(both(("ada: take 5", *CLEAN[1:]), ("ada: take 4", *CLEAN[1:])))[0][3:] == (None, "both")


def test_what_cannot_be_read_is_neither_borne_out_nor_called_illegal() -> None:
    unread = ("ada: tkae 3", *CLEAN[1:])
    for other in (CLEAN, ("ada: take 5", *CLEAN[1:])):
        comparison = both(unread, other)
        assert [(side, why) for *_, side, why in told(comparison)] == [(None, "unread")]
        assert merge_logs(comparison).text.count("ada: t") == 2 + 1, "both are quoted, and neither is written"


def test_two_differences_that_are_right_only_together_are_left_open() -> None:
    """The differences taken and those not taken go together: each log is right as a whole, but not by half."""
    one = ("ada: take 3", "ben: take 2", "claim: heap 15")
    other = ("ada: take 2", "ben: take 2", "claim: heap 16")
    comparison = both(one, other)
    found = told(comparison)
    assert (len(found), comparison.a.broken, comparison.b.broken) == (2, 0, 0)
    assert {why for *_, side, why in found if side is None} == {"neither"}
    assert [side for *_, side, _ in found] == [None, None]


def test_headers_that_set_different_tables_are_told_and_nothing_is_judged() -> None:
    comparison = both(CLEAN, (*CLEAN[:3], "ada: take 4"), header="layers: small-hands\n")
    assert [(head.key, head.judged) for head in comparison.heads] == [("layers", True)]
    assert told(comparison)[0][3:] == (None, "heads")
    with pytest.raises(LogError, match="different tables"):
        merge_logs(comparison)
    chosen = merge_logs(comparison, head="b").text
    assert "layers: small-hands" in chosen
    assert "That of B was chosen." in chosen


def test_of_two_positions_only_the_facts_that_differ_are_told() -> None:
    one, other = ((LOGS / f"r2t2-{which}.log").read_bytes() for which in ("first", "second"))
    (head,) = compare_logs(one, other, GAMES).heads
    assert (head.key, head.a, head.b) == ("position", "yellow.wind=3", "yellow.wind=2")


def test_a_merged_log_has_what_both_say_and_a_note_at_each_difference() -> None:
    one, other = ("ada: take 3", "ben: take 2", "cleo: take 1"), ("ada: take 3", "ben: take 3", "ada: take 1")
    lines = merge_logs(both(one, other)).text.split("---\n")[1].splitlines()
    events = [line for line in lines if not line.startswith("record: note")]
    assert events == ["ada: take 3", "ben: take ??", "??: take 1"]
    assert sum("differ here" in line for line in lines) == len(lines) - len(events) == 2
    assert merge_logs(both(one, one)).text.split("---\n")[1].splitlines() == list(one)
    assert merge_logs(both(one, one)).notes == 0


def test_of_a_list_that_differs_in_one_place_the_merged_log_keeps_the_rest() -> None:
    head = "game: tailwinds\nplayers: green=Ada/sailor, orange=Ben/crew, blue=Cleo/gambler\n---\n"
    one, other, longer = (
        f"{head}green: commit sailor-5\nfate: reveal sailor-5 {cards}\n".encode()
        for cards in ("crew-4 gambler-4", "crew-4 gambler-5", "crew-4")
    )
    assert "fate: reveal sailor-5 crew-4 ??\n" in merge_logs(compare_logs(one, other, GAMES)).text
    assert "fate: reveal ??\n" in merge_logs(compare_logs(one, longer, GAMES)).text


def test_merging_is_the_same_whoever_comes_first_but_for_the_notes() -> None:
    one, other = ("ada: take 3", "ben: take 2", "cleo: take 1"), ("ada: take 3", "ben: take 3")
    ways = [merge_logs(both(*pair)).text.splitlines() for pair in ((one, other), (other, one))]
    here, there = ([line for line in way if "record: note" not in line] for way in ways)
    assert here == there


def test_the_commands_say_it_to_people_and_to_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.GAMES", pebbles.GAMES)
    one, other = kept(tmp_path / "a.log", *CLEAN), kept(tmp_path / "b.log", *CLEAN[:3], "ada: take 4")
    assert asked("compare", one, one).exit_code == 0
    said = asked("compare", one, other)
    assert said.exit_code == 1
    assert "The rules bear out A. As B has it, PB-" in said.stdout
    document = json.loads(asked("compare", one, other, "--format", "json").stdout)
    assert (document["schema"], document["differences"][0]["bears_out"]) == ("deadreckon.comparison/1", "a")
    done = asked("merge", one, other, "-o", str(tmp_path / "m.log"))
    assert done.exit_code == 1
    assert "1 note where" in done.stderr
    assert "ada: take ??" in (tmp_path / "m.log").read_text("utf-8")
    assert asked("merge", one, other, "-o", one).exit_code == 2, "no record is written over"
    assert asked("merge", one, one, "--to", "jsonl").exit_code == 0


def test_what_is_no_log_and_what_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.GAMES", pebbles.GAMES)
    one, none = kept(tmp_path / "a.log", *CLEAN), tmp_path / "none.log"
    none.write_text("nothing")
    done = asked("compare", one, str(none))
    assert done.exit_code == 3
    assert "none.log" in done.stderr
    odd = kept(tmp_path / "odd.log", *CLEAN[:3], "ada: tkae \u202e2")
    for name in ("compare", "merge"):
        done = asked(name, one, odd)
        assert done.exit_code == 1
        assert "\u202e" not in done.stdout


def test_long_and_hostile_pairs_take_bounded_work() -> None:
    lines = [f"{seat}: take {1 + at % 3}" for at in range(6_000) for seat in ("ada", "ben", "cleo")]
    other = [("ben: take 1" if at % 40 == 7 else line) for at, line in enumerate(lines)]
    comparison = both(tuple(lines), tuple(other))
    assert len(comparison.both.differences) > 100
    assert {bearing.why for bearing in comparison.bearings} <= {"neither", "both", "unexamined", "one"}
    merge_logs(comparison)
    apart = [f"ben: take {at % 3}" for at in range(MOST_EDITS + 1)]
    with pytest.raises(LogError, match="More than 1,000 lines"):
        both(tuple(["ada: take 7"] * (MOST_EDITS + 1)), tuple(apart))
