"""A count that heeds what was ruled: logs of tables with a ruling are audited once more, under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from audit.tournaments.count.count import TournamentCount, counted
from audit.tournaments.count.submission import HandedLog, pinned_by
from audit.tournaments.events.events import RuleOn, TournamentRecord
from audit.tournaments.tournament import Tournament

# Audits the log of a path once more, under some rulings.
Again = Callable[[str, Sequence[RuleOn]], HandedLog]


def ruled_everywhere(tournament: Tournament, record: TournamentRecord) -> Tournament:
    """Give the tournament as its logs are audited: with what was ruled on every log."""
    return pinned_by(tournament, record.ruled(""))


def counted_as_ruled(
    tournament: Tournament, logs: Iterable[HandedLog], record: TournamentRecord, again: Again
) -> TournamentCount:
    """Count a tournament whose logs were audited as ruled everywhere, with what was ruled on single tables."""
    listed = list(logs)
    found = counted(tournament, listed, record)
    ruled = {
        matched.log.path: record.ruled(one.table.id)
        for one in found.tables
        for matched in one.logs
        if record.ruled(one.table.id)
    }
    if not ruled:
        return found
    return counted(
        tournament, [again(log.path, ruled[log.path]) if log.path in ruled else log for log in listed], record
    )
