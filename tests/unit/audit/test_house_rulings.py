"""A club's published readings: made from cases, checked, and named by logs, tournaments and audits."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from audit.cases.precedents import Precedent, split_publishable_rulings
from audit.house_rulings import list_house_faults, write_rulings_pack
from audit.options import AuditOptions
from audit.pipeline import audit
from audit.tournaments import parse_tournament
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked
from tests.support.logs.harbour_open import FILE, handed_logs, unruled
from tests.support.logs.house_rulings import LOG, PACK, naming

PACKS = {"harbour-1": PACK}
OPEN = Precedent(
    game="winds-of-plunder",
    about="WP-AMB-31",
    ruled="tie-cancels",
    who="Rosa",
    why='Said "so" \x7f',
    at="2026",
    case="a.case",
    event=2,
    head="h",
)


def test_a_log_is_read_as_the_house_that_it_names_has_ruled() -> None:
    assert audit(LOG.encode(), GAMES).verdict == "contested"
    housed = audit(naming("house=harbour-1"), GAMES, AuditOptions(packs=PACKS))
    assert (housed.verdict, housed.found.rulebook.settled) == ("clean", {"WP-AMB-31": "tie-cancels"})
    beside = audit(naming("house=harbour-1", "WP-AMB-31=holder-scores"), GAMES, AuditOptions(packs=PACKS))
    assert beside.verdict == "broken", "what the log says beside it wins"
    chosen = AuditOptions(packs=PACKS, rulings={"house": "harbour-1"})
    assert audit(LOG.encode(), GAMES, chosen).verdict == "clean"


def test_a_house_that_is_not_at_hand_is_missed_at_its_line() -> None:
    for packs, says in (
        ({}, "'harbour-1' is not available"),
        ({"harbour-1": "[pack]\nid = 'x'"}, "not a rulings pack"),
    ):
        with pytest.raises(LogError, match=says) as missed:
            audit(naming("house=harbour-1"), GAMES, AuditOptions(packs=packs))
        assert missed.value.fault.line == LOG.splitlines().index("event: Harbour Open, round 3, table 3") + 1


def test_a_tournament_pins_what_its_house_has_ruled() -> None:
    text = FILE.read_text("utf-8").replace("[scoring]", '[rulings]\nhouse = "harbour-1"\n\n[scoring]')
    event = parse_tournament(text.encode(), GAMES, PACKS)
    assert event.pins.rulings == {"WP-AMB-31": "tie-cancels"}
    logs = {log.path: log for log in handed_logs(event)}
    assert logs["r3t3.log"].is_clean
    assert logs["r1t6.log"].own == (), "it chose for itself what now all play by"
    with pytest.raises(LogError, match="not available"):
        parse_tournament(text.encode(), GAMES)


def test_a_log_of_a_tournament_that_names_a_house_is_told_by_its_readings(tmp_path: Path) -> None:
    there = unruled(tmp_path / "open")
    (there / "logs" / "r3t3.log").write_bytes(naming("house=harbour-1"))
    (there / "harbour-1.toml").write_text(PACK, "utf-8")
    words = ("tournament", "report", str(there / "open.toml"), str(there / "logs"), "--format", "json")
    for more, says in (
        ((), "It names the rulings pack harbour-1, which is not available."),
        (("--pack", str(there / "harbour-1.toml")), "It reads WP-AMB-31 as tie-cancels; the event leaves that open."),
    ):
        tables = {one["table"]: one for one in json.loads(asked(*words, *more).stdout)["tables"]}
        assert says in tables["R3T3"]["notes"]


def test_a_pack_is_published_from_cases_checked_and_heeded(tmp_path: Path) -> None:
    log = tmp_path / "r3t3.log"
    log.write_text(LOG, "utf-8")
    opening = ("--who", "Vera", "--says", "Tied.", "--question", "WP-AMB-31")
    assert asked("case", "open", str(log), *opening).exit_code == 0
    reading = ("--reading", "WP-AMB-31=tie-cancels", "--why", "so")
    assert asked("case", "rule", str(log), "--who", "Rosa", *reading).exit_code == 0
    publish = ("case", "publish", str(tmp_path), "--id", "harbour-1", "--name", "Ours")
    done = asked(*publish)
    (one,) = tomllib.loads(done.stdout)["rulings"]
    assert (done.exit_code, one["question"], one["reading"], one["who"]) == (0, "WP-AMB-31", "tie-cancels", "Rosa")
    pack = tmp_path / "harbour-1.toml"
    pack.write_text(done.stdout, "utf-8")
    checked = asked("pack", "check", str(pack))
    assert (checked.exit_code, "winds-of-plunder: WP-AMB-31=tie-cancels" in checked.stdout) == (0, True)
    said = asked("audit", str(log), "--pack", str(pack), "--ruling", "house=harbour-1")
    assert said.exit_code == 0
    asked("case", "appeal", str(log), "--who", "Cleo", "--against", "2", "--why", "I held it.")
    appealed = asked(*publish)
    assert (appealed.exit_code, "an appeal is open" in appealed.stderr) == (2, True)


def test_what_was_read_in_two_ways_is_not_published() -> None:
    other = replace(OPEN, ruled="holder-scores", case="b.case")
    third = replace(OPEN, about="WP-AMB-01", ruled="x")
    kept, left = split_publishable_rulings([OPEN, other, third])
    assert [one["question"] for one in kept] == ["WP-AMB-01"]
    assert left == ["WP-AMB-31 is left out: it was read in more than one way."]
    (written,) = tomllib.loads(write_rulings_pack("x", "X", "", split_publishable_rulings([OPEN])[0]))["rulings"]
    assert written["why"] == OPEN.why, "whatever was said is written as it was said"


@pytest.mark.parametrize(
    ("was", "becomes", "line", "says"),
    [
        ("tie-cancels", "tie", 13, "no reading 'tie'"),
        ("WP-AMB-31", "WP-AMB-99", 12, "no open question"),
        ("winds-of-plunder", "winds", 11, "no game 'winds'"),
        ('why = "We always have."', "", 10, "needs a reason"),
        ("reading =", 'readng = "x"\nreading =', 13, "'readng' is not a key"),
        ('id = "harbour-1"', 'id = "Har bour"', 5, "able to name it"),
        ('by = "Rosa"', 'bye = "Rosa"', 8, "'bye' is not a key"),
        ("[[rulings]]", "[[ruling]]", 10, "'ruling' is not a part"),
        ("[pack]", "[pack", 4, "not readable as TOML"),
    ],
)
def test_what_is_wrong_in_a_rulings_pack_has_its_line(was: str, becomes: str, line: int, says: str) -> None:
    assert was in PACK
    found = list_house_faults(PACK.replace(was, becomes, 1), GAMES)
    assert any(says in fault.says and fault.line == line for fault in found), found
    assert list_house_faults(PACK, GAMES) == ()


def test_a_rulings_pack_that_is_wrong_is_refused_by_the_command(tmp_path: Path) -> None:
    twice = PACK + PACK[PACK.index("[[rulings]]") :]
    (tmp_path / "h.toml").write_text(twice, "utf-8")
    done = asked("pack", "check", str(tmp_path / "h.toml"))
    assert (done.exit_code, "it is read twice in this pack" in done.stderr) == (3, True)
