"""Candidate moves, a finite superset of the legal ones for the rules to filter; and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine.games.north_wind import events as e
from engine.games.north_wind.content import COMMODITIES, HARBORS, ROLES, Tile
from engine.games.north_wind.content.pieces import BATTLE_FACES, CANNONS, EVENT_FACES, HOLD
from engine.games.north_wind.reckoning import (
    UNITS,
    at_range_end,
    cargo,
    equipment_price,
    full_crew,
    highest_sail,
    may_come,
    open_tile,
    waiting,
)
from engine.games.north_wind.reckoning.room import NEEDED, may_throw
from engine.games.north_wind.state import LOOKS, Player, Table, Turn
from engine.kernel.events import Event
from engine.kernel.facts import offer_while_sure, require_known
from engine.kernel.unknown import Undetermined, is_known


@offer_while_sure
def offers(table: Table) -> Iterator[Event]:
    """List what each seat could decide now. The list ends where the record leaves doubt."""
    turn = table.turn
    if turn is None or table.phase in {"set-up", "over"}:
        return
    seat = require_known(turn.seat)
    yield from _any_time(table)
    if table.phase == "income":
        yield e.TakeIncome(seat)
        yield from (e.SailInto(seat, harbor) for harbor in HARBORS)
    elif table.phase == "pirate":
        yield from (e.PayPirate(seat), e.Fight(seat), e.EndVoyage(seat))
    elif table.phase in {"voyage", "home"}:
        yield from _voyage(table, turn)


def _any_time(table: Table) -> Iterator[Event]:
    """List moves that readings allow at many moments: goods overboard, captains set free, bonus tokens placed."""
    joiners = waiting(table.turn.row[-1]) if table.turn is not None and table.turn.row else []
    for seat, player in table.players.items():
        # A player who has returned a letter keeps goods for the trade, unless there is no room for a purchase.
        if (seat not in joiners or cargo(player) >= HOLD) and _perhaps_throws(table, seat):
            yield from (
                e.ThrowOverboard(seat, goods)
                for number in (1, UNITS)
                for goods in combinations_with_replacement(_aboard(player), number)
            )
        if not is_known(player.brig) or player.brig:
            yield e.ReleaseCaptain(seat)
        if table.terms.bonus_placing != "automatic-immediately" and (not is_known(player.tokens) or player.tokens):
            yield from (e.PlaceBonus(seat, "most", harbor) for harbor in HARBORS)
            yield from (e.PlaceBonus(seat, "supply"), e.PlaceBonus(seat, "crew"))
    # A bonus that was placed automatically may still be written down.
    yield from (e.PlaceBonus(seat, bonus, harbor) for seat, bonus, harbor in table.placed)
    yield from (e.TakeBack(seat, bonus, harbor) for seat, bonus, harbor in table.taken_back)


def _perhaps_throws(table: Table, seat: str) -> bool:
    """Return whether a player may throw goods overboard, as far as is known."""
    try:
        return may_throw(table, seat)
    except Undetermined:
        return True


def _aboard(player: Player) -> list[str]:
    """List the commodities of which one is aboard, as far as is known."""
    return [goods for goods, number in player.hold.items() if not is_known(number) or number]


def _voyage(table: Table, turn: Turn) -> Iterator[Event]:
    seat = turn.seat
    if table.phase == "voyage":
        yield e.TakeIncome(seat)
        if not turn.row and not turn.cut:
            # Under one reading opponents move the tiles. Moving more tiles later equals moving all of them at once.
            yield from (e.CutStack(one, count) for one in table.seats for count in range(1, table.content.stack_size))
        yield from (e.UseLookout(seat, look) for look in LOOKS)
        yield e.EndVoyage(seat)
    if is_known(turn.reward) and turn.reward and not turn.reward_said:
        yield from (e.TakeCaptain(seat), e.TakeGold(seat), e.LeaveReward(seat))
    if table.phase == "home":
        yield e.ReceiveLetter(seat)
    tile = open_tile(table)
    if tile is None:
        return
    yield from (e.Pass(one) for one in table.seats if _may_pass(turn, tile, one))
    yield from (e.SpendLetter(one) for one, player in table.players.items() if _could_use(table, tile, player))
    # The player who sails, and players who have returned a letter.
    for one in dict.fromkeys((seat, *waiting(turn.row[-1]))):
        yield from _uses(table, tile, table.players[one])


def _may_pass(turn: Turn, tile: Tile, seat: str) -> bool:
    """Return whether play waits for a pass: of the player who sails, or of opponents once the tile has been used."""
    drawn = turn.row[-1]
    if seat == turn.seat:
        return not drawn.passed and not drawn.uses
    return bool(drawn.uses) and tile.trade and seat not in drawn.declined and seat not in drawn.joiners


def _could_use(table: Table, tile: Tile, player: Player) -> bool:
    """Return whether a letter would be of use: gold and room for the cheapest, or goods to sell."""
    if not tile.trade:
        return False
    free = table.terms.joiner_pays == "no"
    if tile.kind != "equipment":
        # Under one reading a joiner may throw nothing overboard to make room.
        room = cargo(player) < HOLD or table.terms.overboard != "any-time-own-turn"
        buys = room and bool(player.gold >= tile.price)
        return free or buys or any(player.hold[goods] for goods in tile.commodities)
    highest = highest_sail(table)
    room = {"sail": highest is None or player.sail < highest, "cannon": player.cannons < CANNONS}
    room["crew"] = not full_crew(player)
    return any(free or player.gold >= equipment_price(table, item) for item, place in room.items() if place)


def _uses(table: Table, tile: Tile, player: Player) -> Iterator[Event]:
    """List every way to use a tile."""
    seat, kind = player.seat, tile.kind
    if kind in {"commercial", "merchant"}:
        for number in range(1, _most_units(table, tile) + 1):
            for goods in combinations_with_replacement(require_known(tile.commodities), number):
                yield from (e.Buy(seat, goods), e.Sell(seat, goods))
    if kind == "merchant":
        yield from (e.Exchange(seat, sold, bought) for sold in COMMODITIES for bought in COMMODITIES)
    elif kind == "equipment":
        yield from (e.Equip(seat, "sail"), e.Equip(seat, "cannon"))
        yield from (e.Equip(seat, "crew", role) for role in ROLES)
    elif kind == "shipwreck":
        yield e.ExamineWreck(seat)
    elif kind == "destination":
        yield e.CompleteTask(seat, tile.harbor)


def _most_units(table: Table, tile: Tile) -> int:
    """Return the most units for a tile; one reading allows two of each commodity."""
    kinds = len(tile.commodities) if tile.kind == "commercial" else 1
    return UNITS * kinds if table.terms.mixed_kinds == "two-of-each-kind" else UNITS


@offer_while_sure
def outcomes(table: Table) -> Iterator[Event]:
    """List the possible outcomes of chance here, each as often as it is likely."""
    turn = table.turn
    if turn is None or table.phase in {"set-up", "income", "pirate", "over"}:
        return
    if table.phase == "fog":
        yield from (e.RollEvent(face) for face in _sides(table.content.event_die.copies, EVENT_FACES))
    elif table.phase == "battle":
        yield from _shots(table, table.players[require_known(turn.seat)])
    elif not _to_buy_first(table, turn) and not (turn.row and waiting(turn.row[-1])):
        # A player who has returned a letter or made room uses the tile first.
        yield from _onward(table, turn)


def _to_buy_first(table: Table, turn: Turn) -> bool:
    """Return whether a player has made room for a purchase that has to come first."""
    return bool(turn.thrown) and table.terms.overboard == NEEDED


def _onward(table: Table, turn: Turn) -> Iterator[Event]:
    """List the next tile, or the end of the turn."""
    more = table.phase == "voyage" and not at_range_end(table, turn)
    if more:
        yield from _reveals(table, turn)
    if (turn.row or table.terms.first_tile == "zero-allowed") and not (more and table.terms.stopping != "may-stop"):
        yield e.ShuffleStack(require_known(turn.stack))


def _sides(copies: object, faces: tuple[str, ...]) -> list[str]:
    """Return every side of a die; each face once if the pack does not count them."""
    counted = dict(copies)  # type: ignore[call-overload] # a mapping of faces
    if not all(map(is_known, counted.values())):
        return list(faces)
    return [face for face, number in counted.items() for _ in range(number)]


def _shots(table: Table, player: Player) -> Iterator[Event]:
    """List all results of the cannons, each as often as it is likely."""
    faces = _sides(table.content.battle_die.copies, BATTLE_FACES)
    yield from (e.RollBattle(shots) for shots in combinations_with_replacement(faces, require_known(player.cannons)))


def _reveals(table: Table, turn: Turn) -> Iterator[Event]:
    """List the tiles that may be next, each as often as it may be there."""
    stack = table.stacks[require_known(turn.stack)]
    if stack.order and is_known(stack.order[0]):
        yield e.RevealTile(stack.order[0])
    elif stack.order:
        yield from (e.RevealTile(name) for name in table.content.tiles if may_come(table, turn, name))
