"""A tournament counted, as a function that another process can be asked for: its files in, its document out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from audit.rewrite.with_decisions import decided
from audit.tournaments import tournament_from
from audit.tournaments.count.open_questions import problem_tables, problem_text
from audit.tournaments.count.submission import HandedLog, handed_in
from audit.tournaments.count.with_rulings import counted_as_ruled, ruled_everywhere
from audit.tournaments.events.events import RuleOn
from audit.tournaments.events.fold import record_from
from audit.tournaments.report.document import document
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.log import Fault, LogError

Games = Mapping[str, Game]


class CountedFile(NamedTuple):
    """The document of a count, and what each table must still answer; or what is wrong in which file."""

    document: Document | None
    problems: tuple[tuple[str, str], ...] = ()
    wrong: str = ""
    faults: tuple[Fault, ...] = ()


class WantedCount(NamedTuple):
    """A tournament's file and events, up to which event, how many first places, its logs by SHA-256, packs by id.

    `beside`: the corrections that are kept beside a log, as they are kept.
    """

    file: str
    events: str
    as_of: int | None
    first: int
    logs: Mapping[str, bytes]
    packs: Mapping[str, str]
    beside: Mapping[str, Sequence[bytes]] = {}


def count(games: Games, wanted: WantedCount) -> CountedFile:
    """Count a tournament."""
    try:
        tournament = tournament_from(wanted.file.encode(), games, wanted.packs)
    except LogError as wrong:
        return CountedFile(None, (), "file", wrong.faults)
    try:
        record = record_from(wanted.events.encode(), tournament, wanted.as_of, games[tournament.game])
    except LogError as wrong:
        return CountedFile(None, (), "events", wrong.faults)
    event = ruled_everywhere(tournament, record)

    def again(name: str, ruled: Sequence[RuleOn] = ()) -> HandedLog:
        beside = decided(wanted.beside.get(name, ()), games)
        return handed_in(name, wanted.logs[name], event, games, wanted.packs, ruled, beside)

    found = counted_as_ruled(tournament, map(again, wanted.logs), record, again)
    said = document(found, wanted.first)
    asked = problem_tables(found, said["safety"]["critical"])
    return CountedFile(said, tuple((one.table.id, problem_text(found, one)) for one in asked))
