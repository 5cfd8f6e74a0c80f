"""A log as it would stand with each finding mended in the nearest way: corrected by record, or written anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from audit.intake.prepared import PreparedLog, prepare
from audit.intake.upload import joined, lines_of
from audit.model.document import Finding, Repair
from audit.model.report import Report
from audit.options import Asked
from audit.pipeline import examined
from audit.rewrite.tidy import comment_behind
from engine.kernel.events import Amend, Event, Insert, Retract
from engine.kernel.game import Game
from engine.kernel.log import LogError
from engine.kernel.spellings import Misread, event_from
from engine.kernel.unknown import known

# By lines about the record at its end, so that nothing that was written changes; or the lines themselves.
Way = Literal["records", "lines"]
WAYS: tuple[Way, ...] = ("records", "lines")
# So many mends are tried, each by a replay.
MOST_TRIED = 120
WHY = "the nearest legal line, as Deadreckon suggests"


class Mend(Struct, frozen=True):
    """One finding mended: what stands at an event instead, behind it (`insert`), or no more (no line)."""

    seq: int
    line: str
    insert: bool = False


class MendedLog(NamedTuple):
    """The log mended: its text, and which of its findings that changes."""

    text: str
    mends: tuple[Mend, ...]


def mended(raw: bytes, games: Mapping[str, Game], asked: Asked, way: Way) -> MendedLog:
    """Write a text log with what is wrong in it mended, each in the way after which least is wrong.

    Raises `LogError` for what is no log, or a sheet.
    """
    report, played = examined(raw, games, asked)
    prepared = played.prepared
    if prepared.log.spelling != "text":
        raise LogError("Only a log in text can be mended.", "Write it as text first: deadreckon convert --to text")
    lines = lines_of(raw)

    def written(mends: Sequence[Mend]) -> str:
        return joined(_recorded(lines, mends) if way == "records" else _anew(lines, mends, prepared), raw)

    def wrong(mends: Sequence[Mend]) -> int:
        return _wrong(prepare(written(mends).encode(), games, asked))

    chosen = tuple(_chosen(mends_of(report, prepared), wrong))
    return MendedLog(written(chosen), chosen)


def _wrong(prepared: PreparedLog) -> int:
    """Count what breaks a rule, and what cannot be read or applied."""
    broken = sum(judgement.breach is not None for judgement in prepared.replay().judgements)
    return broken + len(prepared.log.faults) + len(prepared.book.faults)


def _chosen(places: Sequence[Sequence[Mend]], wrong: Callable[[Sequence[Mend]], int]) -> list[Mend]:
    """Choose for each place the mend after which least is wrong; none, if with each as much is wrong as before."""
    chosen: list[Mend] = []
    least, left = wrong(()), MOST_TRIED
    for mends in places:
        counts = [(wrong([*chosen, mend]), rank) for rank, mend in enumerate(mends[:left])]
        left -= len(counts)
        best, rank = min(counts, default=(least, 0))
        if best < least:
            chosen.append(mends[rank])
            least = best
    return chosen


def mends_of(report: Report, prepared: PreparedLog) -> list[list[Mend]]:
    """List what each root, and each line that cannot be read, may be mended by; what is an open question stays open."""
    found: dict[int, list[Mend]] = {}
    for finding in report.findings:
        mendable = finding.status == "malformed" or (finding.root and finding.status != "contested")
        if mendable and finding.seq:
            mends = (mend_of(finding, repair, prepared) for repair in finding.repairs)
            found.setdefault(finding.seq, []).extend(filter(None, mends))
    return list(found.values())


def mend_of(finding: Finding, repair: Repair, prepared: PreparedLog) -> Mend | None:
    """Tell what a repair does: it may be a line about the record itself."""
    event = _read(repair.line, prepared)
    if isinstance(event, Insert) and known(event.at) and known(event.line):
        return Mend(event.at, event.line, insert=True)
    if isinstance(event, Retract) and known(event.at):
        return Mend(event.at, "")
    if isinstance(event, Amend) and known(event.at) and known(event.line):
        return Mend(event.at, event.line)
    return None if event is None else Mend(finding.seq or 0, repair.line)


def _read(line: str, prepared: PreparedLog) -> Event | None:
    try:
        return event_from(line, prepared.game.vocabulary)
    except Misread:
        return None


def _recorded(lines: list[str], mends: Sequence[Mend]) -> list[str]:
    """Add a line about the record for each."""
    ends = lines[-1] == ""
    added = [_record(mend) for mend in mends]
    return [*lines[:-1], *added, ""] if ends else [*lines, *added, ""]


def _record(mend: Mend) -> str:
    what = "insert" if mend.insert else "amend" if mend.line else "retract"
    quoted = f" {json.dumps(mend.line, ensure_ascii=False)}" if mend.line else ""
    return f'record: {what} {mend.seq}{quoted} why="{WHY}"'


def _anew(lines: list[str], mends: Sequence[Mend], prepared: PreparedLog) -> Iterator[str]:
    """Write the lines themselves as they should be; a line that holds several events is left as it is."""
    places = prepared.log.lines
    instead = {places[mend.seq - 1]: mend.line for mend in mends if not mend.insert and _alone(mend.seq, prepared)}
    behind = {places[mend.seq - 1] if mend.seq else _head(lines): mend.line for mend in mends if mend.insert}
    for number, line in enumerate(lines, 1):
        if number not in instead:
            yield line
        elif instead[number]:
            yield f"{instead[number]}{comment_behind(line)}"
        if number in behind:
            yield behind[number]


def _alone(seq: int, prepared: PreparedLog) -> bool:
    line = prepared.log.lines[seq - 1]
    return sum(line == other for other in prepared.log.lines) == 1


def _head(lines: list[str]) -> int:
    """Find the line that parts the header from the events."""
    return next(number for number, line in enumerate(lines, 1) if line.startswith("---"))
