"""Any file gets one clear message with a place and a remedy: never a traceback, never a silent repair."""

from __future__ import annotations

import tracemalloc
from collections.abc import Container, Mapping
from types import MappingProxyType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from audit.intake import reader
from engine.kernel.events import Move, Unreadable
from engine.kernel.log import Fault, Header, Log, LogError
from engine.kernel.replay.fact_values import Kinds
from engine.kernel.spellings import SPELLINGS, parse_log, write
from engine.kernel.spellings.typed.other_words import merge_word_tables
from engine.kernel.vocabulary import Vocabulary
from tests.support.games.toys import TEXT, TOYS, Shift

HEAD = "game: harbour\nplayers: green=Ada, orange=Ben\n---\n"
JSON_HEAD = '{"game":"harbour","players":[{"seat":"green"},{"seat":"orange"}]}\n'
SHEET_HEAD = "game,harbour\nplayers,green=Ada\nby,do,1,2\n"
GOOD = "green: shift aft 4\n"
GOOD_JSON = '{"do":"shift","by":"green","boat":"aft","points":4}\n'


class Harbour:
    """A game as the intake sees it."""

    vocabulary: Vocabulary = TOYS
    values: Kinds = MappingProxyType({"winner": ("seat",)})
    words = merge_word_tables((), ())

    def domains(self, _header: Header) -> Mapping[str, Container[str]]:
        """Name two boats and three facts."""
        return {"boat": frozenset({"aft", "fore"}), "fact": frozenset({"gas", "winner", "green.aft"})}


def read(raw: str | bytes) -> Log:
    return reader.read_log(raw if isinstance(raw, bytes) else raw.encode(), {"harbour": Harbour()}, strict=True)


def refused(raw: str | bytes) -> Fault:
    with pytest.raises(LogError) as caught:
        read(raw)
    return caught.value.fault


def fault(raw: str | bytes) -> Fault:
    log = read(raw)
    assert len(log.faults) == 1, log.faults
    return log.faults[0]


# Files that are not logs


