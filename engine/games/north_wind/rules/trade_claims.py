"""Which rule of actions, trade and letters settles a wrong claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.content.pieces import CANNONS, CREW, LETTERS_HELD
from engine.games.north_wind.reckoning import newest, voyage_limit
from engine.games.north_wind.state import Player, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.unknown import known

FOG = frozenset({"event", "pay", "fight", "shots", "captain", "gold", "leave"})
TRADED = frozenset({"buy", "sell", "exchange"})
OTHERS = "NW-COMM-07"


def off(claim: Claim, reckoned: int) -> int:
    """How much more a claim says than we reckon; 0 where it states no number."""
    return claim.value - reckoned if isinstance(claim.value, int) else 0


def _last(table: Table, player: Player, *kinds: str) -> Turn | None:
    """The turn in progress, if this player has just done one of these."""
    turn = table.turn
    return turn if turn is not None and turn.last in kinds and turn.last_by == player.seat else None


# Facts of one player


def gold(table: Table, player: Player, claim: Claim) -> str:
    """Tell of gold after a trade: the price was not the tile's, unless the Bookkeeper's gold explains it."""
    turn = table.turn
    if turn is None or turn.last not in {*TRADED, "equip"}:
        return ""
    if turn.last_by != player.seat:
        return OTHERS if turn.last in TRADED else ""
    more = off(claim, player.gold)
    if turn.last in {"sell", "exchange"} and (more == 1 or (more == -1 and turn.moved.get("extra"))):
        # One coin too many after a sale, or too few where there was one for the Bookkeeper: that is his.
        return ""
    if turn.last == "equip":
        return "NW-EQUIP-02" if turn.moved.get("item") == "sail" else "NW-EQUIP-03"
    return _of_kind(table)


def _of_kind(table: Table) -> str:
    drawn = newest(table)
    kind = table.content.tile(drawn.tile).kind if drawn is not None and known(drawn.tile) else ""
    return {"commercial": "NW-COMM-04", "merchant": "NW-MERCH-02"}.get(kind, "")


def cargo(table: Table, player: Player, _: Claim) -> str:
    """Tell of one's goods after another player's trade: they did not move."""
    turn = table.turn
    return OTHERS if turn is not None and turn.last in TRADED and turn.last_by != player.seat else ""


def letters(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the letters in hand: returned, received when due, never more than two."""
    more = off(claim, player.letters)
    if _last(table, player, "letter"):
        return "NW-LETTER-03"
    if player.letters + more > LETTERS_HELD:
        return "NW-LETTER-11"
    if _last(table, player, "receive"):
        return "NW-LETTER-10" if more < 0 else "NW-LETTER-12"
    return "NW-LETTER-10" if _came_home(table, player) else ""


def _came_home(table: Table, player: Player) -> bool:
    """Say whether this player's turn is the one that has just ended."""
    turn = table.turn
    if turn is None or turn.last or not known(turn.seat) or (known(table.turns) and not table.turns):
        return False
    return table.seats[table.seats.index(turn.seat) - 1] == player.seat


def cannons(table: Table, player: Player, claim: Claim) -> str:
    """Tell of cannons: bought ones stand at once, four at most, and none is ever given back."""
    more = off(claim, player.cannons)
    if player.cannons + more > CANNONS:
        return "NW-EQUIP-05"
    return _fitted(table, player, "cannon", more)


def sail(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the sailing level: one notch for each purchase, and never down again."""
    more, turn = off(claim, player.sail), table.turn
    if more > 0 and turn is not None and turn.last == "equip" and turn.last_by != player.seat:
        return "NW-EQUIP-09"
    return "NW-EQUIP-04" if more > 0 else _fitted(table, player, "sail", more)


def crew(table: Table, player: Player, claim: Claim) -> str:
    """Tell of the crew: whoever was hired is aboard, nobody else is, and nobody leaves."""
    said = claim.value if isinstance(claim.value, int) else len(str(claim.value).replace("none", "").split())
    more = said - len(player.crew)
    return "NW-EQUIP-06" if more > 0 and said <= CREW else _fitted(table, player, "crew", more)


def _fitted(table: Table, player: Player, item: str, more: int) -> str:
    """Less than there is: the last purchase was forgotten, or something earlier has gone."""
    turn = table.turn
    if more >= 0 or (turn is not None and turn.last in FOG):
        return ""
    bought = _last(table, player, "equip")
    return "NW-EQUIP-09" if bought is not None and bought.moved.get("item") == item and more == -1 else "NW-EQUIP-08"


# Facts of the table


def actions(table: Table, claim: Claim) -> str:
    """Tell of the actions performed: what counts as one, and what does not."""
    turn, drawn = table.turn, newest(table)
    if turn is None or drawn is None:
        return ""
    more = off(claim, turn.actions)
    if more > 0 and turn.last_by != turn.seat and drawn.users:
        return "NW-LETTER-09"
    if more > 0 and turn.last in FOG:
        return "NW-ACTION-04"
    if more > 0 and turn.last == "pass":
        return "NW-ACTION-05"
    return "NW-ACTION-01" if turn.last in {*TRADED, "equip"} else ""


def supply(table: Table, _: Claim) -> str:
    """Tell of the supply and the bank after a trade: what is traded comes from there and goes there."""
    return OTHERS if table.turn is not None and table.turn.last in TRADED else ""


def letters_left(table: Table, _: Claim) -> str:
    """Tell of the letters in the supply after one was returned."""
    return "NW-LETTER-03" if table.turn is not None and table.turn.last == "letter" else ""


def voyage_range(table: Table, claim: Claim) -> str:
    """Tell of the range: a sailing level bought by letter is not this ship's."""
    turn = table.turn
    if turn is None or not turn.sails_by_letter:
        return ""
    return "NW-EQUIP-09" if 0 < off(claim, voyage_limit(table, turn)) <= turn.sails_by_letter else ""


SEAT: Mapping[str, Callable[[Table, Player, Claim], str]] = {
    "gold": gold,
    **dict.fromkeys(("hold", *COMMODITIES), cargo),
    "letters": letters,
    "cannons": cannons,
    "sail": sail,
    "crew": crew,
    "crew.aboard": crew,
}
TABLE: Mapping[str, Callable[[Table, Claim], str]] = {
    "actions": actions,
    "bank": supply,
    "supply": supply,
    "letters": letters_left,
    "range": voyage_range,
}
