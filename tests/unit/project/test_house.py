"""The layout of the code and its names: the size of folders, their docstrings, and how things are named."""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.paths import ROOT
from tests.support.source_trees import parse_source

PACKAGES = ("audit", "api", "cli", "engine/kernel")
MOST_MODULES, MOST_TEST_MODULES = 15, 20
# The one folder that may hold more: a file for each command.
ONE_FILE_A_COMMAND = "cli/commands"
# Modules whose name begins or ends with a participle or gerund: nouns and adjectives of the trade.
PARTICIPLES = {
    "api/disputes/ruling_options.py",
    "api/web/desk/ruling_preview.py",
    "api/web/game/finding_cards.py",
    "api/web/logs/pending_page.py",
    "audit/cases/ruling_options.py",
    "audit/causes/missing_before_claims.py",
    "audit/causes/missing_lines.py",
    "audit/findings/finding.py",
    "audit/intake/missing_layers.py",
    "audit/intake/prepared.py",
    "audit/intake/typed_lines.py",
    "audit/judging/contested.py",
    "audit/judging/invented_content.py",
    "audit/live/redacted.py",
    "audit/store/derived.py",
    "cli/disputes/ruling.py",
    "engine/kernel/drawing/lettering.py",
    "engine/kernel/packs/shipped.py",
}
MOST_PARTICIPLES = 18
NOUNS = {
    "building",
    "feed",
    "matching",
    "red",
    "rendering",
    "scoring",
    "seed",
    "setting",
    "settings",
    "speed",
    "string",
}
# Names that a function may have in as many modules as need one: click's commands, migrations, readers and writers.
COMMON = {"add_routes", "command", "main", "new", "read", "register", "show", "upgrade", "write"}
MOST_COMMON = 12
IS_PREDICATE = re.compile(r"_*(is|has|may|can)_")
# Functions that answer with a bool and are no predicates: they do something and say whether it worked, or a library
# gives them their name.
ACTS = {
    "_deserialize",
    "_note_failure",
    "_read_header_rows",
    "_take_carefully",
    "_revoke_token",
    "_try_to_lock",
    "_try_to_send",
    "_try_to_send_now",
    "_wait_for_line",
    "crowds_others",
    "found_club",
    "spend_steps",
}
MOST_SENTENCES = 2


class Function(NamedTuple):
    """A function, the file it stands in, and what its signature says that it returns."""

    file: str
    name: str
    returns: str


@cache
def modules() -> dict[str, ast.Module]:
    """Parse every module outside the games and the migrations, by its path."""
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): parse_source(path) for path in paths if "migrations" not in path.parts}


@cache
def functions() -> tuple[Function, ...]:
    return tuple(
        Function(file, node.name, ast.unparse(node.returns) if node.returns else "")
        for file, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__")
    )


def folders(*roots: str) -> Iterator[Path]:
    for root in roots:
        yield from (path for path in (ROOT / root, *sorted((ROOT / root).rglob("*"))) if path.is_dir())


def is_participle(word: str) -> bool:
    return word.endswith(("ing", "ed")) and word not in NOUNS


def is_named_by_participle(name: str) -> bool:
    words = name.strip("_").split("_")
    return is_participle(words[0]) or is_participle(words[-1])


def names_imported(node: ast.AST) -> Iterator[str]:
    """List what an import statement names, each with the module that it is taken from."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        source = f"{node.module}." if isinstance(node, ast.ImportFrom) and node.module else ""
        yield from (source + alias.name for alias in node.names)


@pytest.mark.parametrize(
    ("roots", "most"), [(PACKAGES, MOST_MODULES), (("tests",), MOST_TEST_MODULES)], ids=["packages", "tests"]
)
def test_no_folder_is_too_full(roots: tuple[str, ...], most: int) -> None:
    full = {
        folder.relative_to(ROOT).as_posix(): count
        for folder in folders(*roots)
        if (count := sum(path.name != "__init__.py" for path in folder.glob("*.py"))) > most
    }
    assert full.keys() <= {ONE_FILE_A_COMMAND}, full


def test_every_package_says_in_a_sentence_or_two_what_belongs_there() -> None:
    silent = []
    for folder in folders(*PACKAGES, "engine/games"):
        if any(folder.glob("*.py")):
            text = ast.get_docstring(parse_source(folder / "__init__.py")) or ""
            first = text.partition("\n\n")[0]
            if not 1 <= len(re.findall(r"[.!?](?:\s|$)", first)) <= MOST_SENTENCES:
                silent.append(folder.relative_to(ROOT).as_posix())
    assert silent == []


def test_no_module_hides_behind_a_name_that_its_package_exports() -> None:
    hidden = []
    for file in modules():
        if file.endswith("/__init__.py"):
            package = importlib.import_module(file.removesuffix("/__init__.py").replace("/", "."))
            beside = {path.stem for path in (ROOT / file).parent.glob("*.py")}
            hidden += [f"{file}: {name}" for name in getattr(package, "__all__", ()) if name in beside]
    assert hidden == []


def test_modules_are_named_for_things() -> None:
    named = {file for file in modules() if is_named_by_participle(Path(file).stem)}
    assert named == PARTICIPLES
    assert len(named) <= MOST_PARTICIPLES


@pytest.mark.parametrize(
    ("is_bad", "most"),
    [(is_named_by_participle, 0.05), (lambda name: "_" not in name.strip("_"), 0.6)],
    ids=["by a participle", "by a single word"],
)
def test_functions_are_named_by_a_verb_and_its_object(is_bad: Callable[[str], bool], most: float) -> None:
    named = [function.name for function in functions()]
    assert sum(map(is_bad, named)) <= most * len(named)


def test_a_name_of_a_function_leads_to_its_module() -> None:
    places: defaultdict[str, set[str]] = defaultdict(set)
    for file, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                places[node.name].add(file)
    assert {name for name, files in places.items() if len(files) > 2} <= COMMON
    assert len(COMMON) <= MOST_COMMON


def test_no_two_classes_have_the_same_name() -> None:
    named = Counter(node.name for tree in modules().values() for node in tree.body if isinstance(node, ast.ClassDef))
    assert [name for name, count in named.items() if count > 1] == []


def test_a_function_that_answers_yes_or_no_asks_a_question() -> None:
    answers = {function for function in functions() if function.returns == "bool"}
    assert {
        f"{one.file}: {one.name}" for one in answers if not IS_PREDICATE.match(one.name) and one.name not in ACTS
    } == set()
    assert {one.name for one in answers} >= ACTS


def test_a_function_that_asks_a_question_answers_yes_or_no() -> None:
    asks = (function for function in functions() if IS_PREDICATE.match(function.name))
    yes_or_no = ("bool", "TypeGuard", "TypeIs")
    assert [f"{one.file}: {one.name} -> {one.returns}" for one in asks if not one.returns.startswith(yes_or_no)] == []


def test_no_test_module_is_imported_by_another() -> None:
    tests = {path: parse_source(path) for path in sorted((ROOT / "tests").rglob("*.py"))}
    modules_of_tests = {path.stem for path in tests if path.stem.startswith("test_")}
    assert modules_of_tests
    importing = {
        f"{path.relative_to(ROOT)}: {named}"
        for path, tree in tests.items()
        for node in ast.walk(tree)
        for named in names_imported(node)
        if not modules_of_tests.isdisjoint(named.split("."))
    }
    assert importing == set()