@pytest.mark.parametrize(
    ("raw", "says", "line"),
    [
        (b"", "empty", 1),
        (b" \n\n", "empty", 1),
        (b"\xef\xbb\xbf", "empty", 1),
        (HEAD.encode() + b"green: shift \xff 4\n", "not UTF-8: byte 0xff at offset", 4),
        (b"game: a\0b\n", "NUL byte at offset 7", 1),
        (HEAD.encode("utf-16"), "UTF-16", 1),
        (HEAD.encode("utf-16-le"), "UTF-16", 1),
        (HEAD + "x" * 2_000_000, "Line 4 is longer than 1 MB", 4),
        ("{" * 2_000_000, "Line 1 is longer than 1 MB", 1),
        (JSON_HEAD + "\n" * 1_000_001, "more than a million lines", 1_000_001),
        (b"game: harbour\rplayers: green\r---\rgreen: wait\r", "only a carriage return", 1),
        ('[{"game":"harbour"}]', "one JSON array", 1),
        (HEAD, "no events", 2),
        (JSON_HEAD, "no events", 1),
        (SHEET_HEAD, "no events", 2),
        ("hello there\n", "no line '---'", 1),
        ("game: harbour\nplayers: green\ngreen: wait\n", "no line '---'", 3),
        ("game,harbour\nplayers,green\ngreen,wait\n", "no row 'by,do,1,2,…'", 1),
        ("players: green\n---\n" + GOOD, "which game", 1),
        ("---\n" + GOOD, "which game", 1),
        ("game: harbour\n---\n" + GOOD, "no players", 1),
        ('{"game":"harbour"}\n' + GOOD_JSON, "no players", 1),
        (GOOD_JSON, "first line is an event", 1),
        ("gmae: harbour\n---\n", "no header key 'gmae'", 1),
        ("game: harbour\ngame: harbour\n---\n", "'game' twice", 2),
        ("game: harbuor\nplayers: green\n---\n" + GOOD, "no game 'harbuor'", 1),
        ("game: harbour\nplayers: green, green\n---\n", "'green' twice among its players", 2),
        ("game: harbour\nplayers: green\nlayers: a, a\n---\n", "'a' twice among its layers", 3),
        ("game: harbour\nplayers: fate\n---\n", "name of its own", 2),
        ("game: harbour\nplayers: green,,red\n---\n", "cannot be read as a list", 2),
        ("game: harbour\nplayers: green\nrulings: A=1, A=2\n---\n", "'A' is given twice", 3),
        ("game: harbour\nplayers: green\nrulings: A\n---\n", "has no value", 3),
        ("game: harbour\nplayers: green\nposition: a=1\nposition: a=2\n---\n", "'a' is given twice", 4),
        ("game: harbour\nplayers: green\nposition: a=" + "9" * 5000 + "\n---\n", "out of range", 3),
        ("game: harbour\nplayers: green\nformat: 2\n---\n", "format '2'", 3),
        ("game: harbour\nplayers: green\nformat: two\n---\n", "not a number", 3),
        ("game: harbour\nplayers: green\nevent: \n---\n", "'event' is empty", 3),
        ('game: harbour\nplayers: green\nevent: "x\n---\n', "quotation mark", 3),
        ("game: harbour\nplayers: green\nlayers: a=b\n---\n", "no value", 3),
        ("game: harbour\nthis is it\n---\n", "not 'key: value'", 2),
        ("game: har\rbour\nplayers: green\n---\n" + GOOD, "carriage return", 1),
        ('{"game":"harbour","players":[{"seat":"green"}],"pack":"a","inline":"b"}\n', "also carries one", 1),
        ('{"game":"harbour","players":[{"seat":"green"}],"inline":"\\u0007"}\n', "control characters", 1),
        ('{"game":"harbour","gmae":"x"}\n', "no 'gmae'", 1),
        ('{"game":"harbour","game":"x"}\n', "'game' is given twice", 1),
        ('{"game":"harbour","players":[{"seat":"green","nmae":"x"}]}\n', "no 'nmae'", 1),
        ('{"game":3}\n', "Expected `str`", 1),
        ('{"game":"harbour"\n', "not JSON", 1),
        ('{"game":"harbour","position":{"a":NaN}}\n', "NaN is not a value", 1),
        ('{"game":' + "[" * 100_000 + "\n", "nested too deep", 1),
        ('{"game":"\\ud800","players":[{"seat":"a"}]}\n', "lone surrogate", 1),
        (HEAD + GOOD + GOOD_JSON, "text log contains a line of JSON", 5),
        (JSON_HEAD + GOOD, "JSON log contains a line of text", 2),
        (HEAD + "x\n" * 10_001, "More than 10000 lines", 10_004),
    ],
)
def test_a_file_that_is_no_log_is_refused_with_its_line(raw: str | bytes, says: str, line: int) -> None:
    found = refused(raw)
    assert says in found.says
    assert found.line == line
    assert found.hint


def test_the_unknown_game_is_answered_with_the_known_ones() -> None:
    assert refused("game: harbuor\nplayers: green\n---\n" + GOOD).hint == "Did you mean 'harbour'?"
    assert refused("game: chess\nplayers: green\n---\n" + GOOD).hint == "There is: harbour."


def test_a_game_asked_for_in_a_plain_mapping_is_missed_politely() -> None:
    with pytest.raises(LogError, match="There is no game 'chess'"):
        parse_log(b"game: chess\nplayers: green\n---\nx", {"harbour": TOYS}.__getitem__)


# Unreadable lines: each is a fault with a place, and the rest is read


