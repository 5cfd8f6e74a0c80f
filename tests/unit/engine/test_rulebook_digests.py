"""Two digests of a rulebook: what judges, and what is printed; each changes with its own part only."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

from audit import audit
from audit.intake import programs
from audit.model.auditor_version import NOT_JUDGING, SHORT, name_auditor
from audit.report import render_json, render_text
from engine.games import GAMES
from engine.kernel.fingerprint import code, rulebook
from engine.kernel.fingerprint.rulebook import digest_rulebook
from engine.kernel.fingerprint.source import digest_source, parse_without_texts
from engine.kernel.game import Game
from engine.kernel.rulebook import Rulebook, stack_layers
from tests.support.games import pebbles

MODULE = '''
"""What this is."""

from engine.games.nowhere.sources import OVERVIEW, faq
from engine.kernel.layers import Layer, Question, Rank
from engine.kernel.rules import Breach, Chapter, Source

BOOK = Source("book", "A leaflet", frozenset({"Heap"}))
CITE = (OVERVIEW, faq("Rolling"))
chapter = Chapter("Heap")


@chapter.rule("XX-HEAP-01", on=Take, says="At most three.", cite=(*CITE, BOOK("Heap", 2)), rulings=("XX-AMB-01",))
def at_most_three(table, take):
    """Count them."""
    # Three are allowed.
    if take.count > 3 or take.count < 0:
        return Breach(f"{take.by!r:>{table.width}} takes {take.count} pebbles.", {"count": take.count})
    return None


chapter.recorded("XX-HEAP-02", says="Losers are gracious.", cite=BOOK("Heap"), why="Nobody writes it down.")
AMB = Question(id="XX-AMB-01", asks="How many?", term="most", readings={"three": "Three."}, why="It is printed.")
BIG = Layer("big-hands", Rank.VARIANT, "Up to five pebbles.", terms={"most": "five"})
'''
# Computed once; every interpreter that runs this test must get the same.
AS_EVER = "25162ed4534504c0e4d1834e9cb8d76ce611139327fbe772efe3cbf1768714bf"

REWORDED: dict[str, tuple[str, str]] = {
    "a docstring": ('"""Count them."""', '"""Count the pebbles."""'),
    "a docstring left out": ('    """Count them."""\n', ""),
    "a comment": ("# Three are allowed.", "# Nobody has bigger hands."),
    "a rule's sentence": ('says="At most three."', 'says="Nobody takes more than three."'),
    "a rule's citations": ('(*CITE, BOOK("Heap", 2))', '(faq("Taking"), BOOK("Heap", 3), OVERVIEW)'),
    "a citation with a name": ('(OVERVIEW, faq("Rolling"))', 'faq("Waves")'),
    "a reason": ('why="Nobody writes it down."', 'why="It cannot be seen."'),
    "a source's title": ('"A leaflet"', '"The leaflet of 1931"'),
    "what is imported from the sources": ("import OVERVIEW, faq", "import FAQ, OVERVIEW, faq"),
    "a question": ('asks="How many?"', 'asks="How many at most?"'),
    "what a reading means": ('{"three": "Three."}', '{"three": "Three and no more."}'),
    "what a layer says": ('"Up to five pebbles."', '"Five at most."'),
    "the layout": ("on=Take, says=", "\n    on=Take,\n    says="),
    "a string in two pieces": ('{take.count} pebbles."', '{take.count} peb" "bles."'),
}
CHANGED: dict[str, tuple[str, str]] = {
    "a number": ("take.count > 3", "take.count > 4"),
    "an operator": ("take.count > 3", "take.count >= 3"),
    "an or": (" or take", " and take"),
    "the words of a breach": ("pebbles.", "stones."),
    "the name of a fact": ('{"count"', '{"number"'),
    "a rule's ID": ("XX-HEAP-01", "XX-HEAP-03"),
    "the event that it looks at": ("on=Take", "on=Spill"),
    "a ruling it depends on": ('("XX-AMB-01",)', '("XX-AMB-02",)'),
    "a tuple of one for a string": ('("XX-AMB-01",)', '("XX-AMB-01")'),
    "the term of a question": ('term="most"', 'term="least"'),
    "the name of a reading": ('{"three": ', '{"four": '),
    "what a layer changes": ('"most": "five"', '"most": "six"'),
    "the rank of a layer": ("Rank.VARIANT", "Rank.MODE"),
    "a chapter's name": ('Chapter("Heap")', 'Chapter("Heaps")'),
    "a rule less": ("@chapter.rule", "@chapter.permission"),
}


@pytest.mark.parametrize(("before", "after"), REWORDED.values(), ids=REWORDED)
def test_wording_and_layout_do_not_judge(before: str, after: str) -> None:
    assert digest_source(_with(before, after)) == digest_source(MODULE.encode())


@pytest.mark.parametrize(("before", "after"), CHANGED.values(), ids=CHANGED)
def test_all_else_does(before: str, after: str) -> None:
    assert digest_source(_with(before, after)) != digest_source(MODULE.encode())


def test_every_interpreter_reads_the_same_out_of_a_module() -> None:
    assert digest_source(MODULE.encode()) == AS_EVER


def _with(before: str, after: str) -> bytes:
    assert before in MODULE
    return MODULE.replace(before, after, 1).encode()


def test_a_reworded_rule_is_printed_otherwise_and_judges_as_before() -> None:
    book = stack_layers(pebbles.GAME)
    laid = book.rules["PB-HEAP-01"]
    reworded = replace(laid, rule=replace(laid.rule, says="Three are the most."))
    other = replace(book, rules={**book.rules, "PB-HEAP-01": reworded})
    assert digest_rulebook(other).judged == digest_rulebook(book).judged
    assert digest_rulebook(other).printed != digest_rulebook(book).printed


@pytest.mark.parametrize(
    "other",
    [
        stack_layers(pebbles.GAME, ("big-hands",)),
        stack_layers(pebbles.GAME, ("small-hands",)),
        stack_layers(pebbles.GAME, (), {"PB-AMB-01": "four"}),
    ],
    ids=["a term", "a layer that changes nothing", "a reading"],
)
def test_what_is_in_force_judges(other: Rulebook) -> None:
    assert digest_rulebook(other).judged != digest_rulebook(stack_layers(pebbles.GAME)).judged


@pytest.mark.parametrize("module", ["folds/wind.py", "content/bare.toml"])
def test_a_change_in_code_or_packs_of_a_game_is_a_change_of_its_rulebook_and_of_no_other(
    monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    before = {name: digest_rulebook(stack_layers(game)).judged for name, game in GAMES.items()}
    changed_in(monkeypatch, "engine.games.tailwinds", module)
    after = {name: digest_rulebook(stack_layers(game)).judged for name, game in GAMES.items()}
    assert [name for name in GAMES if after[name] != before[name]] == ["tailwinds"]


def test_a_change_in_the_kernel_is_a_change_of_every_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {name: digest_rulebook(stack_layers(game)).judged for name, game in GAMES.items()}
    changed_in(monkeypatch, "engine.kernel", "replay/replay.py")
    assert not set(before.values()) & {digest_rulebook(stack_layers(game)).judged for game in GAMES.values()}


def changed_in(monkeypatch: pytest.MonkeyPatch, package: str, module: str) -> None:
    """Give one module another statement, as after an update."""
    read = code._read_sources

    def updated(asked: str, **how: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        found = dict(read(asked, **how))
        if asked == package:
            (name,) = (name for name in found if name.endswith(module))
            found[name] += b"\nUPDATED = True\n"
        yield from found.items()

    monkeypatch.setattr(code, "_read_sources", updated)
    forget_digests(monkeypatch)


def forget_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute every digest of this test from the current files."""
    for name in ("digest_package", "_digest_module", "digest_game_code"):
        monkeypatch.setattr(code, name, getattr(code, name).__wrapped__)
    monkeypatch.setattr(rulebook, "digest_game_code", code.digest_game_code)


