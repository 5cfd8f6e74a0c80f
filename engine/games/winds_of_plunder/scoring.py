"""Scoring: completed areas, final bonuses, the winner, and the five tie-breaks."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm

from engine.games.winds_of_plunder.reckoning.formulas import clockwise_from, held_markers, holds, leaders
from engine.games.winds_of_plunder.state import ANY_PORT, AREA_PORTS, MARKERS, Player, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# The end bonuses under two readings of the legend. For each category: (how many, for how many points).
LEGEND = {"wind": (3, 1), "weapons": (3, 1), "crew": (2, 1), "marker": (1, 2)}
LEGEND_ICONS = {"weapons": (3, 1), "crew": (3, 1), "provisions": (2, 1), "marker": (1, 2)}
# A tie-break: returns the best of the tied players.
Criterion = Callable[[Table, list[str]], list[str]]


def may_have_completed(table: Table, player: Player, area: int) -> bool:
    """Return whether a player may have marked three ports of an area, as far as record and map tell."""
    possible = player.marks | player.doubtful
    if ANY_PORT in possible:
        return True
    try:
        return sum(table.content.port(port).area == area for port in possible) >= AREA_PORTS
    except Undetermined:
        return len(possible) >= AREA_PORTS


def bonus_of(table: Table, player: Player) -> dict[str, int]:
    """Return the final bonuses of a player by category."""
    return {name: worth(table, name, count(table, player)) for name, count in COUNTS.items()}


def worth(table: Table, name: str, count: int) -> int:
    """Return the points for a number of one kind; a remainder scores nothing."""
    each, points = rate_of(table, name)
    return count // each * points


def rate_of(table: Table, name: str) -> tuple[int, int]:
    """Return how many of one kind make how many points."""
    by = {"legend": LEGEND, "legend-icons": LEGEND_ICONS}.get(table.terms.end_bonuses, table.content.end_bonus)
    return by.get("marker" if name == "markers" else name, (1, 0))


def leftovers(table: Table, player: Player) -> int:
    """Return the points that the remainders of all kinds would score together."""
    rates = {name: rate_of(table, name) for name in COUNTS}
    whole = lcm(*(each for each, _ in rates.values()))
    left = (COUNTS[name](table, player) % each * points * whole // each for name, (each, points) in rates.items())
    return sum(left) // whole


# The number of each kind that a player has for scoring at the end.


def wind_cubes(_: Table, player: Player) -> int:
    """The Wind cubes, without the reserve."""
    return player.wind


def weapons(_: Table, player: Player) -> int:
    """The tally of Weapons."""
    return player.weapons


def crew(_: Table, player: Player) -> int:
    """The tally of Crew."""
    return player.crew


def provisions(_: Table, player: Player) -> int:
    """The tally of Provisions."""
    return player.provisions


def markers(table: Table, player: Player) -> int:
    """Return the markers held; one reading counts no marker that is held only on a tie."""
    try:
        if table.terms.tied_marker_at_end == "holder-scores":
            return held_markers(table, player.seat)
        return sum(table.markers[name] == player.seat and len(leaders(table, name)) == 1 for name in MARKERS)
    except Undetermined:
        return UNKNOWN  # type: ignore[no-any-return] # an unknown number


COUNTS: dict[str, Callable[[Table, Player], int]] = {
    "wind": wind_cubes,
    "weapons": weapons,
    "crew": crew,
    "provisions": provisions,
    "markers": markers,
}


def final_scoring(table: Table) -> None:
    """Score the bonuses after the ninth round, and determine the winner."""
    table.phase, table.active, table.turn = "over", "", None
    for player in table.players.values():
        player.bonus = bonus_of(table, player)
        player.vp += sum(player.bonus.values())
    if table.ending:
        # If the players continued after the end, the first winner stays.
        return
    table.ending = "nine-rounds"
    try:
        table.winner, table.tie_break = winner_of(table)
    except Undetermined:
        table.winner, table.tie_break = UNKNOWN, ""


def winner_of(table: Table) -> tuple[str, str]:
    """Return the winner (several, if a tie stays), and the criterion that decided ("": points)."""
    tied = most_points(table)
    for name, criterion in criteria(table):
        if len(tied) == 1:
            break
        left = criterion(table, tied)
        if len(left) == 1:
            return left[0], name
        if left and table.terms.tie_breaks == "successive-narrowing":
            tied = left
    return " ".join(sorted(tied)), ""


def most_points(table: Table) -> list[str]:
    """List the players with the most VP."""
    most = max(player.vp for player in table.players.values())
    return [seat for seat, player in table.players.items() if player.vp == most]


def standing(table: Table) -> str:
    """Return the leader when play is stopped: the players with most VP so far; no bonus counts yet."""
    return " ".join(sorted(most_points(table)))


def scores(table: Table, seat: str) -> dict[str, int]:
    """Return the parts of a player's VP: those scored in play, and each bonus."""
    player = table.players[seat]
    bonuses = {f"for {name}": points for name, points in player.bonus.items() if not is_known(points) or points}
    return {"in play": player.vp - sum(player.bonus.values()), **bonuses}


def criteria(table: Table) -> tuple[tuple[str, Criterion], ...]:
    """List the tie-breaks in order. The last one counts only in tournaments, unless the reading always uses it."""
    last = table.terms.tournament or table.terms.unbroken_tie == "use-tournament-criterion"
    return CRITERIA if last else CRITERIA[:-1]


def tile_holder(table: Table, tied: list[str]) -> list[str]:
    """Keep the tied player who holds Blackbeard's tile."""
    if not is_known(table.blackbeard):
        raise Undetermined
    return [seat for seat in tied if seat == table.blackbeard]


def most_markers(table: Table, tied: list[str]) -> list[str]:
    """Keep the tied players with most advantage markers: compared with those tied, or by one reading with all."""
    among = table.seats if table.terms.markers_compared == "all-players" else tied
    most = max(held_markers(table, seat) for seat in among)
    return [seat for seat in tied if held_markers(table, seat) == most]


def weapons_marker(table: Table, tied: list[str]) -> list[str]:
    """Keep the tied player who has the Most Weapons marker."""
    return [seat for seat in tied if holds(table, "weapons", seat)]


def crew_marker(table: Table, tied: list[str]) -> list[str]:
    """Keep the tied player who has the Largest Crew marker."""
    return [seat for seat in tied if holds(table, "crew", seat)]


def most_cards(table: Table, tied: list[str]) -> list[str]:
    """Keep the tied players who have most Action cards left."""
    if any(table.players[seat].untold for seat in tied):
        raise Undetermined
    most = max(len(table.players[seat].actions) for seat in tied)
    return [seat for seat in tied if len(table.players[seat].actions) == most]


def nearest(table: Table, tied: list[str]) -> list[str]:
    """Keep the tied player closest in clockwise order to the tile holder, who comes first."""
    if not is_known(table.blackbeard) or not table.blackbeard:
        raise Undetermined
    order = clockwise_from(table.seats, table.blackbeard)
    return [next(seat for seat in order if seat in tied)]


CRITERIA: tuple[tuple[str, Criterion], ...] = (
    ("blackbeard", tile_holder),
    ("markers", most_markers),
    ("weapons-marker", weapons_marker),
    ("crew-marker", crew_marker),
    ("action-cards", most_cards),
    ("seating", nearest),
)
