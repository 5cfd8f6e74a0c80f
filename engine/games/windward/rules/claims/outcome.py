"""The case of a wrong claim about the outcome of a battle, or the loss of a ship."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.windward.content import PORT
from engine.games.windward.reckoning import is_ship, owner
from engine.games.windward.reckoning.aftermath import BEATEN, DRAWN, SHIP_LOST, SURVIVED
from engine.games.windward.rules.claims.battle import OfBattle, spent_kept
from engine.games.windward.rules.claims.order import more
from engine.games.windward.state import GREY, RED, Outcome, Player, Table
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING

OfSeat = Callable[[Table, Player, Outcome, Claim], OfBattle | None]
OfTable = Callable[[Table, Outcome, Claim], OfBattle | None]


# Facts of one player


def _place(_: Table, player: Player, end: Outcome, claim: Claim) -> OfBattle | None:
    seat, battle = player.seat, end.battle
    if end.how == SHIP_LOST and end.loser == seat:
        return OfBattle.NOT_IN_PORT
    if battle is None or seat not in {battle.attacker, battle.defender}:
        return None
    if end.how in {DRAWN, SURVIVED} and seat == battle.attacker and battle.back == PORT:
        return OfBattle.BACK_TO_PORT
    if end.how == SURVIVED and seat == end.loser and claim.value == PORT:
        return OfBattle.SUNK
    by_how = {SURVIVED: OfBattle.SENT_BACK, SHIP_LOST: OfBattle.WINNER_LEFT, BEATEN: OfBattle.WINNER_MOVED}
    return by_how.get(end.how, OfBattle.TIED)


def _morale(_: Table, player: Player, end: Outcome, claim: Claim) -> OfBattle | None:
    if end.loser == player.seat:
        lost = OfBattle.BELOW_ONE if claim.value == 0 else OfBattle.FROM_ONE
        return lost if end.how == SHIP_LOST else OfBattle.MARGIN
    if end.battle is None or player.seat not in {end.battle.attacker, end.battle.defender}:
        return None
    return OfBattle.TIED if end.how == DRAWN else OfBattle.OUTCOME_TURNED


def _tokens(table: Table, player: Player, end: Outcome, claim: Claim) -> OfBattle | None:
    if end.how == DRAWN:
        return OfBattle.TIED_TOKENS
    if end.how == BEATEN:
        return OfBattle.BOAT_CONSOLED if "." in end.loser else None
    off = more(claim, player.cargo["token"])
    if end.how == SURVIVED:
        return OfBattle.CONSOLED if end.loser == player.seat else _anyhow(table, player, end, claim)
    if end.loser == player.seat and (off == -1 or (off == 1 and _by_ship(end))):
        return OfBattle.UNCONSOLED
    return _cargo(table, player, end, claim)


def _cargo(table: Table, player: Player, end: Outcome, claim: Claim) -> OfBattle | None:
    """Judge the content of a hold: teeth, and tokens except those that a battle itself brings."""
    if end.how != SHIP_LOST:
        return _anyhow(table, player, end, claim)
    if end.loser == player.seat:
        return OfBattle.KEPT if _by_ship(end) else OfBattle.NOT_DROPPED
    return OfBattle.LOOTED if end.winner == player.seat else None


def _anyhow(_: Table, player: Player, end: Outcome, __: Claim) -> OfBattle | None:
    """Judge cargo that changed hands in the claim, though no ship was lost."""
    if player.seat not in _players(end) or end.how not in {SURVIVED, DRAWN}:
        return None
    return OfBattle.LOOTED_ANYHOW if end.how == SURVIVED else OfBattle.TIED


def _crester(table: Table, player: Player, end: Outcome, claim: Claim) -> OfBattle | None:
    if end.how == BEATEN and player.seat == owner(end.winner):
        return {RED: OfBattle.RED_LEFT, GREY: OfBattle.GREY_LEFT}.get(end.loser)
    if end.how != SHIP_LOST:
        return _anyhow(table, player, end, claim)
    if not _by_ship(end):
        return OfBattle.NOT_DROPPED if player.seat == end.loser else None
    return OfBattle.TWO_CRESTERS if end.full else OfBattle.CRESTER_LEFT


def _stores(_: Table, player: Player, end: Outcome, __: Claim) -> OfBattle | None:
    """Judge gas, cannons and cards, which are not lost with a ship."""
    if end.how != SHIP_LOST or player.seat not in {end.loser, end.winner}:
        return None
    return OfBattle.STORES_LOST if player.seat == end.loser else OfBattle.STORES_TAKEN


def _boat(_: Table, player: Player, end: Outcome, claim: Claim) -> OfBattle | None:
    piece = f"{player.seat}.{claim.fact[-1]}"
    if end.how == SHIP_LOST and end.loser == player.seat:
        return OfBattle.BOATS_RECALLED
    if end.battle is None or piece not in {end.battle.attacker, end.battle.defender}:
        return None
    if end.how != BEATEN:
        return OfBattle.TIED
    return OfBattle.BOAT_KEPT if piece == end.loser else OfBattle.BOAT_MOVED


def _players(end: Outcome) -> set[str]:
    """Return the players whose ships or longboats were in a battle."""
    return {owner(end.battle.attacker), owner(end.battle.defender)} if end.battle is not None else {end.loser}


def _by_ship(end: Outcome) -> bool:
    """Return whether a ship was lost to another."""
    return is_ship(end.winner)


def _of_seat(tell: OfSeat, spends: str = "") -> Callable[[Table, Player, Claim], OfBattle | None]:
    """Make a function that judges a battle just over, after what its player has spent."""

    def asked(table: Table, player: Player, claim: Claim) -> OfBattle | None:
        if spends and spent_kept(table, player, claim):
            return OfBattle.SPENT_KEPT
        return tell(table, player, table.outcome, claim) if table.outcome is not None else None

    return asked


_STORES = {name: _of_seat(_stores) for name in ("gas", "cards", "hand")}
# Used before the functions about cards, and after those about the sky.
FIRST = {name: _STORES[name] for name in ("cards", "hand")}
SEAT = {
    "place": _of_seat(_place),
    "morale": _of_seat(_morale),
    "tokens": _of_seat(_tokens, "tokens"),
    "teeth.red": _of_seat(_cargo),
    "teeth.grey": _of_seat(_cargo),
    "crester": _of_seat(_crester),
    "gas": _STORES["gas"],
    "cannons": _of_seat(_stores, "cannons"),
    "boat.1": _of_seat(_boat),
    "boat.2": _of_seat(_boat),
}


# Facts of the table


def _reds(table: Table, end: Outcome, claim: Claim) -> OfBattle | None:
    battle, listed = end.battle, _listed(claim)
    if battle is None or RED not in {battle.attacker, battle.defender}:
        return None
    if end.loser == RED:
        return OfBattle.RED_LEFT if battle.space in listed else None
    if len(listed) < len(table.reds):
        return OfBattle.OUTCOME_TURNED
    by_how = {DRAWN: OfBattle.TIED, SURVIVED: OfBattle.SENT_BACK, SHIP_LOST: OfBattle.WINNER_LEFT}
    return by_how.get(end.how)


def _greys(table: Table, claim: Claim) -> OfBattle | None:
    """Judge Greys, which nothing moves, with or without a battle."""
    end, listed = table.outcome, _listed(claim)
    if end is not None and end.battle is not None and end.loser == GREY:
        return OfBattle.GREY_LEFT if end.battle.space in listed else None
    if end is not None and end.winner == GREY and len(listed) < len(table.greys):
        return OfBattle.OUTCOME_TURNED
    there = {space for space, one in table.greys.items() if one.number}
    return OfBattle.GREY_MOVED if len(listed) == len(there) and set(listed) != there else None


def _items(_: Table, end: Outcome, claim: Claim) -> OfBattle | None:
    if end.how == BEATEN:
        kind = {RED: OfBattle.RED_LEFT, GREY: OfBattle.GREY_LEFT}.get(end.loser)
        named = end.battle is not None and f"{end.battle.space}.{end.loser}" in _listed(claim)
        return kind if end.loser == RED or not named else None
    if end.how == SHIP_LOST:
        if not _by_ship(end):
            return OfBattle.NOT_DROPPED
        return OfBattle.TWO_CRESTERS if end.full else OfBattle.CRESTER_LEFT
    return OfBattle.TIED if end.how == DRAWN else None


def _turn(table: Table, end: Outcome, claim: Claim) -> OfBattle | None:
    own = end.how == SHIP_LOST and table.turn is not None and table.turn.seat != end.loser
    return OfBattle.TURN_WENT_ON if own and claim.value == end.loser else None


def _listed(claim: Claim) -> list[str]:
    return [word for word in str(claim.value).split() if word != NOTHING]


def _of_table(tell: OfTable) -> Callable[[Table, Claim], OfBattle | None]:
    return lambda table, claim: tell(table, table.outcome, claim) if table.outcome is not None else None


TABLE = {"reds": _of_table(_reds), "greys": _greys, "items": _of_table(_items)}
# Used before the functions about turns.
LOST = {"turn": _of_table(_turn)}
