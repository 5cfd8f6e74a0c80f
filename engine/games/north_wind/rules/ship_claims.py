"""Which rule of wrecks, fog, battles, cargo and crew settles a wrong claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.content.pieces import BRIG, CREW, HOLD, HOLD_OF_A_KIND
from engine.games.north_wind.reckoning import has_crew
from engine.games.north_wind.rules.battle import miscounted
from engine.games.north_wind.rules.trade_claims import off
from engine.games.north_wind.state import CAPTAIN, CAPTAIN_GOLD, TREASURE, Player, Table, Turn
from engine.kernel.events import Claim

NONE = "none"


def _last(table: Table, player: Player) -> tuple[Turn | None, str]:
    """The turn, and what this player did last in it; "" where somebody else acted since."""
    turn = table.turn
    return turn, (turn.last if turn is not None and turn.last_by == player.seat else "")


def _beaten(turn: Turn | None, last: str) -> bool:
    """Say whether this player has just lost a battle, be it without a roll."""
    return turn is not None and last in {"shots", "event"} and turn.battle == "lost"


# Facts of one player


def gold(table: Table, player: Player, claim: Claim) -> str:
    """Tell of gold from wreck and fog, the pirate's price, and what a Bookkeeper brings."""
    turn, last = _last(table, player)
    more = off(claim, player.gold)
    if turn is None or not last:
        return ""
    if _beaten(turn, last):
        return "NW-BATTLE-08" if more < 0 else ""
    if last in {"shots", "event", "gold", "leave"}:
        return _gold_of_fog(turn, more)
    if last in {"wreck", "pay"}:
        return {"wreck": "NW-WRECK-01", "pay": "NW-FOG-04"}[last]
    return _bookkeeping(turn, player, last, more)


def _gold_of_fog(turn: Turn, more: int) -> str:
    if turn.reward == CAPTAIN:
        return "NW-BATTLE-05" if more > 0 else ""
    if turn.reward == CAPTAIN_GOLD:
        return "NW-BATTLE-06"
    return "NW-FOG-02" if turn.reward == TREASURE or not turn.fought else ""


def _bookkeeping(turn: Turn, player: Player, last: str, more: int) -> str:
    """A coin that was forgotten, paid for the second unit, without a Bookkeeper, or for what is no sale."""
    if last == "task":
        return "NW-CREW-10" if more == 1 and has_crew(player, "bookkeeper") else ""
    rule = {"sell": "NW-CREW-05", "exchange": "NW-CREW-06"}.get(last, "")
    return rule if more == 1 or (more == -1 and turn.moved.get("extra")) else ""


def brig(table: Table, player: Player, claim: Claim) -> str:
    """Tell of captains: won, refused for a full brig, or gone without a task."""
    turn, last = _last(table, player)
    more = off(claim, player.brig)
    if last == "task" or not more:
        return ""
    if turn is not None and last in {"shots", "captain", "leave"} and (rule := _prize(turn)):
        return rule
    if more < 0:
        return "NW-BATTLE-08" if _beaten(turn, last) else "NW-BRIG-03"
    return "NW-BRIG-01" if isinstance(claim.value, int) and claim.value > BRIG else "NW-BRIG-02"


def _prize(turn: Turn) -> str:
    return {CAPTAIN: "NW-BATTLE-05", CAPTAIN_GOLD: "NW-BATTLE-06"}.get(turn.reward, "")


def cannons(table: Table, player: Player, claim: Claim) -> str:
    """Tell of cannons after a battle."""
    _, last = _last(table, player)
    return "NW-BATTLE-09" if last in {"fight", "shots"} and off(claim, player.cannons) < 0 else ""


def kept(value: Callable[[Player], int]) -> Callable[[Table, Player, Claim], str]:
    """Tell of what a defeat does not cost."""

    def told(table: Table, player: Player, claim: Claim) -> str:
        beaten = _beaten(*_last(table, player))
        return "NW-BATTLE-08" if beaten and off(claim, value(player)) < 0 else ""

    return told


