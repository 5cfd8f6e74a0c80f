"""Slips of a tired scorekeeper: the audit never fails on one, and its findings start at the slip."""

from __future__ import annotations

from functools import cache

import pytest

from audit import audit
from fixtures.kits import GAMES
from fixtures.simulate import company, simulate
from fixtures.slips import KINDS, slip
from tests.support.selection import SELECTION


@cache
def played(game: str, seed: int) -> str:
    """Play a random game."""
    return simulate(game, company(GAMES[game], seed), seed)


def slipped(game: str, kind: str, seed: int) -> tuple[str, int] | None:
    """Make one slip in a random game; if a game names nothing, no name can be mistaken."""
    try:
        return slip(played(game, seed), kind, seed)
    except LookupError:
        assert kind == "wrong-name"
        return None


@pytest.mark.parametrize(("game", "kind"), SELECTION.slips())
def test_a_slipped_log_is_audited_to_its_end(game: str, kind: str, subtests: pytest.Subtests) -> None:
    for seed in range(4):
        with subtests.test(f"{game}, {kind}, seed {seed}"):
            log, at = slipped(game, kind, seed) or (played(game, seed), 1)
            report = audit(log.encode(), GAMES)
            found = [f.seq for f in report.findings if f.status in {"illegal", "contested", "mismatch", "malformed"}]
            assert report.verdict in {"clean", "broken", "contested", "incomplete"}
            assert all(seq is None or seq >= at for seq in found), f"{kind} at {at}: {found}"


@pytest.mark.parametrize("game", [] if SELECTION.is_sample else SELECTION.whole_games())
def test_most_slips_are_noticed(game: str) -> None:
    # A missing line is not a slip if later lines show it, or if it need not be written.
    kinds = sorted({*KINDS} - {"missing"})
    made = [one for seed in range(8) for kind in kinds if (one := slipped(game, kind, seed)) is not None]
    noticed = [log for log, _ in made if audit(log.encode(), GAMES).verdict != "clean"]
    assert len(noticed) >= len(made) * 3 // 4
