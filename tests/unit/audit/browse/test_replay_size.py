"""The size of a whole replay: it is sent at once, so that stepping never waits."""

from __future__ import annotations

import gzip

from api.web.game.page import write_one_file
from api.web.game.replay_document import lay_out_replay
from audit.browse.viewer import open_log_viewer
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.support.paths import ROOT

USUAL, LONG = 100_000, 350_000
PICTURES, MOST_PICTURES = ROOT / "docs" / "images", 2_000_000


def weight(log: bytes) -> tuple[int, int]:
    """Count the events of a log, and the bytes of its page as sent."""
    opened = open_log_viewer(log, GAMES)
    return len(opened.entries), len(gzip.compress(write_one_file(opened, lay_out_replay(opened), "").encode(), mtime=0))


def test_the_longest_golden_of_each_game_is_light() -> None:
    for game in GAMES:
        log = max((golden.log for golden in goldens(game)), key=len)
        events, bytes_sent = weight(log)
        assert bytes_sent <= USUAL * max(1, events / 300), game


def test_the_pages_are_pictured_each_game_too_and_the_pictures_are_light() -> None:
    sizes = {path.stem: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert {f"{game}{end}" for game in GAMES if GAMES[game].drawn_in for end in ("", "-phone")} <= set(sizes)
    assert {"shelf", "rules", "new-game", "recorder-phone", "desk", "what-if", "share", "case"} <= set(sizes)
    assert {"tournament", "tournament-open"} <= set(sizes)
    assert sum(sizes.values()) <= MOST_PICTURES