def hold(table: Table, player: Player, claim: Claim) -> str:
    """Tell of all that is aboard: more than there is room for, lost in a battle, thrown out, or another's."""
    listed = [goods for goods in str(claim.value).split() if goods != NONE]
    return _stowed(table, player, max(map(listed.count, listed), default=0), len(listed) - sum(player.hold.values()))


def commodity(goods: str) -> Callable[[Table, Player, Claim], str]:
    """Tell of one commodity aboard."""

    def told(table: Table, player: Player, claim: Claim) -> str:
        more = off(claim, player.hold[goods])
        return _stowed(table, player, player.hold[goods] + more, more) if more else ""

    return told


def _stowed(table: Table, player: Player, of_a_kind: int, more: int) -> str:
    turn, last = _last(table, player)
    if of_a_kind > HOLD_OF_A_KIND:
        return "NW-HOLD-02"
    if more > 0 and sum(player.hold.values()) + more > HOLD:
        return "NW-HOLD-01"
    if more < 0 and _beaten(turn, last):
        return "NW-BATTLE-08"
    if last == "overboard":
        return "NW-HOLD-03"
    # What came into the hold of somebody else.
    return "NW-HOLD-05" if turn is not None and not last and turn.last == "overboard" else ""


def crew(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the crew: who has changed places, is there twice, or is one too many."""
    turn, last = _last(table, player)
    listed = [role for role in str(claim.value).split() if role != NONE]
    if len(listed) > CREW:
        return "NW-CREW-03"
    if len(set(listed)) < len(listed):
        return "NW-CREW-01"
    if len(listed) < len(player.crew):
        return "NW-BATTLE-08" if _beaten(turn, last) else ""
    return "NW-CREW-02" if len(listed) == len(player.crew) and last != "equip" else ""


def crew_aboard(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the number of crew members."""
    if isinstance(claim.value, int) and claim.value > CREW:
        return "NW-CREW-03"
    return kept(lambda one: len(one.crew))(table, player, claim)


# Facts of the table


def actions(table: Table, _: Claim) -> str:
    """Tell of what counts as an action."""
    last = table.turn.last if table.turn is not None else ""
    return {"wreck": "NW-WRECK-02", "task": "NW-DEST-02"}.get(last, "")


def strength(table: Table, _: Claim) -> str:
    """Tell of the pirate's strength, or that there is none."""
    turn = table.turn
    if turn is None or turn.last not in {"event", "fight", "pay", "shots"}:
        return ""
    return "NW-FOG-03" if turn.strength else "NW-FOG-02"


def hits(table: Table, claim: Claim) -> str:
    """Tell of the hits in the battle just fought."""
    turn = table.turn
    if turn is None or turn.last != "shots" or not isinstance(claim.value, int):
        return ""
    return miscounted(turn.moved.get("faces", ()), claim.value)


def battle(table: Table, _: Claim) -> str:
    """Tell of victory and defeat."""
    turn = table.turn
    if turn is None:
        return ""
    return {"shots": "NW-BATTLE-04", "event": "NW-FOG-06"}.get(turn.last, "") if turn.battle else ""


def supply(_: Table, claim: Claim) -> str:
    """Tell of a supply that is overdrawn."""
    return "NW-HOLD-06" if isinstance(claim.value, int) and claim.value < 0 else ""


def captains(table: Table, _: Claim) -> str:
    """Tell of the captains in the supply after a battle."""
    turn = table.turn
    return _prize(turn) if turn is not None and turn.last == "shots" else ""


SEAT: Mapping[str, Callable[[Table, Player, Claim], str]] = {
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
TABLE: Mapping[str, Callable[[Table, Claim], str]] = {
    "actions": actions,
    "strength": strength,
    "hits": hits,
    "battle": battle,
    "supply": supply,
    "captains": captains,
}
