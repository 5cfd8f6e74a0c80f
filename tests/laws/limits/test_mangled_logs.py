"""Mangled logs of each game get a report or an answer."""

from __future__ import annotations

import random

import pytest

from engine.games import FOLDERS, GAMES
from engine.kernel.spellings import parse_log, write
from tests.support.games import north_wind_cheats, windward_cheats
from tests.support.logs.mangled_logs import judged_when_mangled
from tests.support.paths import FIXTURES

# The logs of each game beside those of its fixtures, and how many are mangled.
CHEATS = {
    "north-wind": ([north_wind_cheats.HEAD + log for log, _ in north_wind_cheats.CHEATS.values()], 400),
    "windward": ([windward_cheats.AFLOAT + log for log, _ in windward_cheats.CHEATS.values()], 700),
    "winds-of-plunder": ([], 450),
}


@pytest.mark.parametrize("game", CHEATS)
def test_mangled_logs_get_a_report_or_an_answer(game: str) -> None:
    dice, vocabulary = random.Random(11), GAMES[game].vocabulary
    cheats, number = CHEATS[game]
    logs = [log.read_bytes() for log in sorted((FIXTURES / FOLDERS[game] / "logs").glob("*.log"))]
    logs += [log.encode() for log in cheats]
    logs += [write(parse_log(log, lambda _: vocabulary), "jsonl", vocabulary).encode() for log in logs[-5:]]
    assert judged_when_mangled(dice, logs, number) > 50
