"""What is written about the rules is what the rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games import FOLDERS, GAMES
from engine.kernel.layers import list_all_rules
from fixtures.docs import HERE, ROOT, pages


@pytest.mark.parametrize(("path", "text"), pages().items(), ids=lambda v: v.name if isinstance(v, Path) else "")
def test_generated_pages_are_fresh(path: Path, text: str) -> None:
    assert path.exists(), f"{path.relative_to(ROOT)} is missing; run `make docs`"
    assert path.read_text("utf-8") == text, f"{path.relative_to(ROOT)} is stale; run `make docs`"


def test_the_readme_opens_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    opening = readme.split("```")[1]
    assert re.findall(r"^\$ (make \w+)", opening, re.MULTILINE) == ["make demo", "make test"]


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"engine/games/{folder}/README.md" for folder in FOLDERS.values())]
)
def test_links_lead_to_files(page: str) -> None:
    path = ROOT / page
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8"))
    missing = [target for target in targets if not (path.parent / target).exists()]
    assert missing == []


def test_every_rule_named_in_a_page_exists() -> None:
    known = {rule for game in GAMES.values() for rule in list_all_rules(game)} | {
        q for g in GAMES.values() for q in g.questions
    }
    for page in ("README.md", "CONTRIBUTING.md"):
        named = set(re.findall(r"\b[A-Z]{2}-[A-Z]+-\d{2}\b", (ROOT / page).read_text("utf-8")))
        assert named <= known, f"{page} names {named - known}"


@pytest.mark.parametrize("game", list(GAMES))
def test_what_keeps_and_what_breaks_a_rule_are_told_apart_and_the_breach_is_marked(game: str) -> None:
    reference = (ROOT / "docs" / game / "rules.md").read_text("utf-8")
    shown = [re.findall(r"```\n(.*?)```", rule, re.DOTALL) for rule in reference.split("\n### ")[1:]]
    pairs = [examples for examples in shown if len(examples) == 2]
    assert pairs
    assert [keeps for keeps, breaks in pairs if keeps == breaks.replace(HERE, "")] == []
    assert [breaks for _, breaks in pairs if HERE not in breaks] == []