def test_pictures_and_sources_do_not_judge() -> None:
    modules = [
        name for package in ("engine.kernel", "engine.games.tailwinds") for name, _ in code._read_sources(package)
    ]
    assert {"kernel/replay/replay.py", "tailwinds/folds/wind.py", "tailwinds/game.py"} <= set(modules)
    assert not [name for name in modules if "picture" in name or "drawing" in name or "sources" in name]


@pytest.mark.parametrize("game", [*GAMES.values(), pebbles.GAME], ids=lambda game: game.name)
def test_no_sentence_that_a_game_registers_is_part_of_what_judges(game: Game) -> None:
    """However a rule, a question or a layer is registered, its words must be separated from its behaviour."""
    every = (page for home in code.find_game_code(game)[0] for page in code._read_sources(home))
    modules = [source for name, source in every if name.endswith(code.CODE)]
    judges = {
        node.value
        for source in modules
        for node in ast.walk(parse_without_texts(source))
        if isinstance(node, ast.Constant)
    }
    assert sorted(sentences(game) & judges) == []


def sentences(game: Game) -> set[str]:
    """List all sentences of the rules, questions and layers of a game."""
    layers = [game.base, *game.layers, *(layer for q in game.questions.values() for layer in q.lays.values())]
    rules = [rule for layer in layers for part in (*layer.chapters, *layer.replaces) for rule in part.rules]
    questions = game.questions.values()
    said = [*(layer.says for layer in layers), *(text for rule in rules for text in (rule.says, rule.why))]
    said += [text for q in questions for text in (q.asks, q.why, q.unobservable, *q.readings.values())]
    return {text for text in said if text}


