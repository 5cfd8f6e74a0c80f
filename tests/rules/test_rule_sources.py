"""The source of a game names each rule whole and in its place, and its rules name no layer."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.rulebook import LaidRule, list_all_rules
from fixtures.kits import GAMES, rooms
from tests.support.fault_lists import expect_no_faults
from tests.support.selection import SELECTION
from tests.support.source_trees import parse_source

REGISTERED = r'(?:rule|upheld|repeats|permission|record_only|not_in_model)\(\s*"([^"]+)"'
each_whole_game = pytest.mark.parametrize("game", SELECTION.whole_games())


def chapters(game: str, *, within: bool = True) -> dict[Path, str]:
    """The sources of a game's chapters, be they one file or a folder; or all its other sources."""
    inside = {path for path in rooms(game) if "rules" in {path.stem, *path.parts}}
    return {path: path.read_text("utf-8") for path in rooms(game) if (path in inside) == within}


@each_whole_game
def test_every_rule_is_found_by_its_id_in_one_place(game: str) -> None:
    """The base's wording stands in its chapter; each other one, once, among the layers."""
    here, there = (
        Counter(re.findall(REGISTERED, "\n".join(chapters(game, within=within).values()))) for within in (True, False)
    )

    def find_faults(name: str, wordings: list[LaidRule]) -> Iterator[str]:
        based = [laid for laid in wordings if laid.layer == GAMES[game].base.id]
        others = {id(laid.rule) for laid in wordings if laid not in based}
        if (here[name], there[name]) != (len(based), len(others)):
            yield f"{name} is registered {here[name]} times in chapters and {there[name]} times in layers"

    expect_no_faults(
        fault for name, wordings in list_all_rules(GAMES[game]).items() for fault in find_faults(name, wordings)
    )


@each_whole_game
def test_no_rule_id_is_built_from_pieces(game: str) -> None:
    family = next(iter(list_all_rules(GAMES[game]))).partition("-")[0]
    piece = re.compile(rf"\b{family}-([A-Z]+(-\d?)?)?\Z")
    expect_no_faults(f"{path.name}: {text}" for path in rooms(game) for text, _ in strings(path) if piece.search(text))


@each_whole_game
def test_only_rules_the_turn_and_what_is_owed_name_a_rule(game: str) -> None:
    rules = list_all_rules(GAMES[game])
    elsewhere = [path for path in rooms(game) if not {path.stem, *path.parts} & NAMING_RULES]
    expect_no_faults(
        f"{path.name}: {text}" for path in elsewhere for text, owed in strings(path) if text in rules and not owed
    )


# The rooms where rules are registered, and the turn that cites them.
NAMING_RULES = {"rules", "layers", "flow"}


def strings(path: Path) -> Iterator[tuple[str, bool]]:
    """List the strings of a module, and whether each is handed over with what is owed, or as an example of spelling."""
    tree = parse_source(path)
    owing = {leaf for node in ast.walk(tree) if _owes(node) for leaf in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node in owing


def _owes(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg == "like"
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"Owed", "table.owed.append"}


@each_whole_game
def test_rules_never_ask_for_an_edition_or_mode(game: str) -> None:
    """No name in their code is that of a layer; what a layer changes for them is a term, called by what it means."""
    names = {layer.id.replace("-", "_") for layer in GAMES[game].layers} | {"layers"}
    named: list[str] = []
    for path, source in chapters(game).items():
        named += [f"{path.name}: {name}" for name in sorted(names & set(_words(ast.parse(source))))]
    expect_no_faults(named)


def _words(tree: ast.Module) -> Iterator[str]:
    """List the names in a module, but for those that it imports: a room about a mode has the mode's name."""
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    yield from (word for word in _all_words(tree) if word not in imported)


def _all_words(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
