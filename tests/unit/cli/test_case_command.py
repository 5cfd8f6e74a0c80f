"""A dispute about a log: stored next to it, ruled on with a preview of each ruling, and found as a precedent."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from click.testing import Result

from audit.cases import compare_ruling_options, read_case
from audit.cases.ruling_options import RulingOptions
from audit.options import AuditOptions, Pins
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked
from tests.support.logs.harbour_open import HERE, LOGS, unruled

LOG = (LOGS / "r3t3.log").read_bytes()
CLAIM: dict[str, object] = {
    "do": "open",
    "who": "Vera",
    "log": hashlib.sha256(LOG).hexdigest(),
    "game": "winds-of-plunder",
    "says": "The marker is tied.",
    "about": [3],
    "question": "WP-AMB-31",
}
RULING: dict[str, object] = {
    "do": "rule",
    "who": "Rosa",
    "why": "She held it.",
    "readings": {"WP-AMB-31": "holder-scores"},
}
PINS = AuditOptions(pins=Pins(layers=("tournament",), pack="wop-reconstructed-1"))


def lines(*events: dict[str, object]) -> bytes:
    return "".join(json.dumps(event) + "\n" for event in events).encode()


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """The Harbour Open before the ruling on R3T3."""
    return unruled(tmp_path / "open")


def case(event: Path, what: str, *words: str) -> Result:
    return asked("case", what, str(event / "logs" / "r3t3.log"), *words)


def opened(event: Path) -> None:
    claim = ("--who", "Vera", "--says", "The marker is tied.", "--about", "3", "--question", "WP-AMB-31")
    assert case(event, "open", *claim).exit_code == 0


def first(ways: RulingOptions, at: int) -> tuple[str, object, object]:
    one = ways.ways[at]
    assert one.result is not None
    return one.verdict, one.result.reckoned["winner"], one.result.status


def test_each_reading_of_what_is_open_is_laid_over_the_log_and_told() -> None:
    # Cleo (green) holds the marker, worth two, and is tied: 44 with it, 42 without; Vera (orange) has 43.
    ways = compare_ruling_options(LOG, GAMES, PINS, read_case(lines(CLAIM), GAMES))
    assert [one.way.readings for one in ways.ways] == [
        {"WP-AMB-31": "holder-scores"},
        {"WP-AMB-31": "tie-cancels"},
    ]
    assert first(ways, 0) == ("broken", "green", "refuted")
    assert first(ways, 1) == ("clean", "orange", "confirmed")
    assert ways.ways[1].gone == ((3, "WP-END-08"),)


def test_what_may_stand_at_an_event_instead_is_laid_over_it_too() -> None:
    # Four cubes for three points: if they stand, two claims stay wrong; as three, Nils has the 45 that he claims.
    ways = compare_ruling_options((LOGS / "r3t1.log").read_bytes(), GAMES, PINS)
    by_line = {one.way.lines[0]: one for one in ways.ways}
    stands, three = by_line["ruling 2 WP-AP-08"], by_line['amend 2 "yellow: cubes 3"']
    assert stands.gone == ((2, "WP-AP-08"),)
    assert (stands.verdict, three.verdict, three.result and three.result.reckoned["winner"]) == (
        "broken",
        "clean",
        "yellow",
    )
    assert three.gone == ((2, "WP-AP-08"), (4, "WP-LOG-03"), (5, "WP-END-08"))
    assert not compare_ruling_options((LOGS / "r1t1.log").read_bytes(), GAMES, PINS).ways, "nothing in it is open"


def test_before_it_is_ruled_one_sees_who_would_move_in_the_standings(event: Path) -> None:
    # As in test_tournament_safety: with 43 to Cleo's 42 Vera wins the table, has 13 points and more shares than Ben.
    done = case(event, "ways", str(event / "logs"), "--tournament", str(event / "open.toml"), "--format", "json")
    ways = json.loads(done.stdout)["ways"]
    assert ways[0]["standings"]["moved"] == []
    moved = {one["player"]: (one["before"], one["after"]) for one in ways[1]["standings"]["moved"]}
    assert {player: moved[player] for player in ("vera", "ben", "cleo")} == {
        "vera": ("6", "3"),
        "ben": ("3", "4"),
        "cleo": ("4", "8"),
    }
    assert "Vera: place 6 with 11 points, then 3 with 13." in " ".join(
        case(event, "ways", str(event / "logs"), "--tournament", str(event / "open.toml")).stdout.split()
    )


def test_a_case_goes_from_claim_to_appeal_and_the_log_stays_as_it_was(event: Path) -> None:
    opened(event)
    file = str(event / "open.toml")
    steps = [
        ("answer", "--who", "Cleo", "--says", "I held it."),
        ("ask", "--who", "Rosa", "--whom", "Cleo", "--says", "Since when?"),
        ("answer", "--who", "Cleo", "--says", "Since round six.", "--to", "3"),
        ("attach", str(event / "logs" / "r1t1.log"), "--who", "Vera", "--says", "how it looks"),
        ("rule", "--who", "Rosa", "--reading", "WP-AMB-31=tie-cancels", "--why", "so", "--tournament", file),
        ("appeal", "--who", "Cleo", "--against", "6", "--why", "The rulebook says holder."),
        ("rule", "--who", "Uwe", "--reading", "WP-AMB-31=holder-scores", "--why", "It does.", "--instead", "6",
         "--tournament", file),
        ("close", "--who", "Uwe"),
    ]  # fmt: skip
    said = [case(event, *step) for step in steps]
    assert [one.exit_code for one in said] == [0] * len(steps), [one.stderr for one in said]
    assert "Question 3 has no answer yet." in said[1].stdout
    assert "no answer" not in said[2].stdout
    assert (event / "logs" / "r3t3.log").read_bytes() == LOG
    shown = json.loads(case(event, "show", "--format", "json").stdout)
    assert (shown["state"], shown["standing"], len(shown["events"])) == ("closed", 8, 9)
    page = " ".join(case(event, "show").stdout.split())
    assert "The file in the log's folder is the attached one." in page
    assert json.loads(case(event, "show", "--as-of", "6", "--format", "json").stdout)["state"] == "ruled"
    events = [json.loads(line) for line in (event / "open.events.jsonl").read_text("utf-8").splitlines()]
    assert [(one["do"], one["table"]) for one in events if one["do"] == "rule"] == [("rule", "R3T3")] * 2
    assert [one["event"] for one in events if one["do"] == "lift"] == [8], "the first ruling is taken back"
    standings = asked("tournament", "standings", file, str(event / "logs"))
    assert (standings.exit_code, "Nothing is open: every place is safe." in standings.stdout) == (0, True)


def test_a_claim_that_is_dismissed_changes_nothing_in_the_tournament(event: Path) -> None:
    opened(event)
    before = (event / "open.events.jsonl").read_bytes()
    words = ("--who", "Rosa", "--dismissed", "--why", "so", "--tournament", str(event / "open.toml"))
    done = case(event, "rule", *words)
    assert (done.exit_code, "is ruled so" in done.stdout) == (0, False)
    assert (event / "open.events.jsonl").read_bytes() == before
    assert asked("case", "report", str(event / "logs" / "r3t3.log")).exit_code == 1


def test_a_log_that_was_changed_is_not_that_of_its_case(event: Path) -> None:
    opened(event)
    log = event / "logs" / "r3t3.log"
    log.write_bytes(LOG.replace(b"winner orange", b"winner green"))
    done = case(event, "show")
    assert (done.exit_code, "its bytes have changed" in done.stderr) == (3, True)
    assert case(event, "answer", "--who", "Cleo", "--says", "No.").exit_code == 3


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ([], "nothing in this case"),
        ([RULING], "Only the first line opens a case"),
        ([CLAIM, CLAIM], "Only the first line opens"),
        ([CLAIM | {"log": "x"}], "names no log"),
        ([CLAIM | {"game": "winds"}], "no game 'winds'"),
        ([CLAIM | {"question": "WP-AMB-99"}], "no open question"),
        ([CLAIM | {"about": [0]}], "numbered from 1"),
        ([CLAIM | {"who": " "}], "does not say who"),
        ([CLAIM | {"says": "x" * 10_001}], "longer than 10,000"),
        ([CLAIM, {"do": "answer", "who": "Cleo", "says": "no", "to": 2}], "Event 2 is not a claim or question"),
        ([CLAIM, RULING, RULING], "Event 2 has ruled already"),
        ([CLAIM, RULING, RULING | {"instead": 1}], "Event 1 is not a ruling"),
        ([CLAIM, RULING | {"readings": {}}], "reads a question"),
        ([CLAIM, RULING | {"dismissed": True}], "dismisses the claim"),
        ([CLAIM, RULING | {"readings": {"WP-AMB-31": "x"}}], "no reading 'x'"),
        ([CLAIM, RULING | {"lines": ["note hello"]}], "neither a correction"),
        ([CLAIM, {"do": "appeal", "who": "Cleo", "against": 1, "why": "x"}], "Event 1 is not a ruling"),
        ([CLAIM, {"do": "uphold", "who": "Rosa", "appeal": 1, "why": "x"}], "not an open appeal"),
        ([CLAIM, {"do": "close", "who": "Rosa"}, RULING], "This case is closed"),
        ([CLAIM, {"do": "attach", "who": "Vera", "name": "x", "sha256": "y", "size": 1}], "not a SHA-256"),
        ([CLAIM, {"do": "burn", "who": "Vera"}], "not an event of a case"),
    ],
)
def test_what_cannot_come_next_is_refused_with_its_line(events: list[dict[str, object]], says: str) -> None:
    with pytest.raises(LogError, match=says) as refused:
        read_case(lines(*events), GAMES)
    assert refused.value.fault.line == len(events)


def test_an_appeal_is_open_until_it_is_upheld_or_ruled_anew() -> None:
    appeal = {"do": "appeal", "who": "Vera", "against": 2, "why": "It is tied."}
    open_appeal = read_case(lines(CLAIM, RULING, appeal), GAMES)
    assert (open_appeal.state, open_appeal.appeal, open_appeal.standing) == ("appealed", 3, 2)
    upheld = read_case(lines(CLAIM, RULING, appeal, {"do": "uphold", "who": "Uwe", "appeal": 3, "why": "so"}), GAMES)
    assert (upheld.state, upheld.appeal, upheld.standing) == ("ruled", 0, 2)
    again = read_case(lines(CLAIM, RULING, {"do": "close", "who": "Rosa"}, appeal), GAMES)
    assert again.state == "appealed", "an appeal opens a closed case"
    tampered = lines(CLAIM | {"says": "Another."}, RULING, appeal)
    assert read_case(tampered, GAMES).head != open_appeal.head, "a line that is changed later shows"


def test_what_cannot_be_laid_over_the_log_is_not_ruled(event: Path) -> None:
    opened(event)
    before = (event / "logs" / "r3t3.log.case").read_bytes()
    for words, says in (
        (("--line", 'amend 9 "yellow: done"'), "event 9"),
        (("--line", 'amend 2 "yellow: dnoe"'), "cannot be read"),
        (("--line", "note hello"), "neither a correction"),
        (("--dismissed", "--line", "ruling 3"), "dismisses the claim"),
        ((), "reads a question"),
    ):
        done = case(event, "rule", "--who", "Rosa", "--why", "so", *words)
        assert (done.exit_code, says in " ".join(done.stderr.split())) == (2, True), done.stderr
    assert (event / "logs" / "r3t3.log.case").read_bytes() == before


def test_what_was_ruled_before_is_offered_and_what_does_not_agree_is_named(event: Path) -> None:
    opened(event)
    assert case(event, "rule", "--who", "Rosa", "--reading", "WP-AMB-31=holder-scores", "--why", "x").exit_code == 0
    other = str(event / "logs" / "r1t1.log")
    asked("case", "open", other, "--who", "Ben", "--says", "Tied.", "--question", "WP-AMB-31")
    offered = asked("case", "ways", other).stdout
    assert "Ruled before:" in offered
    assert "WP-AMB-31: holder-scores (Rosa" in offered
    listed = asked("case", "precedents", str(event), "--about", "WP-AMB-31", "--format", "json")
    (one,) = json.loads(listed.stdout)["precedents"]
    assert (listed.exit_code, one["ruled"], one["event"], one["case"][-13:]) == (0, "holder-scores", 2, "r3t3.log.case")
    asked("case", "rule", other, "--who", "Ida", "--reading", "WP-AMB-31=tie-cancels", "--why", "y")
    apart = asked("case", "precedents", str(event))
    assert (apart.exit_code, "WP-AMB-31 was read in more than one way" in apart.stderr) == (1, True)
    assert asked("case", "precedents", str(event), "--game", "tailwinds").stdout == "There are no rulings.\n"


def test_what_is_not_there_or_there_already_is_wrong_usage(event: Path) -> None:
    assert "There is no case for" in case(event, "show").stderr
    opened(event)
    again = case(event, "open", "--who", "Vera", "--says", "Tied.")
    assert (again.exit_code, "There is a case already" in again.stderr) == (2, True)
    far = asked("case", "open", str(event / "logs" / "r1t1.log"), "--who", "Ada", "--says", "x", "--about", "9")
    assert "There is no event 9: the log has 3." in far.stderr
    assert asked("case", "show", "-").exit_code == 2
    (event / "logs" / "r3t3.log.case").write_bytes(b"\xff{}\n")
    broken = case(event, "show")
    assert (broken.exit_code, "r3t3.log.case:1" in broken.stderr) == (3, True)
    assert "is left out" in asked("case", "precedents", str(event)).stderr


def test_the_dispute_of_the_harbour_open_is_ruled_as_its_tournament_has_it() -> None:
    kept = read_case((LOGS / "r3t3.log.case").read_bytes(), GAMES)
    events = [json.loads(line) for line in (HERE / "open.events.jsonl").read_text("utf-8").splitlines()]
    assert kept.opened.log == hashlib.sha256(LOG).hexdigest()
    assert (kept.state, kept.unanswered) == ("closed", ())
    assert (kept.readings, kept.lines) == (events[6]["readings"], ())
    ruled_at = read_case((LOGS / "r3t3.log.case").read_bytes(), GAMES, kept.standing)
    assert events[6]["case"] == ruled_at.head


def test_the_case_of_a_log_is_no_log(event: Path) -> None:
    opened(event)
    done = asked("tournament", "standings", str(event / "open.toml"), str(event / "logs"))
    assert ".case" not in done.stdout + done.stderr


@pytest.mark.parametrize("spelling", ["text", "jsonl", "csv"])
def test_a_report_tells_of_the_log_as_it_was_ruled_on_in_each_spelling(tmp_path: Path, spelling: str) -> None:
    log = tmp_path / f"r3t1.{spelling}"
    log.write_text(asked("convert", str(LOGS / "r3t1.log"), "--to", spelling).stdout, "utf-8")
    asked("case", "open", str(log), "--who", "Ada", "--says", "Four cubes for three points.", "--about", "2")
    early = asked("case", "report", str(log))
    assert (early.exit_code, "There is no ruling yet" in early.stderr) == (2, True)
    three = ("--line", 'amend 2 "yellow: cubes 3"', "--why", "All four agree.")
    assert asked("case", "rule", str(log), "--who", "Rosa", *three).exit_code == 0
    before = json.loads(asked("audit", str(log), "--format", "json").stdout)
    after = json.loads(asked("case", "report", str(log), "--format", "json").stdout)
    assert [before["verdict"], after["verdict"]] == ["broken", "clean"]
    assert after["result"]["reckoned"]["winner"] == "yellow"
    assert (after["corrections"][0]["who"], after["corrections"][0]["why"]) == ("Rosa", "All four agree.")
    assert after["log"]["sha256"] == before["log"]["sha256"], "the bytes are the same"
    for form in ("text", "html", "sarif"):
        assert asked("case", "report", str(log), "--format", form).exit_code == 0


def test_what_was_let_stand_is_told_as_ruled(tmp_path: Path) -> None:
    log = tmp_path / "r3t1.log"
    shutil.copy(LOGS / "r3t1.log", log)
    asked("case", "open", str(log), "--who", "Ada", "--says", "Four cubes for three points.")
    stands = ("--line", "ruling 2 WP-AP-08", "--why", "Nobody saw it in time.")
    assert asked("case", "rule", str(log), "--who", "Rosa", *stands).exit_code == 0
    for form in ("text", "html"):
        assert "Nobody saw it in time" in asked("case", "report", str(log), "--format", form).stdout
    findings = json.loads(asked("case", "report", str(log), "--format", "json").stdout)["findings"]
    assert findings[0]["status"] == "ruled"


def test_a_line_that_is_ruled_in_and_breaks_a_rule_itself_is_told_beside_the_log(tmp_path: Path) -> None:
    log = tmp_path / "r1t1.log"
    shutil.copy(LOGS / "r1t1.log", log)
    asked("case", "open", str(log), "--who", "Ada", "--says", "He took them twice.")
    twice = ("--line", 'insert 1 "yellow: cubes 4"', "--why", "All four saw it.")
    assert asked("case", "rule", str(log), "--who", "Rosa", *twice).exit_code == 0
    page = " ".join(asked("case", "report", str(log)).stdout.split())
    assert "(event 4, recorded separately)" in page
    assert "After this correction event 4 would not be legal" in page
    assert "line 0" not in page + asked("case", "report", str(log), "--format", "html").stdout
