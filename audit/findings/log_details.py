"""Collects who played, where and when, and what was corrected in the log."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Literal

from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.prepared import PreparedLog
from audit.model.document import Correction, LogMark, PlayerMark, Stop
from engine.kernel.events import Amend, Insert, Retract, Ruling, Stopped
from engine.kernel.log import Fault
from engine.kernel.spellings import write_line
from engine.kernel.unknown import is_known

_ACTS: dict[type, Literal["amend", "retract", "insert", "ruling"]] = {
    Amend: "amend",
    Retract: "retract",
    Insert: "insert",
    Ruling: "ruling",
}


def make_log_mark(raw: bytes, prepared: PreparedLog) -> LogMark:
    """Describe the log by its header and the digest of its bytes."""
    header = prepared.log.header
    return LogMark(
        sha256=hashlib.sha256(raw).hexdigest(),
        events=prepared.last_seq,
        head="",
        players=tuple(PlayerMark(player.seat, player.name, player.role) for player in header.players),
        event=header.event,
        date=header.date,
        continues=header.continues,
        spelling="" if prepared.log.spelling == "text" else prepared.log.spelling,
    )


def find_stop(prepared: PreparedLog) -> Stop | None:
    """Find the event that stopped play, if the book in force has one."""
    if Stopped not in map(type, prepared.log.events):
        return None
    for seq, event in prepared.entries:
        if isinstance(event, Stopped):
            return Stop(seq=seq, line=prepared.log.lines[seq - 1], why=str(event.why), who=str(event.who))
    return None


def list_corrections(prepared: PreparedLog) -> tuple[Correction, ...]:
    """List the corrections in the record. A faulty correction is a finding instead."""
    if _ACTS.keys().isdisjoint(map(type, prepared.log.events)):
        return ()
    return tuple(_find_corrections(prepared))


def _make_canonical_writer(prepared: PreparedLog) -> Callable[[str], str]:
    """Return a function that rewrites a quoted line canonically, and returns "" if it already is canonical."""
    read = make_quoted_line_reader(prepared.game, prepared.header, prepared.domains, strict=prepared.asked.strict)

    def write_canonically(quoted: str) -> str:
        event = read(quoted)
        spelt = "" if isinstance(event, Fault) else write_line(event, prepared.game.vocabulary)
        return spelt if spelt != quoted.strip() else ""

    return write_canonically


def _find_corrections(prepared: PreparedLog) -> Iterator[Correction]:
    read, missed = _make_canonical_writer(prepared), {fault.seq for fault in prepared.book.faults}
    for seq, event in enumerate(prepared.log.events, 1):
        if isinstance(event, Amend | Retract | Insert | Ruling) and seq not in missed:
            quoted = str(event.line) if isinstance(event, Amend | Insert) else ""
            yield Correction(
                seq=seq,
                line=prepared.log.lines[seq - 1],
                do=_ACTS[type(event)],
                at=event.at if is_known(event.at) else None,
                text=quoted,
                read_as=read(quoted) if quoted else "",
                rule=str(event.rule) if isinstance(event, Ruling) else "",
                who=str(event.who),
                why=str(event.why),
            )