def test_a_report_for_a_person_reckons_no_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the code takes longer than auditing a log; it is done once for a rulebook, and here not at all."""
    monkeypatch.setattr(programs, "_programs", OrderedDict())
    monkeypatch.setattr(code, "digest_game_code", _refuse)
    monkeypatch.setattr(rulebook, "digest_game_code", _refuse)
    report = audit(pebbles.log(*pebbles.CLEAN), pebbles.GAMES)
    assert "clean" in render_text(report)
    with pytest.raises(AssertionError, match="Nobody asked"):
        render_json(report)


def test_the_digests_of_a_rulebook_are_reckoned_for_its_first_report_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """They follow from the rulebook alone, and took a sixth of the time of a short audit over HTTP."""
    first = render_json(audit(pebbles.log(*pebbles.CLEAN), pebbles.GAMES))
    monkeypatch.setattr(rulebook, "digest_game_code", _refuse)
    monkeypatch.setattr(rulebook, "_list_printed_text", _refuse)
    assert render_json(audit(pebbles.log(*pebbles.CLEAN), pebbles.GAMES)) == first


def _refuse(_game: object) -> str:
    raise AssertionError("Nobody asked for this.")


# For each package, its direct files and folders that do not judge.
PACKAGES = {"engine/kernel": ("drawing",), "engine/games/tailwinds": ("picture", "sources.py"), "audit": NOT_JUDGING}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy everything that judges, so that a test may edit it."""
    there = tmp_path_factory.mktemp("copied")
    for package in PACKAGES:
        shutil.copytree(package, there / package, ignore=shutil.ignore_patterns("__pycache__"))
    return there


@pytest.mark.parametrize("package", PACKAGES)
def test_one_character_in_any_room_that_judges_changes_a_digest(
    monkeypatch: pytest.MonkeyPatch, copied: Path, package: str
) -> None:
    def digest() -> str:
        if package == "audit":
            return code.digest_package("audit", except_=NOT_JUDGING)
        return code.digest_game_code(GAMES["tailwinds"])

    monkeypatch.setattr(code, "files", lambda name: copied.joinpath(*name.split(".")))
    forget_digests(monkeypatch)
    before, wrong = digest(), []
    files = [file for file in sorted((copied / package).rglob("*")) if file.is_file()]
    for file in files:
        with unlike(file):
            after = digest()
        room = file.relative_to(copied / package).parts[0]
        judges = room not in PACKAGES[package] and file.suffix in {code.CODE, code.PACK}
        if (after != before) != judges:
            wrong.append(str(file))
    assert files
    assert wrong == []


