"""The case of a wrong claim during a battle: about enemies, strength, hits, or spent things."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.events import MoveRed, Row, Run, Sail
from engine.games.windward.reckoning import cargo_stock, gas_stock, is_ship
from engine.games.windward.reckoning.battle import OTHER, alone, last_battle, marine_hits, piece_of, side_of
from engine.games.windward.reckoning.telling_battles import last_told
from engine.games.windward.rules.claims.order import more
from engine.games.windward.state import ATTACK, TOKEN, Player, Table
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING
from engine.kernel.unknown import is_known


class OfBattle(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    SHIPS_MET = "a battle of ships where nobody has met, or none where a Red has come to a ship"
    BOATS_MET = "a battle of longboats where nobody has met, or none where they have"
    GREY_MOVED = "a Grey somewhere else"
    ROLES_SWAPPED = "the strength of one side as that of the other"
    CANNONS_ATTACKING = "the attacker's strength without the cannons spent"
    CANNONS_DEFENDING = "the defender's strength without the cannons spent"
    NO_SERGEANT = "the strength of an attacking ship without its Sergeant"
    NO_HARPOONER = "the strength of a longboat without its Harpooner"
    NO_MARINE = "hits against a Red without the Marine"
    TOKENS_MISCOUNTED = "hits of tokens"
    SPENT_KEPT = "cannons or tokens that were spent, as if they were still there"
    OUTCOME_TURNED = "an outcome as if the other side had won"
    TIED = "where somebody is, or what somebody has, after a tie"
    TIED_TOKENS = "tokens after a tie"
    MARGIN = "the morale of a ship that has lost"
    CONSOLED = "the tokens of a ship that has lost"
    SENT_BACK = "where a ship or a Red is after a battle that no ship was lost in"
    BACK_TO_PORT = "where a ship is that came out of port to its battle and was sent back"
    BOAT_KEPT = "where a longboat is that was beaten"
    BOAT_CONSOLED = "tokens after a longboat was beaten"
    BOAT_MOVED = "the place of a longboat that has won"
    GREY_LEFT = "a beaten Grey that is alive, in a hold, or gone"
    RED_LEFT = "a beaten Red that is alive, or not where it belongs"
    WINNER_MOVED = "where a ship is that has beaten a Red"
    LOOTED_ANYHOW = "cargo of a ship that was beaten, and not lost"
    WINNER_LEFT = "where the winner is after a ship was lost"
    SUNK = "a ship in port that has lost a battle, and not all its morale"
    BELOW_ONE = "a morale below 1"
    NOT_DROPPED = "cargo that a Crester, or want of supplies, has cost a ship"
    STORES_LOST = "fewer gas, cannons or cards after a ship was lost"
    CRESTER_LEFT = "the Crester of a ship that was lost to another"
    TWO_CRESTERS = "the Crester of a ship that was lost to one with a Crester of its own"
    LOOTED = "cargo of the winner after a ship was lost"
    STORES_TAKEN = "more gas, cannons or cards of the winner after a ship was lost"
    KEPT = "cargo that the winner has not chosen"
    FROM_ONE = "the morale of a ship that was lost"
    NOT_IN_PORT = "a lost ship that is not in port"
    UNCONSOLED = "the token of a player whose ship was lost"
    TURN_WENT_ON = "a turn as if it went on after its ship was lost"
    BOATS_RECALLED = "longboats aboard that were at sky when their ship was lost"


LYING = ("reds", "greys", "items", "turn")


def recounted(table: Table, claim: Claim) -> str:
    """Describe the battle that a wrong claim is about: its strengths and its hits."""
    about = is_known(claim.fact) and claim.fact.partition(".")[0] in {*table.seats, "strength", "hits", *LYING}
    return last_told(table) if about else ""


def spent_kept(table: Table, player: Player, claim: Claim) -> bool:
    """Return whether a claim says that a player still has what was spent in a battle."""
    battle = last_battle(table)
    side = side_of(battle, player.seat) if battle is not None else ""
    if battle is None or not side:
        return False
    force = battle.force[side]
    if claim.fact.endswith(".cannons"):
        return force.cannons > 0 and more(claim, player.cannons) == force.cannons
    return force.tokens > 0 and more(claim, player.cargo[TOKEN]) == force.tokens


# Facts of the table


def _battle(table: Table, claim: Claim) -> OfBattle | None:
    """Judge a claimed battle that has not begun, or the denial of one that has."""
    if table.battle is not None:
        met = OfBattle.SHIPS_MET if is_ship(table.battle.defender) else OfBattle.BOATS_MET
        return met if claim.value == NOTHING and not table.battle.rolled else None
    if not isinstance(table.last, Sail | Run | Row | MoveRed):
        return None
    return OfBattle.BOATS_MET if isinstance(table.last, Row) else OfBattle.SHIPS_MET


def _strength(table: Table, claim: Claim) -> OfBattle | None:
    battle, side = last_battle(table), claim.fact.partition(".")[2]
    if battle is None:
        return None
    piece, force = piece_of(battle, side), battle.force[side]
    off, other = more(claim, battle.strength[side]), battle.strength[OTHER[side]]
    if force.cannons and off == -force.cannons:
        return OfBattle.CANNONS_ATTACKING if side == ATTACK else OfBattle.CANNONS_DEFENDING
    crew = battle.strength[side] - force.cannons - alone(piece)
    if crew and off == -crew:
        return OfBattle.NO_SERGEANT if is_ship(piece) else OfBattle.NO_HARPOONER
    return OfBattle.ROLES_SWAPPED if off and claim.value == other else None


def _hits(table: Table, claim: Claim) -> OfBattle | None:
    battle, side = last_battle(table), claim.fact.partition(".")[2]
    if battle is None or side not in battle.rolled or not isinstance(claim.value, int):
        return None
    marine, tokens = marine_hits(table, battle, side), battle.force[side].tokens
    dice = battle.rolled[side] + battle.added[side]
    off = claim.value - dice - marine
    if marine and off == -marine:
        return OfBattle.NO_MARINE
    return OfBattle.TOKENS_MISCOUNTED if tokens and off in {-tokens, -2 * tokens} else None


def _stock(table: Table, claim: Claim) -> OfBattle | None:
    """Judge a stock to which something that was spent has not returned."""
    battle = last_battle(table)
    if battle is None:
        return None
    forces, of_gas = battle.force.values(), claim.fact == "stock.gas"
    spent = sum(force.cannons if of_gas else force.tokens for force in forces)
    there = gas_stock(table) if of_gas else cargo_stock(table, TOKEN)
    return OfBattle.SPENT_KEPT if spent and more(claim, there) == -spent else None


TABLE = {"battle": _battle, "stock.tokens": _stock, "stock.gas": _stock}
# Used after the functions that know the crew.
FORCES = {f"{what}.{side}": tell for side in OTHER for what, tell in (("strength", _strength), ("hits", _hits))}
