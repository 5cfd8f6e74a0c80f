"""Finds how a game ended for each seat: its place, and its score if the game has one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from audit.findings.replay_outcome import ReplayOutcome, summarize_replay
from audit.intake.prepared import PreparedLog
from audit.model.findings import UNDECIDED, Value
from audit.tournaments.scoring.schemes import Finish
from audit.tournaments.tournament import ScoringRules
from engine.kernel.events import Claim
from engine.kernel.replay.claims import WINNER
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined, is_known

# The finish of each seat, or None if the record leaves it open.
Outcome = Mapping[str, Finish] | None
ANY_SEAT = "*"
# The value of the winner in a game that ended without one.
NOBODY_WON = "none"


def replay_to_outcome(prepared: PreparedLog, rules: ScoringRules) -> tuple[Outcome, ReplayOutcome]:
    """Replay a log to its end, and rank its seats."""
    run = prepared.replay_all()
    outcome = summarize_replay(prepared.game, run)
    return rank_seats(prepared, run.table, outcome, rules), outcome


def rank_seats(prepared: PreparedLog, table: AnyTable, outcome: ReplayOutcome, rules: ScoringRules) -> Outcome:
    """Rank the seats of a game that is over or was stopped. Return None if the record leaves that open."""
    seats = tuple(table.seats)
    if not (outcome.over or table.stopped) or not all(map(is_known, seats)):
        return None
    if table.stopped and not outcome.over and rules.stopped == "draw":
        return {seat: Finish(1) for seat in seats}
    winner = outcome.result.get(WINNER)
    values = find_rank_values(prepared, table, outcome, rules)
    return None if values is None else rank_by_values(seats, winner, values, rules, over=outcome.over)


def find_rank_values(
    prepared: PreparedLog, table: AnyTable, outcome: ReplayOutcome, rules: ScoringRules
) -> dict[str, Fraction] | None:
    """Return the number that each seat is ranked by.

    Return an empty result if the game has no such numbers, and None if one of them is unknown.
    """
    if not rules.rank_by:
        return {score.seat: Fraction(score.total) for score in outcome.scores}
    reckoners = prepared.game.reckoners(table)
    try:
        if ANY_SEAT in rules.rank_by:
            found = {seat: reckoners[rules.rank_by.replace(ANY_SEAT, seat, 1)](table) for seat in table.seats}
            if not all(isinstance(value, int) for value in found.values()):
                return None
            return {seat: Fraction(int(value)) for seat, value in found.items()}
        listed = reckoners[rules.rank_by](table)
    except (KeyError, Undetermined):
        return None
    return _rank_by_list(listed, tuple(table.seats)) if is_known(listed) else None


def _rank_by_list(listed: Value, seats: tuple[str, ...]) -> dict[str, Fraction] | None:
    """Rank seats by their first position in a list. Seats that are not listed come last."""
    first: dict[str, Fraction] = {}
    words = str(listed).split()
    for at, word in enumerate(words):
        first.setdefault(word.partition(".")[0], Fraction(-at))
    return {seat: first.get(seat, Fraction(-len(words))) for seat in seats}


def rank_by_values(
    seats: tuple[str, ...], winner: Value | None, values: Mapping[str, Fraction], rules: ScoringRules, *, over: bool
) -> Outcome:
    """Rank the winner first and the others by their numbers. Equal numbers share a place."""
    first = str(winner).split() if winner is not None else []
    if winner in UNDECIDED or not first:
        # The game may be over without a winner.
        return _place_seats(seats, set(seats), {}, rules) if over and winner == NOBODY_WON else None
    if not set(first) <= set(seats):
        return None
    most = max(values.values(), default=None)
    level = {seat for seat in seats if values.get(seat) == most}
    if rules.ties == "share" and most is not None and set(first) <= level:
        first = [seat for seat in seats if seat in level]
    return _place_seats(seats, set(first), values, rules)


def _place_seats(
    seats: tuple[str, ...], first: set[str], values: Mapping[str, Fraction], rules: ScoringRules
) -> Outcome:
    finishes = {}
    # A position in a list, such as a list of boats, is not a score.
    scores = values if not rules.rank_by or ANY_SEAT in rules.rank_by else {}
    for seat in seats:
        ahead = [one for one in seats if one not in first and values.get(one, 0) > values.get(seat, 0)]
        place = 1 if seat in first else 1 + len(first) + len(ahead)
        finishes[seat] = Finish(place, scores.get(seat))
    return finishes


def rank_by_claims(prepared: PreparedLog, reckoned: Outcome, rules: ScoringRules) -> Outcome:
    """Rank the seats by the table's own claims. Computed scores fill in for numbers that it does not claim."""
    claims: dict[str, Value] = {}
    for _, event in prepared.entries:
        if isinstance(event, Claim) and is_known(event.fact) and is_known(event.value):
            claims[str(event.fact)] = event.value if isinstance(event.value, int) else str(event.value)
    if WINNER not in claims:
        return None
    seats = tuple(player.seat for player in prepared.header.players)
    values = {seat: finish.score for seat, finish in (reckoned or {}).items() if finish.score is not None}
    for seat in seats if ANY_SEAT in rules.rank_by else ():
        claimed = claims.get(rules.rank_by.replace(ANY_SEAT, seat, 1))
        if isinstance(claimed, int):
            values[seat] = Fraction(claimed)
    if len(values) < len(seats) and (rules.rank_by or values):
        return None
    return rank_by_values(seats, claims[WINNER], values, rules, over=True)
