"""What tests share: the options that select tests, and fixtures for the command line, services and stores."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

from tests.support.selection import SELECTION, UnknownSelectionError, is_over_fixtures

TESTS = Path(__file__).parent
# A test belongs to the tier whose folder it stands in, unless it asks for a fixture that only another tier has.
TIERS = {
    "unit": "make test",
    "rules": "make test",
    "laws": "make laws",
    "service": "make service",
    "browser": "make browser",
}
NEEDS = {
    "postgresql_url": "service",
    "new_postgresql_url": "service",
    "postgresql_server": "service",
    "chromium_browser": "browser",
}

# Fixtures that other tests need; tests of rules do not, and importing these takes seconds.
FIXTURES = (
    "tests.support.browser.fixtures",
    "tests.support.command_line",
    "tests.support.logs.planted_faults",
    "tests.support.servers.fixtures",
    "tests.support.servers.remote_server",
    "tests.support.servers.untrusted_servers",
    "tests.support.stores.fixtures",
    "tests.support.servers.torture.fixtures",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options that limit a run to one rule or one game."""
    parser.addoption("--rule", metavar="ID", default="", help="run what the fixtures say of one rule, e.g. TW-MOVE-05")
    parser.addoption("--game", metavar="NAME", default="", help="run what the fixtures say of one game, e.g. tailwinds")
    parser.addoption("--all-tiers", action="store_true", help="run the tests of other tiers in these folders as well")
    parser.addoption("--every", action="store_true", help="run every reading log, spoiler and slip, not a sample")


def pytest_configure(config: pytest.Config) -> None:
    """Limit the run before any test module is imported, and name the tiers as markers."""
    for tier, command in TIERS.items():
        config.addinivalue_line("markers", f"{tier}: run by {command}")
    try:
        SELECTION.narrow(config.getoption("rule"), config.getoption("game"), every=config.getoption("every"))
    except UnknownSelectionError as unknown:
        raise pytest.UsageError(str(unknown)) from None
    if not SELECTION.game:
        for name in FIXTURES:
            config.pluginmanager.import_plugin(name)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out tests that a limited run does not concern."""
    return True if SELECTION.game and collection_path.is_file() and not is_over_fixtures(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test with its tier, and leave out tests of other tiers that pytest would skip."""
    for item in items:
        item.add_marker(_tier_of(item))
    if not config.getoption("all_tiers"):
        items[:] = [item for item in items if _tier_of(item) == _folder_of(item)]
    if not SELECTION.every:
        items[:] = [item for item in items if not _has_no_entry(item)]


def pytest_collection_finish() -> None:
    """Exempt what stays to the end, such as ten thousand tests, from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print a line for each tier that was not run, with how to run it."""
    if SELECTION.game or config.option.collectonly:
        return
    reports = [report for kind in terminalreporter.stats.values() for report in kind]
    ran = {_folder_of(report) for report in reports if isinstance(report, pytest.TestReport)}
    if {"unit", "rules"} <= ran:
        for tier in (tier for tier in TIERS if tier not in ran):
            terminalreporter.write_line(f"{tier}: not run; {TIERS[tier]}")
    if "rules" in ran and SELECTION.is_sample:
        terminalreporter.write_line("rules: a sample of readings, spoilers and slips; all of them: make rules")


def _folder_of(item: pytest.Item | pytest.TestReport) -> str:
    """Name the folder of tests that a test is in."""
    path = item.path if isinstance(item, pytest.Item) else TESTS.parent / item.nodeid.partition("::")[0]
    return path.relative_to(TESTS).parts[0]


def _tier_of(item: pytest.Item) -> str:
    """Name the tier of a test; a parameter may be the name of a database whose fixture is only then asked for."""
    parameters = getattr(item, "callspec", None)
    on_postgresql = parameters is not None and "postgresql" in map(str, parameters.params.values())
    needed = [NEEDS[name] for name in getattr(item, "fixturenames", ()) if name in NEEDS]
    return "service" if on_postgresql else next(iter(needed), _folder_of(item))


def _has_no_entry(item: pytest.Item) -> bool:
    return any("empty parameter set" in mark.kwargs.get("reason", "") for mark in item.iter_markers("skip"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run a test on each core, and one more in tiers where many wait for a server or a browser."""
    return (os.cpu_count() or 1) + int(config.getoption("all_tiers"))
