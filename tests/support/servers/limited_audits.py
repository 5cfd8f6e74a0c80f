"""Jobs and settings that meet the limits of an audit process."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from tests.support.paths import FIXTURES
from tests.support.servers.fixtures import SETTINGS

DEMO = (FIXTURES / "north_wind" / "logs" / "demo.log").read_bytes()


LIMITED = replace(SETTINGS, audit_seconds=1, audit_memory=1_000, audits_per_club=1)


def does(code: str) -> Any:
    """Make a job of Python's own, which is given the games."""
    return partial(eval, f"exec({code!r}, {{}})", {})
