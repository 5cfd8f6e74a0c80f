"""Both books of a log side by side: the result of each, what only one of them breaks, and where the tables differ."""

from __future__ import annotations

import json
import re

import pytest

from audit import audit
from audit.compare.books import audit_both_books
from audit.model.document import convert_to_builtins
from audit.options import AuditOptions
from audit.report import render_side_by_side
from engine.games import GAMES as REAL
from tests.support.command_line import asked, kept
from tests.support.games import pebbles
from tests.support.games.pebbles import GAMES, log
from tests.support.paths import ROOT
from tests.support.servers.api_client import Asker

AMENDED = (
    "ada: take 5",
    "ben: take 1",
    'record: amend 1 "ada: take 3" who=Judge why=misread',
    'record: insert 2 "cleo: take 2"',
)


def test_each_book_is_the_report_that_an_audit_of_it_gives() -> None:
    for name, game in (("two-books", "tailwinds"), ("two-books", "north_wind"), ("two-books", "winds_of_plunder")):
        raw = (ROOT / "fixtures" / game / "logs" / f"{name}.log").read_bytes()
        document = audit_both_books(raw, REAL).as_document
        for book in ("played", "adjudicated"):
            whole = convert_to_builtins(audit(raw, REAL, AuditOptions(book=book)).document)
            assert document[book] == {key: whole[key] for key in ("verdict", "result", "findings", "coverage")}, game


def test_they_part_after_the_first_event_at_which_a_fact_differs() -> None:
    both = audit_both_books(log(*AMENDED), GAMES)
    assert both.parts is not None
    assert (both.parts.seq, both.line) == (1, 4)
    assert both.parts.facts["heap"] == (15, 17)
    assert [(finding.seq, finding.rule) for finding in both.list_findings_only_in(both.played)] == [(1, "PB-HEAP-01")]
    assert both.list_findings_only_in(both.adjudicated) == []


def test_an_insertion_makes_them_part_at_the_event_that_it_stands_behind() -> None:
    both = audit_both_books(
        log("ada: take 1", "ben: take 1", 'record: insert 1 "fate: spill 1"', "cleo: take 1"), GAMES
    )
    assert both.parts is not None
    assert both.parts.seq == 1


def test_a_log_without_corrections_has_one_book() -> None:
    both = audit_both_books(log(*pebbles.CLEAN), GAMES)
    assert both.parts is None
    assert both.as_document["played"] == both.as_document["adjudicated"]
    assert "Both books are the same" in told(log(*pebbles.CLEAN))


def test_a_policy_counts_in_both_books() -> None:
    lines = ("ada: take 9", "ada: take 1", 'record: amend 2 "ada: take 2"')
    both = audit_both_books(log(*lines), GAMES, AuditOptions(policy="skip-illegal"))
    assert both.parts is not None
    assert both.parts.facts["heap"] == (19, 18)


@pytest.mark.usefixtures("one_small_game")
def test_the_command_and_the_option_say_the_same(tmp_path) -> None:
    path = kept(tmp_path / "x.log", *AMENDED)
    for form in ("text", "json", "html"):
        one, other = asked("books", path, "--format", form), asked("audit", path, "--book", "both", "--format", form)
        assert one.stdout == other.stdout != ""
        assert one.exit_code == other.exit_code == 0
    document = json.loads(asked("books", path, "--format", "json").stdout)
    assert (document["schema"], document["parts"]["seq"]) == ("deadreckon.books/1", 1)
    text = re.sub(r"\s+", " ", asked("books", path).stdout)
    assert "They differ after event 1, line 4: " in text
    assert "heap 15 as played, 17 as adjudicated" in text
    assert "says Judge: misread" in text


@pytest.mark.usefixtures("one_small_game")
def test_several_logs_are_told_one_after_the_other(tmp_path) -> None:
    paths = [kept(tmp_path / name, *AMENDED) for name in ("a.log", "b.log")]
    told_ = asked("audit", *paths, "--book", "both").stdout
    assert [line for line in told_.splitlines() if line.startswith("== ")] == [f"== {path}" for path in paths]


@pytest.mark.usefixtures("one_small_game")
def test_sarif_tells_one_book(clean: str) -> None:
    refused = asked("audit", clean, "--book", "both", "--format", "sarif")
    assert refused.exit_code == 2
    assert "--book played" in refused.stderr


@pytest.mark.usefixtures("one_small_game")
def test_what_is_no_log_is_refused_with_its_place(tmp_path) -> None:
    path = tmp_path / "x.log"
    path.write_text("game: pebbles\n---\n")
    refused = asked("books", str(path))
    assert refused.exit_code == 3
    assert "names no players" in refused.stderr


@pytest.mark.usefixtures("one_small_game")
def test_the_service_says_what_the_command_line_says(admin: Asker, tmp_path) -> None:
    sha256, path = admin.kept(log(*AMENDED)), kept(tmp_path / "x.log", *AMENDED)
    assert admin.told(f"/logs/{sha256}/books") == json.loads(asked("books", path, "--format", "json").stdout)
    page = admin.get(f"/logs/{sha256}/books", headers={"Accept": "text/html"})
    assert "They differ after event 1" in page.get_data(as_text=True)
    broken = admin.get(f"/logs/{sha256}/books?ruling=PB-AMB-01%3Dnone")
    assert broken.status_code == 422


def told(raw: bytes) -> str:
    return render_side_by_side(audit_both_books(raw, GAMES), "text")
