"""Our scripts: JavaScript modules, and a bundle of them for the offline page."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

# Our modules use these two forms only, so bundling needs no tool.
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(?P<name>[a-z_]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=function|const|class|async function)", re.MULTILINE)


@cache
def read_module(name: str) -> str:
    """Read one module."""
    return files("api.web").joinpath("static", name).read_text("utf-8")


def list_modules() -> list[str]:
    """List the modules."""
    return sorted(file.name for file in files("api.web").joinpath("static").iterdir() if file.name.endswith(".js"))


@cache
def bundle_module(first: str) -> str:
    """Bundle a module with all its imports, each before the modules that need it."""
    joined: list[str] = []
    _join_imports(first, joined, set())
    return "(() => {\n" + '"use strict";\n' + "\n".join(joined) + "})();\n"


def _join_imports(name: str, joined: list[str], seen: set[str]) -> None:
    if name in seen:
        return
    seen.add(name)
    text = read_module(name)
    for found in IMPORT.finditer(text):
        _join_imports(found["name"], joined, seen)
    joined.append(EXPORT.sub("", IMPORT.sub("", text)))
