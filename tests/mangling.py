"""Good logs spoiled at random: lines moved, dropped and doubled, words exchanged, and now and then a byte."""

from __future__ import annotations

import random


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
