"""Workbooks are read as the sheet or the lines in them, within limits; a club may have its own columns."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from audit import audit
from audit.intake.upload import convert_upload_to_text
from audit.spreadsheets.columns import convert_club_sheet, read_columns
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked
from tests.support.logs.workbooks import NAMES, Cell, workbook, zipped
from tests.support.servers.api_client import Asker

HEADER: list[list[Cell]] = [
    ["game", "tailwinds"],
    ["pack", "tailwinds-reconstructed-1"],
    ["players", "green=Ada/sailor", "orange=Ben/crew"],
]
SHEET: list[list[Cell]] = [
    *HEADER,
    ["by", "do", 1, 2],
    ["fate", "roll", "start", 3, "seat=green"],
    ["Ada", "places", 3.0],
]
LINES: list[list[Cell]] = [
    ["Game: Tailwinds"],
    ["Players", "Ada (green, sailor)", "Ben (orange, crew)"],
    [],
    ["fate: roll start 3 seat=green"],
    ["Ada", "places", 3],
]
CLUB: list[list[Cell]] = [
    ["Our club", "19 November"],
    ["players", "green=Ada/sailor", "orange=Ben/crew"],
    ["Nr", "Player", "Action", "Piece", "How far", "Remark"],
    [1, None, "roll", "start", 3],
    [2, "Ada", "puts", None, 3, "slowly"],
    [3, "Ben", "hoist", "aft", 4],
    ["tea"],
]
COLUMNS = (
    '[columns]\nby = "Player"\ndo = "Action"\nvalues = ["Piece", "How far"]\n'
    '[header]\ngame = "tailwinds"\npack = "tailwinds-reconstructed-1"\n[words]\nhoist = "move"\n'
)


def refused(raw: bytes) -> LogError:
    with pytest.raises(LogError) as wrong:
        convert_upload_to_text(raw)
    return wrong.value


def test_a_sheet_in_a_workbook_is_audited_as_it_stands_and_keeps_its_bytes(tmp_path: Path) -> None:
    raw = workbook(SHEET, [])
    found = audit(raw, GAMES).found
    assert found.log.sha256 == hashlib.sha256(raw).hexdigest()
    assert found.log.events == 2
    assert [(one.line, one.read_as) for one in found.read_as] == [(6, "green: place 3")]
    path = tmp_path / "evening.xlsx"
    path.write_bytes(raw)
    assert asked("convert", str(path), "--to", "text").stdout.endswith(
        "fate: roll start 3 seat=green\ngreen: place 3\n"
    )
    assert "2 logs" in asked("audit", str(tmp_path), str(path)).stdout


def test_lines_typed_into_a_sheet_are_lines() -> None:
    found = audit(workbook(LINES), GAMES).found
    assert [one.read_as for one in found.read_as][-1] == "green: place 3"
    assert found.log.players[0].name == "Ada"
    assert not [finding for finding in found.findings if finding.status == "malformed"]


@pytest.mark.parametrize(
    ("raw", "says", "line"),
    [
        (workbook(SHEET, cell='<row r="9"><c r="B9"><f>1+1</f><v>2</v></c></row>'), "a formula", 9),
        (workbook(SHEET, cell='<hyperlink ref="A7"/>'), "links to somewhere", 7),
        (workbook(SHEET, more={"xl/externalLinks/one.xml": "<a/>"}), "links to others", 1),
        (workbook(SHEET, SHEET), "2 sheets", 1),
        (workbook([]), "is empty", 1),
        (workbook([["a", "b", "c", "d"]] * 25_001), "100,000 cells", 25_001),
        (workbook(SHEET, cell='<row r="200000"><c r="A200000"><v>2</v></c></row>'), "100,000 rows", 200_000),
        (workbook(SHEET, cell='<row r="9"><c r="AAA9"><v>2</v></c></row>'), "200 columns", 9),
        (zipped({"notes.txt": "words"}), "not a workbook", 1),
        (workbook(SHEET)[:-40], "cannot be read as a workbook", 1),
        (workbook(SHEET) + b"\0" * 10_000_000, "10 MB", 1),
        (workbook(SHEET, more={"big.bin": "x" * 61_000_000}), "60 MB", 1),
        (workbook(SHEET, more={"xl/styles.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}), "document type", 1),
    ],
)
def test_what_is_more_than_a_sheet_of_words_is_refused_with_its_place(raw: bytes, says: str, line: int) -> None:
    wrong = refused(raw)
    assert says in str(wrong)
    assert wrong.fault.hint
    assert wrong.fault.line == line


def test_a_day_is_written_as_one_and_a_whole_number_without_a_point() -> None:
    styles = f'<styleSheet xmlns="{NAMES}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    cell = '<row r="5"><c r="A5" t="inlineStr"><is><t>date</t></is></c><c r="B5" s="1"><v>46345</v></c></row>'
    text = convert_upload_to_text(workbook([["x", 4.0, 2.5]], cell=cell, more={"xl/styles.xml": styles})).decode()
    assert text.splitlines() == ["x: 4, 2.5", "", "", "", "date: 2026-11-19"]


def test_a_clubs_own_columns_become_a_log(tmp_path: Path) -> None:
    for name, raw in {
        "club.xlsx": workbook(CLUB),
        "club.csv": "\n".join(";".join("" if cell is None else str(cell) for cell in row) for row in CLUB).encode(),
    }.items():
        (tmp_path / name).write_bytes(raw)
        (tmp_path / "club.toml").write_text(COLUMNS, "utf-8")
        done = asked("convert", str(tmp_path / name), "--columns", str(tmp_path / "club.toml"), "--to", "text")
        assert done.stdout == (
            "game: tailwinds\npack: tailwinds-reconstructed-1\nplayers: green=Ada/sailor, orange=Ben/crew\n---\n"
            "fate: roll start 3\ngreen: place 3\norange: move aft 4\n# tea\n"
        )


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("[columns\n", "not TOML"),
        ('[columns]\nby = "Player"\n', "`do`"),
        (COLUMNS + "[colours]\n", "colours"),
        (COLUMNS.replace("Piece", "Action"), "named twice"),
        (COLUMNS.replace("game =", "gmae ="), "Did you mean 'game'"),
        ("#" * 100_001, "100 kB"),
    ],
)
def test_a_file_of_columns_is_checked_as_a_pack_is(said: str, says: str) -> None:
    with pytest.raises(LogError) as wrong:
        read_columns(said)
    assert says in f"{wrong.value} {wrong.value.fault.hint}"
    assert wrong.value.fault.hint


def club_files(folder: Path, rows: list[list[Cell]], said: str = COLUMNS) -> tuple[str, str]:
    """Save a club's sheet and the file of its columns."""
    sheet, columns = folder / "evening.xlsx", folder / "club.toml"
    sheet.write_bytes(workbook(rows))
    columns.write_text(said, "utf-8")
    return str(sheet), str(columns)


