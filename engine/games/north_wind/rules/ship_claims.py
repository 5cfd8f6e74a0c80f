"""What a wrong claim about wrecks, fog, battles, cargo and crew may be about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.content.pieces import BRIG, CREW, HOLD, HOLD_OF_A_KIND
from engine.games.north_wind.reckoning import DOUBLE, has_crew
from engine.games.north_wind.rules.trade_claims import off
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.state import CAPTAIN, CAPTAIN_GOLD, TREASURE, Player, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING

PRIZES = {CAPTAIN: Wrong.CAPTAIN_MISTAKEN, CAPTAIN_GOLD: Wrong.CAPTAIN_GOLD_MISTAKEN}


def _last(table: Table, player: Player) -> tuple[Turn | None, str]:
    """The turn, and what this player did last in it; "" where somebody else acted since."""
    turn = table.turn
    return turn, (turn.last if turn is not None and turn.last_by == player.seat else "")


def _beaten(turn: Turn | None, last: str) -> bool:
    """Say whether this player has just lost a battle, be it without a roll."""
    return turn is not None and last in {"shots", "event"} and turn.battle == "lost"


# Facts of one player


def gold(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Tell of gold from wreck and fog, the pirate's price, and what a Bookkeeper brings."""
    turn, last = _last(table, player)
    more = off(claim, player.gold)
    if turn is None or not last:
        return None
    if _beaten(turn, last):
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
    """A coin that was forgotten, paid for the second unit, without a Bookkeeper, or for what is no sale."""
    if last == "task":
        return Wrong.DELIVERY_BOOKKEPT if more == 1 and has_crew(player, "bookkeeper") else None
    about = {"sell": Wrong.SALE_BOOKKEPT, "exchange": Wrong.EXCHANGE_BOOKKEPT}.get(last)
    return about if more == 1 or (more == -1 and turn.moved.get("extra")) else None


