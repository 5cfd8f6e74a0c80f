"""The file of a tournament: each fault has a line and a remedy, and our own samples are valid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from audit.tournaments import Tournament, parse_tournament
from audit.tournaments.file import reader
from audit.tournaments.file.presets import PRESETS
from audit.tournaments.file.preview import list_notes
from audit.tournaments.file.reader import MAX_FILE
from audit.tournaments.scoring.schemes import SCHEMES
from audit.tournaments.scoring.tie_breaks import NAMES, list_all_keys
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked

FILE = """\
[tournament]
name = "Harbour Open"
game = "winds-of-plunder"
layers = ["tournament"]
pack = "wop-reconstructed-1"
[rulings]
WP-AMB-18 = "compulsory-if-possible"
[scoring]
rank_by = "*.vp"
[players]
ada = "Ada"
ben = "Ben"
cleo = "Cleo"
[also]
"Adi" = "ada"
[[tables]]
round = 1
table = 1
seats = { green = "ada", orange = "ben", blue = "cleo" }
[[tables]]
round = 2
table = 1
players = ["cleo", "ada"]
"""


NUMBERS = ("start", "unit", "bye")
# Numbers that cannot be printed, take too long, or are not numbers: in every notation that TOML has.
ENDLESS = (
    "1e5000", "1e9999", "1e9999999", "1e-9999999", "9" * 3500, "0x" + "f" * 3498, "1" + "0" * 9, "0.1234567", "nan",
    "inf", f'"{"9" * 300}"', f'"1/{10**9}"', '"1e5"', f"{'9' * 3500}.5",
)  # fmt: skip
TOO_LONG = ("9" * 4300, "0x" + "f" * 9000, f"{'9' * 5000}.5")
LISTS = [f'"list:{at}"' for at in range(1, 32)]


def read(text: str) -> Tournament:
    return parse_tournament(text.encode(), GAMES)


def faults(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(LogError) as wrong:
        read(text)
    return [(fault.line, fault.says, fault.hint) for fault in wrong.value.faults]


def test_a_file_is_read_with_seats_in_their_order_and_other_spellings() -> None:
    found = read(FILE)
    assert [(table.id, table.players, list(table.seats)) for table in found.tables] == [
        ("R1T1", ("ada", "ben", "cleo"), ["green", "orange", "blue"]),
        ("R2T1", ("cleo", "ada"), []),
    ]
    assert found.roster[0].also == ("Adi",)
    assert found.pins.rulings == {"WP-AMB-18": "compulsory-if-possible"}
    assert found.rounds == (1, 2)


@pytest.mark.parametrize(
    ("was", "becomes", "line", "says"),
    [
        ('game = "winds-of-plunder"', 'game = "winds-of-plumber"', 3, "Did you mean 'winds-of-plunder'?"),
        ('layers = ["tournament"]', 'layers = ["turnament"]', 4, "Did you mean 'tournament'?"),
        ('pack = "wop-reconstructed-1"', 'pack = "wop-reconstructed-2"', 5, "No pack"),
        ("WP-AMB-18", "WP-AMB-81", 7, "no open question"),
        ('"compulsory-if-possible"', '"compulsory"', 7, "Did you mean 'compulsory-if-possible'?"),
        ('"*.vp"', '"*.pv"', 9, "Did you mean '*.vp'?"),
        ('"Adi" = "ada"', '"Adi" = "adda"', 15, "Did you mean 'ada'?"),
        ("round = 1", "round = 0", 17, "from 1 to"),
        ("round = 1\n", "", 16, "whole number"),
        ("round = 2", "round = 1", 22, "two tables 1"),
        ('orange = "ben"', 'orange = "ada"', 19, "twice in round 1"),
        ('"cleo", "ada"]', '"cleo"]', 23, "a table needs two players"),
        ('"cleo", "ada"]', '"cleo", "dan"]', 23, "no player on the roster"),
        ('rank_by = "*.vp"', 'ladder = [5, "a lot"]', 9, "not a list of numbers"),
        ('rank_by = "*.vp"', "ladder = [5]", 9, "two rungs"),
        ('rank_by = "*.vp"', "unit = 0", 9, "divided by 0"),
        ('rank_by = "*.vp"', 'bye = "free"', 9, "not a number"),
        ('rank_by = "*.vp"', "by_size = { 3 = [4, 2] }", 9, "one value each"),
        ('rank_by = "*.vp"', 'points = "laddr"', 9, "Did you mean 'ladder'?"),
        ('rank_by = "*.vp"', "rank_bye = 1", 9, "Did you mean 'rank_by'?"),
        ('layers = ["tournament"]', 'tie_breaks = ["plcaes"]', 4, "Did you mean 'places'?"),
        ('layers = ["tournament"]', 'tie_breaks = ["share", "share"]', 4, "twice"),
        ('layers = ["tournament"]', f"tie_breaks = [{', '.join(LISTS)}]", 4, "Up to 30"),
        ('layers = ["tournament"]', 'tie_breaks = ["list:5/1e5000"]', 4, "no tie-break"),
        ('layers = ["tournament"]', f'tie_breaks = ["list:{10**9}/1"]', 4, "no tie-break"),
        ('rank_by = "*.vp"', "ladder = []", 9, "leave it out"),
        ('rank_by = "*.vp"', f"ladder = [{'1, ' * 101}]", 9, "1 to 100"),
        ('rank_by = "*.vp"', "by_size = { 3 = [] }", 9, "leave it out"),
        ('rank_by = "*.vp"', f"by_size = {{ {'3' * 3500} = [4, 2] }}", 9, "one value each"),
        ('rank_by = "*.vp"', "best_of = 0", 9, "from 1 to"),
        ('rank_by = "*.vp"', "best_of = 2.5", 9, "from 1 to"),
        ("round = 1", "round = 1001", 17, "from 1 to 1000"),
        ("name = ", "restart = 1e9999999\nname = ", 2, "neither true"),
        *[('rank_by = "*.vp"', f"ladder = [{number}, 3, 2, 1]", 9, "up to nine digits") for number in ENDLESS],
        *[('rank_by = "*.vp"', f"{key} = {number}", 9, "up to nine digits") for number in ENDLESS for key in NUMBERS],
        *[('rank_by = "*.vp"', f"start = {number}", 9, "more than 3,500 characters") for number in TOO_LONG],
        ('layers = ["tournament"]', 'preset = "swiss"', 4, "There is: by-mail"),
        ('layers = ["tournament"]', 'restart = "yes"', 4, "true or false".replace(" or", " nor")),
    ],
)
def test_what_is_wrong_has_its_line_and_a_remedy(was: str, becomes: str, line: int, says: str) -> None:
    found = faults(FILE.replace(was, becomes, 1))
    assert any(at == line and says in f"{wrong} {hint}" for at, wrong, hint in found), found
    assert all(hint for _, _, hint in found)


TWO = FILE.replace('players = ["cleo", "ada"]', 'seats = { green = "cleo", orange = "ada" }')
THREE = f"{TWO}\n[[tables]]{TWO.rpartition('[[tables]]')[2].replace('round = 2', 'round = 3')}"


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("green = ", "fate = ", "no log can name a seat 'fate'."),
        ("green = ", '"a=b" = ', "Use a word without"),
        ("green = ", '" " = ', "no log can name a seat ' '."),
        ("orange = ", "oragne = ", "no other table has a seat 'oragne'. Did you mean 'orange'?"),
        ("green = ", "Green = ", "Did you mean 'green'?"),
    ],
)
def test_a_seat_that_no_game_has_is_refused_with_what_was_meant(was: str, becomes: str, says: str) -> None:
    read(THREE)
    wrong = THREE.replace(was, becomes, 1)
    line = 1 + next(at for at, said in enumerate(wrong.splitlines()) if becomes in said)
    assert any(at == line and says in f"{said} {hint}" for at, said, hint in faults(wrong)), faults(wrong)


def test_a_seat_of_one_table_alone_that_is_like_no_other_is_taken() -> None:
    assert "grey" in read(THREE.replace("green = ", "grey = ", 1)).tables[0].seats


def test_numbers_of_a_game_are_read_however_they_are_written() -> None:
    ladder = '[999999999, 1e3, 2.5, "5/2", 0.123456, " 1 ", -1_000.5]'
    found = read(FILE.replace('rank_by = "*.vp"', f"ladder = {ladder}\nbest_of = 1"))
    assert [str(rung) for rung in found.scoring.ladder] == [
        "999999999",
        "1000",
        "5/2",
        "5/2",
        "1929/15625",
        "1",
        "-2001/2",
    ]
    assert (found.scoring.best_of, read(FILE).scoring.best_of) == (1, 0)
    thirty = FILE.replace('layers = ["tournament"]', f"tie_breaks = [{', '.join(LISTS[:30])}]")
    assert len(read(thirty).tie_breaks) == 30


def test_more_players_and_tables_than_any_event_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for bound, says in (
        ("MOST_PLAYERS", "3 take part"),
        ("MOST_TABLES", "there are 2"),
        ("MOST_SEATS", "3 sit at one"),
    ):
        monkeypatch.setattr(reader, bound, 1 if bound == "MOST_TABLES" else 2)
        assert any(says in wrong and "Up to" in hint for _, wrong, hint in faults(FILE)), bound
        monkeypatch.undo()


@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff\xfe", b"[tournament", b"a = 1e400", b"x = nan", b"[players]\n" * 2, b"[[" * 9_000, b"tournament = 3"],
)
def test_what_is_no_tournament_is_refused_with_a_sentence(raw: bytes) -> None:
    with pytest.raises(LogError) as wrong:
        parse_tournament(raw, GAMES)
    assert wrong.value.fault.hint


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(LogError, match="16 MB"):
        parse_tournament(b"#" * (MAX_FILE + 1), GAMES)


def test_many_faults_are_told_up_to_a_hundred() -> None:
    many = "".join(f'k{at} = "x"\n' for at in range(500))
    assert len(faults(FILE + "[nothing]\n" + many.replace("k", "z") + "[more]\n")) <= 100


@pytest.mark.parametrize("game", list(GAMES))
def test_the_file_that_we_write_is_good(game: str, tmp_path: Path) -> None:
    written = asked("tournament", "new", game, "--name", 'The "Open"').stdout
    path = tmp_path / "open.toml"
    path.write_text(written)
    result = asked("tournament", "check", str(path))
    assert result.exit_code == 0
    assert 'good  The "Open": 4 players' in result.stdout


def test_presets_and_keys_all_read() -> None:
    for name, preset in PRESETS.items():
        found = read(FILE.replace('layers = ["tournament"]', f'preset = "{name}"'))
        assert (found.tie_breaks, found.scoring.scheme) == (preset.tie_breaks, preset.scoring.scheme)
        assert list(list_notes(found))
    keys = ", ".join(f'"{key}"' for key in list_all_keys())
    assert read(FILE.replace('layers = ["tournament"]', f"tie_breaks = [{keys}]")).tie_breaks == list_all_keys()
    assert {key for key in list_all_keys() if ":" not in key} <= set(NAMES)
    for scheme in SCHEMES:
        assert read(FILE.replace('rank_by = "*.vp"', f'points = "{scheme}"')).scoring.scheme == scheme


def test_before_the_first_round_one_hears_of_sums_free_rounds_and_equal_names() -> None:
    text = FILE.replace('cleo = "Cleo"', 'cleo = "Cleo"\nben2 = "ben"')
    notes = " ".join(list_notes(read(text)))
    assert "A table of 2 gives 5, 1: 6 in all." in notes
    assert "A table of 3 gives 5, 5/2, 1: 17/2 in all." in notes
    assert "Ben (ben) is not the only one of that name" in notes
    assert "In round 2 Ben, ben sit nowhere" in notes
    assert "A bye is worth 11/4." in notes
    assert "1 pair of players meet 2 times." in notes


def test_a_scheme_whose_sum_is_none_says_what_a_draw_of_all_comes_to() -> None:
    pods = " ".join(list_notes(read(FILE.replace('layers = ["tournament"]', 'preset = "pods"'))))
    assert "A table of 3 gives 5, 0, 0: 5 in all, and 3 where all share the first place." in pods


def test_a_file_at_fault_is_refused_with_every_place(tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_text(FILE.replace("round = 1", "round = 0").replace('"*.vp"', '"vp"'))
    result = asked("tournament", "check", str(path))
    assert result.exit_code == 3
    assert re.search(r"open.toml:9:1: .*\n.*open.toml:17:1:|open.toml:9:1:(.|\n)*open.toml:17:1:", result.stderr)
    assert "2 things to mend" in result.stderr
    assert asked("tournament", "check", str(tmp_path)).exit_code == 2
    assert asked("tournament", "check", str(tmp_path / "none.toml")).exit_code == 2
