"""Jobs for a stored tournament: audit its logs and count them. Another process can run them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from audit.rewrite.with_decisions import decode_corrections
from audit.tournaments import Tournament
from audit.tournaments.count.open_questions import list_problem_tables, write_problem_text
from audit.tournaments.count.submission import Submission, audit_submission
from audit.tournaments.count.with_rulings import count_with_rulings
from audit.tournaments.events.events import RuleOn
from audit.tournaments.events.fold import read_record
from audit.tournaments.report.document import make_count_document
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game

# This many pairs of a player and an open table take about ten seconds. If many tables have several possible results,
# they take half a minute. With more open tables than that, every place is open anyway.
MOST_PAIRS = 5_000
Games = Mapping[str, Game]


class WantedLog(NamedTuple):
    """One log to audit: its name, its bytes, its stored corrections, and the rulings on it."""

    name: str
    raw: bytes
    beside: tuple[bytes, ...] = ()
    ruled: tuple[RuleOn, ...] = ()


class WantedDocument(NamedTuple):
    """Arguments of a count: the tournament, its events, and its audited logs, with and without rulings.

    Beyond `most` pairs of a player and an open table (default: `MOST_PAIRS`), the count does not check which places are
    safe.
    """

    tournament: Tournament
    lines: bytes
    logs: Sequence[Submission]
    ruled: Mapping[str, Submission]
    first: int
    most: int | None = None


def audit_logs(
    games: Games, tournament: Tournament, packs: Mapping[str, str], wanted: Sequence[WantedLog]
) -> list[Submission]:
    """Audit logs with the options of a tournament."""
    return [
        audit_submission(one.name, one.raw, tournament, games, packs, one.ruled, decode_corrections(one.beside, games))
        for one in wanted
    ]


def count_and_describe(games: Games, wanted: WantedDocument) -> Document:
    """Count a tournament. `asked` lists the problems of each table, those that decide a first place first."""
    record = read_record(wanted.lines, wanted.tournament, None, games[wanted.tournament.game])
    found = count_with_rulings(wanted.tournament, wanted.logs, record, lambda name, _: wanted.ruled[name])
    said = make_count_document(found, wanted.first, most=MOST_PAIRS if wanted.most is None else wanted.most)
    asked = list_problem_tables(found, said["safety"]["critical"])
    texts = [{"table": one.table.id, "text": write_problem_text(found, one)} for one in asked]
    return {"said": said, "asked": texts}
