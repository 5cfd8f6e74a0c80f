"""Defines the scoring schemes: each turns the places and scores of one table into exact points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from audit.tournaments.scoring.imps import compute_victory_points
from audit.tournaments.tournament import ScoringRules

NOBODY: Fraction = Fraction(0)
MOST_CENTRES = 18
CARNAGE, CARNAGE_SOLO, ALL = 1_000, 28_034, 100
# The state of a seated player who did not play: no place, no points, and no opponents.
ABSENT = "absent"


class Finish(Struct, frozen=True):
    """A player's finish at a table: the place (which may be shared), the score if known, and the state.

    States: played, dropped (left during the game), absent (never began).
    """

    place: int
    score: Fraction | None = None
    state: str = "played"


Finishes = Mapping[str, Finish]
Points = dict[str, Fraction]


class Undefined(Exception):  # noqa: N818 - not an error: the known data does not define the value
    """The known data of a table does not define a value. The message says why."""


def compute_points(finishes: Finishes, rules: ScoringRules) -> Points:
    """Compute the points of each player. Absent players get none. Raises `Undefined`."""
    played = {player: finish for player, finish in finishes.items() if finish.state != ABSENT}
    points = SCHEMES[rules.scheme](played, rules) if played else {}
    if rules.dropped == "0":
        points |= {player: NOBODY for player, finish in played.items() if finish.state == "dropped"}
    return {player: points.get(player, NOBODY) for player in finishes}


def list_shared_places(place: int, finishes: Finishes) -> range:
    """List the places that a place covers: several if it is shared."""
    return range(place, place + sum(other.place == place for other in finishes.values()))


def _spread_over_places(places: Sequence[Fraction], finishes: Finishes, rules: ScoringRules) -> Points:
    """Give each player the value of their place. Shared places get the mean, or what the event's rules say."""
    points = {}
    for player, finish in finishes.items():
        values = [places[place - 1] for place in list_shared_places(finish.place, finishes)]
        middle = sum(values, NOBODY) / len(values)
        points[player] = {"average": middle, "lower": min(values), "higher": max(values)}[rules.shared]
    return points


def stretch_ladder(ladder: Sequence[Fraction], size: int) -> list[Fraction]:
    """Stretch a ladder to this many places by interpolation."""
    if size == 1:
        return [ladder[0]]
    values = []
    for place in range(size):
        at = Fraction(place * (len(ladder) - 1), size - 1)
        below = int(at)
        above = min(below + 1, len(ladder) - 1)
        values.append(ladder[below] + (ladder[above] - ladder[below]) * (at - below))
    return values


def _find_place_values(finishes: Finishes, rules: ScoringRules) -> list[Fraction]:
    size = len(finishes)
    return list(rules.by_size[size]) if size in rules.by_size else stretch_ladder(rules.ladder, size)


def score_by_ladder(finishes: Finishes, rules: ScoringRules) -> Points:
    """Give each place its value on the ladder."""
    return _spread_over_places(_find_place_values(finishes, rules), finishes, rules)


def score_by_wins(finishes: Finishes, rules: ScoringRules) -> Points:  # noqa: ARG001 - all schemes have the same signature
    """Give one point for a win. A shared win is divided."""
    firsts = sum(finish.place == 1 for finish in finishes.values())
    return {player: Fraction(finish.place == 1, firsts) for player, finish in finishes.items()}


def score_by_line(finishes: Finishes, rules: ScoringRules) -> Points:
    """Give 1 for the first place, 0 for the last, and equal steps in between."""
    return _spread_over_places(stretch_ladder((Fraction(1), NOBODY), len(finishes)), finishes, rules)


def _require_scores(finishes: Finishes, *, least: Fraction | None = NOBODY) -> Points:
    """Return the scores of a table. Raises `Undefined` if one is unknown or below `least`."""
    known = {player: finish.score for player, finish in finishes.items() if finish.score is not None}
    if len(known) < len(finishes):
        raise Undefined("not every score of the table is known")
    if least is not None and any(score < least for score in known.values()):
        raise Undefined("a score is below 0")
    return known


def score_by_share(finishes: Finishes, rules: ScoringRules) -> Points:  # noqa: ARG001 - as above
    """Give each player their share of all the table's points."""
    scores = _require_scores(finishes)
    whole = sum(scores.values(), NOBODY)
    if not whole:
        raise Undefined("no player at the table has scored")
    return {player: score / whole for player, score in scores.items()}


def score_by_winner(finishes: Finishes, rules: ScoringRules) -> Points:  # noqa: ARG001 - as above
    """Give each player their score relative to the highest score."""
    scores = _require_scores(finishes)
    most = max(scores.values())
    if not most:
        raise Undefined("no player at the table has scored")
    return {player: score / most for player, score in scores.items()}


def score_by_score(finishes: Finishes, rules: ScoringRules) -> Points:
    """Give the game's own score."""
    return {
        player: (score - rules.start) / rules.unit for player, score in _require_scores(finishes, least=None).items()
    }


