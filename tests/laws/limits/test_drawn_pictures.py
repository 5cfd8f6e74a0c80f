"""Every step of random games can be drawn."""

from __future__ import annotations

import pytest

from engine.games.windward.game import GAME
from fixtures.simulate import Session


@pytest.mark.parametrize("layers", [(), ("classic",)])
def test_every_step_of_random_games_can_be_drawn(layers: tuple[str, ...]) -> None:
    session = Session(GAME, 4, 7, layers=layers)
    pictures = set()
    while (event := session.next()) is not None and len(session.events) < 250:
        session.happen(event)
        pictures.add(GAME.draw_with_spots(session.table))
    assert len(pictures) > 150
