"""Slips of a tired scorekeeper: the audit never fails on one, and what it finds starts where the slip stands."""

from __future__ import annotations

import pytest

from audit import audit
from engine.games import GAMES
from fixtures.simulate import company, simulate
from fixtures.slips import KINDS, slip

GAME_AND_KIND = [(game, kind) for game in GAMES for kind in KINDS]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game", "kind"), GAME_AND_KIND)
def test_a_slipped_log_is_audited_to_its_end(game: str, kind: str, seed: int) -> None:
    slipped, at = slip(simulate(game, company(GAMES[game], seed), seed), kind, seed)
    report = audit(slipped.encode(), GAMES)
    found = [f.seq for f in report.findings if f.status in {"illegal", "contested", "mismatch", "malformed"}]
    assert report.verdict in {"clean", "broken", "contested", "incomplete"}
    assert all(seq is None or seq >= at for seq in found), f"{kind} at {at}: {found}"


@pytest.mark.parametrize("game", list(GAMES))
def test_most_slips_are_noticed(game: str) -> None:
    noticed = 0
    for seed in range(12):
        for kind in KINDS:
            slipped, _ = slip(simulate(game, 3, seed), kind, seed)
            noticed += audit(slipped.encode(), GAMES).verdict != "clean"
    assert noticed >= 12 * len(KINDS) * 3 // 4


def test_the_same_seed_makes_the_same_slip() -> None:
    text = simulate("tailwinds", 3, 5)
    assert slip(text, "swapped", 9) == slip(text, "swapped", 9)