def brig(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Tell of captains: won, refused for a full brig, or gone without a task."""
    turn, last = _last(table, player)
    more = off(claim, player.brig)
    if last == "task" or not more:
        return None
    if turn is not None and last in {"shots", "captain", "leave"} and (prize := PRIZES.get(turn.reward)):
        return prize
    if more < 0:
        return Wrong.LOST_IN_DEFEAT if _beaten(turn, last) else Wrong.CAPTAIN_GONE
    return Wrong.CAPTAINS_TOO_MANY if isinstance(claim.value, int) and claim.value > BRIG else Wrong.CAPTAIN_UNWON


def cannons(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Tell of cannons after a battle."""
    return Wrong.CANNON_USED_UP if off(claim, player.cannons) < 0 and used_up_in_battle(table, player) else None


def used_up_in_battle(table: Table, player: Player) -> bool:
    """Say whether a cannon that is missing has been in a battle just now."""
    _, last = _last(table, player)
    return last in {"fight", "shots"}


def kept(value: Callable[[Player], int]) -> Callable[[Table, Player, Claim], Wrong | None]:
    """Tell of what a defeat does not cost."""

    def told(table: Table, player: Player, claim: Claim) -> Wrong | None:
        beaten = _beaten(*_last(table, player))
        return Wrong.LOST_IN_DEFEAT if beaten and off(claim, value(player)) < 0 else None

    return told


def hold(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Tell of all that is aboard: more than there is room for, lost in a battle, thrown out, or another's."""
    listed = [goods for goods in str(claim.value).split() if goods != NOTHING]
    return _stowed(table, player, max(map(listed.count, listed), default=0), len(listed) - sum(player.hold.values()))


def commodity(goods: str) -> Callable[[Table, Player, Claim], Wrong | None]:
    """Tell of one commodity aboard."""

    def told(table: Table, player: Player, claim: Claim) -> Wrong | None:
        more = off(claim, player.hold[goods])
        return _stowed(table, player, player.hold[goods] + more, more) if more else None

    return told


def _stowed(table: Table, player: Player, of_a_kind: int, more: int) -> Wrong | None:
    turn, last = _last(table, player)
    if of_a_kind > HOLD_OF_A_KIND:
        return Wrong.KIND_TOO_FULL
    if more > 0 and sum(player.hold.values()) + more > HOLD:
        return Wrong.HOLD_TOO_FULL
    if more < 0 and _beaten(turn, last):
        return Wrong.LOST_IN_DEFEAT
    if last == "overboard":
        return Wrong.OVERBOARD_KEPT
    # What came into the hold of somebody else.
    return Wrong.OVERBOARD_TAKEN if turn is not None and not last and turn.last == "overboard" else None


def crew(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Tell of the crew: who has changed places, is there twice, or is one too many."""
    turn, last = _last(table, player)
    listed = [role for role in str(claim.value).split() if role != NOTHING]
    if overfull(len(listed)):
        return Wrong.CREW_OVERFULL
    if len(set(listed)) < len(listed):
        return Wrong.ROLE_TWICE
    if len(listed) < len(player.crew):
        return Wrong.LOST_IN_DEFEAT if _beaten(turn, last) else None
    return Wrong.CREW_CHANGED if len(listed) == len(player.crew) and last != "equip" else None


def overfull(number: int) -> bool:
    """Say whether so many crew members are more than a ship has slots to use."""
    return number > CREW


def crew_aboard(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Tell of the number of crew members."""
    if isinstance(claim.value, int) and overfull(claim.value):
        return Wrong.CREW_OVERFULL
    return kept(lambda one: len(one.crew))(table, player, claim)


# Facts of the table


def strength(table: Table, _: Claim) -> Wrong | None:
    """Tell of the pirate's strength, or that there is none."""
    turn = table.turn
    if turn is None or turn.last not in {"event", "fight", "pay", "shots"}:
        return None
    return Wrong.STRENGTH_MISTAKEN if turn.strength else Wrong.TREASURE_MISTAKEN


def hits(table: Table, claim: Claim) -> Wrong | None:
    """Tell of the hits in the battle just fought."""
    turn = table.turn
    if turn is None or turn.last != "shots" or not isinstance(claim.value, int):
        return None
    return miscounted(turn.moved.get("faces", ()), claim.value)


def miscounted(faces: tuple[str, ...], told: int) -> Wrong:
    """Tell of a wrong number of hits: a blue double pip counted otherwise may explain it."""
    silver, doubles = faces.count("silver"), faces.count("blue_double")
    explained = doubles and silver <= told <= silver + DOUBLE * doubles
    return Wrong.DOUBLES_MISCOUNTED if explained else Wrong.HITS_MISCOUNTED


def battle(table: Table, _: Claim) -> Wrong | None:
    """Tell of victory and defeat."""
    turn = table.turn
    if turn is None or not turn.battle:
        return None
    return {"shots": Wrong.BATTLE_MISTAKEN, "event": Wrong.LOST_AT_ONCE}.get(turn.last)


def supply(_: Table, claim: Claim) -> Wrong | None:
    """Tell of a supply that is overdrawn."""
    return Wrong.SUPPLY_OVERDRAWN if isinstance(claim.value, int) and claim.value < 0 else None


def captains(table: Table, _: Claim) -> Wrong | None:
    """Tell of the captains in the supply after a battle."""
    turn = table.turn
    return PRIZES.get(turn.reward) if turn is not None and turn.last == "shots" else None


SEAT: Mapping[str, Callable[[Table, Player, Claim], Wrong | None]] = {
    "gold": gold,
    "brig": brig,
    "cannons": cannons,
    "sail": kept(lambda player: player.sail),
    "letters": kept(lambda player: player.letters),
    "hold": hold,
    **{goods: commodity(goods) for goods in COMMODITIES},
    "crew": crew,
    "crew.aboard": crew_aboard,
}
TABLE: Mapping[str, Callable[[Table, Claim], Wrong | None]] = {
    "strength": strength,
    "hits": hits,
    "battle": battle,
    "supply": supply,
    "captains": captains,
}
