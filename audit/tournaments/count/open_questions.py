"""Writes for each table the questions that it must still answer, as text to print or to send."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.model.labels import name_result, name_verdict
from audit.tournaments.count.count import CountedTable, TournamentCount
from audit.tournaments.count.submission import OpenFinding, Submission
from audit.tournaments.scoring.schemes import Finishes

ASK = {
    "illegal": "What really happened there?",
    "mismatch": "Which of the two is right?",
    "contested": "How did you read the rule, and did you agree on that?",
    "unverifiable": "What belongs in place of ??",
    "malformed": "What does this line say?",
}
TO_CONFIRM = "If the result above is right all the same, the organiser confirms it: event `confirm`."


def list_problem_tables(count: TournamentCount, critical: Sequence[str] = ()) -> list[CountedTable]:
    """List the tables with open questions. Those that a podium place depends on come first."""
    found = [one for one in count.tables if one.status in {"missing", "provisional"}]
    ranks = {table: rank for rank, table in enumerate(critical)}
    return sorted(found, key=lambda one: ranks.get(one.table.id, len(ranks)))


def write_problem_text(count: TournamentCount, one: CountedTable) -> str:
    """Write the questions for one table."""
    return "\n".join(_write_lines(count, one)) + "\n"


def write_unmatched_text(count: TournamentCount) -> str:
    """List the files that match no table, and why."""
    lines = [f"  {one.log.path}: {one.unmatched} {one.log.refused}".rstrip() for one in count.unmatched]
    return "\n".join(["Files that belong to no table:", *lines, ""]) if lines else ""


def name_players(count: TournamentCount, one: CountedTable) -> str:
    """Name the players of a table."""
    found = {player.id: player.name for player in count.tournament.roster}
    return ", ".join(found[player] for player in one.table.players)


def _write_lines(count: TournamentCount, one: CountedTable) -> Iterator[str]:
    yield f"{count.tournament.name}, round {one.table.round}, table {one.table.table} ({one.status})"
    yield f"To: {name_players(count, one)}"
    yield ""
    if not one.logs:
        yield "We have no log of your game. Please submit it, with this line in its header:"
        yield f"    event: {count.tournament.name}, round {one.table.round}, table {one.table.table}"
    yield from (f"* {note}" for note in one.notes if one.logs)
    for matched in one.logs:
        yield from _write_log_lines(matched.log)
    if one.possible and len(one.possible) > 1:
        yield ""
        yield "Possible results:"
        for result in one.possible:
            yield f"  - {result.says}: {write_result_line(count, result.finishes)}"
    if not one.whole and one.logs:
        yield "Any other result is possible until this is answered."
    if one.logs and one.books.get("adjudicated"):
        yield ""
        yield f"As it stands: {write_result_line(count, one.books['adjudicated'])}. {TO_CONFIRM}"


def _write_log_lines(log: Submission) -> Iterator[str]:
    if log.refused:
        yield f"{log.path} cannot be read: {log.refused}"
        return
    yield f"Your log ({log.path}) is {name_verdict(log.verdict)} · {name_result(log.result)}."
    if log.adjudicated is None:
        yield "* It does not say how the game ended. Who won, and with how many points?"
    for at, finding in enumerate(log.findings, 1):
        yield from _write_finding_lines(at, finding)
    if log.more:
        yield f"and {log.more} more: deadreckon audit {log.path}"


def _write_finding_lines(at: int, finding: OpenFinding) -> Iterator[str]:
    yield f"{at}. Line {finding.line}: {finding.excerpt}  [{finding.rule}]"
    yield f"   {finding.says} {ASK.get(finding.status, '')}".rstrip()
    if finding.rulings:
        yield f"   It is legal if {' or '.join(finding.rulings)} is chosen."
    elif finding.perhaps:
        yield f"   Did you mean: {finding.perhaps}"


def write_result_line(count: TournamentCount, finishes: Finishes) -> str:
    """Write a result in one line: 1 Ada 44, 2= Ben 37, 2= Cleo 37."""
    found = {player.id: player.name for player in count.tournament.roster}
    level = [finish.place for finish in finishes.values()]
    parts = []
    for player, finish in sorted(finishes.items(), key=lambda item: (item[1].state == "absent", item[1].place)):
        if finish.state == "absent":
            parts.append(f"{found[player]} absent")
            continue
        shared = "=" if level.count(finish.place) > 1 else ""
        score = f" ({finish.score})" if finish.score is not None else ""
        parts.append(f"{finish.place}{shared} {found[player]}{score}")
    return ", ".join(parts)
