"""The case of a wrong claim about orders, purchases, processing and crew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from engine.games.windward.events import Buy, GiveOrder, Row
from engine.games.windward.reckoning import cannon_slots, gas_slots, has_crew, is_ship, owner
from engine.games.windward.reckoning.battle import piece_of, total
from engine.games.windward.reckoning.printed import crew_member
from engine.games.windward.state import ABOARD, ASIDE, ATTACK, DEFEND, RED, Player, Table
from engine.kernel.events import Claim, Event
from engine.kernel.facts import NOTHING


class Wrong(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    ORDERS_MISCOUNTED = "the orders given in a turn"
    MATES_STAYED = "orders given in a turn that has just begun"
    NOT_CARRIED_OUT = "what an order changes, as it was before"
    ROWERS_MISCOUNTED = "longboat speed after rowers were rested"
    SPEED_MISCOUNTED = "speed after more was ordered"
    SUPPLIES_ORDERED = "cards to take after they were ordered"
    MORALE_ORDERED = "morale after more was ordered"
    PROCESSED_TWICE = "more than one tooth for one order"
    TOOTH_MISTAKEN = "the hold after a Crester was processed"
    GAS_PROCESSED = "gas after a Crester was processed"
    GAS_ABOVE_SLOTS = "gas of a Crester for which there was no slot"
    PRICE_MISTAKEN = "gas after something was bought"
    RUM_MISTAKEN = "morale after rum was bought"
    NOTORIETY_BOUGHT = "notoriety after some was bought"
    SUPPLIES_BOUGHT = "cards to take after they were bought"
    GAS_OVERFULL = "more gas than gas slots"
    CANNONS_OVERFULL = "more cannons than cannon slots"
    CREW_GONE = "a crew without a member who was hired"
    NOT_HIRED = "the bonus of a crew member who is not aboard"
    PURSER = "slots or a hand limit with a Purser aboard"
    GAS_WORKER = "gas slots, or gas of a Crester, with a Gas Worker aboard"
    MARINE = "cannon slots or hits with a Marine aboard"
    SERGEANT = "cannon slots or strength with a Sergeant aboard"
    HARPOONER = "strength with a Harpooner aboard"
    COXSWAIN = "longboat speed with a Coxswain aboard"
    SECOND_BOAT = "the second longboat"


def more(claim: Claim, reckoned: int) -> int:
    """Return how much a claim exceeds the computed number; 0 if it states no number."""
    return claim.value - reckoned if isinstance(claim.value, int) else 0


def _ordered(last: Event | None, order: str) -> bool:
    return isinstance(last, GiveOrder) and last.order == order


def _bought(last: Event | None, service: str) -> bool:
    return isinstance(last, Buy) and last.service == service


def last_of(table: Table, player: Player) -> Event | None:
    """Return the last event, if it is this player's."""
    return table.last if getattr(table.last, "by", "") == player.seat else None


# Facts of one player


