"""Slips in two copies of a random game are found, and the true line is taken."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.support.logs.two_records import tally


@pytest.mark.parametrize("name", list(GAMES))
def test_slips_in_two_copies_are_found_and_the_true_line_is_taken(name: str) -> None:
    result = tally(name, range(20))
    assert result.slips > 30
    assert (result.missed, result.invented) == ([], [])
    assert result.wrong == [], "the rules never bear out the slip"
    assert result.taken >= 0.95 * result.decidable > 0, result.open
