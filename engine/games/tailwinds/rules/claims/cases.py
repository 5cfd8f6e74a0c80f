"""Determines the case of a wrong claim about a fact that several rules share."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.tailwinds.folds.ending import owns_last_place
from engine.games.tailwinds.reckoning import boat_named, is_shackled, last_boat, leader, ranking, resolving
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.state import FINISHED, REMOVED, Boat, Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import is_known

INSIDE = 1


def wrong(table: Table, claim: Claim, reckoned: object) -> Wrong | None:
    """Return the case of a wrong claim, if more than one rule could be broken by a claim about this fact."""
    seat, _, what = claim.fact.partition(".")
    if not what:
        of_the_table = OF_THE_TABLE.get(claim.fact)
        carried = _carried_over(table, claim.value, reckoned) if claim.fact in {"points", "left"} else None
        return carried if carried or of_the_table is None else of_the_table(table, str(claim.value))
    of_a_player = OF_A_PLAYER.get(what)
    return None if of_a_player is None else of_a_player(table, table.players[seat], str(claim.value))


# Facts of the table


def _winner(table: Table, claimed: str) -> Wrong:
    player = table.players.get(claimed)
    if not table.ending:
        states = [b.state for b in player.boats] if player is not None else []
        if REMOVED not in states:
            return Wrong.NOT_OVER
        return Wrong.SECOND_BOAT_HOME if FINISHED in states else Wrong.FORE_BOAT_LOST
    if table.ending == "finish":
        return Wrong.WON_AT_THE_FINISH
    return Wrong.OWNS_LAST_PLACE if player is not None and owns_last_place(table, player) else Wrong.WON_BY_PLACES


def _ending(table: Table, claimed: str) -> Wrong | None:
    return Wrong.ENDED_OUT_OF_CARDS if "out-of-cards" in {claimed, table.ending} else None


def _turn(table: Table, _: str) -> Wrong | None:
    return None if table.acted else Wrong.FIRST_TURN


def _value(table: Table, _: str) -> Wrong | None:
    return Wrong.COPIED if table.turn is not None and table.turn.copied else None


def _points(table: Table, _: str) -> Wrong | None:
    turn = table.turn
    if turn is None:
        return None
    if turn.refused and turn.thrown:
        return Wrong.ROLLED_FOR_REFUSAL
    if turn.thrown:
        return Wrong.ROLLED
    if turn.rainbow:
        return Wrong.RAINBOW_SPENT
    return Wrong.COPIED if turn.copied else Wrong.CARD_ALONE


def _carried_over(table: Table, claimed: object, reckoned: object) -> Wrong | None:
    """Return the case if the claim adds exactly as many points as the player lost in the turn before."""
    if not (isinstance(claimed, int) and isinstance(reckoned, int) and claimed > reckoned):
        return None
    player, more = table.players[table.turn.seat if table.turn is not None else table.active], claimed - reckoned
    if is_known(player.lost_home) and player.lost_home == more:
        return Wrong.LOST_AT_HOME
    return Wrong.CARRIED_OVER if is_known(player.fell_short) and player.fell_short == more else None


def _boat(table: Table, name: str) -> Boat | None:
    # A claim may say anything. Only a name that `boat_named` accepts is the name of a boat.
    seat = name.rpartition(".")[0]
    return boat_named(table, seat, name) if seat in table.players else None


def _by_lane(one: Boat | None, other: Boat | None) -> Wrong | None:
    """Two boats on one space were confused, so their lanes decide the case."""
    if one is None or other is None or one is other or one.space != other.space:
        return None
    return Wrong.NEARER_THE_INSIDE if INSIDE in {one.lane, other.lane} else Wrong.NEARER_THE_MIDDLE


def _last(table: Table, claimed: str) -> Wrong | None:
    return _by_lane(_boat(table, claimed), last_boat(table))


def _leader(table: Table, claimed: str) -> Wrong | None:
    return _by_lane(_boat(table, claimed), leader(table))


def _ranking(table: Table, claimed: str) -> Wrong | None:
    names, due = claimed.split(), ranking(table)
    if len(names) != len(due):
        return Wrong.NOT_ALL_RANKED
    pairs = ((_boat(table, name), boat) for name, boat in zip(names, due, strict=True))
    return _by_lane(*next(((a, b) for a, b in pairs if a is not b), (None, None)))


def _afloat(table: Table, _: str) -> Wrong | None:
    return Wrong.NOT_ALL_RANKED if any(boat.state is REMOVED for boat in table.boats) else None


OF_THE_TABLE: dict[str, Callable[[Table, str], Wrong | None]] = {
    "winner": _winner,
    "ending": _ending,
    "turn": _turn,
    "value": _value,
    "points": _points,
    "last": _last,
    "leader": _leader,
    "ranking": _ranking,
    "afloat": _afloat,
}


# Facts of one player


def _boats(_: Table, player: Player, claimed: str) -> Wrong | None:
    """With both boats on the track, and neither claimed to be gone, only the set-up determines their number."""
    gone = any(b.state in {REMOVED, FINISHED} for b in player.boats)
    return Wrong.BOATS_LEFT if gone or claimed in {"0", "1"} else None


def _aft(table: Table, player: Player, claimed: str) -> Wrong | None:
    aft, fore = player.boats
    return _place(table, aft, fore, claimed)


def _fore(table: Table, player: Player, claimed: str) -> Wrong | None:
    aft, fore = player.boats
    if any(b.state is REMOVED for b in player.boats):
        return Wrong.PLACE_OF_A_BOAT_LOST
    return _place(table, fore, aft, claimed)


def _place(table: Table, boat: Boat, other: Boat, claimed: str) -> Wrong | None:
    space = claimed.partition(" ")[0]
    if space == str(other.space) and boat.space != other.space:
        return Wrong.PLACE_OF_THE_OTHER
    moved = table.turn is not None and boat.number in table.turn.carried
    return Wrong.LANE_UNMOVED if space == str(boat.space) and not moved else None


def _hand(table: Table, player: Player, claimed: str) -> Wrong | None:
    cards = set(claimed.split())
    if is_shackled(player) and (player.shackled in cards) != (player.shackled in player.hand):
        return Wrong.TAKEN_BACK
    if cards & {c for c in player.removed if is_known(c)}:
        return Wrong.RECOVER_ITSELF
    if cards & {c for c in player.played if is_known(c)}:
        recovering = table.phase == "resolving" and player.card is not None and resolving(table, player.seat).recover
        return Wrong.NOT_YET_RECOVERED if recovering else Wrong.PLAYED_BEFORE
    return Wrong.LEFT_OUT if player.recovered and not player.played and cards < player.hand else None


def _played(_: Table, player: Player, claimed: str) -> Wrong | None:
    if is_shackled(player) and player.shackled in claimed.split():
        return Wrong.TAKEN_BACK
    return Wrong.LEFT_OUT if player.recovered and not player.played else None


def _removed(table: Table, player: Player, claimed: str) -> Wrong:
    cards = [word for word in claimed.split() if word in table.content.card_names]
    if is_shackled(player) and player.shackled in cards:
        return Wrong.TAKEN_BACK
    one = len(cards) <= 1 and all(table.content.card(card).recover for card in cards)
    return Wrong.RECOVER_ITSELF if one else Wrong.REMOVED_WITH_RECOVER


def _rainbow(table: Table, player: Player, claimed: str) -> Wrong | None:
    turn = table.turn
    if turn is not None and "parlay" in turn.used:
        return Wrong.NOT_AGREED if turn.refused or turn.parlay else Wrong.EXCHANGED
    if turn is not None and turn.seat == player.seat and claimed in turn.rainbow:
        return Wrong.JUST_PLAYED
    return Wrong.TWO_HELD if len(claimed.split()) > 1 else None


OF_A_PLAYER: dict[str, Callable[[Table, Player, str], Wrong | None]] = {
    "boats": _boats,
    "aft": _aft,
    "fore": _fore,
    "aft.space": _aft,
    "fore.space": _fore,
    "hand": _hand,
    "played": _played,
    "removed": _removed,
    "rainbow": _rainbow,
}
