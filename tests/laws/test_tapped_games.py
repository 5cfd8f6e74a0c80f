"""Games recorded by taps alone: nothing is typed, and the result equals the log."""

from __future__ import annotations

import pytest

from audit.browse.viewer import LogViewer, open_log_viewer
from engine.games import GAMES
from engine.kernel.events import Chance, Move
from fixtures.goldens import goldens
from fixtures.simulate import simulate
from tests.measure.tapped_games import begun_like, recorded, tapped
from tests.support.browser.recorder_page import Recording
from tests.support.browser.taps import Taps
from tests.support.servers.fixtures import Served, known_games


def whole(game: str) -> LogViewer:
    name = "whole-3-players" if game == "winds-of-plunder" else "whole-2-players"
    return open_log_viewer(next(golden.log for golden in goldens(game) if golden.name == name), GAMES)


@pytest.mark.parametrize(
    ("game", "most"), [("windward", 200), ("tailwinds", 40), ("winds-of-plunder", 40), ("north-wind", 40)]
)
def test_a_game_is_recorded_by_taps_alone(game: str, most: int, here: Served) -> None:
    """The shortest game to its end; of the others, more than a round."""
    log = whole(game)
    recording = begun_like(here, log)
    for _, event in log.entries[:most]:
        if isinstance(event, Move | Chance):
            recording.tap(tapped(recording, event, game))
    assert not [one for one in recording.stands()["lines"] if one["findings"]]
    assert ("The game is over" in recording.page()) is (most > len(log.entries))


def test_a_whole_game_that_cannot_be_tapped_is_told_apart_from_one_that_can(here: Served) -> None:
    """The same test as `make torture` runs for each game."""
    played = simulate("pebbles", 2, 1)
    assert recorded(here, open_log_viewer(played.encode(), known_games())).wrong == ""
    first, second = [line for line in played.splitlines() if ": take" in line][:2]
    twice = played.replace(f"{first}\n{second}", f"{first}\n{first}")
    assert "event 2 cannot be tapped: " in recorded(here, open_log_viewer(twice.encode(), known_games())).wrong


def test_the_seats_agree_and_the_game_is_closed(here: Served) -> None:
    recording = Recording(here)
    while "The game is over" not in recording.page():
        choices = recording.choices()
        offered = [one.line for group in choices.groups for one in group.lines]
        offered += [one.line for part in choices.parts for one in part.lines]
        recording.tap(Taps(whole=offered[0]))
    assert "✓ agrees" not in recording.page()
    for seat in ("ada", "ben"):
        state = recording.stands()["state"]
        assert "We agree" in recording.page()
        assert recording.sent(f"{recording.address}/confirm", {"match": state, "seat": seat}).status_code == 303
        assert f"{seat} agrees: winner" in recording.lines()[-1]
    assert recording.page().count("✓ agrees") == 2
    assert "We agree" not in recording.page()
    state = recording.stands()["state"]
    assert recording.sent(f"{recording.address}/close", {"match": state}).status_code == 303
    assert recording.stands()["closed"]
    assert recording.write("ada: take 1").status_code == 409
