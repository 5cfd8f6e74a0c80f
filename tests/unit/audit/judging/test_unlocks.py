"""The first paragraph of a report that is not a full check: what is missing, and what would allow most checks."""

from __future__ import annotations

import re

from audit import Report, audit
from audit.model.document import Unlock, convert_to_builtins
from audit.report import render_html, render_text
from engine.games import GAMES as REAL
from tests.support.games.pebbles import CLEAN, GAMES, log
from tests.support.games.pebbles_editions import GAMES as WITH_EDITIONS
from tests.support.paths import ROOT


def golden(game: str, name: str) -> Report:
    return audit((ROOT / "fixtures" / game / "logs" / f"{name}.log").read_bytes(), REAL)


def first_paragraph(report: Report) -> str:
    return re.sub(r"\s+", " ", render_text(report).split("\n\n")[1])


def test_a_line_that_leaves_something_open_is_named_with_what_it_would_unlock() -> None:
    # The number that ada took was not written: from then on, the permitted number is unknown.
    report = audit(log("ada: take ??", "ben: take 3", "cleo: take 3"), GAMES)
    (unlock,) = report.coverage.unlocks
    assert (unlock.seq, unlock.line) == (1, 4)
    filled = audit(log("ada: take 1", "ben: take 3", "cleo: take 3"), GAMES)
    assert unlock.checks == report.coverage.unknown - filled.coverage.unknown
    assert first_paragraph(report).endswith(f"With line 4 (event 1), {unlock.checks} of these checks could be made.")
    assert "With line 4 (event 1)" in render_html(report)
    assert convert_to_builtins(report.document)["coverage"]["unlocks"] == [
        {"checks": unlock.checks, "seq": 1, "line": 4}
    ]


def test_the_values_that_a_pack_leaves_open_are_counted_part_by_part() -> None:
    # Of the eight checks, six depend on the map: eleven ports of which the bare pack knows only the names.
    report = golden("winds_of_plunder", "bare-pack")
    assert report.coverage.unlocks == (Unlock(checks=6, parts=("ports",), values=11),)
    assert "With the 11 values of ports that the pack leaves open, 6 of these checks could be made." in first_paragraph(
        report
    )


def test_with_components_that_are_known_what_was_promised_is_checked() -> None:
    raw = (ROOT / "fixtures" / "tailwinds" / "logs" / "demo.log").read_text()
    bare = audit(re.sub(r"^pack: .*\n", "", raw, flags=re.MULTILINE).encode(), REAL)
    whole = audit(raw.encode(), REAL)
    (unlock,) = [one for one in bare.coverage.unlocks if one.parts]
    open_then = {(f.seq, f.rule) for f in whole.findings if f.status == "unverifiable"}
    open_now = {(f.seq, f.rule) for f in bare.findings if f.status == "unverifiable"}
    assert unlock.checks == len(open_now - open_then) > 0


def test_a_line_that_cannot_be_read_is_told_first_too() -> None:
    report = audit(log("ada: take 3", "ben: gobble"), GAMES)
    assert first_paragraph(report).startswith("Not fully checked: 1 line could not be read as written.")


def test_a_full_check_says_nothing_of_it() -> None:
    report = audit(log(*CLEAN), GAMES)
    assert "Not fully checked" not in render_text(report)
    assert "unlocks" not in convert_to_builtins(report.document)["coverage"]


def test_rules_that_nobody_judges_yet_are_told_first() -> None:
    alone = b"game: pebbles\nlayers: alone\nplayers: ada=Ada\n---\nada: take 3\n"
    assert first_paragraph(audit(alone, WITH_EDITIONS)) == "Not fully checked: 1 rule is not judged yet."