@contextmanager
def unlike(file: Path) -> Iterator[None]:
    """Add one character to a file for a while. In Python it is an expression, not a comment."""
    was = file.read_bytes()
    file.write_bytes(was + b"0")
    try:
        yield
    finally:
        file.write_bytes(was)


RULES = "from draughts import counting\nfrom draughts.content import PACK\nfrom draughts.sources import BOOK\n"
LAZY = (
    "\n\ndef weigh(table):\n    from boards.weights import HEAVY\n    return table, HEAVY, counting.MOST, PACK, BOOK\n"
)
FILES = {
    "draughts/counting.py": "from .deeper import sums\nMOST = 3\n",
    "draughts/deeper/__init__.py": "",
    "draughts/deeper/sums.py": "import boards.sums\n",
    "draughts/content/__init__.py": "from pkgutil import get_data\nPACK = get_data(__name__, 'bare.toml')\n",
    "draughts/content/bare.toml": "id = 'bare'\n",
    "draughts/picture/__init__.py": "def draw(table): ...\n",
    "draughts/report.py": "from draughts import rules\n",
    "draughts/store.py": "from draughts import rules\n",
    "draughts/README.md": "Draughts.\n",
    "boards/sums.py": "SUM = 1\n",
    "boards/weights.py": "HEAVY = 2\n",
    "boards/unused.py": "UNUSED = 1\n",
}
# The game below does not import its own picture, report and store; what it imports from its sources is printed.
PRINTS = {
    "draughts/sources.py",
    *(name for name in FILES if "picture" in name),
    *("draughts/report.py", "draughts/store.py"),
}
PRINTS |= {"draughts/README.md", "boards/unused.py"}


@pytest.fixture
def draughts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Game]:
    """Make a game in a top-level package of its own, whose rules import helpers from there and from another package."""
    shutil.copytree("fixtures/pebbles/engine", tmp_path / "draughts", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / "draughts").glob("*.py"):
        file.write_text(file.read_text().replace("fixtures.pebbles.engine", "draughts"))
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    rules = tmp_path / "draughts/rules.py"
    future = "from __future__ import annotations\n"
    rules.write_text(rules.read_text().replace(future, future + RULES) + LAZY)
    monkeypatch.syspath_prepend(tmp_path)
    code._find_module.cache_clear()
    forget_digests(monkeypatch)
    yield import_module("draughts.game").GAME
    code._find_module.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] in {"draughts", "boards"}]:
        del sys.modules[name]


def test_every_module_that_a_game_in_a_package_of_its_own_can_reach_judges(draughts: Game, tmp_path: Path) -> None:
    loaded = set(sys.modules)
    before = code.digest_game_code(draughts)
    changing = set()
    files = [file for file in sorted(tmp_path.rglob("*")) if file.is_file() and "__pycache__" not in file.parts]
    for file in files:
        with unlike(file):
            if code.digest_game_code(draughts) != before:
                changing.add(file.relative_to(tmp_path).as_posix())
    assert changing == {file.relative_to(tmp_path).as_posix() for file in files} - PRINTS
    assert {name for name in set(sys.modules) - loaded if name.startswith(("draughts", "boards"))} == set()
    assert code.digest_game_code(draughts) == before


AUDITS = """
import sys
from audit import audit
from engine.games import GAMES
assert audit(open("fixtures/tailwinds/logs/demo.log", "rb").read(), GAMES).roots
print(*(name for name in sys.modules if name.startswith("audit.")))
"""


def test_an_audit_imports_nothing_that_the_digest_of_the_auditor_leaves_out() -> None:
    audits = [sys.executable, "-c", AUDITS]
    loaded = subprocess.run(audits, capture_output=True, text=True, check=True).stdout.split()  # noqa: S603 - this program
    left_out = {name.removesuffix(".py") for name in NOT_JUDGING}
    assert {"audit.causes.roots", "audit.judging.plan"} <= set(loaded)
    assert [name for name in loaded if name.split(".")[1] in left_out] == []


def test_the_name_of_the_auditor_holds_that_digest() -> None:
    assert name_auditor().endswith("+" + code.digest_package("audit", except_=NOT_JUDGING)[:SHORT])
