"""What decides a battle: strengths, totals, and who has a say in which step."""

from __future__ import annotations

from typing import Any

from engine.games.windward.reckoning import has_crew, is_ship, owner
from engine.games.windward.reckoning.printed import crew_member
from engine.games.windward.state import ATTACK, CANNONS, DEFEND, GREY, HITS, RED, ROLL, STEPS, TOKEN, Battle, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, known

SHIP_STRENGTH = 2
BOAT_STRENGTH = 1
CRESTER_STRENGTH = {RED: 5, GREY: 1}
TOKEN_HITS = 2


def piece_of(battle: Battle, side: str) -> str:
    """The piece that fights on one side."""
    return battle.attacker if side == ATTACK else battle.defender


def side_of(battle: Battle, seat: str) -> str:
    """On which side a player fights; "" on none."""
    return next((side for side in (ATTACK, DEFEND) if owner(piece_of(battle, side)) == seat), "")


def base_strength(table: Table, battle: Battle, side: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """The strength of one side, cannons not counted."""
    piece = piece_of(battle, side)
    seat = owner(piece)
    if not seat:
        return CRESTER_STRENGTH[piece]
    added = "strength_attacking" if is_ship(piece) and side == ATTACK else "" if is_ship(piece) else "strength_rowing"
    base = SHIP_STRENGTH if is_ship(piece) else BOAT_STRENGTH
    return base + (_crew_strength(table, seat, added) if added else 0)


def _crew_strength(table: Table, seat: str, what: str) -> Any:  # noqa: ANN401 - as above
    helper = {"strength_attacking": "sergeant", "strength_rowing": "harpooner"}[what]
    try:
        return getattr(crew_member(table, helper), what) if has_crew(table.players[seat], helper) else 0
    except Undetermined:
        return UNKNOWN


def total(table: Table, battle: Battle, side: str) -> Any:  # noqa: ANN401 - as above
    """All hits of one side: dice, cards, tokens, and a Marine against a Red."""
    return battle.rolled.get(side, UNKNOWN) + battle.added[side] + _marine(table, battle, side)


def _marine(table: Table, battle: Battle, side: str) -> Any:  # noqa: ANN401 - as above
    piece, other = piece_of(battle, side), piece_of(battle, DEFEND if side == ATTACK else ATTACK)
    if not is_ship(piece) or other != RED:
        return 0
    try:
        return crew_member(table, "marine").hits if has_crew(table.players[piece], "marine") else 0
    except Undetermined:
        return UNKNOWN


def hits_of(table: Table, card: str) -> Any:  # noqa: ANN401 - as above
    """How many hits a card adds; 0: it is none for battle."""
    if not known(card):
        return UNKNOWN
    piece = table.content.card(card)
    return piece.amount if not known(piece.effect) or piece.effect == "hits" else 0


def pends(table: Table, battle: Battle, step: tuple[str, str]) -> bool:
    """Say whether a step is to be waited for: each roll, and what a player could or might add."""
    what, side = step
    piece = piece_of(battle, side)
    seat = owner(piece)
    if what == ROLL:
        return True
    if not seat:
        return False
    player = table.players[seat]
    if what == CANNONS:
        return is_ship(piece) and not (known(player.cannons) and player.cannons <= 0)
    tokens = player.cargo[TOKEN]
    if not known(tokens) or tokens or player.hand_untold:
        return True
    # Of cards that not all have seen, play waits whatever they are: else it would tell the others what is hidden.
    hidden = len(player.hand) > len(player.seen)
    return hidden or any(not known(hits := hits_of(table, card)) or hits > 0 for card in player.seen)


def dice_of(table: Table, battle: Battle, side: str) -> Any:  # noqa: ANN401 - as above
    """How many dice one side rolls: as many as its strength; by one reading no more than there are."""
    strength = battle.strength[side]
    if table.terms.many_dice == "roll-in-batches" or not known(strength):
        return strength
    return min(strength, table.content.counts["dice"])


def order_of_battle(battle: Battle) -> tuple[str, str]:
    """The step that a battle has come to, and its side."""
    return STEPS[min(battle.step, len(STEPS) - 1)]


def decider(table: Table, battle: Battle) -> str:
    """Who has to act in the step that a battle has come to."""
    if battle.step >= len(STEPS):
        return table.turn.seat if table.turn is not None else ""
    what, side = STEPS[battle.step]
    seat = owner(piece_of(battle, side))
    return seat if seat and what in {CANNONS, HITS} else (table.turn.seat if table.turn is not None else seat)


def engaged(battle: Battle) -> str:
    """Which player fights against a Crester; "" where two players fight."""
    seats = [owner(battle.attacker), owner(battle.defender)]
    return "" if all(seats) else next(filter(None, seats), "")
