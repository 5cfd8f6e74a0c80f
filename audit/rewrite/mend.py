"""Repairs each finding of a log in the nearest way: by corrections at its end, or by rewriting lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from audit.intake.upload import join_lines, split_lines
from audit.model.findings import Finding, Repair
from audit.model.report import Report
from audit.options import AuditOptions
from audit.pipeline import audit_with_replay
from audit.rewrite.tidy import find_comment_behind
from engine.kernel.events import Amend, Event, Insert, Retract
from engine.kernel.game import Game
from engine.kernel.log import LogError
from engine.kernel.spellings import Misread, parse_event_line
from engine.kernel.unknown import is_known

# "records" appends lines about the record and leaves the written lines unchanged. "lines" rewrites them.
Way = Literal["records", "lines"]
WAYS: tuple[Way, ...] = ("records", "lines")
# The number of repairs tried. Each costs a replay.
MOST_TRIED = 120
WHY = "the nearest legal line, as Deadreckon suggests"


class RepairEdit(Struct, frozen=True):
    """The repair of one finding: a new line at an event, after it (`insert`), or none (an empty line)."""

    seq: int
    line: str
    insert: bool = False


class RepairedLog(NamedTuple):
    """The text of the repaired log, and the edits in it."""

    text: str
    mends: tuple[RepairEdit, ...]


def mend_log(raw: bytes, games: Mapping[str, Game], asked: AuditOptions, way: Way) -> RepairedLog:
    """Repair a text log. Each finding gets the repair that leaves the fewest faults.

    Raises `LogError` if the bytes are not a log, or are a sheet.
    """
    report, played = audit_with_replay(raw, games, asked)
    prepared = played.prepared
    if prepared.log.spelling != "text":
        raise LogError("Only a log in text can be mended.", "Write it as text first: deadreckon convert --to text")
    lines = split_lines(raw)

    def write_text(mends: Sequence[RepairEdit]) -> str:
        return join_lines(
            _append_records(lines, mends) if way == "records" else _rewrite_lines(lines, mends, prepared), raw
        )

    def count_faults_after(mends: Sequence[RepairEdit]) -> int:
        return _count_faults(prepare_log(write_text(mends).encode(), games, asked))

    chosen = tuple(_choose_edits(list_repair_edits(report, prepared), count_faults_after))
    return RepairedLog(write_text(chosen), chosen)


def _count_faults(prepared: PreparedLog) -> int:
    """Count the breaches, and the lines that cannot be parsed or applied."""
    broken = sum(judgement.breach is not None for judgement in prepared.replay_all().judgements)
    return broken + len(prepared.log.faults) + len(prepared.book.faults)


def _choose_edits(
    places: Sequence[Sequence[RepairEdit]], wrong: Callable[[Sequence[RepairEdit]], int]
) -> list[RepairEdit]:
    """Choose for each place the repair that leaves the fewest faults, or none if no repair helps."""
    chosen: list[RepairEdit] = []
    least, left = wrong(()), MOST_TRIED
    for mends in places:
        counts = [(wrong([*chosen, mend]), rank) for rank, mend in enumerate(mends[:left])]
        left -= len(counts)
        best, rank = min(counts, default=(least, 0))
        if best < least:
            chosen.append(mends[rank])
            least = best
    return chosen


def list_repair_edits(report: Report, prepared: PreparedLog) -> list[list[RepairEdit]]:
    """List the possible repairs of each root and each unreadable line. Contested findings are left out."""
    found: dict[int, list[RepairEdit]] = {}
    for finding in report.findings:
        mendable = finding.status == "malformed" or (finding.is_root and finding.status != "contested")
        if mendable and finding.seq:
            mends = (plan_repair_edit(finding, repair, prepared) for repair in finding.repairs)
            found.setdefault(finding.seq, []).extend(filter(None, mends))
    return list(found.values())


def plan_repair_edit(finding: Finding, repair: Repair, prepared: PreparedLog) -> RepairEdit | None:
    """Return the edit that a repair makes. The repair may itself be a line about the record."""
    event = _read_line(repair.line, prepared)
    if isinstance(event, Insert) and is_known(event.at) and is_known(event.line):
        return RepairEdit(event.at, event.line, insert=True)
    if isinstance(event, Retract) and is_known(event.at):
        return RepairEdit(event.at, "")
    if isinstance(event, Amend) and is_known(event.at) and is_known(event.line):
        return RepairEdit(event.at, event.line)
    return None if event is None else RepairEdit(finding.seq or 0, repair.line)


def _read_line(line: str, prepared: PreparedLog) -> Event | None:
    try:
        return parse_event_line(line, prepared.game.vocabulary)
    except Misread:
        return None


def _append_records(lines: list[str], mends: Sequence[RepairEdit]) -> list[str]:
    ends = lines[-1] == ""
    added = [_write_record(mend) for mend in mends]
    return [*lines[:-1], *added, ""] if ends else [*lines, *added, ""]


def _write_record(mend: RepairEdit) -> str:
    what = "insert" if mend.insert else "amend" if mend.line else "retract"
    quoted = f" {json.dumps(mend.line, ensure_ascii=False)}" if mend.line else ""
    return f'record: {what} {mend.seq}{quoted} why="{WHY}"'


def _rewrite_lines(lines: list[str], mends: Sequence[RepairEdit], prepared: PreparedLog) -> Iterator[str]:
    """Rewrite the repaired lines. A line that holds several events is left unchanged."""
    places = prepared.log.lines
    instead = {
        places[mend.seq - 1]: mend.line for mend in mends if not mend.insert and _is_alone_on_line(mend.seq, prepared)
    }
    behind = {places[mend.seq - 1] if mend.seq else _find_header_end(lines): mend.line for mend in mends if mend.insert}
    for number, line in enumerate(lines, 1):
        if number not in instead:
            yield line
        elif instead[number]:
            yield f"{instead[number]}{find_comment_behind(line)}"
        if number in behind:
            yield behind[number]


def _is_alone_on_line(seq: int, prepared: PreparedLog) -> bool:
    line = prepared.log.lines[seq - 1]
    return sum(line == other for other in prepared.log.lines) == 1


def _find_header_end(lines: list[str]) -> int:
    """Find the line that separates the header from the events."""
    return next(number for number, line in enumerate(lines, 1) if line.startswith("---"))
