"""Converting writes what an audit reads: a typed seat, a remark that stays one, a number that stays wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit import audit
from audit.options import AuditOptions
from audit.rewrite.convert import convert_log, read_log_leniently, read_to_convert
from audit.rewrite.with_decisions import append_corrections
from engine.kernel.events import Amend, Unreadable
from engine.kernel.log import LogError
from engine.kernel.spellings import SPELLINGS, write_line
from tests.support.command_line import asked, kept
from tests.support.games.pebbles import GAMES, log

WORDS = GAMES["pebbles"].vocabulary


def spelled(raw: bytes, spelling: str) -> bytes:
    return convert_log(raw, read_to_convert(raw, GAMES), spelling, WORDS).encode()


def lines(raw: bytes) -> list[str]:
    return [
        "?" if type(event) is Unreadable else write_line(event, WORDS)
        for event in read_log_leniently(raw, GAMES).events
    ]


def verdicts(raw: bytes) -> list[str]:
    return [audit(one, GAMES).found.verdict for one in (raw, *(spelled(raw, spelling) for spelling in SPELLINGS))]


def test_a_seat_and_a_value_are_written_as_they_are_read_though_no_line_is_at_fault() -> None:
    broken = log("Ada: take 3", "Ben: take 5", "claim: Ada.taken three")
    assert verdicts(broken) == ["broken"] * 4
    assert lines(spelled(broken, "jsonl")) == ["ada: take 3", "ben: take 5", "claim: ada.taken 3"]
    assert verdicts(log("Ada: take 3", "Ben: take 2")) == ["clean"] * 4


def test_a_name_that_is_none_in_json_is_not_made_a_seat_in_another_spelling() -> None:
    raw = spelled(log("ada: take 3", "ben: take 3"), "jsonl").replace(b'"by":"ben"', b'"by":"Ben"')
    assert audit(raw, GAMES).found.verdict == "incomplete"
    for spelling in SPELLINGS:
        with pytest.raises(LogError, match="could not be read"):
            spelled(raw, spelling)


@pytest.mark.parametrize("remark", ["# # 2 ben: take 5", "#  2 ben: take 5", "## 2 ben: take 5"])
@pytest.mark.parametrize("spelling", ["text", "csv"])
def test_a_comment_with_a_number_in_it_becomes_no_event(remark: str, spelling: str) -> None:
    once = spelled(log("ada: take 3", remark), spelling)
    assert b"2 ben: take 5" in once
    assert lines(spelled(once, "text")) == lines(once) == ["ada: take 3"]


def test_a_comment_of_a_sheet_becomes_no_event_in_text() -> None:
    sheet = spelled(log("ada: take 3"), "csv") + b"# 2 ben: take 5\n"
    assert lines(spelled(sheet, "text")) == lines(sheet) == ["ada: take 3"]


def test_a_comment_behind_a_line_leaves_it_canonical_whatever_it_says() -> None:
    raw = log("ada: take 3 # so he says .", "ben: take 3 # “well”")
    assert not read_log_leniently(raw, GAMES).typed
    assert lines(spelled(raw, "text")) == lines(raw)


def test_a_comment_above_a_sheet_may_hold_what_parts_its_cells() -> None:
    sheet = spelled(b"# at the club, late\n" + log("ada: take 3"), "csv")
    assert sheet.startswith(b'"# at the club, late"\ngame,pebbles\n')
    assert read_log_leniently(sheet, GAMES).typed == []


def test_comments_of_the_header_are_kept_and_those_of_a_pack_in_it_are_not_doubled() -> None:
    raw = log("ada: take 3", header="event: Club # at home\npack: |\n  # of ours\n  [pack]\n")
    text = spelled(raw, "text").decode()
    assert text.startswith("# at home\ngame: pebbles\n")
    assert text.count("# of ours") == 1


def test_a_seat_that_looks_like_two_is_the_same_seat_in_every_spelling() -> None:
    players = b'{"game":"pebbles","players":[{"seat":"ben (red)"},{"seat":"ada (blue)"}]}\n'
    raw = players + b'{"do":"take","by":"ben (red)","count":3}\n'
    for spelling in SPELLINGS:
        assert read_log_leniently(spelled(raw, spelling), GAMES).header == read_log_leniently(raw, GAMES).header
    assert verdicts(raw) == ["clean"] * 4


NUMBERED = ("1. ada: take 3", "Round 2", "2. ben: take 3", "3. Cleo takes 1", "4. fate: spill 1, ada: take 2")


def test_a_stated_number_is_not_wrong_because_of_a_remark_or_a_line_of_several_events() -> None:
    assert verdicts(log(*NUMBERED, "5. ben: take 2")) == ["clean"] * 4
    remarks_are_numbered = log("1. ada: take 3", "2. Round 2", "3. ben: take 3")
    assert verdicts(remarks_are_numbered) == ["clean"] * 4


def test_a_stated_number_that_is_wrong_is_wrong_in_every_spelling() -> None:
    raw = log(*NUMBERED, "6. ben: take 2", "7. cleo: take 1")
    assert verdicts(raw) == ["incomplete"] * 4
    for one in (raw, *(spelled(raw, spelling) for spelling in SPELLINGS)):
        (finding,) = audit(one, GAMES).found.findings
        assert (finding.seq, "skips ahead" in finding.says) == (6, True)


def test_json_with_a_byte_order_mark_is_refused_for_what_is_written_would_have_none() -> None:
    raw = b"\xef\xbb\xbf" + spelled(log("ada: take 3"), "jsonl")
    assert audit(raw, GAMES).found.verdict == "incomplete"
    with pytest.raises(LogError, match="byte-order mark"):
        spelled(raw, "text")
    assert verdicts(b"\xef\xbb\xbf" + log("ada: take 3")) == ["clean"] * 4


def test_without_the_pack_that_a_log_names_convert_reads_canonical_lines_only_and_says_so(
    tmp_path: Path, one_small_game: None
) -> None:
    del one_small_game
    place = kept(tmp_path / "a.log", "ada: take 3", header="pack: club-1\n")
    done = asked("convert", place, "--to", "jsonl")
    assert "There is no pack 'club-1'. Without it, only canonical lines are read" in " ".join(done.stderr.split())
    assert done.stdout.endswith('{"do":"take","by":"ada","count":3}\n')
    for line in ("Ada: take 3", "ada takes 3"):
        place = kept(tmp_path / "b.log", line, header="pack: club-1\n")
        assert asked("convert", place, "--to", "jsonl").exit_code == 3
        raw = Path(place).read_bytes()
        assert lines(spelled_with(raw, {"club-1": ""})) == ["ada: take 3"]


def spelled_with(raw: bytes, packs: dict[str, str]) -> bytes:
    return convert_log(raw, read_to_convert(raw, GAMES, AuditOptions(packs=packs)), "text", WORDS).encode()


def test_convert_takes_the_pack_that_a_log_names(tmp_path: Path, one_small_game: None) -> None:
    del one_small_game
    (tmp_path / "club.toml").write_text('[pack]\nid = "club-1"\ngame = "pebbles"\n', "utf-8")
    place = kept(tmp_path / "a.log", "Ada takes 3", header="pack: club-1\n")
    done = asked("convert", place, "--to", "text", "--pack", str(tmp_path / "club.toml"))
    assert (done.stdout.splitlines()[-1], done.stderr) == ("ada: take 3", "")


@pytest.mark.parametrize(
    ("sheet", "row"),
    [
        ("Game,Pebbles\nplayers,ada,ben\nBy,Do,1\nada,take,3\nben,flies\n", 'record,amend,2,ben: take 3,,"a, b; c"'),
        (
            "game;pebbles\nplayers;ada;ben\nseq;by;do;1\n1;ada;take;3\n;ben;flies",
            ';record;amend;2;ben: take 3;;"a, b; c"',
        ),
        (
            "game\tpebbles\r\nplayers\tada\tben\r\nby\tdo\t1\r\nada\ttake\t3\r\nben\tflies\r\n",
            "record\tamend\t2\tben: take 3\t\ta, b; c",
        ),
    ],
)
def test_what_is_decided_about_a_sheet_stands_behind_its_rows_which_stay_as_they_are(sheet: str, row: str) -> None:
    raw, amend = sheet.encode(), Amend(at=2, line="ben: take 3", why="a, b; c")
    behind = append_corrections(raw, read_log_leniently(raw, GAMES), WORDS, [amend])
    assert behind.decode() == sheet.rstrip("\r\n") + f"\n{row}\n"
    assert read_log_leniently(behind, GAMES).events == [*read_log_leniently(raw, GAMES).events, amend]


def test_a_row_without_a_number_is_no_remark_for_that() -> None:
    sheet = b"game,pebbles\nplayers,ada,ben\nseq,by,do,1\n1,ada,take,3\n,ben,flies\n"
    assert lines(sheet) == ["1. ada: take 3", "?"]
