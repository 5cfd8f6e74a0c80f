"""What tests share: the options that narrow a run, and fixtures for the command line, services and stores."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.selection import OVER_FIXTURES, SELECTION, UnknownSelectionError

# Fixtures that others need; tests of rules do without, and importing these takes seconds.
FIXTURES = (
    "tests.desk",
    "tests.serving.fixtures",
    "tests.serving.remote_server",
    "tests.serving.strangers",
    "tests.storing.fixtures",
    "tests.torture.fixtures",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run be about one rule or one game."""
    parser.addoption("--rule", metavar="ID", default="", help="run what the fixtures say of one rule, e.g. TW-MOVE-05")
    parser.addoption("--game", metavar="NAME", default="", help="run what the fixtures say of one game, e.g. tailwinds")
    parser.addoption("--every", action="store_true", help="run every reading log, spoiler and slip, not a sample")


def pytest_configure(config: pytest.Config) -> None:
    """Narrow the run before any test module is imported."""
    try:
        SELECTION.narrow(config.getoption("rule"), config.getoption("game"), every=config.getoption("every"))
    except UnknownSelectionError as unknown:
        raise pytest.UsageError(str(unknown)) from None
    if not SELECTION.game:
        for name in FIXTURES:
            config.pluginmanager.import_plugin(name)


def pytest_report_header() -> str | None:
    """Say what a sample leaves out."""
    return "readings, spoilers, slips: one of each chapter; all of them with --every" if SELECTION.is_sample else None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what a narrowed run is not about."""
    return True if SELECTION.game and collection_path.is_file() and collection_path.name not in OVER_FIXTURES else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out tests for which the selection has no entry, where pytest would skip them one by one."""
    if not SELECTION.every:
        items[:] = [item for item in items if not _has_no_entry(item)]


def _has_no_entry(item: pytest.Item) -> bool:
    return any("empty parameter set" in mark.kwargs.get("reason", "") for mark in item.iter_markers("skip"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:  # noqa: ARG001 - so pytest calls it
    """Run one test more at a time than there are cores: many wait for a server or a browser."""
    return (os.cpu_count() or 1) + 1
