"""Windward against senseless positions and lines, cheats, mangled logs, and events without a seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit import audit
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked
from tests.support.games.windward_cheats import AFLOAT, CHEATS, NONSENSE, ODD, SAILING, STRANGE

EDITIONS = pytest.mark.parametrize("edition", ["", "layers: classic\n"], ids=["full", "classic"])


def instead(one: str, other: str) -> str:
    """Replace one part of a good position."""
    assert one in AFLOAT
    return AFLOAT.replace(one, other, 1) + SAILING


@EDITIONS
def test_the_position_that_is_spoiled_below_is_a_good_one(edition: str) -> None:
    assert not audit((edition + AFLOAT + SAILING).encode(), GAMES).findings


@pytest.mark.parametrize("change", NONSENSE.values(), ids=NONSENSE)
def test_a_position_that_cannot_be_is_refused_with_its_line_and_a_remedy(change: tuple[str, str]) -> None:
    with pytest.raises(LogError) as refused:
        audit(instead(*change).encode(), GAMES)
    fault = refused.value.fault
    assert 1 <= fault.line < len(AFLOAT.splitlines())
    assert fault.says
    assert fault.hint


@pytest.mark.parametrize("name", ["five tiles", "a seat called as a Crester", "a thing that there is not"])
def test_the_program_says_where_such_a_position_is_and_ends(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.log"
    path.write_text(instead(*NONSENSE[name]))
    for command in ("audit", "replay", "legal"):
        done = asked(command, str(path))
        assert (done.exit_code, done.stdout) == (3, "")
        assert done.stderr.startswith(f"{path}:")


@pytest.mark.parametrize("line", STRANGE)
def test_a_line_about_what_there_is_not_is_found_where_it_stands(line: str) -> None:
    report = audit((AFLOAT + SAILING + line + "\n").encode(), GAMES)
    lost = [finding for finding in report.findings if finding.status == "malformed"]
    assert [finding.line for finding in lost] == [len((AFLOAT + SAILING).splitlines()) + 1]
    assert lost[0].column > 0
    assert lost[0].instead


@EDITIONS
@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_named_by_its_rule_and_the_replay_goes_on(name: str, edition: str) -> None:
    log, rule = CHEATS[name]
    report = audit((edition + AFLOAT + log + "claim: green.morale 1\n").encode(), GAMES)
    seen = [finding.rule for finding in report.roots if finding.status in {"illegal", "contested"}]
    # Under the classic rulebook nothing is dropped by choice, wherever it is.
    by_choice = ["WW-DROP-01"] if edition and ": drop " in log and rule != "WW-DROP-01" else []
    assert seen == [*by_choice, rule]
    assert report.findings[-1].line == len((edition + AFLOAT + log).splitlines()) + 1


@pytest.mark.parametrize("log", ODD.values(), ids=ODD)
def test_what_is_odd_and_within_the_rules_is_let_pass(log: str) -> None:
    report = audit((AFLOAT + log).encode(), GAMES)
    assert [finding for finding in report.findings if finding.status != "unverifiable"] == []
