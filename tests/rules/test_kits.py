"""Every game has in its folder under `fixtures/` what the suite runs over; these tests name what is missing."""

from __future__ import annotations

import pytest

from engine.kernel.game import Game
from engine.kernel.rulebook import stack_layers
from fixtures.cases import cases
from fixtures.goldens import goldens
from fixtures.kits import FOLDERS, GAMES
from fixtures.readings import readings
from fixtures.spoilers import spoilers
from tests.support.selection import SELECTION


@pytest.mark.parametrize("name", [name for name in FOLDERS if SELECTION.game in {"", name}])
def test_a_game_has_all_that_the_suite_runs_over(name: str) -> None:
    place = f"fixtures/{FOLDERS[name]}"
    assert name in GAMES, f"{place}/kit.py is missing: it says who plays {name} and how it can end"
    assert missing(GAMES[name], place) == []


def missing(game: Game, place: str) -> list[str]:
    """Name what a game lacks, and the purpose of each."""
    enforced = any(laid.rule.status == "enforced" for laid in stack_layers(game).rules.values())
    demo = [golden for golden in goldens(game.name) if golden.name == "demo"]
    wanted = {
        f"{place}/cases/*.toml: what keeps and what breaks each rule": cases(game.name),
        f"{place}/logs/demo.log and demo.expect.toml: a game with an illegal move, for `make demo`": demo,
        f"{place}/spoilers.py: how each rule is broken on purpose": spoilers(game.name).rules or not enforced,
        f"{place}/readings/*.toml: a log for each open question": readings(game.name) or not game.questions,
    }
    return [what for what, there in wanted.items() if not there]


@pytest.mark.parametrize("name", SELECTION.whole_games())
def test_the_demo_shows_an_illegal_move(name: str) -> None:
    demo = next(golden for golden in goldens(name) if golden.name == "demo")
    assert demo.adjudicated.verdict == "broken"
