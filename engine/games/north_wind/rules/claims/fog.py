"""The case of a wrong claim about wrecks, fog and battles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content.pieces import BRIG
from engine.games.north_wind.reckoning import has_crew
from engine.games.north_wind.reckoning.battle import DOUBLE
from engine.games.north_wind.rules.claims.trade import last_act, off
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.state import CAPTAIN, CAPTAIN_GOLD, TREASURE, Player, Table, Turn
from engine.kernel.events import Claim

PRIZES = {CAPTAIN: Wrong.CAPTAIN_MISTAKEN, CAPTAIN_GOLD: Wrong.CAPTAIN_GOLD_MISTAKEN}


def just_beaten(turn: Turn | None, last: str) -> bool:
    """Return whether this player has just lost a battle, even without a roll."""
    return turn is not None and last in {"shots", "event"} and turn.battle == "lost"


# Facts of one player


def gold(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge gold from wreck and fog, the pirate's price, and the Bookkeeper's gold."""
    turn, last = last_act(table, player)
    more = off(claim, player.gold)
    if turn is None or not last:
        return None
    if just_beaten(turn, last):
        return Wrong.LOST_IN_DEFEAT if more < 0 else None
    if last in {"shots", "event", "gold", "leave"}:
        return _gold_of_fog(turn, more)
    if last in {"wreck", "pay"}:
        return Wrong.WRECK_GOLD if last == "wreck" else Wrong.PIRATE_PRICE
    return _bookkeeping(turn, player, last, more)


def _gold_of_fog(turn: Turn, more: int) -> Wrong | None:
    if turn.reward == CAPTAIN:
        return Wrong.CAPTAIN_MISTAKEN if more > 0 else None
    if turn.reward == CAPTAIN_GOLD:
        return Wrong.CAPTAIN_GOLD_MISTAKEN
    return Wrong.TREASURE_MISTAKEN if turn.reward == TREASURE or not turn.fought else None


def _bookkeeping(turn: Turn, player: Player, last: str, more: int) -> Wrong | None:
    """Judge the Bookkeeper's coin: forgotten, paid for the second unit, without a Bookkeeper, or for no sale."""
    if last == "task":
        return Wrong.DELIVERY_BOOKKEPT if more == 1 and has_crew(player, "bookkeeper") else None
    about = {"sell": Wrong.SALE_BOOKKEPT, "exchange": Wrong.EXCHANGE_BOOKKEPT}.get(last)
    return about if more == 1 or (more == -1 and turn.moved.get("extra")) else None


def brig(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge captains: won, refused for a full brig, or gone without a task."""
    turn, last = last_act(table, player)
    more = off(claim, player.brig)
    if last == "task" or not more:
        return None
    if turn is not None and last in {"shots", "captain", "leave"} and (prize := PRIZES.get(turn.reward)):
        return prize
    if more < 0:
        return Wrong.LOST_IN_DEFEAT if just_beaten(turn, last) else Wrong.CAPTAIN_GONE
    return Wrong.CAPTAINS_TOO_MANY if isinstance(claim.value, int) and claim.value > BRIG else Wrong.CAPTAIN_UNWON


def cannons(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge cannons after a battle."""
    return Wrong.CANNON_USED_UP if off(claim, player.cannons) < 0 and used_up_in_battle(table, player) else None


def used_up_in_battle(table: Table, player: Player) -> bool:
    """Return whether a missing cannon has just been in a battle."""
    _, last = last_act(table, player)
    return last in {"fight", "shots"}


# Facts of the table


def strength(table: Table, _: Claim) -> Wrong | None:
    """Judge the pirate's strength, or its absence."""
    turn = table.turn
    if turn is None or turn.last not in {"event", "fight", "pay", "shots"}:
        return None
    return Wrong.STRENGTH_MISTAKEN if turn.strength else Wrong.TREASURE_MISTAKEN


def hits(table: Table, claim: Claim) -> Wrong | None:
    """Judge the hits in the last battle."""
    turn = table.turn
    if turn is None or turn.last != "shots" or not isinstance(claim.value, int):
        return None
    return miscounted(turn.moved.get("faces", ()), claim.value)


def miscounted(faces: tuple[str, ...], claimed: int) -> Wrong:
    """Judge a wrong number of hits: a blue double pip counted differently may explain it."""
    silver, doubles = faces.count("silver"), faces.count("blue_double")
    explained = doubles and silver <= claimed <= silver + DOUBLE * doubles
    return Wrong.DOUBLES_MISCOUNTED if explained else Wrong.HITS_MISCOUNTED


def battle(table: Table, _: Claim) -> Wrong | None:
    """Judge victory and defeat."""
    turn = table.turn
    if turn is None or not turn.battle:
        return None
    return {"shots": Wrong.BATTLE_MISTAKEN, "event": Wrong.LOST_AT_ONCE}.get(turn.last)


def captains(table: Table, _: Claim) -> Wrong | None:
    """Judge the captains in the supply after a battle."""
    turn = table.turn
    return PRIZES.get(turn.reward) if turn is not None and turn.last == "shots" else None


SEAT: Mapping[str, Callable[[Table, Player, Claim], Wrong | None]] = {"gold": gold, "brig": brig, "cannons": cannons}
TABLE: Mapping[str, Callable[[Table, Claim], Wrong | None]] = {
    "strength": strength,
    "hits": hits,
    "battle": battle,
    "captains": captains,
}
