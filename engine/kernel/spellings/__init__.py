"""Three spellings of one log (text, JSONL, CSV), all made from the declarations of its events."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.events import Unreadable
from engine.kernel.log import Log, LogError
from engine.kernel.spellings import jsonl, spreadsheet, text
from engine.kernel.spellings.faults import Misread, echoed, nearest, shown, stranger
from engine.kernel.spellings.intact import intact, spelling_of
from engine.kernel.spellings.text import event_from, line_of, line_reader
from engine.kernel.vocabulary import Vocabulary

SPELLINGS = ("text", "jsonl", "csv")

__all__ = [
    "SPELLINGS",
    "Misread",
    "echoed",
    "event_from",
    "line_of",
    "line_reader",
    "nearest",
    "parse",
    "shown",
    "stranger",
    "write",
]


def parse(raw: bytes, vocabulary_of: Callable[[str], Vocabulary]) -> Log:
    """Read a log in whichever spelling it has; raises `LogError` where there is nothing to read."""
    upload = intact(raw)
    readers = {"text": text.read, "jsonl": jsonl.read, "csv": spreadsheet.read}
    log = readers[spelling_of(upload.raw)](upload.raw, vocabulary_of)
    log.faults[:0] = upload.faults
    return log


def write(log: Log, spelling: str, vocabulary: Vocabulary) -> str:
    """Write a log in the canonical form of a spelling; a log with unreadable lines is not rewritten."""
    for event, line in zip(log.events, log.lines, strict=True):
        if isinstance(event, Unreadable):
            raise LogError("A line that could not be read cannot be written either.", "Mend it first.", line)
    if spelling == "jsonl":
        return jsonl.write(log)
    return text.write(log, vocabulary) if spelling == "text" else spreadsheet.write(log, vocabulary)
