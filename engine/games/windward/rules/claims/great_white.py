"""The case of a wrong claim about the Great White Crester."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.content import PORT
from engine.games.windward.events import MoveWhite
from engine.games.windward.reckoning.battle import last_battle, piece_of
from engine.games.windward.rules.claims.order import more
from engine.games.windward.state import WHITE, Player, Table
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING


class OfWhite(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    PARKED = "the White on the planet, or gone, before it was awakened"
    STRENGTH = "the strength of the White"
    MET = "no battle where a ship has come to the White"
    NOT_ATTACKED = "no battle where the White has come to a ship"
    WORTH = "notoriety after the White was beaten"
    GONE = "the White somewhere after it was beaten"
    NIGHT_TOO_SOON = "the notoriety of a night that the White has not yet let pass"


def _white(table: Table, _: Claim) -> OfWhite | None:
    if not table.terms.white_at:
        return None
    if not table.white_awake:
        return OfWhite.PARKED
    return OfWhite.GONE if table.white_beaten else None


def _strength(table: Table, claim: Claim) -> OfWhite | None:
    battle = last_battle(table)
    side = claim.fact.partition(".")[2]
    fights = table.terms.white_at and battle is not None and piece_of(battle, side) == WHITE
    return OfWhite.STRENGTH if fights else None


def _battle(table: Table, claim: Claim) -> OfWhite | None:
    battle = table.battle if table.terms.white_at else None
    if battle is None or claim.value != NOTHING or WHITE not in {battle.attacker, battle.defender}:
        return None
    return OfWhite.NOT_ATTACKED if isinstance(table.last, MoveWhite) else OfWhite.MET


def _notoriety(table: Table, player: Player, claim: Claim) -> OfWhite | None:
    if not table.terms.white_at:
        return None
    end, off = table.outcome, more(claim, player.notoriety)
    if end is not None and end.loser == WHITE and end.winner == player.seat:
        return OfWhite.WORTH
    turn = table.turn
    waits = bool(table.owed) and table.owed[-1].what is MoveWhite
    waits = waits or (table.battle is not None and table.battle.attacker == WHITE)
    if off == 1 and waits and turn is not None and turn.seat == player.seat:
        return OfWhite.NIGHT_TOO_SOON
    lost = end is not None and end.winner == WHITE and end.loser == player.seat and player.at == PORT
    return OfWhite.NIGHT_TOO_SOON if off == 1 and lost else None


SEAT = {"notoriety": _notoriety}
TABLE = {"white": _white, "battle": _battle, "strength.attack": _strength, "strength.defend": _strength}
