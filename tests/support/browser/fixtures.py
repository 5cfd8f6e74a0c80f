"""A Chromium as a fixture: a test that asks for it belongs to `make browser`, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.browser.chromium import chromium


@pytest.fixture
def chromium_browser() -> Iterator[Any]:
    """Start a browser for one test."""
    with chromium() as browser:
        yield browser