def test_a_clubs_own_sheet_is_audited_with_its_own_bytes_and_rows(tmp_path: Path) -> None:
    # Two rows are above the titles, and the club states two keys: row 1 holds one, the other is inserted above.
    rows: list[list[Cell]] = [[], *CLUB, [4, "Ben", "jumps", "aft", 4]]
    sheet, columns = club_files(tmp_path, rows)
    done = asked("audit", sheet, "--columns", columns, "--format", "json")
    found = json.loads(done.stdout)
    assert found["log"]["sha256"] == hashlib.sha256(Path(sheet).read_bytes()).hexdigest()
    assert [(one["line"], one["excerpt"]) for one in found["findings"] if one["status"] == "malformed"] == [
        (len(rows), "Ben,jumps,aft,4")
    ]
    assert [(one["line"], one["read_as"]) for one in found["read_as"]] == [
        (6, "green: place 3"),
        (7, "orange: move aft 4"),
    ]
    assert not done.stderr


def test_where_a_header_has_no_room_above_the_titles_the_rows_are_told(tmp_path: Path) -> None:
    sheet, columns = club_files(tmp_path, CLUB)
    assert (
        "line 2 of the report is row 1 of the sheet, because the columns file adds 1 row of header."
        in asked("audit", sheet, "--columns", columns).stderr
    )


def test_logs_beside_a_clubs_own_sheets_are_read_as_they_stand(tmp_path: Path) -> None:
    _, columns = club_files(tmp_path, CLUB)
    (tmp_path / "a.log").write_text("game: tailwinds\nplayers: green=Ada, orange=Ben\n---\nfate: shuffle\n", "utf-8")
    done = asked("audit", str(tmp_path), "--columns", columns)
    assert "2 logs:" in done.stdout
    assert "unreadable" not in done.stdout
    assert str(tmp_path / "club.toml") in done.stderr


def test_a_clubs_sheet_may_say_its_players_as_people_do(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [
        ["Spiel", "Tail Winds"],
        ["Spieler:", "Ada (grün, sailor)", "Ben (orange, crew)"],
        *CLUB[2:],
    ]
    sheet, columns = club_files(tmp_path, rows)
    log = json.loads(asked("audit", sheet, "--columns", columns, "--format", "json").stdout)["log"]
    assert [(one["seat"], one["name"], one["role"]) for one in log["players"]] == [
        ("green", "Ada", "sailor"),
        ("orange", "Ben", "crew"),
    ]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (COLUMNS.replace('"tailwinds"', '"tailwnds"'), "Did you mean 'tailwinds'?"),
        (COLUMNS.replace('"move"', '"mvoe"'), "Did you mean 'move'?"),
        (COLUMNS.replace('"move"', '""'), "no log of tailwinds says that"),
        ("by = 1", "unknown field `by`"),
    ],
)
def test_a_file_of_columns_that_cannot_be_followed_is_wrong_usage(said: str, says: str, tmp_path: Path) -> None:
    sheet, columns = club_files(tmp_path, CLUB, said)
    for command in (["audit", sheet], ["convert", sheet, "--to", "text"], ["remote", "push", sheet]):
        done = asked(*command, "--columns", columns)
        assert done.exit_code == 2
        assert says in " ".join(done.stderr.split())
        assert not done.stdout


