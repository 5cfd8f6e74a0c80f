"""Tallies and their markers, reputation marks, and victory points: what changes at once with a number."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.reckoning.formulas import capped, leaders, tally, welcome
from engine.games.winds_of_plunder.scoring import may_have_completed
from engine.games.winds_of_plunder.state import ANY_PORT, AREA_PORTS, MARKERS, TALLY_OF, Gain, Player, Table
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def score(table: Table, player: Player, points: int, gain: Gain) -> None:
    """Add (or subtract) victory points, and record the reason; the track starts at zero."""
    player.scored.append((gain, points))
    total = player.vp + points
    below = is_known(total) and total < 0 and table.terms.vp_floor == "floor-zero-no-ceiling"
    player.vp = 0 if below else total


def change(table: Table, seat: str, item: str, steps: int, *, actor: str = "") -> None:
    """Change a tally, and move its marker accordingly."""
    name = TALLY_OF[item]
    holder = table.markers[name]
    set_tally(table, table.players[seat], name, steps)
    settle_marker(table, name, actor or seat)
    if is_known(steps) and steps > 0 and is_known(holder) and holder == seat:
        # The player with the most who gains more keeps the marker, whatever the others have.
        table.markers[name] = holder


def set_tally(table: Table, player: Player, name: str, steps: int) -> None:
    """Change a tally, between zero and its top."""
    value = tally(player, name) + steps
    setattr(player, name, max(0, capped(table, value)) if is_known(value) else UNKNOWN)


def settle_marker(table: Table, name: str, actor: str) -> None:
    """Give a marker to the player who now has the most, or take it from a holder who has fallen behind."""
    try:
        ahead, holder = leaders(table, name), table.markers[name]
        if first := alone_ahead(table, name, ahead):
            # The only player ahead has the marker now, regardless of its former holder.
            _passes(table, name, first)
        elif holder == "":
            return
        elif holder not in ahead:
            _lost(table, name, ahead, actor)
        elif table.terms.marker_at_zero == "marker-returned" and tally(table.players[holder], name) == 0:
            _passes(table, name, "")
    except Undetermined:
        table.markers[name] = UNKNOWN


def alone_ahead(table: Table, name: str, ahead: list[str]) -> str:
    """Return the seat that alone has the most of something, and has any of it; "" if several are level."""
    return ahead[0] if len(ahead) == 1 and tally(table.players[ahead[0]], name) > 0 else ""


def in_doubt(table: Table, *players: Player) -> None:
    """Mark the scores and tallies of these players as unknown."""
    for player in players:
        player.vp = player.weapons = player.crew = player.provisions = UNKNOWN
    for name in MARKERS:
        settle_marker(table, name, "")


def _passes(table: Table, name: str, to: str) -> None:
    """A marker changes hands, or to none; record its last holder."""
    holder = table.markers[name]
    if not is_known(holder) or holder != to:
        table.passed[name] = holder if is_known(holder) else ""
    table.markers[name] = to


def _lost(table: Table, name: str, ahead: list[str], actor: str) -> None:
    """The holder has fallen below several others, who are level."""
    reading = table.terms.tied_ahead
    if actor in ahead and table.terms.two_ahead_at_once == "active-player-first":
        _passes(table, name, actor)
    elif reading != "loser-keeps":
        _passes(table, name, "")
        if reading == "blackbeard-decides":
            says = "Blackbeard's choice of who takes the marker"
            table.owed.append(Owed(e.GiveMarker, "WP-ADV-06", says, where=(("marker", name),)))


def marker_given(table: Table, event: e.GiveMarker) -> None:
    """Blackbeard has chosen between those tied ahead."""
    name = event.marker
    if table.owed and table.owed[-1].is_settled_by(event):
        name = str(dict(table.owed.pop().where)["marker"])
    if is_known(name):
        table.markers[name] = event.to


def mark(table: Table, player: Player, port: str) -> None:
    """Put a cube on a port, and score the area if it is the third there."""
    player.marks.add(port)
    player.doubtful.discard(port)
    try:
        area_completed(table, player, table.content.port(port).area)
    except Undetermined:
        player.vp = UNKNOWN


def area_completed(table: Table, player: Player, area: int) -> None:
    """Score an area if it is certain that it is complete, and which players completed it before."""
    done = table.completed.get(area, []) if is_known(area) else []
    if player.seat in done or not may_have_completed(table, player, area):
        return
    unsure = any(may_have_completed(table, p, area) for s, p in table.players.items() if s not in {*done, player.seat})
    if sum(table.content.port(port).area == area for port in player.marks) < AREA_PORTS:
        raise Undetermined
    bonuses, earlier = table.content.reputation_bonus, len(done)
    table.completed.setdefault(area, []).append(player.seat)
    if unsure:
        raise Undetermined
    score(table, player, bonuses[earlier] if earlier < len(bonuses) else 0, Gain.AREA)


def gains_reputation(table: Table, seat: str) -> bool:
    """Return whether an arriving ship has earned its mark in the port."""
    player, turn = table.players[seat], table.turn
    then = turn.weapons_then if turn is not None and table.terms.reputation_weapons == "counts-on-arrival" else {}
    if not player.doubtful.isdisjoint({player.port, ANY_PORT}):
        raise Undetermined
    return player.port not in player.marks and welcome(table, seat, then)


def gain_mark(table: Table, player: Player) -> None:
    """Mark the ship's port with a cube from the reserve. Without a cube, the reading decides."""
    reading, port = table.terms.no_cube_for_mark, player.port
    if player.reserve > 0:
        player.reserve -= 1
        mark(table, player, port)
    elif reading == "use-a-wind-cube" and player.wind > 0:
        player.wind -= 1
        mark(table, player, port)
    elif reading == "take-on-next-opportunity":
        player.mark_due = port
    if table.turn is not None and port in player.marks:
        table.turn.marked = port


def mark_in_doubt(table: Table, player: Player) -> None:
    """It is unknown whether a ship makes its mark, so cubes and perhaps the score are uncertain."""
    table.unapplied.append(f"whether {player.seat} marks the port could not be computed")
    player.reserve = UNKNOWN
    player.wind = UNKNOWN if table.terms.no_cube_for_mark == "use-a-wind-cube" else player.wind
    if not is_known(player.port):
        player.doubtful.add(ANY_PORT)
        player.vp = UNKNOWN
        return
    player.doubtful.add(player.port)
    area = table.content.port(player.port).area
    if may_have_completed(table, player, area) and (
        not is_known(area) or player.seat not in table.completed.get(area, [])
    ):
        player.vp = UNKNOWN


def mark_if_due(table: Table, player: Player) -> None:
    """A mark that waited for a cube is made as soon as there is one, while the ship is still there."""
    if not player.mark_due or not is_known(player.reserve) or player.reserve < 1:
        return
    due, player.mark_due = player.mark_due, ""
    if is_known(player.port) and player.port == due and due not in player.marks:
        player.reserve -= 1
        mark(table, player, due)
