"""The case of a wrong claim about marks, their cubes or completed areas."""

from __future__ import annotations

from engine.games.winds_of_plunder.reckoning.formulas import others_in, welcome
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.state import Gain, Player, Table, Turn
from engine.kernel.events import Claim


def marks(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the claimed marks by a port too many, or else by one too few. Boarding was checked before."""
    words = [word for word in str(claim.value).split() if word != "none"]
    if len(words) != len(set(words)):
        return Wrong.TWICE
    extra, missing = sorted(set(words) - player.marks), sorted(player.marks - set(words))
    return _marked_too_much(table, player, extra[0]) if extra else _left_out(table, player, missing[0])


def _arrival(table: Table, player: Player) -> Turn | None:
    """Return the turn in which this player has sailed, while it lasts."""
    turn = table.turn
    return turn if turn is not None and turn.seat == player.seat and turn.sailed else None


def _marked_too_much(table: Table, player: Player, port: str) -> Wrong:
    turn = _arrival(table, player)
    if turn is None and table.round <= 1 and player.seat not in table.acted:
        return Wrong.HOME_AT_FIRST if port == player.port else Wrong.GAINED_AT_FIRST
    if turn is None or port != player.port:
        return Wrong.NOT_SAILED_TO
    return Wrong.FROM_THE_RESERVE if welcome(table, player.seat, {}) else Wrong.BY_WEAPONS


def _left_out(table: Table, player: Player, port: str) -> Wrong | None:
    """Judge a missing mark: of this arrival, or made earlier."""
    turn = _arrival(table, player)
    if turn is None or turn.marked != port:
        return Wrong.EARNED if port == player.port else None
    others = others_in(table, player.seat, port)
    if not others:
        return Wrong.ALONE_THERE
    level = any(table.players[other].weapons == player.weapons for other in others)
    return Wrong.BY_WEAPONS if level else Wrong.EARNED


def cubes(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge cubes: a mark takes one from the reserve, and a port marked before costs none."""
    turn = _arrival(table, player)
    if turn is None or turn.arriving or not isinstance(claim.value, int):
        return None
    of_reserve = claim.fact.endswith(".reserve")
    off = claim.value - (player.reserve if of_reserve else player.wind)
    if turn.marked:
        return Wrong.FROM_THE_RESERVE if off == (1 if of_reserve else -1) else None
    return Wrong.TWICE if of_reserve and off == -1 and player.port in player.marks else None


def area(table: Table, claim: Claim) -> Wrong | None:
    """Judge the players in an area: their order, or else a player of another area."""
    here = int(claim.fact.partition(".")[2])
    done, claimed = table.completed.get(here, []), [seat for seat in str(claim.value).split() if seat != "none"]
    if sorted(done) == sorted(claimed):
        return Wrong.AREA_RANK
    strangers = set(claimed) - set(done)
    elsewhere = any(strangers & set(seats) for other, seats in table.completed.items() if other != here)
    return Wrong.OTHER_AREA if elsewhere else None


def bonus(table: Table, player: Player, off: int) -> Wrong:
    """Judge a score that is off by a bonus: forgotten, counted across areas, or of another rank."""
    due = next(points for gain, points in reversed(player.scored) if gain is Gain.AREA)
    bonuses, across = table.content.reputation_bonus, sum(len(seats) for seats in table.completed.values())
    if due + off in {0, 2 * due}:
        return Wrong.AREA_BONUS
    if across <= len(bonuses) and bonuses[across - 1] == due + off:
        return Wrong.OTHER_AREA
    return Wrong.AREA_RANK


def unearned(table: Table, player: Player, off: int) -> bool:
    """Return whether a score is too high by exactly the bonus of an area that is not complete yet."""
    turn = _arrival(table, player)
    if turn is None or not turn.marked or any(gain is Gain.AREA for gain, _ in player.scored):
        return False
    done = table.completed.get(table.content.port(turn.marked).area, [])
    bonuses = table.content.reputation_bonus
    return player.seat not in done and len(done) < len(bonuses) and off == bonuses[len(done)]