def score_by_uma(finishes: Finishes, rules: ScoringRules) -> Points:
    """Give the score above the start, plus a value for each place."""
    places = _spread_over_places(_find_place_values(finishes, rules), finishes, rules)
    return {player: points + places[player] for player, points in score_by_score(finishes, rules).items()}


def score_by_squares(finishes: Finishes, rules: ScoringRules) -> Points:
    """Divide a hundred points in proportion to the squares of the scores."""
    scores = _require_scores(finishes)
    if alone := _score_solo_win(scores, rules):
        return alone
    whole = sum(score**2 for score in scores.values())
    if not whole:
        raise Undefined("no player at the table has scored")
    return {player: ALL * score**2 / whole for player, score in scores.items()}


def score_by_survivors(finishes: Finishes, rules: ScoringRules) -> Points:
    """Divide a hundred points among all players who are left on the board."""
    scores = _require_scores(finishes)
    if alone := _score_solo_win(scores, rules):
        return alone
    left = sum(score > 0 for score in scores.values())
    return {player: Fraction(ALL, left) if score > 0 else NOBODY for player, score in scores.items()}


def _score_solo_win(scores: Points, rules: ScoringRules) -> Points:
    """Give everything to a player who has won alone with enough centres."""
    first = [player for player, score in scores.items() if score >= MOST_CENTRES]
    whole = Fraction(CARNAGE_SOLO if rules.scheme == "carnage" else ALL)
    return {player: whole if player in first else NOBODY for player in scores} if first else {}


def score_by_centres(finishes: Finishes, rules: ScoringRules) -> Points:
    """Give 1, the centres, and a bonus for the first places, divided if shared."""
    scores = _require_scores(finishes)
    if alone := _score_solo_win(scores, rules):
        return alone
    bonus = [*rules.ladder, *[NOBODY] * len(finishes)]
    places = _spread_over_places(bonus, finishes, rules)
    return {player: 1 + score + places[player] for player, score in scores.items()}


def score_by_carnage(finishes: Finishes, rules: ScoringRules) -> Points:
    """Give a thousand for each place above the last, and the centres."""
    scores = _require_scores(finishes)
    if alone := _score_solo_win(scores, rules):
        return alone
    size = len(finishes)
    places = _spread_over_places([Fraction(CARNAGE * (size - place)) for place in range(size)], finishes, rules)
    return {player: score + places[player] for player, score in scores.items()}


def score_by_pod(finishes: Finishes, rules: ScoringRules) -> Points:  # noqa: ARG001 - as above
    """Give 2n-1 for a win at a table of n. A shared first place is a draw and gives 1."""
    firsts = sum(finish.place == 1 for finish in finishes.values())
    worth = Fraction(2 * len(finishes) - 1 if firsts == 1 else 1)
    return {player: worth if finish.place == 1 else NOBODY for player, finish in finishes.items()}


def score_by_imps(finishes: Finishes, rules: ScoringRules) -> Points:  # noqa: ARG001 - as above
    """Give two sides the victory points for the margin between them."""
    scores = _require_scores(finishes, least=None)
    if len(scores) != 2 or any(score.denominator != 1 for score in scores.values()):  # noqa: PLR2004 - two sides
        raise Undefined("IMPs are counted between two sides with whole numbers")
    (one, mine), (other, theirs) = scores.items()
    points = compute_victory_points(int(mine - theirs))
    return {one: points[0], other: points[1]}


SCHEMES: Mapping[str, Callable[[Finishes, ScoringRules], Points]] = {
    "ladder": score_by_ladder,
    "wins": score_by_wins,
    "linear": score_by_line,
    "share": score_by_share,
    "of-winner": score_by_winner,
    "score": score_by_score,
    "uma": score_by_uma,
    "sum-of-squares": score_by_squares,
    "draw-size": score_by_survivors,
    "c-diplo": score_by_centres,
    "carnage": score_by_carnage,
    "pod": score_by_pod,
    "imps-16": score_by_imps,
}
# The schemes that need only places. Their points are known for every order.
BY_PLACES = frozenset({"ladder", "wins", "linear", "pod"})


def compute_bye_value(rules: ScoringRules, size: int) -> Fraction:
    """Compute the value of a bye: the mean of a table of that size, a win, or the event's own number."""
    if rules.bye not in {"neutral", "win"}:
        return Fraction(rules.bye)
    if rules.scheme not in BY_PLACES:
        raise Undefined("a bye has no value of its own where scores are counted: write bye = a number")
    if rules.bye == "neutral" and rules.scheme == "ladder":
        return sum(rules.ladder, NOBODY) / len(rules.ladder)
    everybody = {str(place): Finish(place) for place in range(1, size + 1)}
    values = compute_points(everybody, rules)
    return max(values.values()) if rules.bye == "win" else sum(values.values(), NOBODY) / size
