"""Small made-up tournaments without logs: tables written as `R1T1 A50 B44 C44 D30`, open ones as `R4T1 A D`."""

from __future__ import annotations

from fractions import Fraction

from audit.options import Pins
from audit.tournaments.count.count import CountedTable, TournamentCount
from audit.tournaments.count.possible_results import PossibleResult
from audit.tournaments.events.events import TournamentRecord
from audit.tournaments.scoring.schemes import Finish
from audit.tournaments.tournament import RosterPlayer, ScoringRules, SeatedTable, Tournament


def finishes(scores: dict[str, int]) -> dict[str, Finish]:
    """Place seats by their scores."""
    return {
        player: Finish(1 + sum(other > score for other in scores.values()), Fraction(score))
        for player, score in scores.items()
    }


def counted_table(line: str) -> CountedTable:
    """Read one table: played, open, or with several results (`/` between them, the first one counts)."""
    name, *seats = line.split()
    number, table = map(int, name[1:].split("T"))
    results = [part.split() for part in " ".join(seats).split("/")]
    players = tuple(seat[0] for seat in results[0])
    seated = SeatedTable(number, table, players)
    if len(results[0][0]) == 1:
        return CountedTable(table=seated, status="missing", whole=False)
    found = tuple(
        PossibleResult(finishes({seat[0]: int(seat[1:]) for seat in result}), f"so {at}")
        for at, result in enumerate(results, 1)
    )
    status = "verified" if len(found) == 1 else "provisional"
    books = {"adjudicated": found[0].finishes}
    return CountedTable(table=seated, status=status, books=books, possible=found)  # type: ignore[arg-type] # both are


def made_up(event: str, rules: ScoringRules | None = None, keys: tuple[str, ...] | None = None) -> TournamentCount:
    """Make a count of tables separated by bars."""
    tables = tuple(counted_table(line.strip()) for line in event.split("|"))
    players = sorted({player for one in tables for player in one.table.players})
    tournament = Tournament(
        name="Made up",
        game="none",
        pins=Pins(),
        roster=tuple(RosterPlayer(player, player) for player in players),
        tables=tuple(one.table for one in tables),
        scoring=rules or ScoringRules(),
        tie_breaks=("places", "share", "direct", "opponents") if keys is None else keys,
    )
    return TournamentCount(tournament=tournament, record=TournamentRecord(), tables=tables)
