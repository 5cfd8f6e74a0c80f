"""Orders, purchases, cards and cargo, where they have an effect."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.windward import events as e
from engine.games.windward.content.pieces import CREW, FEEDING, SERVICES, WINDS
from engine.games.windward.folds.hold import has_room
from engine.games.windward.reckoning import (
    boats_at_sky,
    cannon_slots,
    cards_held,
    crew_left,
    gas_slots,
    hand_limit,
    lying,
    slot_taken,
    sure_planet,
)
from engine.games.windward.reckoning.boats import tower
from engine.games.windward.reckoning.cresters import ground_free
from engine.games.windward.reckoning.naturalist import releases, researches, tags_left
from engine.games.windward.reckoning.printed import morale_top, price_of, rowing_top
from engine.games.windward.reckoning.sailing import is_drift
from engine.games.windward.state import (
    ABOARD,
    CARGO,
    GAS,
    GREY,
    ITEMS,
    MATES,
    PORT_ORDERS,
    RED,
    SKY_ORDERS,
    Player,
    Table,
    Turn,
)
from engine.kernel.events import Event
from engine.kernel.facts import require_known
from engine.kernel.unknown import Undetermined, is_known


def takes(table: Table, turn: Turn, player: Player) -> Iterator[Event]:
    """List the tops of the stacks, as long as there is something to take and room in the hand."""
    if require_known(turn.takes) and require_known(cards_held(player)) < require_known(hand_limit(table, player)):
        yield from (e.TakeCard(player.seat, place, card) for place, card in enumerate(table.tops, 1) if is_known(card))


def in_port(table: Table, turn: Turn, player: Player) -> Iterator[Event]:
    """List orders and purchases at the Trading Post, but none without effect."""
    useful = [service for service in SERVICES if _useful(table, turn, player, service)]
    hires = [
        name
        for name in CREW
        if not slot_taken(table, player, name) and name not in player.crew and require_known(crew_left(table, name)) > 0
    ]
    names = {"cannon": "cannon", "crew": "crew", "rum": "morale", "supplies": "supplies"}
    for service in useful:
        order = names.get(service, "")
        whom = hires if service == "crew" else [""]
        if order in PORT_ORDERS and _may_order(turn, order):
            yield from (e.GiveOrder(player.seat, order, name) for name in whom)
        if require_known(player.gas) >= price_of(table, service):
            yield from (e.Buy(player.seat, service, name) for name in whom)


def _useful(table: Table, turn: Turn, player: Player, service: str) -> bool:
    if service == "cannon":
        return bool(require_known(player.cannons) < require_known(cannon_slots(table, player)))
    if service == "rum":
        return bool(require_known(player.morale) < require_known(morale_top(table)))
    if service == "supplies":
        return not turn.takes and bool(cards_held(player) < require_known(hand_limit(table, player)))
    return True


def _may_order(turn: Turn, order: str) -> bool:
    """Return whether a marker is left for an order, and the order not covered."""
    marked = turn.mates < MATES or turn.coffee_orders < turn.coffees
    return marked and order not in turn.orders


def at_sky(table: Table, turn: Turn, player: Player) -> Iterator[Event]:
    """List orders at sky, and things on the space."""
    for order in SKY_ORDERS:
        if not _may_order(turn, order):
            continue
        if order == "launch":
            yield from (e.GiveOrder(player.seat, order, boat) for boat in _launched(table, player))
        elif order == "row":
            if require_known(player.rowing) < require_known(rowing_top(table)):
                yield e.GiveOrder(player.seat, order)
        elif order == "research":
            yield from research(table, player)
        elif order != "process" or (require_known(player.crester) and not researches(table, player)):
            yield e.GiveOrder(player.seat, order)
    yield from picks(table, player)


def _launched(table: Table, player: Player) -> list[str]:
    """List the longboats that can be launched on the ship's space."""
    try:
        clear = not is_drift(table, player.at) and ground_free(table, player.at)
    except Undetermined:
        return []
    return [boat for boat, place in player.boats.items() if is_known(place) and place == ABOARD] if clear else []


def research(table: Table, player: Player) -> Iterator[Event]:
    """List the spaces on which the Naturalist can release the Crester in the hold."""
    able = researches(table, player) and require_known(player.crester)
    if able and (table.terms.tags_out == "untagged" or require_known(tags_left(table)) > 0):
        yield from (e.GiveOrder(player.seat, "research", space) for space in releases(table, player))


def picks(table: Table, player: Player) -> Iterator[Event]:
    """List the things on the ship's space, and its longboats there."""
    seat, at = player.seat, player.at
    for boat, place in boats_at_sky(player):
        if place == at:
            yield e.LiftBoat(seat, boat)
    require_known(player.crester)
    for item in ITEMS:
        if not require_known(lying(table, at, item)):
            continue
        if item in {RED, GREY}:
            if has_room(table, player) and not (item == GREY and _kept_away(table, player)):
                yield e.PickUp(seat, item)
        elif item != GAS or require_known(player.gas) < require_known(gas_slots(table, player)):
            yield e.PickUp(seat, item)


def drops(player: Player) -> Iterator[Event]:
    """List what the ship could drop onto its space out of its hold, a piece at a time."""
    aboard = [player.crester] if require_known(player.crester) else []
    yield from (
        e.DropCargo(player.seat, item)
        for item in (*aboard, *CARGO)
        if item in aboard or require_known(player.cargo[item])
    )


def _kept_away(table: Table, player: Player) -> bool:
    try:
        return bool(tower(table, player.seat, player.at))
    except Undetermined:
        return True


def _crosses(table: Table, turn: Turn) -> bool:
    """Return whether another Deadweight could have an effect: a second one only if the first covers less."""
    return not turn.deadweight or table.terms.deadweight_scope != "whole-turn"


def cards(table: Table, turn: Turn, player: Player) -> Iterator[Event]:
    """List cards that have an effect outside battle."""
    for card in dict.fromkeys(card for card in player.hand if is_known(card)):
        effect = table.content.card(card).effect
        if not is_known(effect):
            continue
        if effect in {"speed", "order"} or (effect == "drift" and _crosses(table, turn)):
            yield e.PlayCard(player.seat, card)
        elif effect == "wind":
            yield from (e.PlayCard(player.seat, card, wind=wind) for wind in WINDS if wind != table.wind)
        elif effect == "grey":
            grounds = sure_planet(table).showing(FEEDING)
            free = [space for space in grounds if ground_free(table, space)]
            yield from (e.PlayCard(player.seat, card, space) for space in free)
