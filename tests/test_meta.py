"""What the suite itself must have: a case, a spoiler and a citation for every rule, and a log for every ruling."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.layers import stack
from engine.kernel.rules import Rule
from fixtures.cases import of_rule
from fixtures.kits import GAMES, rooms
from fixtures.spoilers import spoilers

ROOT = Path(__file__).resolve().parent.parent
RULES = [(name, laid.rule) for name, game in GAMES.items() for laid in stack(game).rules.values()]
ENFORCED = [(name, rule) for name, rule in RULES if rule.status == "enforced"]
# Rules that no random game can be made to break, with the reason; an entry that is no longer needed fails the suite.
NO_SPOILER: dict[str, str] = {}
NO_BREAKING_CASE: dict[str, str] = {}


def rules_of(game: str) -> dict[Path, str]:
    """The sources of a game's chapters, be they one file or a folder."""
    return {path: path.read_text("utf-8") for path in rooms(game) if "rules" in {path.stem, path.parent.name}}


def ids(pair: object) -> str:
    return pair.id if isinstance(pair, Rule) else str(pair)


@pytest.mark.parametrize(("game", "rule"), RULES, ids=ids)
def test_every_rule_has_a_sentence_and_a_citation_that_resolves(game: str, rule: Rule) -> None:
    sources = {source.key: source for source in GAMES[game].sources}
    assert rule.says.endswith("."), rule.says
    assert rule.cites
    for cite in rule.cites:
        assert cite.section in sources[cite.source].sections


@pytest.mark.parametrize(("game", "rule"), RULES, ids=ids)
def test_every_rule_that_lets_something_pass_has_a_passing_case(game: str, rule: Rule) -> None:
    if rule.status in {"enforced", "permission"}:
        assert any(case.breaks is None for case in of_rule(game, rule.id)), f"{rule.id} has no passing case"


@pytest.mark.parametrize(("game", "rule"), ENFORCED, ids=ids)
def test_every_enforced_rule_has_a_breaking_case(game: str, rule: Rule) -> None:
    has = any(case.breaks is not None for case in of_rule(game, rule.id))
    assert has != (rule.id in NO_BREAKING_CASE), f"{rule.id}: {'exception not needed' if has else 'no breaking case'}"


@pytest.mark.parametrize(("game", "rule"), ENFORCED, ids=ids)
def test_every_enforced_rule_has_a_spoiler(game: str, rule: Rule) -> None:
    has = rule.id in spoilers(game).rules
    assert has != (rule.id in NO_SPOILER), f"{rule.id}: {'the exception is not needed' if has else 'no spoiler'}"


@pytest.mark.parametrize(("game", "rule"), RULES, ids=ids)
def test_what_is_not_enforced_says_why(game: str, rule: Rule) -> None:
    if rule.status in {"recorded", "not-modelled"}:
        assert len(rule.why.split()) > 3, f"{game}: {rule.id}"


@pytest.mark.parametrize(("game", "rule"), RULES, ids=ids)
def test_every_rule_names_rules_and_rulings_that_exist(game: str, rule: Rule) -> None:
    known = stack(GAMES[game]).rules
    assert set(rule.narrows) <= set(known)
    assert set(rule.rulings) <= set(GAMES[game].questions)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_rule_is_found_by_its_id_in_one_place(game: str) -> None:
    source = "\n".join(rules_of(game).values())
    for rule in stack(GAMES[game]).rules:
        registrations = re.findall(rf'(?:rule|by_flow|upheld|repeats|permission|recorded)\(\s*"{rule}"', source)
        assert len(registrations) == 1, f"{rule} is registered {len(registrations)} times"


@pytest.mark.parametrize("game", list(GAMES))
def test_no_rule_id_is_built_from_pieces(game: str) -> None:
    family = next(iter(stack(GAMES[game]).rules)).partition("-")[0]
    piece = re.compile(rf"\b{family}-([A-Z]+(-\d?)?)?\Z")
    built = [f"{path.name}: {text}" for path in rooms(game) for text, _ in strings(path) if piece.search(text)]
    assert built == []


@pytest.mark.parametrize("game", list(GAMES))
def test_only_rules_the_turn_and_what_is_owed_name_a_rule(game: str) -> None:
    rules = stack(GAMES[game]).rules
    elsewhere = [path for path in rooms(game) if not {path.stem, path.parent.name} & NAMING_RULES]
    named = [f"{path.name}: {text}" for path in elsewhere for text, owed in strings(path) if text in rules and not owed]
    assert named == []


# The rooms where rules are registered, and the turn that cites them.
NAMING_RULES = {"rules", "layers", "flow"}


def strings(path: Path) -> Iterator[tuple[str, bool]]:
    """List the strings of a module, and whether each is handed over with what is owed, or as an example of spelling."""
    tree = ast.parse(path.read_text("utf-8"))
    owing = {leaf for node in ast.walk(tree) if _owes(node) for leaf in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node in owing


def _owes(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg == "like"
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"Owed", "table.owed.append"}


@pytest.mark.parametrize("game", list(GAMES))
def test_rules_never_ask_for_an_edition_or_mode(game: str) -> None:
    names = [layer.id for layer in GAMES[game].layers]
    for path, source in rules_of(game).items():
        text = re.sub(r'"[^"]*"', "", source)
        assert not [name for name in names if name in text], path.name


# A chapter of rules is read in one sitting; a test module may tell a little more.
BUDGETS = {"engine": 300, "audit": 300, "api": 300, "cli": 300, "fixtures": 300, "tests": 400}
LONGEST_FUNCTION = 60


@pytest.mark.parametrize("room", BUDGETS)
def test_files_and_functions_keep_to_their_budgets(room: str) -> None:
    sources = {path.relative_to(ROOT): path.read_text("utf-8") for path in (ROOT / room).rglob("*.py")}
    long = {str(path): lines for path, text in sources.items() if (lines := text.count("\n")) > BUDGETS[room]}
    functions = (
        (f"{path}: {node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for path, text in sources.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    )
    assert long | {name: lines for name, lines in functions if lines > LONGEST_FUNCTION} == {}
