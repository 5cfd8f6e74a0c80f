"""The three spellings of a log (text, JSONL, CSV), all derived from the declarations of its events."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.events import Unreadable
from engine.kernel.log import Log, LogError
from engine.kernel.spellings import jsonl, text
from engine.kernel.spellings.file_check import check_file, find_spelling_name
from engine.kernel.spellings.misread import Misread, echo_text, explain_stranger, suggest_nearest
from engine.kernel.spellings.text import make_line_reader, parse_event_line, write_line
from engine.kernel.vocabulary import Vocabulary

SPELLINGS = ("text", "jsonl", "csv")

__all__ = [
    "SPELLINGS",
    "Misread",
    "echo_text",
    "explain_stranger",
    "make_line_reader",
    "parse_event_line",
    "parse_log",
    "suggest_nearest",
    "write",
    "write_line",
]


def parse_log(raw: bytes, vocabulary_of: Callable[[str], Vocabulary]) -> Log:
    """Parse a log in any spelling; raises `LogError` if the file cannot be read as a log."""
    upload = check_file(raw)
    log = _choose_reader(find_spelling_name(upload.raw))(upload.raw, vocabulary_of)
    log.faults[:0] = upload.faults
    return log


def _choose_reader(spelling: str) -> Callable[[bytes, Callable[[str], Vocabulary]], Log]:
    if spelling != "csv":
        return jsonl.read if spelling == "jsonl" else text.read
    from engine.kernel.spellings import csv_form  # noqa: PLC0415 - rarely used; the others start sooner without it

    return csv_form.read


def write(log: Log, spelling: str, vocabulary: Vocabulary) -> str:
    """Write a log in the canonical form of a spelling. Raises `LogError` for a log with unreadable lines."""
    for event, line in zip(log.events, log.lines, strict=True):
        if isinstance(event, Unreadable):
            raise LogError("A line that could not be read cannot be written either.", "Mend it first.", line)
    if spelling != "csv":
        return jsonl.write(log) if spelling == "jsonl" else text.write(log, vocabulary)
    from engine.kernel.spellings import csv_form  # noqa: PLC0415 - as above

    return csv_form.write(log, vocabulary)
