"""Counts a tournament with its rulings: logs of tables with a ruling are audited again under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from audit.tournaments.count.count import TournamentCount, count_tournament
from audit.tournaments.count.submission import Submission, pin_rulings
from audit.tournaments.events.events import RuleOn, TournamentRecord
from audit.tournaments.tournament import Tournament

# Audits the log at a path again, under some rulings.
Again = Callable[[str, Sequence[RuleOn]], Submission]


def pin_general_rulings(tournament: Tournament, record: TournamentRecord) -> Tournament:
    """Return the tournament with the rulings on every log added to its pins."""
    return pin_rulings(tournament, record.rulings_on(""))


def count_with_rulings(
    tournament: Tournament, logs: Iterable[Submission], record: TournamentRecord, again: Again
) -> TournamentCount:
    """Count a tournament, and apply the rulings on single tables. The logs already obey the general rulings."""
    listed = list(logs)
    found = count_tournament(tournament, listed, record)
    ruled = {
        matched.log.path: record.rulings_on(one.table.id)
        for one in found.tables
        for matched in one.logs
        if record.rulings_on(one.table.id)
    }
    if not ruled:
        return found
    return count_tournament(
        tournament, [again(log.path, ruled[log.path]) if log.path in ruled else log for log in listed], record
    )
