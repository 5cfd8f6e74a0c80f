"""A log written canonically, with its comments and blank lines where they were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from audit.intake.prepared import PreparedLog
from audit.intake.upload import joined, lines_of
from engine.kernel.events import Event, Unreadable
from engine.kernel.log import LogError
from engine.kernel.spellings import line_of
from engine.kernel.spellings.line_words import uncommented


def tidied(raw: bytes, prepared: PreparedLog) -> str:
    """Write a text log anew, line by line; what cannot be read stays as it stands. Raises `LogError` for a sheet."""
    log = prepared.log
    if log.spelling != "text":
        raise LogError("Only a log in text has lines to tidy.", "Write it as text first: deadreckon convert --to text")
    # Lines that became several events, or none, would shift the numbers that others state.
    below = max(log.header_lines.values(), default=0)
    whole = all(len(typed.read_as) == 1 for typed in log.typed if typed.line > below)
    held: defaultdict[int, list[Event]] = defaultdict(list)
    for event, line in zip(log.events, log.lines, strict=True):
        held[line].append(event if whole or not event.seq else replace(event, seq=0))
    remarks = {typed.line for typed in log.typed if not typed.read_as}
    lines = lines_of(raw)
    vocabulary = prepared.game.vocabulary
    written = {line: [line_of(e, vocabulary) for e in events] for line, events in held.items() if _readable(events)}
    head = {typed.line: list(typed.read_as) for typed in log.typed if typed.read_as and typed.line not in held}
    return joined(_anew(lines, {**head, **written}, remarks), raw)


def _readable(events: Sequence[Event]) -> bool:
    return not any(type(event) is Unreadable for event in events)


def _anew(lines: Sequence[str], written: Mapping[int, list[str]], remarks: set[int]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if number in written:
            first, *others = written[number]
            yield f"{first}{comment_behind(line)}"
            yield from others
        elif number in remarks:
            yield line if line.lstrip().startswith("#") else f"# {line.strip()}"
        else:
            yield line


def comment_behind(line: str) -> str:
    """Give the comment behind an event; a number before one is none, though it may begin with the same sign."""
    said = uncommented(line)
    return f" {line[len(said) :].strip()}" if any(map(str.isalpha, said)) and len(said) < len(line.rstrip()) else ""
