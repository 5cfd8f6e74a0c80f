"""A kept tournament counted, as functions that another process can be asked for: logs audited, and what they make."""

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

# So many pairs of a player and an open table take some ten seconds, and half a minute where many tables have several
# results each. While more is open, every place is.
MOST_PAIRS = 5_000
Games = Mapping[str, Game]


class WantedLog(NamedTuple):
    """One log to be audited: what it is called, its bytes, what is recorded beside it, and what was ruled on it."""

    name: str
    raw: bytes
    beside: tuple[bytes, ...] = ()
    ruled: tuple[RuleOn, ...] = ()


class WantedDocument(NamedTuple):
    """What is counted: the tournament, its events, its logs as they were audited, also under what was ruled on them.

    Beyond `most` pairs of a player and an open table (else `MOST_PAIRS`) it is not asked which places are safe.
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
    """Audit some logs as a tournament reads them."""
    return [
        audit_submission(one.name, one.raw, tournament, games, packs, one.ruled, decode_corrections(one.beside, games))
        for one in wanted
    ]


def count_and_describe(games: Games, wanted: WantedDocument) -> Document:
    """Count a tournament; `asked` is what each table must still answer, those first that a first place hangs on."""
    record = read_record(wanted.lines, wanted.tournament, None, games[wanted.tournament.game])
    found = count_with_rulings(wanted.tournament, wanted.logs, record, lambda name, _: wanted.ruled[name])
    said = make_count_document(found, wanted.first, most=MOST_PAIRS if wanted.most is None else wanted.most)
    asked = list_problem_tables(found, said["safety"]["critical"])
    texts = [{"table": one.table.id, "text": write_problem_text(found, one)} for one in asked]
    return {"said": said, "asked": texts}
