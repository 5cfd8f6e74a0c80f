"""Held against the truth: logs broken at two places show both roots and no other, and slips find their true repair."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.judgement.legal import SHARING
from tests.judgement.tally import Repairs, repairs, roots

# The figures that `make judgement` reaches, with room for what a small sample may come to, in per cent.
HIDDEN, RAISED, RIGHT = 2, 12, 84
NEAR, FIRST = 86, 76
# While most rules of a game are not judged yet, what follows from a slip that nobody names is told as roots of its own.
UNFINISHED = {"windward": (45, 65)}
SHARES = [range(start, start + SHARING) for start in range(0, 50, SHARING)]


@pytest.mark.parametrize("game", list(GAMES))
def test_of_logs_broken_at_two_places_both_roots_are_told(game: str) -> None:
    total = roots(game, range(0))
    for share in SHARES:
        total.add(roots(game, share))
    said = "\n".join(total.lines(5))
    assert total.counted["logs"] == 50, said
    assert total.share("hidden", "roots") <= HIDDEN, said
    raised, right = UNFINISHED.get(game, (RAISED, RIGHT))
    assert total.share("raised", "consequences") <= raised, said
    assert total.share("right", "logs") >= right, said
    assert not total.counted["moves"], said
    assert not total.counted["sure"], said


def test_of_most_slips_the_true_repair_is_suggested() -> None:
    total = Repairs("all games")
    for game in GAMES:
        total.add(repairs(game, range(24)))
    noticed, said = total.noticed.total(), "\n".join(total.lines(5))
    assert noticed == 24 * len(GAMES), said
    assert 100 * total.near.total() >= NEAR * noticed, said
    assert 100 * total.first.total() >= FIRST * noticed, said
