"""Regular expressions mean the same on every interpreter that we support."""

from __future__ import annotations

import re

from engine.kernel.spellings.line_words import WORD
from tests.support.paths import ROOT

# Before CPython 3.11.5, a group repeated possessively may match too much or nothing. An atomic group works.
POSSESSIVE_GROUP = re.compile(r"\)[*+?]\+")


def test_no_pattern_repeats_a_group_possessively() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for package in ("engine", "audit", "api", "cli", "fixtures")
        for path in sorted((ROOT / package).rglob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if POSSESSIVE_GROUP.search(line)
    ]
    assert found == []


def test_a_word_ends_before_a_quotation_mark_that_does_not_close() -> None:
    found = WORD.match('.,"#a,\\ #')
    assert found is None or found.end() == 0
