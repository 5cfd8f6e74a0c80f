"""What the suite itself must have: a case, a spoiler and a citation for every rule, and a log for every ruling."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.flow import Phase, has_gate
from engine.kernel.game import Game
from engine.kernel.layers import LaidRule, list_all_rules, stack_layers
from fixtures.cases import Case, of_rule
from fixtures.kits import GAMES, catalogue, rooms
from fixtures.spoilers import spoilers

ROOT = Path(__file__).resolve().parent.parent
# Every rule in each of its wordings: as the base has it, and as layers and readings lay it.
WORDED = [
    pytest.param(name, laid, id=f"{name}-{laid.rule.id}{'' if laid is wordings[0] else f' in {laid.layer}'}")
    for name, game in GAMES.items()
    for wordings in list_all_rules(game).values()
    for laid in wordings
]
ENFORCED = [param for param in WORDED if param.values[1].rule.status == "enforced"]  # type: ignore[union-attr] # a Laid
# Rules that no random game can be made to break, with the reason; an entry that is no longer needed fails the suite.
NO_SPOILER: dict[str, str] = {}
NO_BREAKING_CASE: dict[str, str] = {}
REGISTERED = r"(?:rule|upheld|repeats|permission|recorded|not_modelled)\(\s*"

each_game = pytest.mark.parametrize("game", list(GAMES))
each_wording = pytest.mark.parametrize(("game", "laid"), WORDED)
each_enforced = pytest.mark.parametrize(("game", "laid"), ENFORCED)


def chapters(game: str, *, within: bool = True) -> dict[Path, str]:
    """The sources of a game's chapters, be they one file or a folder; or all its other sources."""
    inside = {path for path in rooms(game) if "rules" in {path.stem, path.parent.name}}
    return {path: path.read_text("utf-8") for path in rooms(game) if (path in inside) == within}


def cases(game: str, laid: LaidRule) -> list[Case]:
    return of_rule(game, laid.rule.id, laid.layer)


@each_wording
def test_every_rule_has_a_sentence_and_a_citation_that_resolves(game: str, laid: LaidRule) -> None:
    texts = {source.key: source for source in GAMES[game].sources}
    assert laid.rule.says.endswith("."), laid.rule.says
    assert laid.rule.cites
    for cite in laid.rule.cites:
        source = texts[cite.source]
        assert cite.section in source.sections
        assert cite.page is not None or source.unpaged, f"{source.title}, {cite.section}: no page, and nothing says why"


@each_wording
def test_every_rule_that_lets_something_pass_has_a_passing_case(game: str, laid: LaidRule) -> None:
    if laid.rule.status in {"enforced", "permission"}:
        assert any(case.breaks is None for case in cases(game, laid)), f"{laid.rule.id} has no passing case"


@each_enforced
def test_every_enforced_rule_has_a_breaking_case(game: str, laid: LaidRule) -> None:
    has = any(case.breaks is not None for case in cases(game, laid))
    needless = laid.rule.id in NO_BREAKING_CASE
    assert has != needless, f"{laid.rule.id}: {'exception not needed' if has else 'no breaking case'}"


@each_enforced
def test_every_enforced_rule_has_a_spoiler(game: str, laid: LaidRule) -> None:
    known = spoilers(game).of(laid.rule.id)
    has = (
        bool(known)
        if len(list_all_rules(GAMES[game])[laid.rule.id]) == 1
        else laid.layer in {s.layer(game) for s in known}
    )
    needless = laid.rule.id in NO_SPOILER
    assert has != needless, f"{laid.rule.id}: {'the exception is not needed' if has else 'no spoiler'}"


@each_wording
def test_what_is_not_enforced_says_why(game: str, laid: LaidRule) -> None:
    if laid.rule.status in {"recorded", "not-modelled"}:
        assert len(laid.rule.why.split()) > 3, f"{game}: {laid.rule.id}"


@each_wording
def test_every_rule_names_rules_and_rulings_that_exist(game: str, laid: LaidRule) -> None:
    assert set(laid.rule.narrows) <= set(list_all_rules(GAMES[game]))
    assert set(laid.rule.rulings) <= set(GAMES[game].questions)


@pytest.mark.parametrize("game", [game for game in GAMES if catalogue(game)])
def test_every_rule_of_the_catalogue_is_registered_and_no_other(game: str) -> None:
    assert sorted(catalogue(game)) == sorted(list_all_rules(GAMES[game]))


@each_game
def test_every_rule_is_found_by_its_id_in_one_place(game: str) -> None:
    """The base's wording stands in its chapter; each other one, once, among the layers."""
    texts = ["\n".join(chapters(game, within=within).values()) for within in (True, False)]
    for name, wordings in list_all_rules(GAMES[game]).items():
        based = [laid for laid in wordings if laid.layer == GAMES[game].base.id]
        others = {id(laid.rule) for laid in wordings if laid not in based}
        found = [len(re.findall(rf'{REGISTERED}"{name}"', source)) for source in texts]
        assert found == [len(based), len(others)], f"{name} is registered {found} times, in chapters and in layers"


@each_game
def test_no_rule_id_is_built_from_pieces(game: str) -> None:
    family = next(iter(list_all_rules(GAMES[game]))).partition("-")[0]
    piece = re.compile(rf"\b{family}-([A-Z]+(-\d?)?)?\Z")
    built = [f"{path.name}: {text}" for path in rooms(game) for text, _ in strings(path) if piece.search(text)]
    assert built == []


@each_game
def test_only_rules_the_turn_and_what_is_owed_name_a_rule(game: str) -> None:
    rules = list_all_rules(GAMES[game])
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


@each_game
def test_rules_never_ask_for_an_edition_or_mode(game: str) -> None:
    """No name in their code is that of a layer; what a layer changes for them is a term, called by what it means."""
    names = {layer.id.replace("-", "_") for layer in GAMES[game].layers} | {"layers"}
    for path, source in chapters(game).items():
        words = {token.string for token in tokenize.generate_tokens(io.StringIO(source).readline)}
        assert not names & words, path.name


def citing(game: Game, phase: Phase) -> Iterator[str]:
    """The rules that a phase names for events that it has no place for, and for acts out of turn."""
    kinds = (kind for kind in game.vocabulary.kinds if has_gate(kind) and kind not in phase.accepts)
    wheres = [phase.elsewhere_for.get(kind, phase.elsewhere) for kind in kinds]
    for where in (*wheres, *([phase.out_of_turn] if phase.in_turn else ())):
        yield from (rule for _, rule in where) if isinstance(where, tuple) else (where,)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_rule_without_a_check_names_every_phase_that_names_it(game: str) -> None:
    rules = stack_layers(GAMES[game]).rules
    cited = {(rule, phase.name) for phase in GAMES[game].flow.values() for rule in citing(GAMES[game], phase)}
    named = {(rule, phase) for rule, laid in rules.items() for phase in laid.rule.phases}
    assert {(rule, phase) for rule, phase in cited - named if rules[rule].rule.check is None} == set()
    assert named - cited == set()


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
