"""A log judged by both of its books, as played and as adjudicated."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from audit.findings.replay_outcome import played
from audit.intake.prepared import START, PreparedLog, prepare
from audit.model.books import TwoBooks
from audit.model.divergence import Parting, Side, alike, parting
from audit.options import NOTHING_MORE, Asked
from audit.pipeline import reported
from engine.kernel.game import Game
from engine.kernel.replay.books import Effective


def two_books(raw: bytes, games: Mapping[str, Game], asked: Asked = NOTHING_MORE) -> TwoBooks:
    """Audit a log by each of its books; raises `LogError` where there is no log to judge."""
    adjudicated = prepare(raw, games, replace(asked, book="adjudicated"))
    as_played = _as_played(adjudicated)
    part = _parting(as_played, adjudicated)
    line = adjudicated.log.lines[part.seq - 1] if part is not None else 0
    return TwoBooks(reported(raw, played(as_played)), reported(raw, played(adjudicated)), part, line)


def _as_played(adjudicated: PreparedLog) -> PreparedLog:
    numbered = list(enumerate(adjudicated.log.events, 1))
    asked = replace(adjudicated.asked, book="played")
    return replace(adjudicated, book=Effective(numbered), entries=[(0, START), *numbered], asked=asked)


def _parting(one: PreparedLog, other: PreparedLog) -> Parting | None:
    start = alike(one.entries, other.entries)
    if start == max(len(one.entries), len(other.entries)):
        return None
    # What was inserted behind the last event that both have makes them part there already.
    seqs = range(max(1, one.entries[start - 1][0]), one.last + 1)
    return parting(_from(one, start), _from(other, start), seqs, one.game.facts)


def _from(prepared: PreparedLog, start: int) -> Side:
    """Play a book up to where the other says something else."""
    return Side(prepared.begun().run(prepared.entries[:start]), prepared.entries[start:])
