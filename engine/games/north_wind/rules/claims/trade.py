"""The case of a wrong claim about actions, trade and letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.content.pieces import CANNONS, CREW, LETTERS_HELD
from engine.games.north_wind.reckoning import newest, voyage_limit
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.state import Player, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.unknown import is_known

FOG = frozenset({"event", "pay", "fight", "shots", "captain", "gold", "leave"})
TRADED = frozenset({"buy", "sell", "exchange"})
USES = {
    **dict.fromkeys((*TRADED, "equip"), Wrong.ACTIONS_MISCOUNTED),
    "wreck": Wrong.WRECK_NOT_COUNTED,
    "task": Wrong.TASK_NOT_COUNTED,
}


def off(claim: Claim, reckoned: int) -> int:
    """Return how much a claim exceeds the computed number; 0 if it states no number."""
    return claim.value - reckoned if isinstance(claim.value, int) else 0


def last_act(table: Table, player: Player) -> tuple[Turn | None, str]:
    """Return the turn, and this player's last act in it; "" if another player acted since."""
    turn = table.turn
    return turn, (turn.last if turn is not None and turn.last_by == player.seat else "")


# Facts of one player


def gold(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge gold after a trade: the price was not the tile's, unless the Bookkeeper's gold explains it."""
    turn = table.turn
    if turn is None or turn.last not in {*TRADED, "equip"}:
        return None
    if turn.last_by != player.seat:
        return Wrong.OTHERS_TRADE if turn.last in TRADED else None
    more = off(claim, player.gold)
    if turn.last in {"sell", "exchange"} and (more == 1 or (more == -1 and turn.moved.get("extra"))):
        # One coin too many after a sale, or too few with a Bookkeeper, is about the Bookkeeper's coin.
        return None
    if turn.last == "equip":
        return Wrong.SAIL_PRICE if turn.moved.get("item") == "sail" else Wrong.EQUIPMENT_PRICE
    return _of_kind(table)


def _of_kind(table: Table) -> Wrong | None:
    drawn = newest(table)
    kind = table.content.tile(drawn.tile).kind if drawn is not None and is_known(drawn.tile) else ""
    return {"commercial": Wrong.HARBOR_PRICE, "merchant": Wrong.MERCHANT_PRICE}.get(kind)


def cargo(table: Table, player: Player, _: Claim) -> Wrong | None:
    """Judge a player's goods after another player's trade: they did not move."""
    turn = table.turn
    return Wrong.OTHERS_TRADE if turn is not None and turn.last in TRADED and turn.last_by != player.seat else None


def letters(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the letters in hand: returned, received when due, never more than two."""
    more, (_, last) = off(claim, player.letters), last_act(table, player)
    if last == "letter":
        return Wrong.LETTER_NOT_RETURNED
    if player.letters + more > LETTERS_HELD:
        return Wrong.LETTERS_TOO_MANY
    if last == "receive":
        return Wrong.LETTER_NOT_RECEIVED if more < 0 else Wrong.LETTERS_RECEIVED
    return Wrong.LETTER_NOT_RECEIVED if _came_home(table, player) else None


def _came_home(table: Table, player: Player) -> bool:
    """Return whether this player's turn is the one that has just ended."""
    turn = table.turn
    if turn is None or turn.last or not is_known(turn.seat) or (is_known(table.turns) and not table.turns):
        return False
    return table.seats[table.seats.index(turn.seat) - 1] == player.seat


def cannons(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge cannons: bought ones are mounted at once, four at most, and none is ever returned."""
    more = off(claim, player.cannons)
    if player.cannons + more > CANNONS:
        return Wrong.CANNONS_TOO_MANY
    return _fitted(table, player, "cannon", more)


def sail(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the sailing level: one notch for each purchase, and never down again."""
    more, turn = off(claim, player.sail), table.turn
    if more > 0 and turn is not None and turn.last == "equip" and turn.last_by != player.seat:
        return Wrong.NOT_YET_FITTED
    return Wrong.SAIL_TOO_HIGH if more > 0 else _fitted(table, player, "sail", more)


def crew(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the crew: hired members are aboard, no others are, and none leaves."""
    said = claim.value if isinstance(claim.value, int) else len(str(claim.value).replace("none", "").split())
    more = said - len(player.crew)
    return Wrong.CREW_TOO_MANY if more > 0 and said <= CREW else _fitted(table, player, "crew", more)


def _fitted(table: Table, player: Player, item: str, more: int) -> Wrong | None:
    """Judge a number that is too low: the last purchase was forgotten, or something earlier has gone."""
    turn, last = last_act(table, player)
    if turn is not None and last == "equip" and turn.moved.get("item") == item and more == -1:
        return Wrong.NOT_YET_FITTED
    return Wrong.EQUIPMENT_GONE if gone(table, more) else None


def gone(table: Table, more: int) -> bool:
    """Return whether equipment is missing that no battle can have cost."""
    return more < 0 and (table.turn is None or table.turn.last not in FOG)


# Facts of the table


def actions(table: Table, claim: Claim) -> Wrong | None:
    """Judge the actions performed: what counts as one, and what does not."""
    turn, drawn = table.turn, newest(table)
    if turn is None or (drawn is None and turn.last not in {"wreck", "task"}):
        return None
    more = off(claim, turn.actions)
    if more > 0 and drawn is not None and turn.last_by != turn.seat and drawn.users:
        return Wrong.JOINER_COUNTED
    if more > 0 and turn.last in FOG:
        return Wrong.FOG_COUNTED
    return Wrong.UNUSED_COUNTED if more > 0 and turn.last == "pass" else USES.get(turn.last)


def supply(table: Table, _: Claim) -> Wrong | None:
    """Judge the supply and the bank after a trade: traded things come from there or go there."""
    return Wrong.OTHERS_TRADE if table.turn is not None and table.turn.last in TRADED else None


def letters_left(table: Table, _: Claim) -> Wrong | None:
    """Judge the letters in the supply after one was returned."""
    return Wrong.LETTER_NOT_RETURNED if table.turn is not None and table.turn.last == "letter" else None


def voyage_range(table: Table, claim: Claim) -> Wrong | None:
    """Judge the range: a sailing level bought by letter is not this ship's."""
    turn = table.turn
    if turn is None or not turn.sails_by_letter:
        return None
    return Wrong.NOT_YET_FITTED if 0 < off(claim, voyage_limit(table, turn)) <= turn.sails_by_letter else None


SEAT: Mapping[str, Callable[[Table, Player, Claim], Wrong | None]] = {
    "gold": gold,
    **dict.fromkeys(("hold", *COMMODITIES), cargo),
    "letters": letters,
    "cannons": cannons,
    "sail": sail,
    "crew": crew,
    "crew.aboard": crew,
}
TABLE: Mapping[str, Callable[[Table, Claim], Wrong | None]] = {
    "actions": actions,
    "bank": supply,
    "supply": supply,
    "letters": letters_left,
    "range": voyage_range,
}