@pytest.mark.parametrize(
    ("line", "says", "column", "hint"),
    [
        ("green: shfit aft 4", "no event 'shfit'", 8, "Did you mean 'shift'?"),
        ("recrod: nothing x", "no event 'nothing'", 9, "Did you mean 'record'?"),
        ("fate: shift aft 4", "said by a seat, not by 'fate'", 1, "Write: green: shift aft 4"),
        ("green: note x", "said by 'record', not by 'green'", 1, "Write: record: note"),
        ("gren: shift aft 4", "no seat 'gren'", 1, "Did you mean 'green'?"),
        ("green: shift aff 4", "no boat 'aff'", 14, "Did you mean 'aft'?"),
        ("claim: gass 4", "no fact 'gass'", 8, "Did you mean 'gas'?"),
        ("green: shift aft 4 onot=orange", "no field 'onot'", 20, "Did you mean 'onto'?"),
        ("green: shift aft", "lacks points", 1, "Write: green: shift aft 4"),
        ("claim: gas", "lacks value", 1, "Write: claim: winner green"),
        ("green: shift aft 4 orange yes 5", "no place for '5'", 31, "quotation marks"),
        ("green: shift aft four", "'four' cannot be the 'points'", 18, "a whole number from -1000000"),
        ("green: shift aft 4.0", "'4.0' cannot be the 'points'", 18, "a whole number"),
        ('green: shift aft "4"', "'4' cannot be the 'points'", 18, "a whole number"),
        ("green: shift aft NaN", "'NaN' cannot be the 'points'", 18, "a whole number"),
        ("green: shift aft 1000001", "cannot be the 'points'", 18, "to 1000000"),
        ("green: shift aft " + "9" * 5000, "cannot be the 'points'", 18, "to 1000000"),
        ("claim: gas " + "9" * 5000, "cannot be the 'value'", 12, "to 1000000"),
        ("green: shift " + "x" * 65 + " 4", "cannot be the 'boat'", 14, "at most 64 characters"),
        ("green: shift aft 4 quiet=maybe", "'maybe' cannot be the 'quiet'", 20, "yes or no"),
        ("green: shift aft 4 over=1,x", "cannot be the 'over'", 20, "a list, each"),
        ("green: shift aft,fore 4", "takes one value", 14, "quotation marks"),
        ("green: shift aft 4 onto=orange onto=green", "'onto' is given twice", 32, "Keep one"),
        ('green: shift "aft 4', "quotation mark is not closed", 14, "Close it"),
        ('green: shift "aft"4', "without a space", 14, "leave a space"),
        ('green: shift "a\\qb" 4', "cannot be read as text", 14, "backslash"),
        ('green: shift "\\ud800" 4', "lone surrogate", 14, "whole character"),
        ("green: shift =aft 4", "'=aft' cannot be read", 14, "quotation marks"),
        ("green:", "what 'green' does", 7, "After the colon"),
        ("green shift aft 4", "does not start with who acts", 1, "SEAT: VERB"),
        ("green: claim gas 4", "made by the table", 8, "claim: winner green"),
        ("claim: gas who=Ada", "takes no 'who='", 12, "without '='"),
        ("green: shift\raft 4", "carriage return", 13, "LF or CRLF"),
        ("0. green: shift\u202e aft 4", "no event 'shift\\u{202e}'", 11, "Did you mean 'shift'?"),
        ("-3. green: shift aft 4", "cannot have this seq", 1, "Count from 1"),
        ("9" * 5000 + ". green: shift aft 4", "cannot have this seq", 1, "Count from 1"),
    ],
)
def test_a_bad_line_of_text_is_a_fault_where_it_stands(line: str, says: str, column: int, hint: str) -> None:
    log = read(HEAD + GOOD + line + "\n" + GOOD)
    (found,) = log.faults
    assert says in found.says
    assert hint in found.hint
    assert (found.line, found.column, found.seq) == (5, column, 2)
    assert isinstance(log.events[1], Unreadable)
    assert line.startswith(log.events[1].text)
    assert isinstance(log.events[2], Shift)


