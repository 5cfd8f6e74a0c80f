"""Converts a log to another spelling, with its comments if that spelling allows any."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from audit.intake.event_numbers import renumber
from audit.intake.known_games import KnownGames
from audit.intake.reader import read_with_repeats
from audit.intake.upload import split_lines
from audit.options import DEFAULT_OPTIONS, AuditOptions
from audit.rewrite.tidy import find_comment_behind
from engine.kernel.game import Game
from engine.kernel.log import Header, Log, LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.spellings import write
from engine.kernel.spellings.text import NUMBERED_COMMENT
from engine.kernel.vocabulary import Vocabulary

SIGN = "#"


def convert_log(raw: bytes, log: Log, spelling: str, vocabulary: Vocabulary) -> str:
    """Write a log in a spelling; comments keep their places, before or after their events."""
    log = replace(log, events=renumber(log))
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
    """Read a log as an audit does, but leave an event that repeats the one before it; raises `LogError`."""
    return read_with_repeats(raw, KnownGames(games, DEFAULT_OPTIONS))


def read_to_convert(raw: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS) -> Log:
    """Read a log that is to be written in another spelling; raises `LogError`.

    Where the content that a log names is missing, typed lines may be misread, so only canonical ones are read.
    """
    known_games = KnownGames(games, asked)
    log = read_with_repeats(raw, known_games)
    if explain_missing_content(log.header, games, asked):
        log = read_with_repeats(raw, known_games, strict=True)
    for fault in log.faults:
        # A fault of the whole file, as a byte-order mark in JSONL, would not be in what is written.
        if fault.seq is None:
            raise LogError(fault.says, fault.hint, fault.line, fault.column)
    return log


def explain_missing_content(header: Header, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS) -> str:
    """Say why the content that a log names cannot be loaded; nothing where it can."""
    try:
        header = asked.apply_to_header(header)
        games[header.game].content(header, asked.packs)
    except (PackError, LogError) as wrong:
        return wrong.fault.says
    return ""


def list_comments(raw: bytes, log: Log) -> dict[int, str]:
    """List the comments of a log by line: text after `#`, and lines that are read as remarks."""
    if log.spelling == "jsonl":
        return {}
    first, events = min(log.lines), set(log.lines)
    remarks = {typed.line for typed in log.typed if not typed.read_as}
    # A comment of a pack that the header carries stays in the pack.
    pack = {line.strip() for line in log.header.inline.splitlines()}
    found: dict[int, str] = {}
    for number, line in enumerate(split_lines(raw), 1):
        if number < first and line.strip() in pack:
            continue
        if number in events or (number < first and number not in remarks and not line.lstrip(' "').startswith(SIGN)):
            said = find_comment_behind(line).strip(f"{SIGN} ") if log.spelling == "text" else ""
        else:
            said = _extract_comment(line, log.spelling, is_remark=number in remarks)
        # No sign in it may end the line.
        found[number] = " ".join(said.splitlines())
    return {number: said for number, said in found.items() if said}


def _extract_comment(line: str, spelling: str, *, is_remark: bool) -> str:
    bare = line.strip()
    if spelling == "csv" and bare:
        bare = next(csv.reader([bare]), [""])[0].strip() if bare.startswith(f'"{SIGN}') else bare.rstrip(",;\t")
    return bare.lstrip(f"{SIGN} ") if bare.startswith(SIGN) or is_remark else ""


def _insert_comments(
    lines: Sequence[str], first: int, log: Log, said: Mapping[int, str], spelling: str
) -> Iterator[str]:
    """Insert each comment before the next event, or after the event on its own line.

    Comments of the header come first.
    """
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
    comment = f"{SIGN} {text}"
    if NUMBERED_COMMENT.match(comment):
        # Behind two blanks a number is not read as that of an event.
        comment = f"{SIGN}  {text}"
    if spelling == "text":
        return comment
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([comment])
    return out.getvalue()
