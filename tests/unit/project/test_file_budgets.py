"""Files and functions are short enough to be read in one sitting."""

from __future__ import annotations

import ast

import pytest

from tests.support.paths import ROOT
from tests.support.source_trees import parse_source

PACKAGES = ("engine", "audit", "api", "cli", "fixtures", "tests")
LONGEST_FILE, LONGEST_FUNCTION = 400, 60


@pytest.mark.parametrize("room", PACKAGES)
def test_files_and_functions_keep_to_their_budgets(room: str) -> None:
    sources = {path.relative_to(ROOT): path.read_text("utf-8") for path in (ROOT / room).rglob("*.py")}
    long = {str(path): lines for path, text in sources.items() if (lines := text.count("\n")) > LONGEST_FILE}
    functions = (
        (f"{path}: {node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for path in sources
        for node in ast.walk(parse_source(ROOT / path))
        if isinstance(node, ast.FunctionDef)
    )
    assert long | {name: lines for name, lines in functions if lines > LONGEST_FUNCTION} == {}
