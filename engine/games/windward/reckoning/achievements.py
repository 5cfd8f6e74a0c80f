"""Achievements: whether a player has met a condition, and how much notoriety it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.windward.content.pieces import (
    BATTLE_TOTAL,
    BATTLE_WON,
    CREW_COUNT,
    LONGBOAT,
    SHIP,
    STORES,
    TERRITORIES,
    Achievement,
)
from engine.games.windward.reckoning import gas_slots, is_ship, owner, sure_planet
from engine.games.windward.reckoning.aftermath import OPEN
from engine.games.windward.reckoning.battle import side_of, side_of_piece, total
from engine.games.windward.reckoning.untold import perhaps_fought
from engine.games.windward.state import WHITE, Outcome, Player, Table, Turn
from engine.kernel.facts import require_known
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def met(table: Table, seat: str, card: str) -> bool:
    """Return whether a player meets a condition now; raises `Undetermined` if that is unknown."""
    piece = table.content.achievement(card)
    if not is_known(piece.check):
        raise Undetermined
    return MET[piece.check](table, table.players[seat], piece)


def _crew(_: Table, player: Player, piece: Achievement) -> bool:
    if len(player.crew) < piece.least and player.crew_untold:
        raise Undetermined
    return len(player.crew) >= piece.least


def _territories(table: Table, player: Player, piece: Achievement) -> bool:
    """Check the territories of the own turn, and of the rest that ends it."""
    turn = _turn_of(table, player)
    if turn is None:
        return False
    home = sure_planet(table).territory
    been = {home.get(space, 0) for space in turn.stood if is_known(space)} - {0}
    if len(been) < piece.least and not all(map(is_known, turn.stood)):
        raise Undetermined
    return len(been) >= piece.least


def _turn_of(table: Table, player: Player) -> Turn | None:
    """Return the turn of a player that is in progress, or just over."""
    now, before = table.turn, table.turn_before
    if now is not None and is_known(now.seat) and now.seat == player.seat:
        return now
    just_over = now is not None and now.idle and before is not None and is_known(before.seat)
    return before if just_over and before is not None and before.seat == player.seat else None


def _stores(table: Table, player: Player, piece: Achievement) -> bool:
    full = not piece.full or bool(require_known(player.gas) >= require_known(gas_slots(table, player)))
    return full and bool(require_known(player.morale) >= piece.least)


def _battle_total(table: Table, player: Player, piece: Achievement) -> bool:
    won = _won(table, player)
    if won is None or won.battle is None or _kind(won.winner) != piece.piece:
        return False
    return bool(require_known(total(table, won.battle, side_of_piece(won.battle, won.winner))) >= piece.least)


def _battle_won(table: Table, player: Player, piece: Achievement) -> bool:
    won = _won(table, player)
    if won is None or won.battle is None or _kind(won.winner) != piece.piece or _kind(won.loser) != piece.against:
        return False
    force = won.battle.force[side_of_piece(won.battle, won.winner)]
    return not piece.unaided or not (require_known(force.cannons) or force.cards or require_known(force.tokens))


def _won(table: Table, player: Player) -> Outcome | None:
    """Return the outcome of the battle that this player has just won."""
    end = table.outcome
    if end is None and perhaps_fought(table):
        raise Undetermined
    if end is None or end.battle is None or not side_of(end.battle, player.seat):
        return None
    if end.how == OPEN:
        raise Undetermined
    return end if owner(end.winner) == player.seat else None


def _kind(piece: str) -> str:
    """Return the kind of a piece in battle: a ship, a longboat, or a kind of Crester."""
    if is_ship(piece):
        return SHIP
    if piece == WHITE:
        return "white"
    return LONGBOAT if owner(piece) else piece


MET: Mapping[str, Callable[[Table, Player, Achievement], bool]] = {
    CREW_COUNT: _crew,
    TERRITORIES: _territories,
    STORES: _stores,
    BATTLE_TOTAL: _battle_total,
    BATTLE_WON: _battle_won,
}


def scored_by(table: Table, card: str) -> list[str]:
    """List the players who have scored a card."""
    return [seat for seat, player in table.players.items() if card in player.achieved]


def untold(table: Table) -> bool:
    """Return whether some scored cards are unknown."""
    return any(player.achieved_untold for player in table.players.values())


def covered(table: Table) -> Any:  # noqa: ANN401 - names, or UNKNOWN
    """Return the cards whose higher number is covered by a token."""
    twofold = [card for card in table.goals if is_known(card) and scored_by(table, card)]
    lows = [table.content.achievement(card).low for card in twofold]
    if untold(table) or not all(map(is_known, lows)):
        return UNKNOWN
    return [card for card, low in zip(twofold, lows, strict=True) if low]


def worth(table: Table, card: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return the current notoriety of a card: the highest number that is not covered."""
    piece = table.content.achievement(card)
    if is_known(piece.low) and not piece.low:
        return piece.high
    before = set(scored_by(table, card)) - set(shared_with(table, card))
    if not before and untold(table):
        return UNKNOWN
    return piece.low if before else piece.high


def shared_with(table: Table, card: str) -> tuple[str, ...]:
    """Return the players who scored the card just before and share its number under a reading."""
    last = getattr(table.last, "card", "")
    return table.together if table.terms.goals_together == "share-high" and is_known(last) and last == card else ()
