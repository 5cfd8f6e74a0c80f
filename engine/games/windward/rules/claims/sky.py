"""The case of a wrong claim about moving, terrain, and picking up."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import POCKET
from engine.games.windward.events import STEPS, LiftBoat, PickUp, PlayCard, Row, Run, Sail
from engine.games.windward.reckoning import gas_slots, is_ship, lowered, lying, mine, ships_on, sure_planet
from engine.games.windward.reckoning.meeting import lies_there, of_another_layer
from engine.games.windward.reckoning.sailing import IN_OR_OUT, ROUND_THE_PLANET, direction_of, gone_by, sure_wind
from engine.games.windward.rules.claims.order import last_of, more
from engine.games.windward.state import GAS, GREY, SPEED, Player, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING
from engine.kernel.unknown import is_known


class OfSky(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    ROWED_FREE = "longboat speed after a space before the wind"
    CHARGED_DOWNWIND = "speed after a free space before the wind"
    PASSED_FREE = "speed after a way in or out of port, or around the planet, as if it were free"
    MORE_THAN_FOUR = "more speed than there is to begin with"
    MISCOUNTED = "speed after a ship has sailed"
    PAID_BACK = "speed after a battle that sent somebody back"
    FUEL = "speed after Fuel was played"
    ELSEWHERE = "where a ship has come to"
    NOT_FOUGHT = "no battle where a ship has come to an enemy"
    ANOTHER_LAYER = "a battle of pieces on two layers"
    THINGS_FOUGHT = "a battle about things that lie there"
    LEFT_TOGETHER = "enemies of one layer on one space"
    GAS_TAKEN = "gas that was taken, or left, where slots are few"
    POCKETS = "gas in a pocket from which it was taken"
    LIFTED_TOGETHER = "a Grey that was lifted with the longboat that towed it"


# Facts of one player


def rowing(table: Table, player: Player, claim: Claim) -> OfSky | None:
    """Judge longboat speed after a space before the wind, and after a battle that sent a longboat back."""
    off, last = more(claim, player.rowing), last_of(table, player)
    if off == 1 and isinstance(last, Row) and is_known(last.boat):
        turn = mine(table, player.seat)
        back = turn.previous.get(f"{player.seat}.{last.boat}", "") if turn is not None else ""
        return OfSky.ROWED_FREE if direction_of(table, back, last.to) == sure_wind(table) else None
    return OfSky.PAID_BACK if off and _battle_over(table) else None


def _battle_over(table: Table) -> bool:
    """Return whether a battle has just ended in the turn of a player who is still to act."""
    return isinstance(table.last, STEPS) and table.battle is None


def place(table: Table, player: Player, claim: Claim) -> OfSky | None:
    """Judge a ship's place: with an enemy of its layer, or not where it has come to."""
    if is_known(claim.value) and claim.value in table.reds:
        return OfSky.LEFT_TOGETHER
    if any(claim.value == at for at in (one.at for one in table.players.values() if one is not player) if at != PORT):
        return OfSky.LEFT_TOGETHER
    return OfSky.ELSEWHERE if isinstance(last_of(table, player), Sail | Run) and table.battle is None else None


def crester(table: Table, player: Player, claim: Claim) -> OfSky | None:
    """Judge the hold after a longboat with a Grey in tow was lifted."""
    lifted = isinstance(last_of(table, player), LiftBoat) and claim.value == GREY
    return OfSky.LIFTED_TOGETHER if lifted else None


def gas(table: Table, player: Player, claim: Claim) -> OfSky | None:
    """Judge gas taken from a space, if there are slots for the claimed amount."""
    last = last_of(table, player)
    fits = isinstance(claim.value, int) and claim.value <= gas_slots(table, player)
    return OfSky.GAS_TAKEN if fits and isinstance(last, PickUp) and last.item == GAS else None


SEAT = {"rowing": rowing, "place": place, "crester": crester, "gas": gas}


# Facts of the table


def speed(table: Table, claim: Claim) -> OfSky | None:
    """Judge speed by the last event."""
    turn = table.turn
    if turn is None or not isinstance(claim.value, int):
        return None
    off, last = claim.value - (turn.granted - turn.spent), table.last
    if isinstance(last, Sail | Run):
        return _sailed(table, turn, last, off)
    if _battle_over(table):
        return OfSky.PAID_BACK
    if isinstance(last, PlayCard) and last.card in table.content.cards and _is_fuel(table, last):
        return OfSky.FUEL
    return OfSky.MORE_THAN_FOUR if off > 0 and turn.granted == SPEED else None


def _is_fuel(table: Table, played: PlayCard) -> bool:
    effect = table.content.card(played.card).effect
    return is_known(effect) and effect == "speed"


def _sailed(table: Table, turn: Turn, last: Sail | Run, off: int) -> OfSky:
    """Judge speed after a sail or a run."""
    gone = gone_by(table, last, turn.previous.get(last.by, "")) if isinstance(last, Sail) else None
    if off < 0 and (gone is None or not gone.speed):
        return OfSky.CHARGED_DOWNWIND
    passed = gone is not None and gone.way in {IN_OR_OUT, ROUND_THE_PLANET} and off == gone.speed
    return OfSky.PASSED_FREE if passed else OfSky.MISCOUNTED


def battle(table: Table, claim: Claim) -> OfSky | None:
    """Judge a battle that must be fought, or cannot be."""
    fight, last = table.battle, table.last
    if fight is not None:
        return OfSky.NOT_FOUGHT if is_ship(fight.attacker) and not fight.rolled and claim.value == NOTHING else None
    if not isinstance(last, Sail | Run | Row) or last.to != claim.value:
        return None
    if of_another_layer(table, str(claim.value), by_boat=isinstance(last, Row)):
        return OfSky.ANOTHER_LAYER
    return OfSky.THINGS_FOUGHT if lies_there(table, str(claim.value)) else None


def reds(table: Table, claim: Claim) -> OfSky | None:
    """Judge Reds on the space of a ship."""
    listed = [space for space in str(claim.value).split() if space not in table.reds]
    return OfSky.LEFT_TOGETHER if any(ships_on(table, space) for space in listed) else None


def items(table: Table, claim: Claim) -> OfSky | None:
    """Judge things on spaces: gas back in its pocket, a Grey gone with its boat."""
    listed, last = str(claim.value).split(), table.last
    if isinstance(last, PickUp) and last.item == GAS and not _free_slots(table, table.players[last.by]):
        return OfSky.GAS_TAKEN
    pockets = (space for space in sure_planet(table).showing(POCKET))
    if any(listed.count(f"{space}.{GAS}") > lying(table, space, GAS) for space in pockets):
        return OfSky.POCKETS
    if not isinstance(last, LiftBoat):
        return None
    at = table.players[last.by].at
    return OfSky.LIFTED_TOGETHER if listed.count(f"{at}.{GREY}") < lying(table, at, GREY) else None


def _free_slots(table: Table, player: Player) -> int:
    return lowered(gas_slots(table, player), player.gas)  # type: ignore[no-any-return] # a number, where it is known


TABLE = {"speed": speed, "battle": battle, "reds": reds, "items": items}
