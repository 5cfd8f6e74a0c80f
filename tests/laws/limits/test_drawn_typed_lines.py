"""Typed lines drawn by lot are read as what they mean, or refused."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.intake.reader import read_log
from engine.games import GAMES
from engine.kernel.log import LogError
from fixtures.kits import kit
from tests.measure.typed_lines import KNOWN, by_lot, measured
from tests.support.logs.typed_logs import HEADS, said


@pytest.mark.parametrize("game", GAMES)
def test_lines_drawn_by_lot_are_never_read_as_something_else(game: str) -> None:
    total = sum(measured(by_lot(game, 300, seed=7)).values(), start=Counter[str]())
    # Of two ways to type a line of a small game, one is as likely meant as the other.
    assert not kit(game).large or total["read"] >= 0.95 * 300
    assert total["else"] == 0


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(HEADS)), st.text(max_size=120))
def test_whatever_is_typed_is_read_or_refused(game: str, typed: str) -> None:
    line = typed.replace("\n", " ").replace("\r", " ").replace("\0", " ")
    try:
        raw = (HEADS[game] + line + "\nrecord: note end\n").encode()
    except UnicodeEncodeError:
        return
    try:
        log = read_log(raw, KNOWN)
    except LogError:
        return
    assert len(log.events) == len(log.lines)
    assert [fault.seq for fault in log.faults if fault.seq] == sorted(fault.seq for fault in log.faults if fault.seq)


WORDS = "green orange Ada Ben: move aft fore 4 3 and , ; moves sail - # 5 ?? or four rum = . wind take commit sailor"


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=70))
def test_whatever_is_read_of_known_words_is_canonical_when_written(words: list[str]) -> None:
    for line in said("tailwinds", " ".join(words)):
        assert line == "?" or said("tailwinds", line, strict=True) == [line]
