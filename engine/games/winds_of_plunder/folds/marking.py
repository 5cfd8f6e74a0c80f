"""Tallies and their markers, reputation marks, and victory points: what changes at once when a number does."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.reckoning import capped, leaders, tally
from engine.games.winds_of_plunder.state import MARKERS, TALLY_OF, Player, Table
from engine.kernel.flow import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, known

AREA_PORTS = 3


def score(table: Table, player: Player, points: int, source: str) -> None:
    """Add (or take) victory points, and keep in mind what for; the track starts at zero."""
    player.scored.append((source, points))
    total = player.vp + points
    below = known(total) and total < 0 and table.terms.vp_floor == "floor-zero-no-ceiling"
    player.vp = 0 if below else total


def change(table: Table, seat: str, item: str, steps: int, *, actor: str = "") -> None:
    """Move a tally and let its marker follow."""
    set_tally(table, table.players[seat], TALLY_OF[item], steps)
    settle_marker(table, TALLY_OF[item], actor or seat)


def set_tally(table: Table, player: Player, name: str, steps: int) -> None:
    """Move a tally, between zero and its top."""
    value = tally(player, name) + steps
    setattr(player, name, max(0, capped(table, value)) if known(value) else UNKNOWN)


def settle_marker(table: Table, name: str, actor: str) -> None:
    """Give a marker to whoever has the most now, or take it from a holder who has fallen behind."""
    try:
        ahead, holder = leaders(table, name), table.markers[name]
        most = tally(table.players[ahead[0]], name)
        if most > 0 and len(ahead) == 1:
            # Whoever is alone ahead has the marker now, whoever may have had it before.
            _passes(table, name, ahead[0])
        elif holder == "":
            return
        elif holder not in ahead:
            _lost(table, name, ahead, actor)
        elif most == 0 and table.terms.marker_at_zero == "marker-returned":
            _passes(table, name, "")
    except Undetermined:
        table.markers[name] = UNKNOWN


def in_doubt(table: Table, *players: Player) -> None:
    """Nobody wrote down what these players gained or lost."""
    for player in players:
        player.vp = player.weapons = player.crew = player.provisions = UNKNOWN
    for name in MARKERS:
        settle_marker(table, name, "")


def _passes(table: Table, name: str, to: str) -> None:
    """A marker changes hands, or none; who had it last is kept in mind."""
    holder = table.markers[name]
    if not known(holder) or holder != to:
        table.passed[name] = holder if known(holder) else ""
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
    if table.owed and table.owed[-1].settled_by(event):
        name = str(dict(table.owed.pop().where)["marker"])
    if known(name):
        table.markers[name] = event.to


def mark(table: Table, player: Player, port: str) -> None:
    """Put a cube on a port, and score the area if it is the third there."""
    player.marks.add(port)
    if len(player.marks) < AREA_PORTS:
        return
    try:
        area = table.content.port(port).area
        own = sum(table.content.port(p).area == area for p in player.marks)
    except Undetermined:
        player.vp = UNKNOWN
        return
    done = table.completed.setdefault(area, [])
    if own == AREA_PORTS and player.seat not in done:
        done.append(player.seat)
        bonuses = table.content.reputation_bonus
        score(table, player, bonuses[len(done) - 1] if len(done) <= len(bonuses) else 0, "reputation")


def gain_mark(table: Table, player: Player) -> None:
    """Mark the port a ship lies in with a cube from the reserve, or as the reading has it where there is none."""
    reading, port = table.terms.no_cube_for_mark, player.port
    if not known(player.reserve):
        # Nearly always there is a cube; only a bonus is more than we dare say.
        player.marks.add(port)
        player.vp = UNKNOWN if _may_complete(table, player) else player.vp
    elif player.reserve > 0:
        player.reserve -= 1
        mark(table, player, port)
    elif reading == "use-a-wind-cube" and (not known(player.wind) or player.wind > 0):
        player.wind -= 1
        mark(table, player, port)
    elif reading == "take-on-next-opportunity":
        player.mark_due = port
    if table.turn is not None and port in player.marks:
        table.turn.marked = port


def _may_complete(table: Table, player: Player) -> bool:
    """Say whether the port just marked can be the third of its area."""
    try:
        area = table.content.port(player.port).area
        return sum(table.content.port(p).area == area for p in player.marks) >= AREA_PORTS
    except Undetermined:
        return len(player.marks) >= AREA_PORTS


def mark_in_doubt(table: Table, player: Player) -> None:
    """Whether a ship has earned its mark cannot be reckoned: the reserve, and perhaps the score, are in doubt."""
    table.unapplied.append(f"whether {player.seat} gains reputation could not be reckoned")
    player.reserve = UNKNOWN
    player.vp = UNKNOWN if len(player.marks) >= AREA_PORTS - 1 else player.vp


def mark_if_due(table: Table, player: Player) -> None:
    """A mark that waited for a cube is made as soon as there is one, while the ship is still there."""
    if not player.mark_due or not known(player.reserve) or player.reserve < 1:
        return
    due, player.mark_due = player.mark_due, ""
    if known(player.port) and player.port == due and due not in player.marks:
        player.reserve -= 1
        mark(table, player, due)
