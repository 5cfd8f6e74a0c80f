"""A copy of the repository with a game that was just begun from the template."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from fixtures.new_game import copy
from tests.support.paths import ROOT

NAME, FOLDER, PREFIX = "tic-tac", "tic_tac", "TT"
ROOMS = ("engine", "audit", "api", "cli", "fixtures", "tests", "docs")
# As `make docs` does, except for the page of the API, which names no game.
DOCS = ("fixtures.docs", "cli.reference")


class CopiedHouse(NamedTuple):
    """Such a copy, and the files that the new game came with."""

    root: Path
    new: list[Path]

    def run_tests(self, *arguments: str) -> int:
        """Run tests in the copy, all of which must pass, and count them."""
        run = self._run("pytest", "-q", "-n0", "-p", "no:cacheprovider", *arguments)
        passed = re.search(r"(\d+) passed", run.stdout)
        assert run.returncode == 0, run.stdout
        assert passed is not None
        return int(passed[1])

    def write_docs(self) -> None:
        """Write the generated pages, as the guide says."""
        for module in DOCS:
            run = self._run(module)
            assert run.returncode == 0, run.stderr

    def _run(self, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", module, *arguments]
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)  # noqa: S603 - our own


def build_house(root: Path) -> CopiedHouse:
    """Copy the repository, and begin a game there."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, root / room)
    for page in (*ROOT.glob("*.md"), *ROOT.glob("*.toml"), ROOT / "Makefile", ROOT / "LICENSE"):
        shutil.copy2(page, root)
    house = CopiedHouse(root, copy(NAME, PREFIX, root))
    house.write_docs()
    return house
