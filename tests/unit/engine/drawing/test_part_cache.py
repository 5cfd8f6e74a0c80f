"""Parts drawn once for many pictures: each picture equals one drawn alone, and no part leaks to other games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from itertools import combinations, islice

import pytest

from audit.browse.viewer import LogViewer
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.kernel.drawing import part_cache
from engine.kernel.drawing.part_cache import draw_once, make_part_key
from engine.kernel.unknown import UNKNOWN
from fixtures.goldens import goldens


class Face(Enum):
    """One word of an enumeration."""

    FACE_UP = "up"


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_drawn_behind_others_is_the_same_as_one_drawn_alone(game: str) -> None:
    logs = sorted(goldens(game), key=lambda golden: len(golden.log))
    # One game that begins with little known, and a long one.
    for golden in (logs[0], logs[len(logs) // 2]):
        viewer = LogViewer(replay_log(prepare_log(golden.log, GAMES)))
        draw = viewer.prepared.game.draw_with_spots
        alone = [draw(table) for table in islice(viewer.play_tables(), 60)]
        with part_cache.remember_parts():
            assert [draw(table) for table in islice(viewer.play_tables(), 60)] == alone


def test_what_would_be_drawn_otherwise_is_told_apart() -> None:
    values = [0, 1, 1.0, True, "1", None, UNKNOWN, "??", (1,), [1], (UNKNOWN,), {"a": 1}, {"a": UNKNOWN}, Face.FACE_UP]
    assert [pair for pair in combinations(map(make_part_key, values), 2) if pair[0] == pair[1]] == []
    assert all(make_part_key(value) == make_part_key(value) for value in values)


def test_what_has_changed_since_is_drawn_anew() -> None:
    drawn = draw_once(", ".join)
    crew = ["lookout"]
    with part_cache.remember_parts():
        assert drawn(crew) == "lookout"
        crew.append("surgeon")
        assert drawn(crew) == "lookout, surgeon"


def test_no_more_is_kept_than_there_is_room_for_and_what_was_wanted_last_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_cache, "MOST", 3)
    made: list[int] = []
    drawn = draw_once(made.append)
    with part_cache.remember_parts():
        for number in (1, 2, 3, 1, 4, 1, 2):
            drawn(number)
    assert made == [1, 2, 3, 4, 2]


def test_what_is_drawn_for_one_reader_is_not_kept_for_another_nor_for_later() -> None:
    made: list[int] = []
    drawn = draw_once(made.append)
    with part_cache.remember_parts(), ThreadPoolExecutor(1) as other:
        drawn(1)
        other.submit(drawn, 1).result()
        with part_cache.remember_parts():
            drawn(1)
        drawn(1)
    drawn(1)
    assert made == [1, 1, 1, 1]
