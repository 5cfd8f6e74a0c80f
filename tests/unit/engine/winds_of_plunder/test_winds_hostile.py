"""Winds of Plunder against senseless positions and lines, and mangled logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit import audit
from engine.games import GAMES
from engine.kernel.log import LogError
from tests.support.command_line import asked
from tests.support.logs.hostile_logs import HARBOUR, NONSENSE, STRANGE
from tests.support.paths import ROOT

LOGS = sorted((ROOT / "fixtures" / "winds_of_plunder" / "logs").glob("*.log"))
SAILING = "green: cubes 1\n"


def instead(one: str, other: str) -> str:
    """Replace one part of a good position."""
    assert one in HARBOUR
    return HARBOUR.replace(one, other, 1) + SAILING


def test_the_position_that_is_spoiled_below_is_a_good_one() -> None:
    assert not audit((HARBOUR + SAILING).encode(), GAMES).findings


@pytest.mark.parametrize("change", NONSENSE.values(), ids=NONSENSE)
def test_a_position_that_cannot_be_is_refused_with_its_line_and_a_remedy(change: tuple[str, str]) -> None:
    with pytest.raises(LogError) as refused:
        audit(instead(*change).encode(), GAMES)
    fault = refused.value.fault
    assert 1 <= fault.line < len(HARBOUR.splitlines())
    assert fault.says
    assert fault.hint


@pytest.mark.parametrize(
    "name", ["a bar with one tile", "a seat called as a fact", "a mark on a port that there is not"]
)
def test_the_program_says_where_such_a_position_is_and_ends(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.log"
    path.write_text(instead(*NONSENSE[name]))
    for command in ("audit", "replay", "legal"):
        done = asked(command, str(path))
        assert (done.exit_code, done.stdout) == (3, "")
        assert done.stderr.startswith(f"{path}:")


def test_more_cubes_than_there_are_is_found_even_where_some_are_not_told() -> None:
    for part in ("green.wind=6", "green.reserve=18", "green.marks=jamaica nassau"):
        name = part.partition("=")[0]
        assert not audit(instead(part, f"{name}=??").encode(), GAMES).findings
    spoiled = instead("green.wind=6, green.reserve=18", "green.wind=??, green.reserve=25")
    assert [finding.rule for finding in audit(spoiled.encode(), GAMES).roots] == ["WP-LOG-01"]


def test_who_has_had_a_turn_need_not_be_told() -> None:
    for one in ("acted=??", "turn=orange", "acted=??, turn=orange"):
        text = instead("acted=none", one).removesuffix(SAILING) + "orange: cubes 1\n"
        assert not [finding for finding in audit(text.encode(), GAMES).findings if finding.status == "illegal"]


def test_a_salt_that_nobody_wrote_down_opens_nothing() -> None:
    text = (LOGS[0].parent / "sealed-vote.log").read_text().replace('"seven grey gulls"', "??")
    found = {(finding.rule, finding.status) for finding in audit(text.encode(), GAMES).findings}
    assert ("WP-LOG-04", "unverifiable") in found
    assert ("WP-LOG-04", "illegal") not in found


def test_a_seal_on_a_compass_that_is_no_longer_there_is_no_error() -> None:
    sealed = HARBOUR.replace("phase=plunder", "phase=compass").replace(", first=green, acted=none", "")
    early = f"green: compass ?? seal={'0' * 64}\ngreen: sail havana\ngreen: unseal salt\n"
    assert "unverifiable" in {finding.status for finding in audit((sealed + early).encode(), GAMES).findings}


@pytest.mark.parametrize("line", STRANGE)
def test_a_line_about_what_there_is_not_is_found_where_it_stands(line: str) -> None:
    report = audit((HARBOUR + SAILING + line + "\n").encode(), GAMES)
    lost = [finding for finding in report.findings if finding.status == "malformed"]
    assert [finding.line for finding in lost] == [len((HARBOUR + SAILING).splitlines()) + 1]
    assert lost[0].column > 0
    assert lost[0].instead
