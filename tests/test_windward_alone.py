"""Windward's mode for one player: whole games, and how they end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from audit import audit
from engine.games import GAMES
from fixtures.kits import kit
from fixtures.simulate import Session, simulate

# Games are drawn until each way to end was seen, of so many at most.
DRAWN = 20
# What the first captain of each end does: dies at sky, beats the White, goes home too often.
ENDINGS = {1: "ship-lost", 2: "white-beaten", 16: "in-port"}


def games(*layers: str) -> Iterator[Session]:
    """Games with the fewest players, each played to its end."""
    for seed in range(DRAWN):
        game = Session(GAMES["windward"], kit("windward").company(layers)[0], seed, layers=layers)
        game.finish()
        yield game


def test_random_games_of_one_player_end_in_every_way() -> None:
    ended = [(game.table.ending, len(game.events)) for game in games("solo")]
    assert {ending for ending, _ in ended} == {"ship-lost", "white-beaten", "in-port"}
    # Nobody loses by resting at once where the game begins, behind six lines of set-up.
    assert min(length for ending, length in ended if ending == "in-port") > 20
    assert max(length for _, length in ended) < 100


def test_random_games_of_those_who_play_together_end_in_either_way() -> None:
    assert {game.table.ending for game in games("co-op")} == {"white-slain", "captains-lost"}


@pytest.mark.parametrize("seed", ENDINGS)
def test_a_whole_game_alone_is_clean_and_says_how_it_ended(seed: int) -> None:
    log = simulate("windward", 1, seed, ("solo",))
    report = audit(f"{log}claim: ending {ENDINGS[seed]}\n".encode(), GAMES)
    assert [finding.breach for finding in report.findings] == []
