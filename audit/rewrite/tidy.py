"""Rewrites a log canonically, with its comments and blank lines in place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from audit.intake.prepared import PreparedLog
from audit.intake.upload import join_lines, split_lines
from engine.kernel.events import Event, Unreadable
from engine.kernel.log import LogError
from engine.kernel.spellings import write_line
from engine.kernel.spellings.line_words import strip_comment


def tidy_log(raw: bytes, prepared: PreparedLog) -> str:
    """Rewrite a text log line by line. Unreadable lines stay unchanged. Raises `LogError` for a sheet."""
    log = prepared.log
    if log.spelling != "text":
        raise LogError("Only a log in text has lines to tidy.", "Write it as text first: deadreckon convert --to text")
    # If a line became several events or none, numbers that other lines state would be wrong, so they are dropped.
    below = max(log.header_lines.values(), default=0)
    whole = all(len(typed.read_as) == 1 for typed in log.typed if typed.line > below)
    held: defaultdict[int, list[Event]] = defaultdict(list)
    for event, line in zip(log.events, log.lines, strict=True):
        held[line].append(event if whole or not event.seq else replace(event, seq=0))
    remarks = {typed.line for typed in log.typed if not typed.read_as}
    lines = split_lines(raw)
    vocabulary = prepared.game.vocabulary
    written = {
        line: [write_line(e, vocabulary) for e in events] for line, events in held.items() if _is_readable(events)
    }
    head = {typed.line: list(typed.read_as) for typed in log.typed if typed.read_as and typed.line not in held}
    return join_lines(_rewrite_lines(lines, {**head, **written}, remarks), raw)


def _is_readable(events: Sequence[Event]) -> bool:
    return not any(type(event) is Unreadable for event in events)


def _rewrite_lines(lines: Sequence[str], written: Mapping[int, list[str]], remarks: set[int]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if number in written:
            first, *others = written[number]
            yield f"{first}{find_comment_behind(line)}"
            yield from others
        elif number in remarks:
            yield line if line.lstrip().startswith("#") else f"# {line.strip()}"
        else:
            yield line


def find_comment_behind(line: str) -> str:
    """Return the comment after an event. A leading number is not a comment, even with the same sign."""
    said = strip_comment(line)
    return f" {line[len(said) :].strip()}" if any(map(str.isalpha, said)) and len(said) < len(line.rstrip()) else ""
