"""Tests that look at a whole catalogue report every entry that fails, not only the first."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def expect_no_faults(faults: Iterable[str]) -> None:
    """Fail with one line for each fault; each line names its entry in the catalogue."""
    __tracebackhide__ = True
    found = list(faults)
    if found:
        pytest.fail("\n".join([f"Faults: {len(found)}", *found]), pytrace=False)
