"""A golden that was tidied is judged as before."""

from __future__ import annotations

from pathlib import Path

from audit import audit
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.support.command_line import asked


def test_a_golden_is_judged_alike_when_it_is_tidied(tmp_path: Path) -> None:
    for game in GAMES:
        for golden in goldens(game)[:4]:
            log = tmp_path / "golden.log"
            log.write_bytes(golden.log)
            tidied = asked("tidy", str(log)).stdout.encode()
            one, two = (audit(raw, GAMES).found for raw in (golden.log, tidied))
            assert [(f.rule, f.seq) for f in one.findings] == [(f.rule, f.seq) for f in two.findings]
            assert one.verdict == two.verdict
