"""Typed lines of each game, and what they are read as."""

from __future__ import annotations

from audit.intake.reader import read_log
from engine.games import GAMES
from engine.kernel.events import Unreadable
from engine.kernel.spellings import write_line
from fixtures.kits import kit
from tests.measure.typed_lines import KNOWN

HEADS = {game: f"{kit(game).header}---\n" for game in GAMES}


def said(game: str, *lines: str, strict: bool = False) -> list[str]:
    log = read_log((HEADS[game] + "\n".join((*lines, "record: note end")) + "\n").encode(), KNOWN, strict=strict)
    vocabulary = GAMES[game].vocabulary
    return ["?" if type(e) is Unreadable else write_line(e, vocabulary) for e in log.events[:-1]]
