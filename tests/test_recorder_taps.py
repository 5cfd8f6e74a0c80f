"""Games recorded by taps alone: nothing is typed, and what comes of it is what the log says."""

from __future__ import annotations

import pytest

from audit.viewer import LogViewer, open_judged
from engine.games import GAMES
from engine.kernel.events import Chance, Event, Move
from engine.kernel.spellings import line_of
from fixtures.goldens import goldens
from tests.recording import Recording
from tests.serving.fixtures import Served, known_games
from tests.tapping import Taps, taps

# What a log may leave out at the end of a turn, and a table taps.
ENDS = {"done", "end", "arrived"}


def whole(game: str) -> LogViewer:
    name = "whole-3-players" if game == "winds-of-plunder" else "whole-2-players"
    return open_judged(next(golden.log for golden in goldens(game) if golden.name == name), GAMES)


def begun_like(here: Served, log: LogViewer) -> Recording:
    header = log.prepared.header
    form = {"pack": header.pack, "layer": list(header.layers)}
    for at, player in enumerate(header.players):
        form |= {f"seat{at}": player.seat, f"name{at}": player.name, f"role{at}": player.role}
    return Recording(here, header.game, form)


def tapped(recording: Recording, event: Event, game: str) -> Taps:
    """Find what makes a line; turns that the log ends in silence are ended first."""
    words = known_games()[game].vocabulary
    for _ in ENDS:
        choices = recording.choices()
        found = taps(choices, event, words)
        if found is not None:
            return found
        ends = [one.line for group in choices.groups for one in group.lines if group.verb in ENDS]
        assert ends, line_of(event, words)
        recording.tap(Taps(whole=ends[0]))
    raise AssertionError(line_of(event, words))


@pytest.mark.parametrize(
    ("game", "most"), [("windward", 200), ("tailwinds", 40), ("winds-of-plunder", 40), ("north-wind", 40)]
)
def test_a_game_is_recorded_by_taps_alone(game: str, most: int, here: Served) -> None:
    """The shortest game to its end, of the others more than a round."""
    log = whole(game)
    recording = begun_like(here, log)
    for _, event in log.entries[:most]:
        if isinstance(event, Move | Chance):
            recording.tap(tapped(recording, event, game))
    assert not [one for one in recording.stands()["lines"] if one["findings"]]
    assert ("The game is over" in recording.page()) is (most > len(log.entries))


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
