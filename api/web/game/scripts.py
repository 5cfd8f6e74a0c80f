"""Our scripts: modules in a folder, and all that one needs as a single script for a page that stands alone."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

# Our modules keep to these two forms, so that joining them needs no tool.
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(?P<name>[a-z_]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=function|const|class|async function)", re.MULTILINE)


@cache
def source(name: str) -> str:
    """Read one module."""
    return files("api.web").joinpath("static", name).read_text("utf-8")


def names() -> list[str]:
    """List the modules."""
    return sorted(file.name for file in files("api.web").joinpath("static").iterdir() if file.name.endswith(".js"))


@cache
def bundled(first: str) -> str:
    """Join a module with all that it imports, each before whatever needs it."""
    joined: list[str] = []
    _join(first, joined, set())
    return "(() => {\n" + '"use strict";\n' + "\n".join(joined) + "})();\n"


def _join(name: str, joined: list[str], seen: set[str]) -> None:
    if name in seen:
        return
    seen.add(name)
    text = source(name)
    for found in IMPORT.finditer(text):
        _join(found["name"], joined, seen)
    joined.append(EXPORT.sub("", IMPORT.sub("", text)))
