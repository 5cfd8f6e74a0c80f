"""Parsed source files. Several tests walk the whole tree, and parsing it takes longer than any of them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def parse_source(path: Path) -> ast.Module:
    """Parse a source file once in each process."""
    return ast.parse(path.read_text("utf-8"))
