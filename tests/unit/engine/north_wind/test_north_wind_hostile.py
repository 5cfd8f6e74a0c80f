"""North Wind against senseless positions and lines, cheats, mangled logs, and events without a seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit import audit
from engine.games import GAMES
from engine.kernel.log import LogError
from fixtures.simulate import Session
from tests.support.command_line import asked
from tests.support.games.north_wind_cheats import CHEATS, HEAD, ODD
from tests.support.logs.hostile_logs import ASHORE, NONSENSE_ASHORE, STRANGE_ASHORE

GAME = GAMES["north-wind"]

SAILING = "green: sail olsand\n"
WON = {2: 10, 3: 10, 4: 8}


def instead(one: str, other: str) -> str:
    """Replace one part of a good position."""
    assert one in ASHORE
    return ASHORE.replace(one, other, 1) + SAILING


def test_the_position_that_is_spoiled_below_is_a_good_one() -> None:
    assert not audit((ASHORE + SAILING).encode(), GAMES).findings


@pytest.mark.parametrize("change", NONSENSE_ASHORE.values(), ids=NONSENSE_ASHORE)
def test_a_position_that_cannot_be_is_refused_with_its_line_and_a_remedy(change: tuple[str, str]) -> None:
    with pytest.raises(LogError) as refused:
        audit(instead(*change).encode(), GAMES)
    fault = refused.value.fault
    assert 1 <= fault.line < len(ASHORE.splitlines())
    assert fault.says
    assert fault.hint


@pytest.mark.parametrize("name", ["five crew members", "a seat called as a fact", "a tile that there is not"])
def test_the_program_says_where_such_a_position_is_and_ends(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.log"
    path.write_text(instead(*NONSENSE_ASHORE[name]))
    for command in ("audit", "replay", "legal"):
        done = asked(command, str(path))
        assert (done.exit_code, done.stdout) == (3, "")
        assert done.stderr.startswith(f"{path}:")


@pytest.mark.parametrize("line", STRANGE_ASHORE)
def test_a_line_about_what_there_is_not_is_found_where_it_stands(line: str) -> None:
    report = audit((ASHORE + SAILING + line + "\n").encode(), GAMES)
    lost = [finding for finding in report.findings if finding.status == "malformed"]
    assert [finding.line for finding in lost] == [len((ASHORE + SAILING).splitlines()) + 1]
    assert lost[0].column > 0
    assert lost[0].instead


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_named_by_its_rule_and_the_replay_goes_on(name: str) -> None:
    log, rule = CHEATS[name]
    report = audit((HEAD + log + "claim: bank 3\n").encode(), GAMES)
    seen = [finding.rule for finding in report.roots if finding.status in {"illegal", "contested"}]
    assert seen == [rule]
    assert report.findings[-1].line == len((HEAD + log).splitlines()) + 1


@pytest.mark.parametrize("log", ODD.values(), ids=ODD)
def test_what_is_odd_and_within_the_rules_is_let_pass(log: str) -> None:
    report = audit((HEAD + log).encode(), GAMES)
    assert [finding for finding in report.findings if finding.status != "unverifiable"] == []


def test_no_more_tokens_lie_on_the_board_than_a_player_has() -> None:
    for players, tokens in WON.items():
        game = Session(GAME, players, 1, rulings={"NW-AMB-17": "finish-turn"})
        game.finish()
        placed = [GAME.facts(game.table)[f"{seat}.placed"] for seat in game.table.seats]
        assert max(placed) == tokens
