"""Which rule settles a fact that the table claims wrongly."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.tailwinds.folds.ending import owns_last_place
from engine.games.tailwinds.reckoning import boat_named, is_shackled, last_boat, leader, ranking, resolving
from engine.games.tailwinds.state import FINISHED, REMOVED, Boat, Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import Undetermined, known

ANY = "TW-LOG-02"
INSIDE = 1


def blame(table: Table, claim: Claim, reckoned: object) -> str:
    """Name the special rule that the claim gets wrong, and the general one where there is none."""
    if reckoned is None or not known(reckoned):
        return ANY
    seat, _, what = claim.fact.partition(".")
    try:
        if what:
            return SEAT_FACTS.get(what, _any)(table, table.players[seat], str(claim.value))
        return TABLE_FACTS.get(claim.fact, _whatever)(table, str(claim.value))
    except Undetermined:
        return ANY


def _whatever(_: Table, __: str) -> str:
    return ANY


def _any(_: Table, __: Player, ___: str) -> str:
    return ANY


# Facts of the table


def _winner(table: Table, claimed: str) -> str:
    player = table.players.get(claimed)
    if not table.ending:
        states = [b.state for b in player.boats] if player is not None else []
        if FINISHED in states and REMOVED in states:
            return "TW-END-05"
        return "TW-END-02" if REMOVED in states else "TW-ROUND-03"
    if table.ending == "finish":
        return "TW-END-11"
    return "TW-END-08" if player is not None and owns_last_place(table, player) else "TW-END-07"


def _ending(table: Table, claimed: str) -> str:
    return "TW-END-06" if claimed == "out-of-cards" or table.ending == "out-of-cards" else "TW-END-01"


def _turn(table: Table, _: str) -> str:
    return "TW-ORDER-02" if table.acted else "TW-ORDER-01"


def _points(table: Table, _: str) -> str:
    turn = table.turn
    if turn is None:
        return ANY
    if turn.refused and turn.thrown:
        return "TW-VALUE-05"
    if turn.thrown:
        return "TW-VALUE-02"
    if turn.rainbow:
        return "TW-VALUE-03"
    return "TW-VALUE-06" if turn.copied else "TW-VALUE-01"


def _boat(table: Table, name: str) -> Boat | None:
    # A claim may say anything; the name of a boat is what `boat_named` reads as one.
    seat = name.rpartition(".")[0]
    return boat_named(table, seat, name) if seat in table.players else None


def _by_lane(one: Boat | None, other: Boat | None, otherwise: str) -> str:
    """Two boats taken for each other: on one space it was their lanes that decided."""
    if one is None or other is None or one is other or one.space != other.space:
        return otherwise
    return "TW-POS-01" if INSIDE in {one.lane, other.lane} else "TW-POS-05"


def _last(table: Table, claimed: str) -> str:
    return _by_lane(_boat(table, claimed), last_boat(table), "TW-POS-03")


def _leader(table: Table, claimed: str) -> str:
    return _by_lane(_boat(table, claimed), leader(table), "TW-POS-01")


def _ranking(table: Table, claimed: str) -> str:
    names, due = claimed.split(), ranking(table)
    if len(names) != len(due):
        return "TW-POS-04"
    pairs = ((_boat(table, name), boat) for name, boat in zip(names, due, strict=True))
    one, other = next(((a, b) for a, b in pairs if a is not b), (None, None))
    return _by_lane(one, other, "TW-POS-01")


TABLE_FACTS: dict[str, Callable[[Table, str], str]] = {
    "winner": _winner,
    "ending": _ending,
    "turn": _turn,
    "value": lambda table, _: "TW-VALUE-06" if table.turn is not None and table.turn.copied else "TW-VALUE-01",
    "points": _points,
    "left": lambda _, __: "TW-MOVE-04",
    "last": _last,
    "leader": _leader,
    "ranking": _ranking,
    "afloat": lambda _, __: "TW-POS-04",
    "rear": lambda _, __: "TW-WIND-06",
    "track": lambda _, __: "TW-SETUP-14",
    "market": lambda _, __: "TW-MARKET-02",
    "pile": lambda _, __: "TW-MARKET-02",
    "discard": lambda _, __: "TW-RAIN-13",
}


# Facts of one player


def _place(fore: bool) -> Callable[[Table, Player, str], str]:  # noqa: FBT001 - which of the two boats
    def of(table: Table, player: Player, claimed: str) -> str:
        if fore and any(b.state is REMOVED for b in player.boats):
            return "TW-END-03"
        boat, other = player.boats[fore], player.boats[not fore]
        space = claimed.partition(" ")[0]
        if space == str(other.space) and boat.space != other.space:
            return "TW-POS-02"
        moved = table.turn is not None and boat.number in table.turn.carried
        return "TW-MOVE-12" if space == str(boat.space) and not moved else ANY

    return of


def _hand(table: Table, player: Player, claimed: str) -> str:
    cards = set(claimed.split())
    if is_shackled(player) and (player.shackled in cards) != (player.shackled in player.hand):
        return "TW-SHACKLE-04"
    if cards & {c for c in player.removed if known(c)}:
        return "TW-RECOVER-05"
    if cards & {c for c in player.played if known(c)}:
        recovering = table.phase == "resolving" and player.card is not None and resolving(table, player.seat).recover
        return "TW-RECOVER-03" if recovering else "TW-RECOVER-06"
    return "TW-RECOVER-04" if player.recovered and not player.played and cards < player.hand else ANY


def _played(_: Table, player: Player, claimed: str) -> str:
    if is_shackled(player) and player.shackled in claimed.split():
        return "TW-SHACKLE-04"
    return "TW-RECOVER-04" if player.recovered and not player.played else ANY


def _removed(table: Table, player: Player, claimed: str) -> str:
    cards = [word for word in claimed.split() if word in table.content.card_names]
    if is_shackled(player) and player.shackled in cards:
        return "TW-SHACKLE-04"
    one = len(cards) <= 1 and all(table.content.card(card).recover for card in cards)
    return "TW-RECOVER-05" if one else "TW-RECOVER-01"


def _rainbow(table: Table, player: Player, claimed: str) -> str:
    turn = table.turn
    if turn is not None and "parlay" in turn.used:
        return "TW-PARLAY-03" if turn.refused or turn.parlay else "TW-PARLAY-02"
    if turn is not None and turn.seat == player.seat and claimed in turn.rainbow:
        return "TW-RAIN-13"
    return "TW-RAIN-07" if len(claimed.split()) > 1 else ANY


SEAT_FACTS: dict[str, Callable[[Table, Player, str], str]] = {
    "aft": _place(fore=False),
    "fore": _place(fore=True),
    "aft.space": _place(fore=False),
    "fore.space": _place(fore=True),
    "boats": lambda _, __, ___: "TW-END-03",
    "hand": _hand,
    "played": _played,
    "removed": _removed,
    "rainbow": _rainbow,
}
