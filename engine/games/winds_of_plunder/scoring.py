"""Areas completed, final bonuses, the winner, and the five tie-breaks."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.winds_of_plunder.reckoning import clockwise_from, held_markers, leaders
from engine.games.winds_of_plunder.state import ANY_PORT, AREA_PORTS, MARKERS, Player, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, known

CATEGORIES = ("wind", "weapons", "crew", "provisions", "markers")
# The end bonuses by the three readings of the legend: category, how many make how many points.
LEGEND = {"wind": (3, 1), "weapons": (3, 1), "crew": (2, 1), "marker": (1, 2)}
LEGEND_ICONS = {"weapons": (3, 1), "crew": (3, 1), "provisions": (2, 1), "marker": (1, 2)}
# How a tie is broken: who among those tied stays in, best first.
Criterion = Callable[[Table, list[str]], list[str]]


def may_have_completed(table: Table, player: Player, area: int) -> bool:
    """Say whether a player has marked three ports of an area, as far as the record and the map can tell."""
    possible = player.marks | player.doubtful
    if ANY_PORT in possible:
        return True
    try:
        return sum(table.content.port(port).area == area for port in possible) >= AREA_PORTS
    except Undetermined:
        return len(possible) >= AREA_PORTS


def bonus_of(table: Table, player: Player) -> dict[str, int]:
    """The final bonuses of a player, category by category, each rounded down."""
    by = {"legend": LEGEND, "legend-icons": LEGEND_ICONS}.get(table.terms.end_bonuses, table.content.end_bonus)
    counts = {
        "wind": player.wind,
        "weapons": player.weapons,
        "crew": player.crew,
        "provisions": player.provisions,
        "markers": _markers_that_count(table, player.seat),
    }
    return {name: _worth(by, name, counts[name]) for name in CATEGORIES}


def _worth(by: object, name: str, count: int) -> int:
    each, points = by.get("marker" if name == "markers" else name, (1, 0))  # type: ignore[attr-defined] # a table of bonuses
    worth: int = count // each * points
    return worth


def _markers_that_count(table: Table, seat: str) -> int:
    """One reading gives nothing for a marker that is held only on a tie."""
    try:
        if table.terms.tied_marker_at_end == "holder-scores":
            return held_markers(table, seat)
        return sum(table.markers[name] == seat and len(leaders(table, name)) == 1 for name in MARKERS)
    except Undetermined:
        return UNKNOWN  # type: ignore[no-any-return] # a number nobody knows


def final_scoring(table: Table) -> None:
    """After the ninth round the bonuses are scored, and the winner is known."""
    table.phase, table.active, table.turn = "over", "", None
    for player in table.players.values():
        player.bonus = bonus_of(table, player)
        player.vp += sum(player.bonus.values())
    if table.ending:
        # The table went on after the end: who won then has won.
        return
    table.ending = "nine-rounds"
    try:
        table.winner, table.tie_break = winner_of(table)
    except Undetermined:
        table.winner, table.tie_break = UNKNOWN, ""


def winner_of(table: Table) -> tuple[str, str]:
    """The winner (several, if a tie stays), and the criterion that decided ("" where points did)."""
    most = max(player.vp for player in table.players.values())
    tied = [seat for seat, player in table.players.items() if player.vp == most]
    for name, criterion in criteria(table):
        if len(tied) == 1:
            break
        left = criterion(table, tied)
        if len(left) == 1:
            return left[0], name
        if left and table.terms.tie_breaks == "successive-narrowing":
            tied = left
    return " ".join(sorted(tied)), ""


def criteria(table: Table) -> list[tuple[str, Criterion]]:
    """The tie-breaks in order; the last one only in tournaments, unless the reading uses it always."""
    named: list[tuple[str, Criterion]] = [
        ("blackbeard", _holder),
        ("markers", _most_markers),
        ("weapons-marker", _holds("weapons")),
        ("crew-marker", _holds("crew")),
        ("action-cards", _most_cards),
    ]
    last = table.terms.tournament or table.terms.unbroken_tie == "use-tournament-criterion"
    return [*named, ("seating", _nearest)] if last else named


def _holder(table: Table, tied: list[str]) -> list[str]:
    if not known(table.blackbeard):
        raise Undetermined
    return [seat for seat in tied if seat == table.blackbeard]


def _most_markers(table: Table, tied: list[str]) -> list[str]:
    among = table.seats if table.terms.markers_compared == "all-players" else tied
    most = max(held_markers(table, seat) for seat in among)
    return [seat for seat in tied if held_markers(table, seat) == most]


def _holds(marker: str) -> Criterion:
    def stay(table: Table, tied: list[str]) -> list[str]:
        return [seat for seat in tied if table.markers[marker] == seat]

    return stay


def _most_cards(table: Table, tied: list[str]) -> list[str]:
    if any(table.players[seat].untold for seat in tied):
        raise Undetermined
    most = max(len(table.players[seat].actions) for seat in tied)
    return [seat for seat in tied if len(table.players[seat].actions) == most]


def _nearest(table: Table, tied: list[str]) -> list[str]:
    """Closest in clockwise order from the tile holder, who comes first."""
    if not known(table.blackbeard) or not table.blackbeard:
        raise Undetermined
    order = clockwise_from(table.seats, table.blackbeard)
    return [next(seat for seat in order if seat in tied)]
