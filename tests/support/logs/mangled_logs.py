"""Good logs damaged at random: lines moved, dropped and doubled, words exchanged, and now and then a byte."""

from __future__ import annotations

import json
import random

from audit import AuditOptions, audit
from audit.report import render_html, render_json, render_sarif, render_text
from engine.games import GAMES
from engine.kernel.log import LogError
from engine.kernel.replay.replay import POLICIES


def mangled(dice: random.Random, logs: list[bytes], words: list[bytes]) -> bytes:
    """Move, drop and double lines of a log, exchange words, and now and then a byte."""
    lines = dice.choice(logs).split(b"\n")
    for _ in range(dice.randint(1, 4)):
        one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
        said = lines[one].split(b" ")
        said[dice.randrange(len(said))] = dice.choice(words)
        lines[one : one + dice.randint(0, 1)] = [b" ".join(said)]
    text = bytearray(b"\n".join(lines))
    if dice.random() < 0.1:
        text[dice.randrange(len(text))] = dice.randrange(256)
    return bytes(text)


def judged_when_mangled(dice: random.Random, logs: list[bytes], number: int) -> int:
    """Audit this many mangled logs, request every form of some reports, and count those that could be read as a log."""
    words = sorted({word for log in logs for word in log.split()}) + [b"??"] * 50
    seen = 0
    for _ in range(number):
        text, policy = mangled(dice, logs, words), dice.choice(POLICIES)
        try:
            report = audit(text, GAMES, AuditOptions(policy=policy))
        except LogError:
            # Refused with a place and a remedy, which other tests check.
            continue
        seen += 1
        if not seen % 20:
            assert render_json(audit(text, GAMES, AuditOptions(policy=policy))) == render_json(report)
            assert render_html(report)
            assert render_text(report)
            assert json.loads(render_sarif([("x.log", report)]))
    return seen
