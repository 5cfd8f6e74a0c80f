"""Battles: strengths, totals, and which player acts in which step."""

from __future__ import annotations

from typing import Any

from engine.games.windward.reckoning import following, has_crew, is_ship, owner, preceding
from engine.games.windward.reckoning.printed import crew_member
from engine.games.windward.state import (
    ATTACK,
    CANNONS,
    DEFEND,
    GREY,
    HITS,
    RED,
    ROLL,
    STEPS,
    TOKEN,
    WHITE,
    Battle,
    Table,
)
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

SHIP_STRENGTH = 2
BOAT_STRENGTH = 1
CRESTER_STRENGTH = {RED: 5, GREY: 1, WHITE: 8}
TOKEN_HITS = 2
OTHER = {ATTACK: DEFEND, DEFEND: ATTACK}


def piece_of(battle: Battle, side: str) -> str:
    """Return the piece that fights on one side."""
    return battle.attacker if side == ATTACK else battle.defender


def last_battle(table: Table) -> Battle | None:
    """Return the current battle, or the one that has just ended."""
    outcome = table.outcome
    return table.battle or (outcome.battle if outcome is not None else None)


def side_of(battle: Battle, seat: str) -> str:
    """Return the side of a player; "" for none."""
    return next((side for side in (ATTACK, DEFEND) if owner(piece_of(battle, side)) == seat), "")


def side_of_piece(battle: Battle, piece: str) -> str:
    """Return the side of a piece."""
    return ATTACK if battle.attacker == piece else DEFEND


def base_strength(table: Table, battle: Battle, side: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return the strength of one side, without cannons."""
    piece = piece_of(battle, side)
    seat = owner(piece)
    if not seat:
        return UNKNOWN if perhaps_more_reds(table, battle) else alone(piece) * battle.number
    added = "strength_attacking" if is_ship(piece) and side == ATTACK else "" if is_ship(piece) else "strength_rowing"
    return alone(piece) + (_crew_strength(table, seat, added) if added else 0)


def perhaps_more_reds(table: Table, battle: Battle) -> bool:
    """Return whether more Reds may fight as one than the log shows."""
    turn = table.turn
    return table.terms.reds_hunt and battle.attacker == RED and turn is not None and turn.red_unseen


def alone(piece: str) -> int:
    """Return the strength of a piece without crew and cannons."""
    return CRESTER_STRENGTH.get(piece, SHIP_STRENGTH if is_ship(piece) else BOAT_STRENGTH)


def _crew_strength(table: Table, seat: str, what: str) -> Any:  # noqa: ANN401 - as above
    helper = {"strength_attacking": "sergeant", "strength_rowing": "harpooner"}[what]
    try:
        return getattr(crew_member(table, helper), what) if has_crew(table.players[seat], helper) else 0
    except Undetermined:
        return UNKNOWN


def total(table: Table, battle: Battle, side: str) -> Any:  # noqa: ANN401 - as above
    """Return all hits of one side: dice, cards, tokens, and a Marine against a Red."""
    return battle.rolled.get(side, UNKNOWN) + battle.added[side] + marine_hits(table, battle, side)


def marine_hits(table: Table, battle: Battle, side: str) -> Any:  # noqa: ANN401 - as above
    """Return the hits that a Marine adds: against a Red only; under a reading against the White as well."""
    piece, other = piece_of(battle, side), piece_of(battle, OTHER[side])
    helps = {RED, WHITE} if table.terms.marine_and_white == "all-higher" else {RED}
    if not is_ship(piece) or other not in helps:
        return 0
    try:
        times = battle.number if table.terms.two_marine == "per-red" else 1
        return times * crew_member(table, "marine").hits if has_crew(table.players[piece], "marine") else 0
    except Undetermined:
        return UNKNOWN


def hits_of(table: Table, card: str) -> Any:  # noqa: ANN401 - as above
    """Return how many hits a card adds; 0: it is none for battle."""
    if not is_known(card):
        return UNKNOWN
    piece = table.content.card(card)
    return piece.amount if not is_known(piece.effect) or piece.effect == "hits" else 0


def pends(table: Table, battle: Battle, step: tuple[str, str]) -> bool:
    """Return whether play waits for a step: each roll, and what a player could or might add."""
    what, side = step
    piece = piece_of(battle, side)
    seat = owner(piece)
    if what == ROLL:
        return True
    if not seat:
        return False
    player = table.players[seat]
    if what == CANNONS:
        return is_ship(piece) and not (is_known(player.cannons) and player.cannons <= 0)
    tokens = player.cargo[TOKEN]
    if not is_known(tokens) or tokens or player.hand_untold:
        return True
    # With cards that not all players have seen, play always waits. Otherwise it would reveal what is hidden.
    hidden = len(player.hand) > len(player.seen)
    return hidden or any(not is_known(hits := hits_of(table, card)) or hits > 0 for card in player.seen)


def idle_pass(table: Table, seat: str) -> bool:
    """Return whether a pass answers no question: there is nothing to add, or it was said, or comes later."""
    battle = last_battle(table)
    if battle is None:
        return False
    side = side_of(battle, seat)
    if table.battle is None or not side:
        return bool(side) or seat == roller(table, battle)
    own = [place for place, (what, whose) in enumerate(STEPS) if whose == side and what != ROLL]
    ahead = [place for place in own if place >= battle.step]
    if battle.step in own or battle.step - 1 in own:
        return battle.step not in own
    return len(ahead) == len(own) or not any(pends(table, battle, STEPS[place]) for place in ahead)


def dice_of(table: Table, battle: Battle, side: str) -> Any:  # noqa: ANN401 - as above
    """Return how many dice one side rolls: as many as its strength; under one reading no more than there are."""
    strength = battle.strength[side]
    if table.terms.many_dice == "roll-in-batches" or not is_known(strength):
        return strength
    return min(strength, table.content.counts["dice"])


def order_of_battle(battle: Battle) -> tuple[str, str]:
    """Return the current step of a battle, and its side."""
    return STEPS[min(battle.step, len(STEPS) - 1)]


def decider(table: Table, battle: Battle) -> str:
    """Return the player who acts in the current step of a battle."""
    if battle.step >= len(STEPS):
        return table.turn.seat if table.turn is not None else ""
    what, side = STEPS[battle.step]
    seat = owner(piece_of(battle, side))
    return seat if seat and what in {CANNONS, HITS} else (table.turn.seat if table.turn is not None else seat)


def engaged(battle: Battle) -> str:
    """Return the player who fights against a Crester; "" if two players fight."""
    seats = [owner(battle.attacker), owner(battle.defender)]
    return "" if all(seats) else next(filter(None, seats), "")


def roller(table: Table, battle: Battle) -> str:
    """Return the player who rolls for the Crester: to the right or left of the one in battle; "" for none."""
    seat = engaged(battle)
    if not seat:
        return ""
    return preceding(table, seat) if table.terms.roller == "right" else following(table, seat)


def rewarded(table: Table, battle: Battle) -> list[str]:
    """List the players who take a +2 Hits token after a tie: those in the battle, if the edition has one for them."""
    players = [seat for seat in (owner(battle.attacker), owner(battle.defender)) if seat]
    if not owner(battle.attacker) and not (
        table.terms.tie_tokens == "always" and table.terms.tie_by_crester == "player-gets-one"
    ):
        return []
    by_crester = owner(battle.attacker) and not owner(battle.defender)
    rolled_too = by_crester and table.terms.tie_with_crester == "roller-too"
    return [*players, roller(table, battle)] if rolled_too else players