def morale(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge morale after an order or rum."""
    last = last_of(table, player)
    if _ordered(last, "morale"):
        return Wrong.NOT_CARRIED_OUT if claim.value == table.before["morale"] else Wrong.MORALE_ORDERED
    return Wrong.RUM_MISTAKEN if _bought(last, "rum") else None


def rowing(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge longboat speed: rested by an order, or gained by a Coxswain."""
    last = last_of(table, player)
    if _ordered(last, "row"):
        return Wrong.NOT_CARRIED_OUT if claim.value == table.before["rowing"] else Wrong.ROWERS_MISCOUNTED
    off = abs(more(claim, player.rowing))
    brought = off == crew_member(table, "coxswain").rowing and not isinstance(last, Row)
    return Wrong.COXSWAIN if brought and has_crew(player, "coxswain") else None


def gas(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge gas: paid, processed, or more than there is room for."""
    last = last_of(table, player)
    if isinstance(last, Buy):
        return Wrong.PRICE_MISTAKEN
    slots, off = gas_slots(table, player), more(claim, player.gas)
    if not _ordered(last, "process"):
        return Wrong.GAS_OVERFULL if player.gas + off > slots else None
    if player.gas + off > slots:
        return Wrong.GAS_ABOVE_SLOTS
    return Wrong.NOT_CARRIED_OUT if claim.value == table.before["gas"] else _worked(table, player, off)


def _worked(table: Table, player: Player, off: int) -> Wrong:
    """Return whether a Gas Worker was forgotten, or counted though not aboard."""
    if abs(off) != crew_member(table, "gas_worker").processing:
        return Wrong.GAS_PROCESSED
    if has_crew(player, "gas_worker"):
        return Wrong.GAS_WORKER if off < 0 else Wrong.GAS_PROCESSED
    return Wrong.NOT_HIRED if off > 0 else Wrong.GAS_PROCESSED


def cannons(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge cannons: filled by an order, and no more than there are slots."""
    if player.cannons + more(claim, player.cannons) > cannon_slots(table, player):
        return Wrong.CANNONS_OVERFULL
    if isinstance(last_of(table, player), Buy):
        return None
    kept = _ordered(last_of(table, player), "cannon") and claim.value == table.before["cannons"]
    return Wrong.NOT_CARRIED_OUT if kept else None


def notoriety(table: Table, player: Player, _: Claim) -> Wrong | None:
    """Judge notoriety that was bought."""
    return Wrong.NOTORIETY_BOUGHT if _bought(last_of(table, player), "notoriety") else None


def teeth(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge teeth after a Crester was processed: one, and of its colour."""
    if not _ordered(last_of(table, player), "process"):
        return None
    kind = {"teeth.red": "red-tooth", "teeth.grey": "grey-tooth"}[claim.fact.partition(".")[2]]
    had = table.players[player.seat].cargo[kind]
    return Wrong.PROCESSED_TWICE if more(claim, had) > 0 and had else Wrong.TOOTH_MISTAKEN


def crester(table: Table, player: Player, _: Claim) -> Wrong | None:
    """Judge the hold after a Crester was processed."""
    return Wrong.TOOTH_MISTAKEN if _ordered(last_of(table, player), "process") else None


def crew(_: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge a crew without a member who was hired."""
    listed = [name for name in str(claim.value).split() if name != NOTHING]
    return Wrong.CREW_GONE if any(name not in listed for name in player.crew) else None


def second_boat(_: Table, __: Player, claim: Claim) -> Wrong | None:
    """Judge the second longboat: it comes aboard with the crew member who needs it, and not before."""
    return Wrong.SECOND_BOAT if claim.value in {ASIDE, ABOARD} else None


def slots(helpers: Mapping[str, Wrong]) -> Callable[[Table, Player, Claim], Wrong | None]:
    """Make a function that judges slots or a limit, by the crew that add to them."""

    def told(_: Table, player: Player, __: Claim) -> Wrong | None:
        aboard = (wrong for name, wrong in helpers.items() if has_crew(player, name))
        return next(aboard, Wrong.NOT_HIRED)

    return told


SEAT: Mapping[str, Callable[[Table, Player, Claim], Wrong | None]] = {
    "morale": morale,
    "rowing": rowing,
    "gas": gas,
    "cannons": cannons,
    "notoriety": notoriety,
    "teeth.red": teeth,
    "teeth.grey": teeth,
    "crester": crester,
    "crew": crew,
    "boat.2": second_boat,
    "slots.gas": slots({"purser": Wrong.PURSER, "gas_worker": Wrong.GAS_WORKER}),
    "slots.cannons": slots({"marine": Wrong.MARINE, "sergeant": Wrong.SERGEANT}),
    "slots.cards": slots({"purser": Wrong.PURSER}),
}


# Facts of the table


def orders(table: Table, _: Claim) -> Wrong | None:
    """Judge the orders given: none stays from one turn to the next."""
    return Wrong.MATES_STAYED if table.rested else Wrong.ORDERS_MISCOUNTED


def speed(table: Table, _: Claim) -> Wrong | None:
    """Judge speed that was ordered."""
    return Wrong.SPEED_MISCOUNTED if _ordered(table.last, "speed") else None


def takes(table: Table, _: Claim) -> Wrong | None:
    """Judge cards that were ordered or bought."""
    if _ordered(table.last, "supplies"):
        return Wrong.SUPPLIES_ORDERED
    return Wrong.SUPPLIES_BOUGHT if _bought(table.last, "supplies") else None


def strength(table: Table, claim: Claim) -> Wrong | None:
    """Judge strength with a crew member aboard who adds to other battles only."""
    battle, side = table.battle, claim.fact.partition(".")[2]
    if battle is None or not owner(piece_of(battle, side)):
        return None
    piece, player = piece_of(battle, side), table.players[owner(piece_of(battle, side))]
    off = more(claim, battle.strength[side])
    no_attack = not is_ship(piece) or side == DEFEND
    if no_attack and off == crew_member(table, "sergeant").strength_attacking and has_crew(player, "sergeant"):
        return Wrong.SERGEANT
    adds = is_ship(piece) and off == crew_member(table, "harpooner").strength_rowing
    return Wrong.HARPOONER if adds and has_crew(player, "harpooner") else None


def hits(table: Table, claim: Claim) -> Wrong | None:
    """Judge hits with a Marine aboard in a battle without a Red."""
    battle, side = table.battle, claim.fact.partition(".")[2]
    if battle is None or not owner(piece_of(battle, side)):
        return None
    other = piece_of(battle, DEFEND if side == ATTACK else ATTACK)
    player = table.players[owner(piece_of(battle, side))]
    off = more(claim, total(table, battle, side)) if side in battle.rolled else 0
    adds = off == crew_member(table, "marine").hits and other != RED
    return Wrong.MARINE if adds and has_crew(player, "marine") else None


TABLE: Mapping[str, Callable[[Table, Claim], Wrong | None]] = {
    "orders": orders,
    "speed": speed,
    "takes": takes,
    "strength.attack": strength,
    "strength.defend": strength,
    "hits.attack": hits,
    "hits.defend": hits,
}
