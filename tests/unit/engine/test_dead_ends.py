"""A legal move into a dead end is listed and marked; random play avoids it, and no repair proposes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.kernel.replay.legal import list_legal_moves
from engine.kernel.spellings import parse_log
from fixtures.kits import GAMES
from fixtures.simulate import Session
from tests.support.command_line import asked

HEADER = """\
game: windward
pack: windward-reconstructed-1
{rulings}players: green=Ada, orange=Ben
position: planet=a b c d e f, wind=1, turn=green, first=orange, round=2, reds=c53, greys=none
position: items=none, tops=fuel bait coffee, orange.place=port, green.place={place}, green.hand=deadweight
position: green.crew=none, green.morale=3, green.rowing=0
position: green.notoriety=1, green.gas=0, green.crester=none, orange.notoriety=2, orange.hand=none
---
green: card deadweight
{moves}"""
# All four steps are gone, and the ship is where it was.
ROUND = ("a63", "a64", "a53", "a52")
SAYS = "the speed that is left leads off the drift no more, and no turn ends on it"


def log(place: str = "a52", moves: tuple[str, ...] = ROUND, rulings: str = "") -> str:
    said = "".join(f"green: sail {space}\n" for space in moves)
    return HEADER.format(place=place, moves=said, rulings=f"rulings: {rulings}\n" if rulings else "")


def session(text: str) -> Session:
    """Replay a written game to its end."""
    found = Session.over(GAMES["windward"], text.encode(), 1)
    for event in parse_log(text.encode(), lambda name: GAMES[name].vocabulary).events:
        found.happen(event)
    return found


def marks(text: str) -> dict[str, str]:
    """Return each legal sail, with its mark."""
    at = session(text)
    moves = [move for move in list_legal_moves(at.program, at.table) if type(move).__name__ == "Sail"]
    return {move.to: GAMES["windward"].dead_end(at.table, move) for move in moves}  # type: ignore[attr-defined] # a Sail


def test_drift_at_the_rim_before_the_wind_is_a_dead_end_without_speed() -> None:
    assert marks(log()) == {"a62": SAYS}


def test_with_a_speed_left_the_same_drift_can_be_left_again() -> None:
    assert marks(log(moves=()))["a62"] == ""


def test_drift_from_which_the_wind_carries_on_is_no_dead_end() -> None:
    assert marks(log(place="a22", moves=("a33", "a44", "a33", "a22")))["a32"] == ""


def test_where_a_turn_may_end_on_drift_nothing_is_a_dead_end() -> None:
    assert marks(log(rulings="WW-AMB-019=stop-allowed")) == {"a62": ""}


@pytest.fixture
def stranded(tmp_path: Path) -> str:
    path = tmp_path / "stranded.log"
    path.write_text(log(), "utf-8")
    return str(path)


def test_it_is_listed_with_a_remark_and_in_json_with_a_field(stranded: str) -> None:
    assert f"# The next one is legal, but {SAYS}.\ngreen: sail a62\n" in asked("legal", stranded).stdout
    moves = json.loads(asked("legal", stranded, "--format", "json").stdout)["moves"]
    assert {move["text"]: move.get("dead_end") for move in moves if "sail" in move["text"]} == {"green: sail a62": SAYS}


def test_nobody_plays_it_at_random() -> None:
    for seed in range(30):
        at = session(log())
        at.dice.seed(seed)
        at.given = at.events
        event = at.next()
        assert event is not None
        assert getattr(event, "to", "") != "a62"


def test_no_repair_proposes_it(tmp_path: Path) -> None:
    path = tmp_path / "over.log"
    path.write_text(f"{log()}green: sail a63\n", "utf-8")
    printed = asked("audit", str(path)).stdout
    assert "WW-MOVE-10" in printed
    assert "sail a62" not in printed