def test_a_club_sheet_is_mended_only_once_it_is_text(tmp_path: Path) -> None:
    sheet, columns = club_files(tmp_path, CLUB)
    raw = Path(sheet).read_bytes()
    done = asked("audit", sheet, "--columns", columns, "--fix", "--in-place")
    assert "convert --to text" in done.stderr
    assert Path(sheet).read_bytes() == raw


def test_a_title_that_the_sheet_lacks_is_named_with_what_it_may_be() -> None:
    with pytest.raises(LogError) as wrong:
        convert_club_sheet(workbook(CLUB), read_columns(COLUMNS.replace('"Player"', '"Players"')))
    assert "Row 3 has no 'Players'. Did you mean 'Player'?" in wrong.value.fault.hint


@pytest.mark.parametrize("spelling", ["text", "csv"])
def test_converting_keeps_comments_where_they_stood(spelling: str, tmp_path: Path) -> None:
    head = "# Before all\ngame: tailwinds\nplayers: green=Ada/sailor, orange=Ben/crew\n---\n"
    text = head + "# Who begins, and why\nfate: roll start 3 # loudly\n# The end\n"
    (tmp_path / "a.log").write_text(text, "utf-8")
    there = asked("convert", str(tmp_path / "a.log"), "--to", spelling)
    assert there.exit_code == 0
    back = asked("convert", "-", "--to", "text", input=there.stdout).stdout
    if spelling == "text":
        assert back == text
    else:
        assert back == text.replace("fate: roll start 3 # loudly", "# loudly\nfate: roll start 3")


def test_converting_to_what_has_no_comments_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("game: tailwinds\nplayers: green=Ada\n---\n# Tea\nfate: shuffle\n", "utf-8")
    assert "1 comment left out" in asked("convert", str(tmp_path / "a.log"), "--to", "jsonl").stderr


def test_converting_reads_what_was_typed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Game: Tailwinds\nplayers: green=Ada\n---\nRound 1\nAda places 3\n", "utf-8")
    done = asked("convert", str(tmp_path / "a.txt"), "--to", "text")
    assert done.stdout == "game: tailwinds\nplayers: green=Ada\n---\n# Round 1\ngreen: place 3\n"


@pytest.mark.parametrize("command", [["tidy"], ["audit", "--fix"]])
def test_a_workbook_is_shown_and_written_elsewhere_and_never_written_over(command: list[str], tmp_path: Path) -> None:
    path, raw = tmp_path / "evening.xlsx", workbook(LINES)
    path.write_bytes(raw)
    assert "--output" in asked(*command, str(path), "--in-place").stderr
    assert path.read_bytes() == raw
    assert "Traceback" not in asked(*command, str(path), "--diff").stderr
    assert asked(*command, str(path), "-o", str(tmp_path / "out.log")).exit_code in {0, 1}
    assert (tmp_path / "out.log").read_text("utf-8").startswith(("game: tailwinds", "Game: Tailwinds"))


def test_a_slip_can_be_made_in_a_workbook(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(workbook([*HEADER[:1], *HEADER[2:], ["by", "do", 1], ["fate", "shuffle"]]))
    assert asked("slip", str(tmp_path / "a.xlsx"), "--kind", "doubled").exit_code == 0


def test_the_service_takes_a_workbook_and_gives_it_back_byte_for_byte(admin: Asker) -> None:
    raw = workbook(LINES)
    document = admin.sent("/logs", raw, "application/octet-stream").get_json()
    assert (document["readable"], document["game"], document["events"]) == (True, "tailwinds", 2)
    assert admin.get(document["url"] + "/original").data == raw
    assert admin.get(document["url"] + "/as/text").get_data(as_text=True).endswith("green: place 3\n")


def test_a_sheet_that_nobody_told_the_columns_of_is_led_to_them(tmp_path: Path) -> None:
    (tmp_path / "club.csv").write_text("Player;Action;Piece\nAda;move;aft\n", "utf-8")
    (tmp_path / "club.xlsx").write_bytes(workbook(CLUB[2:]))
    (tmp_path / "short.txt").write_text("Ada, Ben\nmove aft 4\n", "utf-8")
    hints = {path.suffix: asked("audit", str(path)).stderr for path in tmp_path.iterdir()}
    assert "--columns FILE" in hints[".csv"]
    assert "--columns FILE" in hints[".xlsx"]
    assert "--columns" not in hints[".txt"]
