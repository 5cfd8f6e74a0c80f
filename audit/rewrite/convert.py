"""A log in another spelling, with the comments that it holds as far as that spelling has any."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from audit.intake.prepared import prepare_log
from audit.intake.reader import transcribe_log
from audit.intake.upload import split_lines
from audit.rewrite.tidy import find_comment_behind
from engine.kernel.game import Game
from engine.kernel.log import Log, LogError
from engine.kernel.spellings import write
from engine.kernel.vocabulary import Vocabulary

SIGN = "#"


def convert_log(raw: bytes, log: Log, spelling: str, vocabulary: Vocabulary) -> str:
    """Write a log in a spelling; comments stand where they stood, before or behind their events."""
    written = write(log, spelling, vocabulary)
    if spelling == "jsonl":
        return written
    said = list_comments(raw, log)
    if not said:
        return written
    lines = written.split("\n")[:-1]
    first = len(lines) - len(log.events)
    return "".join(f"{line}\n" for line in _insert_comments(lines, first, log, said, spelling))


def read_log_leniently(raw: bytes, games: Mapping[str, Game]) -> Log:
    """Read a log canonically, and where that does not do as it was typed; raises `LogError`."""
    try:
        log = transcribe_log(raw, games)
    except LogError as wrong:
        try:
            return prepare_log(raw, games).log
        except LogError:
            raise wrong from None
    if not (log.faults or log.numbered_comments):
        return log
    try:
        return prepare_log(raw, games).log
    except LogError:
        # It names what is not at hand here, a pack of somebody's own.
        return log


def list_comments(raw: bytes, log: Log) -> dict[int, str]:
    """List the comments of a log by line: what stands behind `#`, and lines that are read as remarks."""
    if log.spelling == "jsonl":
        return {}
    lines = split_lines(raw)
    events, remarks = set(log.lines), {typed.line for typed in log.typed if not typed.read_as}
    found = (_extract_comment(line, number, events, remarks, log.spelling) for number, line in enumerate(lines, 1))
    return {number: said for number, said in enumerate(found, 1) if said}


def _extract_comment(line: str, number: int, events: set[int], remarks: set[int], spelling: str) -> str:
    if number in events:
        return find_comment_behind(line).strip(f"{SIGN} ") if spelling == "text" else ""
    bare = line.strip()
    if spelling == "csv" and bare:
        bare = next(csv.reader([bare]), [""])[0].strip() if bare.startswith(f'"{SIGN}') else bare.rstrip(",;\t")
    return bare.lstrip(f"{SIGN} ") if bare.startswith(SIGN) or number in remarks else ""


def _insert_comments(
    lines: Sequence[str], first: int, log: Log, said: Mapping[int, str], spelling: str
) -> Iterator[str]:
    """Put each comment before the next event, what stood behind one behind it; those of the header stand first."""
    places, below = log.lines, max(log.header_lines.values(), default=0)
    before: defaultdict[int, list[str]] = defaultdict(list)
    behind: dict[int, str] = {}
    at = 0
    for number in sorted(said):
        while at < len(places) and places[at] < number:
            at += 1
        if at < len(places) and places[at] == number:
            behind[at] = said[number]
        else:
            before[at if number > below else -1].append(said[number])
    yield from (_format_comment(text, spelling) for text in before[-1])
    yield from lines[:first]
    for place, line in enumerate(lines[first:]):
        yield from (_format_comment(text, spelling) for text in before[place])
        if place in behind and spelling == "csv":
            yield _format_comment(behind[place], spelling)
        yield f"{line} {SIGN} {behind[place]}" if place in behind and spelling == "text" else line
    yield from (_format_comment(text, spelling) for text in before[len(lines) - first])


def _format_comment(text: str, spelling: str) -> str:
    if spelling == "text":
        return f"{SIGN} {text}"
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([f"{SIGN} {text}"])
    return out.getvalue()
