"""README and tutorials show real behaviour: each command is run as written, and its output compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

TUTORIALS = ROOT / "docs" / "tutorial"
ELLIPSIS = "..."


def read_steps(page: Path) -> list[tuple[str, str]]:
    """Return each command of a page with the output shown below it, without installation."""
    steps = []
    for block in re.findall(r"^```console\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = step.splitlines()
            length = 1 + next((i for i, line in enumerate(lines[1:]) if not line.startswith(">")), len(lines) - 1)
            command = "\n".join([lines[0], *(line[1:].removeprefix(" ") for line in lines[1:length])])
            if not command.startswith("pipx "):
                steps.append((command, "\n".join(lines[length:])))
    return steps


def is_as_shown(shown: str, printed: str) -> bool:
    """Compare the outputs; `...` stands for anything, on a line or for any number of lines."""
    pattern = ".*".join(re.escape(part) for part in shown.strip().split(ELLIPSIS))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


def follow(page: Path, folder: Path) -> None:
    """Run the commands of a page in a folder, and compare each output."""
    steps = read_steps(page)
    assert steps
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command, shown in steps:
        done = subprocess.run(  # noqa: S602 - the commands of our own pages
            command,
            shell=True,
            cwd=folder,
            env={**os.environ, "PATH": path, "COLUMNS": "100"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert is_as_shown(shown, done.stdout), f"{page.name}: {command}\n\nshown:\n{shown}\n\nprinted:\n{done.stdout}"


def test_the_finding_in_the_readme_is_what_the_audit_prints() -> None:
    follow(ROOT / "README.md", ROOT)


def test_the_first_tutorial_can_be_followed(tmp_path: Path) -> None:
    follow(TUTORIALS / "1-audit-your-first-log.md", tmp_path)


def test_the_tutorials_about_a_dispute_and_its_tournament_can_be_followed(tmp_path: Path) -> None:
    follow(TUTORIALS / "3-settle-a-dispute.md", tmp_path)
    follow(TUTORIALS / "4-count-a-tournament.md", tmp_path)
