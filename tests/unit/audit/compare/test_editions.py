"""One log under each edition of its rulebook: the findings of each, where they differ, and what each says there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit import AuditOptions, audit
from audit.compare.editions import audit_by_editions
from audit.report import render_side_by_side, render_text
from engine.games import GAMES
from tests.support.command_line import asked
from tests.support.paths import FIXTURES
from tests.support.servers.api_client import Asker

# Dropping cargo by choice is in the full rulebook only.
DROPPED = b"""game: windward
pack: windward-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
position: planet=a b c d e f, wind=2, turn=green, first=green, round=2, reds=a31 b54 c53 d55 e64 f43, greys=b53
position: green.place=a61, green.morale=3, green.hand=fuel, green.crester=none, green.teeth.red=1, orange.place=a51
---
green: drop red-tooth
"""
TAILWINDS = FIXTURES / "tailwinds" / "logs" / "demo.log"


def test_each_edition_judges_the_log_and_the_event_at_which_they_part_is_named() -> None:
    found = audit_by_editions(DROPPED, GAMES)
    assert [one.layer for one in found.editions] == ["full", "classic"]
    (part,) = found.parts
    assert (part.seq, part.excerpt) == (1, "green: drop red-tooth")
    full, classic = part.found
    assert [finding.rule for finding in full] == []
    assert [(finding.rule, finding.status) for finding in classic] == [("WW-DROP-01", "contested")]


def test_the_verdict_is_that_of_the_edition_that_the_log_names() -> None:
    full, classic = (
        audit_by_editions(DROPPED, GAMES),
        audit_by_editions(DROPPED, GAMES, AuditOptions(layers=("classic",))),
    )
    assert full.own is full.editions[0].report
    assert classic.own is classic.editions[1].report
    assert [one.report.verdict for one in full.editions] == [one.report.verdict for one in classic.editions]


def test_text_and_page_say_what_each_edition_finds_with_its_own_page() -> None:
    found = audit_by_editions(DROPPED, GAMES)
    text, html = render_side_by_side(found, "text", width=200), render_side_by_side(found, "html")
    for written in (text, html):
        assert "They differ at event 1." in written
        assert "full: legal." in written
        assert "classic: green drops red-tooth by choice." in written
    assert "(Windward rulebook (classic edition): Defeated Ship, page 8)" in " ".join(text.split())
    assert "<script" not in html


def test_as_json_both_whole_reports_stand_beside_each_other() -> None:
    document = json.loads(render_side_by_side(audit_by_editions(DROPPED, GAMES), "json"))
    assert document["schema"] == "deadreckon.editions/1"
    assert [(one["layer"], one["report"]["schema"]) for one in document["editions"]] == [
        ("full", "deadreckon.report/1"),
        ("classic", "deadreckon.report/1"),
    ]
    (part,) = document["parts"]
    assert part["findings"]["full"] == []
    assert [finding["rule"] for finding in part["findings"]["classic"]] == ["WW-DROP-01"]


def test_a_game_that_is_printed_once_has_nothing_to_lay_beside_it() -> None:
    found = audit_by_editions(TAILWINDS.read_bytes(), GAMES)
    assert len(found.editions) == 1
    assert "This game is printed in one edition" in render_side_by_side(found, "text")


@pytest.mark.parametrize("other", [["--format", "sarif"], ["--book", "both"]])
def test_what_has_no_place_for_editions_is_refused_in_one_sentence(other: list[str]) -> None:
    answer = asked("audit", str(TAILWINDS), "--editions", *other)
    assert answer.exit_code == 2
    assert "Editions are shown as text, JSON or HTML" in answer.output


def test_the_service_tells_the_same_of_a_stored_log(admin: Asker) -> None:
    sha256 = admin.sent("/logs", DROPPED).get_json()["sha256"]
    assert admin.told(f"/logs/{sha256}/editions") == json.loads(
        render_side_by_side(audit_by_editions(DROPPED, GAMES), "json")
    )
    page = admin.get(f"/logs/{sha256}/editions", headers={"Accept": "text/html"})
    assert "They differ at event 1." in page.get_data(as_text=True)
    assert admin.get(f"/logs/{'0' * 64}/editions").status_code == 404


def test_several_logs_are_told_one_after_the_other(tmp_path: Path) -> None:
    for name in ("one.log", "two.log"):
        (tmp_path / name).write_bytes(DROPPED)
    answer = asked("audit", str(tmp_path), "--editions")
    assert answer.output.count("They differ at event 1.") == 2


# A log that names no edition, and was played by the other one


PLAYED_BY_THE_CLASSIC = b"""game: windward
pack: windward-reconstructed-1
players: green=Ada, orange=Ben
---
fate: planet a b c d e f side=small
fate: first green
fate: grey 2
fate: wind 1
green: order crew coxswain
claim: green.rowing 1
green: rest
"""


def test_a_log_that_was_played_by_another_edition_is_suspected_of_it_first() -> None:
    report = audit(PLAYED_BY_THE_CLASSIC, GAMES)
    assert [finding.rule for finding in report.roots] == ["WW-SET-03", "WW-CREW-12"]
    assert report.suspicion is not None
    says = "Every violation vanishes if the log is read by the classic edition (layers: classic)."
    assert (report.suspicion.id, report.suspicion.says) == ("classic", says)
    assert render_text(report).split("\n\n")[1].startswith("Every violation vanishes")


def test_a_reading_that_an_edition_has_names_the_edition() -> None:
    log = PLAYED_BY_THE_CLASSIC.replace(b" side=small", b"")
    suspected = audit(log, GAMES).suspicion
    assert suspected is not None
    assert suspected.says.endswith("This is how the classic edition reads it.")
    assert audit(b"layers: classic\n" + PLAYED_BY_THE_CLASSIC, GAMES).verdict == "clean"


def test_a_log_of_the_base_edition_is_suspected_of_it_under_the_other() -> None:
    log = b"layers: classic\n" + DROPPED.replace(b", blue=Cleo", b"").replace(b"wind=2", b"wind=2, side=large")
    report = audit(log, GAMES)
    assert [finding.rule for finding in report.roots] == ["WW-SET-03", "WW-DROP-01"]
    assert report.suspicion is not None
    assert report.suspicion.says.endswith("if the log is read by the full edition (layers: full).")
