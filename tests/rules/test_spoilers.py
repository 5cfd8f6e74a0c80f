"""Every enforced rule can be broken on purpose, and the audit finds it as the only root."""

from __future__ import annotations

import os

import pytest

from audit import audit
from engine.kernel.spellings import write
from fixtures.kits import GAMES
from fixtures.spoilers import Spoiler, spoiled, spoilers
from tests.support.selection import SELECTION

# One game is played to its end, where a breach may still appear; for another, the events right after are enough.
THEN = {0: None, 1: 40}
# With so many spoilers, one game for each must do, except in the long run (`make stacks`).
MANY = 200


def seeds(game: str) -> list[int]:
    """Return how often a game's rules are broken."""
    return [0] if len(spoilers(game).all) > MANY and os.environ.get("STACKS") != "all" else list(THEN)


BREACHES = [
    pytest.param(game, spoiler, seed, id=f"{game}-{spoiler.rule}{f'-{number}' if number else ''}-{seed}")
    for game in SELECTION.games()
    for spoiler, number in SELECTION.spoilers(game)
    for seed in seeds(game)
]


@pytest.mark.parametrize(("game", "spoiler", "seed"), BREACHES)
def test_a_spoiled_game_shows_its_one_root(game: str, spoiler: Spoiler, seed: int) -> None:
    rule, found = spoiler.rule, spoiled(game, spoiler, seed, THEN[seed])
    assert found is not None, f"no random game could be spoiled for {rule}"
    log, seq = found
    report = audit(write(log, "text", GAMES[game].vocabulary).encode(), GAMES)
    # A general rule is found where the special rule that it repeats is.
    roots = [
        (f.seq, rule if rule in f.also else f.rule)
        for f in report.findings
        if f.status in {"illegal", "contested", "mismatch"} and f.follows is None
    ]
    assert roots == [(seq, rule)]
