"""Every enforced rule can be broken on purpose, and the audit finds it as a root with no other root beside it."""

from __future__ import annotations

import pytest

from audit import audit
from engine.kernel.spellings import write
from fixtures.kits import GAMES
from fixtures.spoilers import Spoiler, spoiled, spoilers

PAIRS = [
    pytest.param(game, spoiler, id=f"{game}-{spoiler.rule}{f'-{number}' if number else ''}")
    for game in GAMES
    for rule in spoilers(game).rules
    for number, spoiler in enumerate(spoilers(game).of(rule))
]
# One game is played on to its end, where a breach may still come up; of another it is enough to see what it meets next.
THEN = {0: None, 1: 40}


@pytest.mark.parametrize("seed", THEN)
@pytest.mark.parametrize(("game", "spoiler"), PAIRS)
def test_a_spoiled_game_shows_its_one_root(game: str, spoiler: Spoiler, seed: int) -> None:
    rule, found = spoiler.rule, spoiled(game, spoiler, seed, THEN[seed])
    assert found is not None, f"no random game could be spoiled for {rule}"
    log, seq = found
    report = audit(write(log, "text", GAMES[game].vocabulary).encode(), GAMES)
    # A general rule is found where the special one that it repeats is.
    roots = [
        (f.seq, rule if rule in f.also else f.rule)
        for f in report.findings
        if f.status in {"illegal", "contested", "mismatch"} and f.follows is None
    ]
    assert roots == [(seq, rule)]
