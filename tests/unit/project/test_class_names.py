"""One word, one meaning: a class name stands for one class, and every value has a meaningful name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from fixtures.kits import GAMES
from tests.support.paths import ROOT
from tests.support.source_trees import parse_source

ROOMS = ("engine", "audit", "api", "cli", "fixtures", "tests")
# The modules of a game, the template's included: each game has its own table, players and terms.
GAMES_ROOMS = ("engine/games/", "fixtures/pebbles/engine/")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), parse_source(path)


def public_classes(tree: ast.Module) -> list[str]:
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def test_every_public_class_name_stands_once_outside_the_games() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path, tree in modules():
        if not path.startswith(GAMES_ROOMS):
            for name in public_classes(tree):
                places[name].append(path)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_class_of_a_game_has_the_name_of_one_of_the_kernels() -> None:
    kernel = {name for path, tree in modules() if path.startswith("engine/kernel/") for name in public_classes(tree)}
    events = {kind.__name__ for game in GAMES.values() for kind in game.vocabulary.kinds}
    games = {
        f"{path}: {name}"
        for path, tree in modules()
        if path.startswith(GAMES_ROOMS)
        for name in public_classes(tree)
        if name in kernel - events
    }
    assert games == set()


def test_no_value_is_called_told() -> None:
    named = [
        f"{path}:{node.lineno}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == "told" and isinstance(node.ctx, ast.Store))
        or (isinstance(node, ast.arg) and node.arg == "told")
    ]
    assert named == []
