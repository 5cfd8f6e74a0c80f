"""Mangled logs of this game get a report or an answer."""

from __future__ import annotations

import random

from engine.games import GAMES
from engine.kernel.spellings import parse_log, write
from tests.support.games.north_wind_cheats import CHEATS, HEAD
from tests.support.logs.mangled_logs import judged_when_mangled
from tests.support.paths import ROOT

GAME = GAMES["north-wind"]
LOGS = sorted((ROOT / "fixtures" / "north_wind" / "logs").glob("*.log"))


def test_mangled_logs_get_a_report_or_an_answer() -> None:
    dice, vocabulary = random.Random(11), GAME.vocabulary
    logs = [log.read_bytes() for log in LOGS] + [(HEAD + log).encode() for log, _ in CHEATS.values()]
    logs += [write(parse_log(log, lambda _: vocabulary), "jsonl", vocabulary).encode() for log in logs[-5:]]
    assert judged_when_mangled(dice, logs, 400) > 50
