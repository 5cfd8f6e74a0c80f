"""Formulas that rules, folds and offers share: the planet, turns, places of pieces, limits of boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.windward.content import PORT, Globe
from engine.games.windward.cresters import Crester
from engine.games.windward.reckoning.printed import crew_member
from engine.games.windward.state import ABOARD, ASIDE, GAS, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

HAND = 5
SUPPLIES_FOR_GAS = 3
# The two crew members named on each slot.
PAIRS = ({"purser", "gas_worker"}, {"marine", "sergeant"}, {"harpooner", "coxswain"})


# The planet


def planet(table: Table) -> Globe | None:
    """Return the planet, if it has been laid of known tiles."""
    if not table.tiles or not all(map(is_known, table.tiles)):
        return None
    laid = table.content.laid(table.tiles, table.side)
    return laid if is_known(laid) else None


def sure_planet(table: Table) -> Globe:
    """Return the planet; raises `Undetermined` if it is unknown."""
    laid = planet(table)
    if laid is None:
        raise Undetermined
    return laid


def territory_of(table: Table, space: str) -> int:
    """Return the territory of a space; 0: it is not on the planet."""
    return sure_planet(table).territory.get(space, 0)


def at_sky(player: Player) -> bool:
    """Return whether a ship is on the planet."""
    return bool(player.at != PORT)


# The turn, and the next player


def following(table: Table, seat: str) -> str:
    """Return the player to the left: the next one clockwise."""
    return table.seats[(table.seats.index(seat) + 1) % len(table.seats)]


def preceding(table: Table, seat: str) -> str:
    """Return the player to the right."""
    return table.seats[table.seats.index(seat) - 1]


def mine(table: Table, seat: str) -> Turn | None:
    """Return the turn in progress, if it is certainly this player's."""
    turn = table.turn
    return turn if turn is not None and is_known(turn.seat) and turn.seat == seat else None


def speed_left(turn: Turn) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return how much speed the ship of this turn has left."""
    return turn.granted - turn.spent


# The places of pieces


def ships_on(table: Table, space: str) -> list[str]:
    """List the players whose ships are known to be on a space."""
    return [seat for seat, player in table.players.items() if is_known(player.at) and player.at == space]


def other_ship(table: Table, space: str, seat: str) -> str:
    """Return the player of another ship on a space; raises `Undetermined` if that is unknown."""
    others = [one for one in ships_on(table, space) if one != seat]
    if others:
        return others[0]
    if any(not is_known(player.at) for one, player in table.players.items() if one != seat):
        raise Undetermined
    return ""


def boats_on(table: Table, space: str) -> list[str]:
    """List the longboats that are known to be on a space, as `green.1`."""
    return [
        f"{seat}.{boat}"
        for seat, player in table.players.items()
        for boat, place in player.boats.items()
        if is_known(place) and place == space
    ]


def red_on(table: Table, space: str) -> bool:
    """Return whether a living Red is on a space; raises `Undetermined` if there may be one."""
    if space in table.reds:
        return True
    if table.reds_untold or space in table.strayed:
        raise Undetermined
    return False


def owner(piece: str) -> str:
    """Return the player of a ship or longboat; "" for a Crester."""
    seat = piece.partition(".")[0]
    return "" if seat in {"red", "grey", "great-white"} else seat


def is_ship(piece: str) -> bool:
    """Return whether a piece in battle is a ship."""
    return bool(owner(piece)) and "." not in piece


# Things on spaces


def lying(table: Table, space: str, item: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return how many of a thing are on a space."""
    here = table.items.get(space, {})
    return here.get(item, UNKNOWN if table.items_untold else 0)


def adrift(table: Table, item: str) -> Any:  # noqa: ANN401 - as above
    """Return how many of a thing are on the planet."""
    return UNKNOWN if table.items_untold else sum(here.get(item, 0) for here in table.items.values())


# Boards and crew


def has_crew(player: Player, name: str) -> bool:
    """Return whether a crew member has been hired."""
    if name in [one for one in player.crew if is_known(one)]:
        return True
    if player.crew_untold or not all(map(is_known, player.crew)):
        raise Undetermined
    return False


def crew_adds(table: Table, player: Player, what: str) -> Any:  # noqa: ANN401 - as above
    """Return the total that the crew of a ship adds to something."""
    if player.crew_untold or not all(map(is_known, player.crew)):
        return UNKNOWN
    return sum(getattr(crew_member(table, name), what) for name in player.crew)


