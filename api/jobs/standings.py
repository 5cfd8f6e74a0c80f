"""The job that counts a tournament from its files. Another process can run it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from audit.rewrite.with_decisions import decode_corrections
from audit.tournaments import parse_tournament
from audit.tournaments.count.open_questions import list_problem_tables, write_problem_text
from audit.tournaments.count.submission import Submission, audit_submission
from audit.tournaments.count.with_rulings import count_with_rulings, pin_general_rulings
from audit.tournaments.events.events import RuleOn
from audit.tournaments.events.fold import read_record
from audit.tournaments.report.document import make_count_document
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.log import Fault, LogError

Games = Mapping[str, Game]


class CountedFile(NamedTuple):
    """The document of a count and the open problems of each table, or the faults and the file that has them."""

    document: Document | None
    problems: tuple[tuple[str, str], ...] = ()
    wrong: str = ""
    faults: tuple[Fault, ...] = ()


class WantedCount(NamedTuple):
    """Arguments of a count: the tournament's file and events, its logs by SHA-256, and its packs by id.

    `as_of` limits the events, and `first` is the number of top places. `beside` has the stored corrections of each log.
    """

    file: str
    events: str
    as_of: int | None
    first: int
    logs: Mapping[str, bytes]
    packs: Mapping[str, str]
    beside: Mapping[str, Sequence[bytes]] = {}


def count_tournament(games: Games, wanted: WantedCount) -> CountedFile:
    """Count a tournament from its files."""
    try:
        tournament = parse_tournament(wanted.file.encode(), games, wanted.packs)
    except LogError as wrong:
        return CountedFile(None, (), "file", wrong.faults)
    try:
        record = read_record(wanted.events.encode(), tournament, wanted.as_of, games[tournament.game])
    except LogError as wrong:
        return CountedFile(None, (), "events", wrong.faults)
    event = pin_general_rulings(tournament, record)

    def audit_again(name: str, ruled: Sequence[RuleOn] = ()) -> Submission:
        beside = decode_corrections(wanted.beside.get(name, ()), games)
        return audit_submission(name, wanted.logs[name], event, games, wanted.packs, ruled, beside)

    found = count_with_rulings(tournament, map(audit_again, wanted.logs), record, audit_again)
    said = make_count_document(found, wanted.first)
    asked = list_problem_tables(found, said["safety"]["critical"])
    return CountedFile(said, tuple((one.table.id, write_problem_text(found, one)) for one in asked))
