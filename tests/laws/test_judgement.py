"""Compares reports with the truth: logs broken at two places show both roots only; slips get their true repair."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from fixtures.kits import kit
from tests.measure.judgement.broken_games import broken, judged
from tests.measure.judgement.legal_games import SHARING
from tests.measure.judgement.tally import Repairs, repairs, roots

# The figures that `make judgement` reaches, in per cent, with a margin for a small sample.
HIDDEN, RAISED, RIGHT = 2, 12, 84
NEAR, FIRST = 86, 76
# Samples of each game: these logs are costly, and the long run has two thousand.
LOGS, SLIPS = 20, 12
SHARES = [range(start, start + SHARING) for start in range(0, LOGS, SHARING)]


@pytest.mark.parametrize("game", list(GAMES))
def test_of_logs_broken_at_two_places_both_roots_are_told(game: str) -> None:
    total = roots(game, range(0))
    for share in SHARES:
        total.add(roots(game, share))
    said = "\n".join(total.lines(5))
    # In some games no second break can be drawn.
    assert total.counted["logs"] + total.counted["undrawn"] == LOGS, said
    assert total.counted["logs"] >= LOGS - 2, said
    assert not total.counted["moves"], said
    assert not total.counted["sure"], said
    # In a game of a few moves, two breaks are seldom two causes.
    if kit(game).large:
        assert total.share("hidden", "roots") <= HIDDEN, said
        assert total.share("raised", "consequences") <= RAISED, said
        assert total.share("right", "logs") >= RIGHT, said


@pytest.mark.parametrize("number", [158, 175, 240, 173, 1105, 361, 31, 1012])
def test_a_log_of_tailwinds_of_which_a_root_too_many_or_too_few_was_told_is_told_rightly(number: int) -> None:
    """Two turns ended twice, a card chosen too early, a market of two, another seat by another amount, a card too many.

    Then two boats confused long before, and what an unknown move would excuse.
    """
    truth = broken("tailwinds", number)
    assert truth is not None
    found = judged(truth)
    assert found.right, (found.what, found.hidden, found.raised)


def test_of_most_slips_the_true_repair_is_suggested() -> None:
    total, games = Repairs("all games"), [game for game in GAMES if kit(game).large]
    for game in games:
        total.add(repairs(game, range(SLIPS)))
    noticed, said = total.noticed.total(), "\n".join(total.lines(5))
    assert noticed == SLIPS * len(games), said
    assert 100 * total.near.total() >= NEAR * noticed, said
    assert 100 * total.first.total() >= FIRST * noticed, said
