"""The generated pages agree with the rules, and every link of every page leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.openapi.document import read_api_document
from api.problems import KINDS
from api.reference.pages import list_pages as list_api_pages
from cli.reference.pages import list_pages as list_cli_pages
from engine.games import GAMES
from engine.kernel.rulebook import list_all_rules
from fixtures.docs import HERE, REFERENCE, ROOT, pages
from tests.support.fault_lists import expect_no_faults

DOCS = sorted((ROOT / "docs").rglob("*.md"))
IN_CODE = sorted(path for top in ("api", "audit", "engine") for path in (ROOT / top).rglob("README.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *IN_CODE, *DOCS]
MOST_BYTES = {"README.md": 6_000, "CONTRIBUTING.md": 6_000, "CHANGELOG.md": 12_000}
MOST_LINES_IN_CODE = 10
FENCED = re.compile(r"^\s*```.*?^\s*```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def anchors_of(page: Path) -> set[str]:
    """Make the anchors that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def broken_links(page: Path) -> list[str]:
    broken = []
    for link in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
        target, _, anchor = link.partition("#")
        path = page.parent / target if target else page
        if not re.match(r"[a-z]+:", link) and not (
            path.exists() and (not anchor or (path.suffix == ".md" and anchor in anchors_of(path)))
        ):
            broken.append(link)
    return broken


def test_generated_pages_are_fresh() -> None:
    generated = {**pages(), **list_cli_pages(), **list_api_pages(read_api_document())}
    assert generated
    stale = (path for path, text in generated.items() if not path.exists() or path.read_text("utf-8") != text)
    expect_no_faults(f"{name_of(path)} is stale; run `make docs`" for path in stale)


def test_every_link_of_every_page_leads_to_a_file_and_a_heading() -> None:
    assert {name_of(page): broken for page in PAGES if (broken := broken_links(page))} == {}


def test_the_pages_that_newcomers_read_first_are_short() -> None:
    assert [name for name, most in MOST_BYTES.items() if (ROOT / name).stat().st_size > most] == []
    long = [page for page in IN_CODE if len(page.read_text("utf-8").splitlines()) > MOST_LINES_IN_CODE]
    assert list(map(name_of, long)) == []


def test_every_rule_named_in_a_page_exists() -> None:
    known = {rule for game in GAMES.values() for rule in list_all_rules(game)} | {
        q for g in GAMES.values() for q in g.questions
    }
    for page in PAGES:
        named = set(re.findall(r"\b(?:TW|WP|NW|WW)-[A-Z]+-\d{2,3}\b", page.read_text("utf-8")))
        assert named <= known, f"{name_of(page)} names {named - known}"


def test_the_page_of_problem_codes_lists_each_code_with_its_status() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (\d+) \|", (REFERENCE / "problem-codes.md").read_text("utf-8"), re.MULTILINE)
    assert rows == [(kind.code, str(kind.status)) for kind in KINDS.values()]


@pytest.mark.parametrize("game", list(GAMES))
def test_what_keeps_and_what_breaks_a_rule_are_told_apart_and_the_breach_is_marked(game: str) -> None:
    reference = (REFERENCE / game / "rules.md").read_text("utf-8")
    shown = [re.findall(r"```\n(.*?)```", rule, re.DOTALL) for rule in reference.split("\n### ")[1:]]
    pairs = [examples for examples in shown if len(examples) == 2]
    assert pairs
    assert [keeps for keeps, breaks in pairs if keeps == breaks.replace(HERE, "")] == []
    assert [breaks for _, breaks in pairs if HERE not in breaks] == []
