"""The case of a wrong claim about cargo and crew."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.content.pieces import CREW, HOLD, HOLD_OF_A_KIND
from engine.games.north_wind.rules.claims.fog import just_beaten
from engine.games.north_wind.rules.claims.trade import last_act, off
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.state import Player, Table
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING

# Facts of one player


def kept(value: Callable[[Player], int]) -> Callable[[Table, Player, Claim], Wrong | None]:
    """Make a function that judges things that a defeat does not cost."""

    def told(table: Table, player: Player, claim: Claim) -> Wrong | None:
        lost = off(claim, value(player)) < 0 and just_beaten(*last_act(table, player))
        return Wrong.LOST_IN_DEFEAT if lost else None

    return told


def hold(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge everything aboard: more than there is room for, lost in a battle, thrown out, or another's."""
    listed = [goods for goods in str(claim.value).split() if goods != NOTHING]
    return _stowed(table, player, max(map(listed.count, listed), default=0), len(listed) - sum(player.hold.values()))


def commodity(goods: str) -> Callable[[Table, Player, Claim], Wrong | None]:
    """Make a function that judges one commodity aboard."""

    def told(table: Table, player: Player, claim: Claim) -> Wrong | None:
        more = off(claim, player.hold[goods])
        return _stowed(table, player, player.hold[goods] + more, more) if more else None

    return told


def _stowed(table: Table, player: Player, of_a_kind: int, more: int) -> Wrong | None:
    turn, last = last_act(table, player)
    if of_a_kind > HOLD_OF_A_KIND:
        return Wrong.KIND_TOO_FULL
    if more > 0 and sum(player.hold.values()) + more > HOLD:
        return Wrong.HOLD_TOO_FULL
    if more < 0 and just_beaten(turn, last):
        return Wrong.LOST_IN_DEFEAT
    if last == "overboard":
        return Wrong.OVERBOARD_KEPT
    # Goods that came into another player's hold.
    return Wrong.OVERBOARD_TAKEN if turn is not None and not last and turn.last == "overboard" else None


def crew(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the crew: a role that was replaced, is aboard twice, or is one too many."""
    turn, last = last_act(table, player)
    listed = [role for role in str(claim.value).split() if role != NOTHING]
    if overfull(len(listed)):
        return Wrong.CREW_OVERFULL
    if len(set(listed)) < len(listed):
        return Wrong.ROLE_TWICE
    if len(listed) < len(player.crew):
        return Wrong.LOST_IN_DEFEAT if just_beaten(turn, last) else None
    return Wrong.CREW_CHANGED if len(listed) == len(player.crew) and last != "equip" else None


def overfull(number: int) -> bool:
    """Return whether there are more crew members than slots."""
    return number > CREW


def crew_aboard(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the number of crew members."""
    if isinstance(claim.value, int) and overfull(claim.value):
        return Wrong.CREW_OVERFULL
    return kept(lambda one: len(one.crew))(table, player, claim)


# Facts of the table


def supply(_: Table, claim: Claim) -> Wrong | None:
    """Judge a supply that is overdrawn."""
    return Wrong.SUPPLY_OVERDRAWN if isinstance(claim.value, int) and claim.value < 0 else None


SEAT: Mapping[str, Callable[[Table, Player, Claim], Wrong | None]] = {
    "sail": kept(lambda player: player.sail),
    "letters": kept(lambda player: player.letters),
    "hold": hold,
    **{goods: commodity(goods) for goods in COMMODITIES},
    "crew": crew,
    "crew.aboard": crew_aboard,
}
TABLE: Mapping[str, Callable[[Table, Claim], Wrong | None]] = {
    "supply": supply,
}
