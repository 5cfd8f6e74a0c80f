"""Reputation: which ports a player marks, with which cube, and what the third port of an area scores."""

from __future__ import annotations

from engine.games.winds_of_plunder.reckoning import others_in, welcome
from engine.games.winds_of_plunder.sources import ADVANTAGES, ARRIVAL, BOARD, REPUTATION, SETUP
from engine.games.winds_of_plunder.state import Player, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.rules import Chapter

chapter = Chapter("Reputation")
WHOSE_WEAPONS = ("WP-AMB-11", "WP-AMB-32", "WP-AMB-41")

chapter.by_flow(
    "WP-REP-01",
    says="A player gains reputation in a port only by sailing to it.",
    cite=(REPUTATION, ARRIVAL),
    rulings=("WP-AMB-12", "WP-AMB-13", *WHOSE_WEAPONS),
)
chapter.by_flow(
    "WP-REP-02", says="Nothing is gained in a port where the player has a Reputation marker already.", cite=REPUTATION
)
chapter.by_flow(
    "WP-REP-03",
    says="A port without any other ship is marked by the player who sails there.",
    cite=REPUTATION,
    rulings=("WP-AMB-41",),
)
chapter.by_flow(
    "WP-REP-04",
    says="Where other ships lie, the arriving player marks the port with at least as many Weapons as any of them.",
    cite=REPUTATION,
    rulings=WHOSE_WEAPONS,
)
chapter.by_flow(
    "WP-REP-05",
    says="The Reputation marker is a cube from the player's reserve.",
    cite=REPUTATION,
    rulings=("WP-AMB-12",),
)
chapter.permission("WP-REP-06", says="Several players may have Reputation markers in one port.", cite=REPUTATION)
chapter.by_flow(
    "WP-REP-07",
    says="A Reputation marker stays for the rest of the game.",
    cite=REPUTATION,
    rulings=("WP-AMB-12", "WP-AMB-13", *WHOSE_WEAPONS),
)
chapter.by_flow(
    "WP-REP-08",
    says="Whoever marks the third port of an area scores the bonus of that area, once.",
    cite=REPUTATION,
    reads=("ports", "reputation"),
)
chapter.by_flow(
    "WP-REP-09",
    says="The bonus is 7, 5, 3, 2 or 1 VP, in the order in which players complete the area.",
    cite=(REPUTATION, BOARD),
    reads=("ports", "reputation"),
)
chapter.by_flow(
    "WP-REP-10",
    says="Each area has an order of its own: who was first in another area does not matter.",
    cite=REPUTATION,
    reads=("ports", "reputation"),
)
chapter.by_flow(
    "WP-REP-11",
    says="Nobody marks the port where the ship starts before having sailed to it.",
    cite=(REPUTATION, SETUP),
    narrows=("WP-SETUP-13",),
    rulings=("WP-AMB-13",),
)
chapter.by_flow(
    "WP-REP-12",
    says="A port whose mark has been earned is marked without further ado while the reserve has a cube.",
    cite=(REPUTATION, ADVANTAGES),
    rulings=("WP-AMB-12", *WHOSE_WEAPONS),
)


# What a wrong claim about marks and cubes breaks


def marks_claimed(table: Table, player: Player, claim: Claim) -> str:
    """Judge the claimed marks by one port too many, or else by one too few (boarding has been looked at before)."""
    words = [word for word in str(claim.value).split() if word != "none"]
    if len(words) != len(set(words)):
        return "WP-REP-02"
    extra, missing = sorted(set(words) - player.marks), sorted(player.marks - set(words))
    return _marked_too_much(table, player, extra[0]) if extra else _left_out(table, player, missing[0])


def _arrival(table: Table, player: Player) -> Turn | None:
    """The turn in which this player has sailed, while it lasts."""
    turn = table.turn
    return turn if turn is not None and turn.seat == player.seat and turn.sailed else None


def _marked_too_much(table: Table, player: Player, port: str) -> str:
    turn = _arrival(table, player)
    if turn is None and table.round <= 1 and player.seat not in table.acted:
        return "WP-REP-11" if port == player.port else "WP-SETUP-13"
    if turn is None or port != player.port:
        return "WP-REP-01"
    return "WP-REP-05" if welcome(table, player.seat, {}) else "WP-REP-04"


def _left_out(table: Table, player: Player, port: str) -> str:
    turn = _arrival(table, player)
    if turn is None or turn.marked != port:
        return "WP-REP-12" if port == player.port else "WP-REP-07"
    others = others_in(table, player.seat, port)
    if not others:
        return "WP-REP-03"
    level = any(table.players[other].weapons == player.weapons for other in others)
    return "WP-REP-04" if level else "WP-REP-12"


def cubes_claimed(table: Table, player: Player, claim: Claim) -> str:
    """A mark comes out of the reserve, and there is none to pay for in a port marked before; "" where neither is it."""
    turn = _arrival(table, player)
    if turn is None or turn.arriving or not isinstance(claim.value, int):
        return ""
    of_reserve = claim.fact.endswith(".reserve")
    off = claim.value - (player.reserve if of_reserve else player.wind)
    if turn.marked:
        return "WP-REP-05" if off == (1 if of_reserve else -1) else ""
    return "WP-REP-02" if of_reserve and off == -1 and player.port in player.marks else ""


def area_claimed(table: Table, claim: Claim) -> str:
    """Judge who has completed an area: who does not belong there, or else in which order."""
    area = int(claim.fact.partition(".")[2])
    done, claimed = table.completed.get(area, []), [seat for seat in str(claim.value).split() if seat != "none"]
    if sorted(done) == sorted(claimed):
        return "WP-REP-09"
    strangers = set(claimed) - set(done)
    elsewhere = any(strangers & set(seats) for other, seats in table.completed.items() if other != area)
    return "WP-REP-10" if elsewhere else "WP-REP-08"


def bonus_claimed(table: Table, player: Player, off: int) -> str:
    """Judge a score that is off by a bonus: forgotten, counted across areas, or of another rank."""
    due = next(points for source, points in reversed(player.scored) if source == "reputation")
    bonuses, across = table.content.reputation_bonus, sum(len(seats) for seats in table.completed.values())
    if due + off in {0, 2 * due}:
        return "WP-REP-08"
    if across <= len(bonuses) and bonuses[across - 1] == due + off:
        return "WP-REP-10"
    return "WP-REP-09"


def unearned(table: Table, player: Player, off: int) -> bool:
    """Say whether a score is too high by just the bonus of an area that is not complete yet."""
    turn = _arrival(table, player)
    if turn is None or not turn.marked or any(source == "reputation" for source, _ in player.scored):
        return False
    done = table.completed.get(table.content.port(turn.marked).area, [])
    bonuses = table.content.reputation_bonus
    return player.seat not in done and len(done) < len(bonuses) and off == bonuses[len(done)]
