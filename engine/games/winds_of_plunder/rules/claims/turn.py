"""The case of a wrong claim about what the last act of a turn has changed."""

from __future__ import annotations

from engine.games.winds_of_plunder.reckoning.formulas import points_for
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.state import TALLY_OF, Player, Table, Turn
from engine.kernel.events import Claim

CUBES = {"cubes 1": Wrong.TWO_CUBES, "cubes 2": Wrong.FIVE_CUBES, "cubes 3": Wrong.NINE_CUBES}
PRICES = {
    **dict.fromkeys(("", *CUBES), Wrong.POINTS_LEFT),
    "draw": Wrong.DRAWN,
    "play": Wrong.PLAYED,
    "gust": Wrong.BOUGHT_A_GUST,
    "treasure": Wrong.DUG_UP,
}
EFFECTS = {"buy_item": Wrong.ITEM_BOUGHT, "second_sail": Wrong.CREW_GIVEN}


def last_act(table: Table) -> str:
    """Name the last act of the active player."""
    return table.turn.last if table.turn is not None else ""


# Facts of the table


def left(table: Table, claim: Claim) -> Wrong | None:
    """Judge the points left: with those of the turn before, or else by the cost of the last act."""
    turn = table.turn
    if turn is None:
        return None
    kept = table.players[turn.seat].unspent
    if kept and isinstance(claim.value, int) and claim.value == points_for(table, turn) - turn.spent + kept:
        return Wrong.CARRIED_OVER
    return PRICES.get(turn.last, Wrong.NOTHING_TO_PAY)


def acted(table: Table, claim: Claim) -> Wrong | None:
    """Judge the compasses turned over: not before the turn is over."""
    going_on = table.turn is not None and table.turn.seat in str(claim.value).split()
    return Wrong.TURN_IN_PROGRESS if going_on else None


def wind(table: Table, _: Claim) -> Wrong | None:
    """Judge the wind in a turn with a gust."""
    return Wrong.IN_A_GUST if table.turn is not None and table.turn.gusts else None


# Facts of one player


def cubes(table: Table, player: Player, _: Claim) -> Wrong | None:
    """Judge Wind cubes and reserve after an action that adds cubes."""
    turn = table.turn
    return CUBES.get(turn.last) if turn is not None and turn.seat == player.seat else None


def port(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge the place of a ship: on sailing it goes there, and windlocked it stays."""
    turn = table.turn
    if turn is None or turn.seat != player.seat:
        return None
    if turn.last == "windlock":
        return Wrong.WINDLOCKED
    return Wrong.SAILED if turn.sailed and claim.value == turn.came_from else None


def played_on(table: Table, player: Player, claim: Claim) -> Wrong | None:
    """Judge a tally or a score that an Action card has changed."""
    turn, what = table.turn, claim.fact.rpartition(".")[2]
    if turn is None or turn.last != "play" or not turn.plays:
        return None
    card = table.content.action(turn.plays[-1])
    if card.effect == "opponent_loses" and player.seat != turn.seat and TALLY_OF.get(str(card.param("item"))) == what:
        return Wrong.WEAPON_LOST if what == "weapons" else Wrong.ITEM_LOST
    return _own_price(turn, player, str(card.effect), what, str(card.param("item")))


def _own_price(turn: Turn, player: Player, effect: str, what: str, item: str) -> Wrong | None:
    """Judge what a card costs its player, and gives."""
    touched = {"vp", TALLY_OF.get(item, "")} if effect == "buy_item" else {"crew"}
    return EFFECTS.get(effect) if player.seat == turn.seat and what in touched else None