def gas_slots(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how much gas a ship has room for."""
    return table.content.board(player.colour).gas + crew_adds(table, player, "gas_slots")


def cannon_slots(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how many cannons a ship has room for."""
    return table.content.board(player.colour).cannons + crew_adds(table, player, "cannon_slots")


def hand_limit(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how many cards a player may hold."""
    return HAND + (crew_adds(table, player, "hand") if table.terms.purser_limit == "as-full" else 0)


def cards_held(player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how many cards a player holds."""
    return UNKNOWN if player.hand_untold else len(player.hand)


def has_cards(player: Player, card: str, number: int) -> bool:
    """Return whether a hand has so many of a card; raises `Undetermined` if that is unknown."""
    if not is_known(card):
        raise Undetermined
    if [one for one in player.hand if is_known(one)].count(card) >= number:
        return True
    if player.hand_untold or not all(map(is_known, player.hand)):
        raise Undetermined
    return False


def slot_taken(table: Table, player: Player, name: str) -> str:
    """Return the crew member in the slot that this one would take; "" for none."""
    return next((one for one in player.crew if is_known(one) and one_slot(table, one, name)), "")


def one_slot(table: Table, one: str, name: str) -> bool:
    """Return whether two crew members would take the same slot, as the reading says."""
    if table.terms.crew_pairs == "pack":
        return bool(table.content.crew[one].slot == table.content.crew[name].slot)
    return one == name or (table.terms.crew_pairs == "one-per-pair" and {one, name} in PAIRS)


def crew_left(table: Table, name: str) -> Any:  # noqa: ANN401 - as above
    """Return how many tiles of a crew member are left at the Trading Post."""
    slot = table.content.crew[name].slot
    if not is_known(slot) or any(player.crew_untold for player in table.players.values()):
        return UNKNOWN
    hired = [one for player in table.players.values() for one in player.crew]
    if not all(map(is_known, hired)):
        return UNKNOWN
    return table.content.crew_tiles[slot] - sum(table.content.crew[one].slot == slot for one in hired)


def supplies_of(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how many cards the supplies order gives."""
    return 3 if table.terms.supplies_order == "three" else table.content.board(player.colour).supplies


def morale_of(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how much morale the order gives."""
    return 1 if table.terms.morale_order == "one" else table.content.board(player.colour).morale


def bought_supplies(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how many cards a gas buys: 3, or as many as the order gives."""
    return SUPPLIES_FOR_GAS if table.terms.supplies_bought == "always-3" else supplies_of(table, player)


def rum_of(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how much morale rum gives: 1, or as much as the order."""
    return 1 if table.terms.rum == "always-1" else morale_of(table, player)


def rest_of(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how much morale a rest in port gives: as printed on the board, or 1, and 2 for the blue player."""
    if table.terms.port_rest == "board":
        return table.content.board(player.colour).rest
    return 2 if player.colour == "blue" else 1


def allied_rest_of(table: Table, player: Player) -> Any:  # noqa: ANN401 - as above
    """Return how much morale a rest in port gives in a cooperative game."""
    return 1 if table.terms.allied_rest == "plus-1" else rest_of(table, player)


# Numbers within their bounds


def raised(value: Any, by: Any, top: Any) -> Any:  # noqa: ANN401 - numbers, or UNKNOWN
    """Add, but not above the top; a value that is already above it stays."""
    total = value + by
    return max(value, min(total, top)) if is_known(total) and is_known(top) else total


def lowered(value: Any, by: Any) -> Any:  # noqa: ANN401 - as above
    """Subtract, but not below zero."""
    rest = value - by
    return max(0, rest) if is_known(rest) else UNKNOWN


# Stockpiles: everything that is neither on the planet nor in a ship


def crester_stock(table: Table, kind: str) -> Any:  # noqa: ANN401 - as above
    """Return how many Cresters of a kind are in the stockpile."""
    alive = table.reds if kind == "red" else table.greys
    untold = table.reds_untold if kind == "red" else table.greys_untold
    holds = [held for player in table.players.values() for held in (player.crester, *player.more)]
    if untold or not all(map(is_known, holds)):
        return UNKNOWN
    standing = number_of(alive) + (kind == "red" and bool(table.strayed))
    left = table.content.counts[kind] - standing - holds.count(kind) - adrift(table, kind)
    return max(0, left) if is_known(left) else UNKNOWN


def number_of(cresters: Mapping[str, Crester]) -> int:
    """Count the living Cresters on the planet."""
    return sum(crester.number for crester in cresters.values())


def cargo_stock(table: Table, item: str) -> Any:  # noqa: ANN401 - as above
    """Return how many teeth of a colour, or +2 Hits tokens, are in the stockpile."""
    total = table.content.counts["tokens" if item == "token" else "teeth"]
    left = total - sum(player.cargo[item] for player in table.players.values()) - adrift(table, item)
    # Substitutes for pieces that have run out are not in the box, so the result may not be negative.
    return max(0, left) if is_known(left) else UNKNOWN


def gas_stock(table: Table) -> Any:  # noqa: ANN401 - as above
    """Return how many gas tokens are in the stockpile; tokens in use as cannons are not."""
    used = sum(player.gas + player.cannons for player in table.players.values())
    left = table.content.counts["gas"] - used - adrift(table, GAS)
    return max(0, left) if is_known(left) else UNKNOWN


def boats_at_sky(player: Player) -> Iterator[tuple[str, str]]:
    """List a player's longboats on the planet, with their spaces."""
    yield from ((boat, at) for boat, at in player.boats.items() if is_known(at) and at not in {ABOARD, ASIDE, PORT})
