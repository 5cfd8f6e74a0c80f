"""Jobs and settings that reach the limits of an audit process."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from tests.support.paths import FIXTURES
from tests.support.servers.fixtures import SETTINGS

DEMO = (FIXTURES / "north_wind" / "logs" / "demo.log").read_bytes()


LIMITED = replace(SETTINGS, audit_seconds=1, audit_memory=1_000, audits_per_club=1)


def does(code: str) -> Any:
    """Make a job from a Python function, which gets the games."""
    return partial(eval, f"exec({code!r}, {{}})", {})
