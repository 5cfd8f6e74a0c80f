"""The default tier needs Python alone, and says how to run the tests that need more."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

from tests.conftest import NEEDS, TIERS
from tests.support.paths import ROOT
from tests.support.source_trees import parse_source

DEFAULT = ("unit", "rules")
# One quick test of each folder of the default tier.
QUICK = (
    "tests/unit/tournaments/test_tournament_points.py",
    "tests/rules/test_kits.py",
)
# What starts a database server or a browser without a fixture.
STARTERS = ("tests.support.stores.postgres", "tests.support.browser.chromium.chromium")


def list_imports(path: Path) -> Iterator[str]:
    """List the modules and names that a file imports."""
    for node in ast.walk(parse_source(path)):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_a_test_gets_a_database_server_or_a_browser_from_a_fixture_that_moves_it_to_the_tier_of_these() -> None:
    assert set(NEEDS.values()) <= TIERS.keys() - {*DEFAULT}
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for folder in DEFAULT
        for path in sorted(ROOT.glob(f"tests/{folder}/**/*.py"))
        for name in list_imports(path)
        if f"{name}.".startswith(tuple(f"{starter}." for starter in STARTERS))
    ] == []


def test_a_default_run_says_of_each_other_tier_that_it_was_not_run_and_how_to_run_it() -> None:
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", *QUICK]
    ended = run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - this suite
    assert ended.returncode == 0, ended.stdout
    said = [line for line in ended.stdout.splitlines() if "not run" in line]
    assert said == [f"{tier}: not run; make {tier}" for tier in TIERS if tier not in DEFAULT]