@pytest.mark.parametrize(
    ("line", "says", "column"),
    [
        ('{"do":"shfit","by":"green"}', "no event 'shfit'", 2),
        ('{"do":"shift","by":"gren","boat":"aft","points":4}', "no seat 'gren'", 21),
        ('{"do":"shift","by":"green","boat":"aft","points":4,"x":1}', "no field 'x'", 52),
        ('{"do":"shift","by":"green","boat":"aft"}', "lacks points", 1),
        ('{"do":"shift","boat":"aft","points":4}', "lacks by", 1),
        ('{"do":"shift","by":"green","boat":"aft","points":"4"}', "'4' cannot be the 'points'", 41),
        ('{"do":"shift","by":"green","boat":"aft","points":4.5}', "'4.5' cannot be the 'points'", 41),
        ('{"do":"shift","by":3,"boat":"aft","points":4}', "'3' cannot be the 'by'", 15),
        ('{"do":"shift","by":"green","boat":"aft","points":NaN}', "NaN is not a value", 50),
        ('{"do":"shift","by":"green","boat":"aft","points":' + "9" * 5000 + "}", "cannot be the 'points'", 41),
        ('{"do":"shift","by":"green","boat":"aft","points":4,"seq":' + "9" * 5000 + "}", "seq", 1),
        ('{"do":"shift","by":"green","boat":"aft","boat":"aft","points":4}', "'boat' is given twice", 41),
        ('{"do":"shift","do":"shift","by":"green","boat":"aft","points":4}', "'do' is given twice", 15),
        ('{"do":"shift","by":"green","boat":"\\ud800","points":4}', "lone surrogate", 1),
        ('{"do":"shift","by":"green","boat":"a\tb","points":4}', "not JSON", 37),
        ('{"do":"shift","by":"green","boat":"aft","points":4', "not JSON", 51),
        ('{"do":"shift","by":"green","boat":"aft","points":4} {}', "not JSON", 53),
        ('{"do":"note",\r"text":"x"}', "carriage return", 14),
        ('{"by":"green"}', "does not say what it is", 1),
        ('{"do":' + "[" * 100_000, "nested too deep", 1),
        ('{"do":"shift","boat":' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deep", 1),
        ("[1]", "not a JSON object", 1),
        ("12", "not a JSON object", 1),
    ],
)
def test_a_bad_line_of_json_is_a_fault_where_it_stands(line: str, says: str, column: int) -> None:
    log = read(JSON_HEAD + GOOD_JSON + line + "\n" + GOOD_JSON)
    (found,) = log.faults
    assert says in found.says
    assert found.hint or "seat" in says
    assert (found.line, found.column, found.seq) == (3, column, 2)
    assert isinstance(log.events[1], Unreadable)
    assert isinstance(log.events[2], Shift)


@pytest.mark.parametrize(
    ("row", "says", "column"),
    [
        ("green,shfit,aft,4", "no event 'shfit'", 7),
        ("green,,aft,4", "what happens", 1),
        (",shift,aft,4", "who acts", 1),
        ("green,shift,aft,four", "'four' cannot be the 'points'", 17),
        ("green,shift,,4", "lacks boat", 1),
        ("green,shift,aft,4,,,x", "no place for 'x'", 21),
        ("green,shift,aft,=2+2", "'=2+2' cannot be the 'points'", 17),
        ("fate,turn,a,plie=x", "no field 'plie'", 13),
        ('green,shift,aft,4,"over=1,2 3"', "not a list", 19),
        ('green,shift,"""aft",4', "not closed", 13),
        ('green,shift,"aft,4', "not closed", 1),
        ('green,shift,"aft"x,4', "not CSV", 1),
        ("green,shift,a\rb,4", "carriage return", 14),
        ("orange,shift,aft,4", "no seat 'orange'", 1),
    ],
)
def test_a_bad_row_of_a_sheet_is_a_fault_where_it_stands(row: str, says: str, column: int) -> None:
    log = read(SHEET_HEAD + "green,shift,aft,4\n" + row + "\ngreen,shift,aft,4\n")
    (found,) = log.faults
    assert says in found.says
    assert (found.line, found.column, found.seq) == (5, column, 2)
    assert isinstance(log.events[1], Unreadable)
    assert isinstance(log.events[2], Shift)


def test_a_sheet_may_hold_a_bad_seq_or_a_line_of_json() -> None:
    assert "whole number" in fault("game,harbour\nplayers,green\nseq,by,do\nx,green,wait\n").says
    assert "sheet contains a line of JSON" in refused("game,harbour\n" + GOOD_JSON).says
    assert "sheet contains a line of JSON" in refused(SHEET_HEAD + GOOD_JSON).says
    assert "not closed" in refused('game,harbour\nplayers,"green\n').says


def test_a_byte_order_mark_is_reported_and_the_rest_is_read() -> None:
    for text in (HEAD + GOOD, JSON_HEAD + GOOD_JSON, SHEET_HEAD + "green,wait\n"):
        found = fault("\ufeff" + text)
        assert "byte-order mark" in found.says
        assert (found.line, found.column) == (1, 1)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_windows_line_endings_are_line_endings(spelling: str) -> None:
    written = write(read(HEAD + GOOD + "green: wait\n"), spelling, TOYS)
    log, windows = read(written), read(written.replace("\n", "\r\n"))
    assert not windows.faults
    assert (windows.header, windows.events, list(windows.lines)) == (log.header, log.events, list(log.lines))


def test_a_file_cut_off_in_mid_line_says_so() -> None:
    assert "cut off in the middle" in fault(HEAD + GOOD + "green: shift af").says
    assert "cut off in the middle" in fault(JSON_HEAD + GOOD_JSON + GOOD_JSON[:20]).says
    assert "cut off in the middle" in fault(SHEET_HEAD + "green,wait\ngreen,shift,af").says
    assert not read(HEAD + GOOD + "green: wait").faults
    assert not read(JSON_HEAD + GOOD_JSON.rstrip()).faults


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_gap_or_a_repeat_in_stated_seqs_is_said_once_and_the_events_are_kept(spelling: str) -> None:
    text = HEAD + "".join(f"{seq}. green: wait\n" for seq in (1, 2, 4, 5, 5, 6))
    faults = [f for f in read(write(read(text), spelling, TOYS)).faults if f.seq]
    assert [("skips ahead" in f.says, f.seq) for f in faults] == [(True, 3), (False, 5)]
    assert "repeats" in faults[1].says
    assert "read as event 5" in faults[1].hint
    assert all(isinstance(event, Move) for event in read(text).events)


def test_a_doubled_key_is_found_behind_any_spacing_or_spelling_of_the_key() -> None:
    for line in (
        '{"do":"note","text" : "a","who":"x","who":"x"}',
        '{"do":"note","text":"a","te\\u0078t":"a"}',
        '{"do":"note","text":"\\u0022:","who":"x","who":"x"}',
    ):
        assert "given twice" in fault(JSON_HEAD + GOOD_JSON + line + "\n").says


def test_two_events_on_one_line_are_not_two_lines() -> None:
    log = read(JSON_HEAD + GOOD_JSON.rstrip() + " " + GOOD_JSON + '{"do":"note",\n"text":"x"}\n' + GOOD_JSON)
    assert [f.line for f in log.faults] == [2, 3, 4]
    assert list(log.lines) == [2, 3, 4, 5]


def test_marks_in_a_players_name_are_kept_in_the_log() -> None:
    log = read(f"game: harbour\nplayers: green=A\u202eda\x07\n---\n{GOOD}")
    assert log.header.players[0].name == "A\u202eda\x07"


def test_a_log_of_strangers_is_the_log_of_another_game() -> None:
    assert "names in this log" in refused(HEAD + "green: shift mid 4\n" * 10_001).says


def test_a_hundred_thousand_events_stay_small() -> None:
    raw = (JSON_HEAD + GOOD_JSON * 100_000).encode()
    tracemalloc.start()
    log = read(raw)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(log.events) == 100_000
    assert peak < 100_000_000


# Arbitrary bytes


def answered(raw: bytes) -> None:
    """Return whether it is a log. Lines and events of a log agree; a refusal names a place and a remedy."""
    try:
        log = read(raw)
    except LogError as error:
        faults = [error.fault]
    else:
        faults = log.faults
        assert log.events
        assert len(log.events) == len(log.lines)
    assert all(f.line >= 1 and f.column >= 1 and f.says for f in faults)


@settings(max_examples=300, deadline=None)
@given(raw=st.binary(max_size=200), head=st.sampled_from([b"", HEAD.encode(), JSON_HEAD.encode(), SHEET_HEAD.encode()]))
@example(raw=b'{"do":"x"', head=b"")
def test_any_bytes_give_a_log_or_an_answer(raw: bytes, head: bytes) -> None:
    answered(head + raw)


BITS = [b'"', b"\n", b",", b"=", b"{", b"}", b"??", b"\r", b"\\", b":", b"#", b"---", b"[", b"\xff", b"|", b"1.", b" "]


@settings(max_examples=400, deadline=None)
@given(st.data(), st.sampled_from(SPELLINGS))
def test_a_mangled_log_gives_a_log_or_an_answer(drawn: st.DataObject, spelling: str) -> None:
    whole = write(parse_log(TEXT.encode(), lambda _: TOYS), spelling, TOYS).encode()
    for _ in range(drawn.draw(st.integers(1, 4))):
        at = drawn.draw(st.integers(0, len(whole)))
        gone = drawn.draw(st.integers(0, 5))
        whole = whole[:at] + drawn.draw(st.sampled_from(BITS)) + whole[at + gone :]
    answered(whole)


@pytest.mark.parametrize("sign", [";", "\t"])
def test_a_sheet_may_part_its_cells_by_semicolons_or_tabs(sign: str) -> None:
    sheet = SHEET_HEAD + "green,shift,aft,4\n"
    log = read(sheet.replace(",", sign))
    assert log.events == read(sheet).events
    assert log.spelling == "csv"
    fault = read((sheet + "green,shift,aft,four\n").replace(",", sign)).faults[0]
    assert fault.column == len("green,shift,aft,") + 1
