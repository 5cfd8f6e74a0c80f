"""An audit process that is killed takes no other log with it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from audit.findings.replay_outcome import ReplayedLog, replay_log
from cli.audit.batch import CHUNK
from tests.support.command_line import asked, kept
from tests.support.games import pebbles
from tests.support.logs.planted_faults import FATAL

pytestmark = pytest.mark.usefixtures("planted")


@pytest.mark.parametrize("number", [0, 7, CHUNK + 3, 3 * CHUNK])
def test_a_process_that_is_ended_from_outside_takes_no_other_log_with_it(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(4 * CHUNK):
        kept(tmp_path / "many" / f"{at:03}.log", *(FATAL if at == number else pebbles.CLEAN))
    here = os.getpid()

    def killed(prepared: Any) -> ReplayedLog:
        if any("77" in str(event) for _, event in prepared.entries) and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return replay_log(prepared)

    monkeypatch.setattr("audit.pipeline.replay_log", killed)
    done = asked("audit", str(tmp_path / "many"), "--jobs", "2", "--format", "json")
    reports = [entry["report"] for entry in json.loads(done.stdout)]
    assert [Path(entry["file"]).name for entry in json.loads(done.stdout)] == [
        f"{at:03}.log" for at in range(4 * CHUNK)
    ]
    # The first log is audited by the process that prints, which this test does not kill.
    wrong = [at for at, report in enumerate(reports) if "fault" in report]
    assert wrong == ([number] if number else [])
    assert done.exit_code == (70 if number else 1)
    assert sum(report.get("verdict") == "clean" for report in reports) == 4 * CHUNK - 1
    if number:
        assert "killed or ran out" in reports[number]["fault"]["says"]
        assert "killed or ran out" in done.stderr
