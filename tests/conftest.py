"""What tests share: the desk to try the command line at, services, stores on both databases, and hard times."""

from __future__ import annotations

import os

import pytest

pytest_plugins = (
    "tests.desk",
    "tests.serving.fixtures",
    "tests.serving.remote_server",
    "tests.serving.strangers",
    "tests.storing.fixtures",
    "tests.torture.fixtures",
)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:  # noqa: ARG001 - so pytest calls it
    """Run one test more at a time than there are cores: many wait for a server or a browser."""
    return (os.cpu_count() or 1) + 1
