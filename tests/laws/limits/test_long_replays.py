"""The replay of a very long game is light enough."""

from __future__ import annotations

import gzip

from api.web.game.page import write_one_file
from api.web.game.replay_document import lay_out_replay
from audit.browse.viewer import open_log_viewer
from engine.games import GAMES
from engine.kernel.spellings import write
from fixtures.simulate import play

USUAL, LONG = 100_000, 350_000

# A game by four players that chance makes this long.
EVENTS, SEED = 1_400, 3


def weight(log: bytes) -> tuple[int, int]:
    """Count the events of a log, and the bytes of its page as sent."""
    opened = open_log_viewer(log, GAMES)
    return len(opened.entries), len(gzip.compress(write_one_file(opened, lay_out_replay(opened), "").encode(), mtime=0))


def test_a_very_long_game_is_light_enough() -> None:
    played = play(GAMES["north-wind"], 4, SEED)
    events, bytes_sent = weight(write(played, "text", GAMES["north-wind"].vocabulary).encode())
    assert events >= EVENTS
    assert bytes_sent <= LONG
