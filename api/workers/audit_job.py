"""What is made of a log, as functions that another process can be asked for: a log's bytes in, a report out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from audit import Asked, Report, audit, unreadable
from audit.compare.books import two_books
from audit.compare.editions import by_editions
from audit.live import begin, books, fold, recalled
from audit.live.game import FILLER
from audit.model.books import TwoBooks
from audit.model.document import RulebookMark
from audit.model.editions import ByEditions
from audit.report import as_html, as_json, as_sarif, as_text, side_by_side
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.log import LogError

Games = Mapping[str, Game]
# What a job is asked for, and what it gives, differ from one to the other.
Job = Callable[..., Any]
COMPARED: dict[str, Callable[[bytes, Games, Asked], TwoBooks | ByEditions]] = {
    "books": two_books,
    "editions": by_editions,
}
WAYS: dict[str, Callable[[Report, str], str]] = {
    "application/json": lambda report, _: as_json(report),
    "text/html": as_html,
    "application/sarif+json": lambda report, name: as_sarif([(name, report)]),
    "text/plain": lambda report, _: as_text(report),
}


def audited(games: Games, raw: bytes, asked: Asked) -> Report:
    """Audit a log; one that cannot be read gives a report too."""
    try:
        return audit(raw, games, asked)
    except LogError as wrong:
        return unreadable(raw, wrong)


class WrittenReport(NamedTuple):
    """A report as it is written, and what is asked about it without reading it."""

    verdict: str
    rulebook: RulebookMark
    raw: bytes


def reported(games: Games, raw: bytes, asked: Asked, form: str, name: str) -> WrittenReport:
    """Audit a log, and write the report, which may take a look at the tables on the way."""
    report = audited(games, raw, asked)
    return WrittenReport(report.verdict, report.document.rulebook, utf_8(WAYS[form](report, name)))


def compared(games: Games, raw: bytes, asked: Asked, what: str, form: str) -> bytes:
    """Lay books or editions side by side; raises `LogError`."""
    return utf_8(side_by_side(COMPARED[what](raw, games, asked), form))


def live_books(games: Games, raw: bytes, asked: Asked) -> Document:
    """Lay both books of a live game side by side, of which this is the whole record."""
    header, *lines = raw.splitlines()
    live = begin(header, games, asked.packs)
    # A game in which nothing has happened is written with a line that says so.
    events = recalled(live, lines if lines != [FILLER[True].strip()] else [])
    return books(fold(live, events))


def utf_8(text: str) -> bytes:
    """Give the bytes of what was written; a half character that a log held stays what it was."""
    return text.encode("utf-8", "surrogatepass")
