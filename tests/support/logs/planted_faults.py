"""A fault that is planted into the audit of some logs."""

from __future__ import annotations

from typing import Any

import pytest

from audit.findings.replay_outcome import ReplayedLog, replay_log

PLANTED = "a fault that was planted"


# A claim that no other log here makes.
FATAL = ("ada: take 3", "claim: heap 77")


@pytest.fixture
def planted(one_small_game: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - it comes first
    """Fail on every log that claims 77 pebbles."""

    def fails(prepared: Any) -> ReplayedLog:
        if any("77" in str(event) for _, event in prepared.entries):
            raise IndexError(PLANTED)
        return replay_log(prepared)

    monkeypatch.setattr("audit.pipeline.replay_log", fails)
