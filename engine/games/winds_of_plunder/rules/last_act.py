"""Which rule of turns, cards or sailing settles a wrong claim about what the last act of a turn has changed."""

from __future__ import annotations

from engine.games.winds_of_plunder.state import NONE_YET, POINTS, TALLY_OF, Player, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.unknown import known

PRICES = {"draw": "WP-AP-01", "play": "WP-AP-02", "gust": "WP-AP-07", "treasure": "WP-CARD-08", "": "WP-TURN-01"}
CUBES = {"cubes 1": "WP-AP-03", "cubes 2": "WP-AP-04", "cubes 3": "WP-AP-05"}
EFFECTS = {"buy_item": "WP-PCARD-01", "second_sail": "WP-PCARD-02"}


# Facts of the table


def left(table: Table, claim: Claim) -> str:
    """Tell of the points left: by what the last act cost, or by what was left in another turn."""
    turn = table.turn
    if turn is None:
        return ""
    if isinstance(claim.value, int) and claim.value > POINTS:
        return "WP-TURN-03"
    return PRICES.get(turn.last, "WP-TURN-01" if turn.last in CUBES else "WP-AP-08")


def acted(table: Table, claim: Claim) -> str:
    """Tell of the compasses turned over: not before the turn is over."""
    return "WP-TURN-05" if table.turn is not None and table.turn.seat in str(claim.value).split() else ""


def sailed(_: Table, __: Claim) -> str:
    """Tell of the sailings in a turn."""
    return "WP-SAIL-09"


def wind(table: Table, _: Claim) -> str:
    """Tell of the wind in a turn with a gust."""
    return "WP-GUST-05" if table.turn is not None and table.turn.gusts else ""


def _last(table: Table) -> str:
    return table.turn.last if table.turn is not None else ""


def discard(table: Table, _: Claim) -> str:
    """Tell of the discard pile after a card was played, or after a draw, which may have made a new deck of it."""
    return {"play": "WP-CARD-03", "draw": "WP-CARD-04"}.get(_last(table), "")


def action_deck(table: Table, _: Claim) -> str:
    """Tell of the Action deck after a draw, which may have brought a new deck."""
    if _last(table) != "draw":
        return ""
    return "WP-CARD-04" if table.reshuffled != NONE_YET else "WP-CARD-01"


def treasure_deck(table: Table, _: Claim) -> str:
    """Tell of the Treasure deck after a card was put under it."""
    return "WP-CARD-06" if _last(table) == "treasure" else ""


# Facts of one player


def cubes(table: Table, player: Player, _: Claim) -> str:
    """Tell of Wind cubes and reserve after an action that adds cubes."""
    turn = table.turn
    return CUBES.get(turn.last, "") if turn is not None and turn.seat == player.seat else ""


def hand(table: Table, _: Player, claim: Claim) -> str:
    """Tell of the Action cards in hand: one that was played is not among them."""
    played = {card for card in table.discard if known(card)}
    return "WP-CARD-03" if played.intersection(str(claim.value).split()) else ""


def hand_size(table: Table, player: Player, _: Claim) -> str:
    """Tell of the number of Action cards: a point draws one."""
    turn = table.turn
    own = turn is not None and turn.seat == player.seat
    return "WP-AP-01" if own and turn is not None and turn.last == "draw" else ""


def port(table: Table, player: Player, claim: Claim) -> str:
    """Tell of where a ship is: on sailing it goes there, and windlocked it stays."""
    turn = table.turn
    if turn is None or turn.seat != player.seat:
        return ""
    if turn.last == "windlock":
        return "WP-SAIL-08"
    return "WP-SAIL-11" if turn.sailed and claim.value == turn.came_from else ""


def played_on(table: Table, player: Player, claim: Claim) -> str:
    """Tell of a tally or a score that an Action card has changed."""
    turn, what = table.turn, claim.fact.rpartition(".")[2]
    if turn is None or turn.last != "play" or not turn.plays:
        return ""
    card = table.content.action(turn.plays[-1])
    if card.effect == "opponent_loses" and player.seat != turn.seat and TALLY_OF.get(str(card.param("item"))) == what:
        return "WP-PCARD-05" if what == "weapons" else "WP-PCARD-06"
    return _own_price(turn, player, str(card.effect), what, str(card.param("item")))


def _own_price(turn: Turn, player: Player, effect: str, what: str, item: str) -> str:
    """What a card costs its player, and gives."""
    touched = {"vp", TALLY_OF.get(item, "")} if effect == "buy_item" else {"crew"}
    return EFFECTS.get(effect, "") if player.seat == turn.seat and what in touched else ""
